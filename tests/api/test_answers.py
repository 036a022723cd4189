"""Answers put together from kept pieces are the answers that the workflow gives."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.api.answers import ECHOED, STEPPED, Answers
from app.api.parts import Parts
from app.api.problems import ProblemError
from app.workflows.advise import answer_document
from app.workflows.request import RequestBody, Workload
from tests.api import samples

DAY = datetime.date(2026, 11, 20)
kept_across_examples = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def plainly(parts: Parts, request: dict[str, Any], day: datetime.date = DAY) -> Any:
    body = RequestBody.model_validate_json(json.dumps(request))
    return json.loads(json.dumps(answer_document(parts.book, body, day)))


def answered(answers: Answers, request: dict[str, Any]) -> Any:
    return json.loads(answers.answer(json.dumps(request).encode()))


class TestAnswers:
    def test_any_request_has_the_answer_of_the_workflow_the_first_time_and_again(self, parts: Parts):
        answers = Answers(parts.book, lambda: DAY)

        @kept_across_examples
        @given(samples.requests)
        def check(request: dict[str, Any]) -> None:
            wanted = plainly(parts, request)
            assert wanted == answered(answers, request) == answered(answers, request)

        check()

    def test_requests_that_differ_in_numbers_do_not_get_each_others_answers(self, parts: Parts):
        """The pieces of the first are kept when the second comes."""
        answers = Answers(parts.book, lambda: DAY)

        @kept_across_examples
        @given(samples.requests, samples.purposes, samples.numbers, samples.numbers)
        def check(request: dict[str, Any], purpose: dict[str, Any], first: dict[str, Any], second: dict[str, Any]):
            for mix in (first, second):
                varied = {**request, "workload": {**purpose, **mix}}
                assert plainly(parts, varied) == answered(answers, varied)

        check()

    def test_every_field_of_a_workload_is_in_the_key_or_only_echoed(self):
        """A new field has to be put where it belongs: what the settings depend on must be in the key."""
        verbatim = {"name", "access", "replicated_by_application", "deployment"}
        assert set(Workload.model_fields) == verbatim | set(STEPPED) | set(ECHOED)

    def test_an_accepted_risk_ends_while_the_process_runs(self, parts: Parts):
        days = iter([DAY, DAY, datetime.date(2026, 12, 2)])
        answers = Answers(parts.book, lambda: next(days))
        risk = {"write_policy": "unprotected_write_back", "by": "a", "reason": "b", "until": "2026-12-01"}
        request = {**samples.OLTP, "accept_risk": risk}

        before, after = answered(answers, request), answered(answers, request)

        assert before["settings"]["write_policy"]["value"] == "unprotected_write_back"
        assert after["settings"]["write_policy"]["value"] != "unprotected_write_back"

    @pytest.mark.parametrize(
        "twice",
        [
            b'{"controller": {"model": "x", "model": "x"}, "workload": {"name": "oltp"}}',
            b'{"controller": {"model": "x"}, "workload": {"name": "oltp", "name": "oltp"}}',
            b'{"controller": {"model": "x"}, "controller": {"model": "x"}, "workload": {"name": "oltp"}}',
            rb'{"controller": {"model": "a", "model": "a\u003ab"}, "workload": {"name": "oltp"}}',
            rb'{"controller": {"model": "x"}, "workload": {"name": "o", "name": "o\u003ap"}}',
            rb'{"controller": {"model": "x"}, "workload": {"name": "oltp"}, "work\u006coad": {"name": "oltp"}}',
        ],
    )
    def test_a_key_named_twice_is_told_though_its_like_was_answered(self, parts: Parts, twice: bytes):
        answers = Answers(parts.book, lambda: DAY)
        for model in ("x", "a:b"):
            for name in ("oltp", "o:p"):
                answered(answers, {"controller": {"model": model}, "workload": {"name": name}})

        with pytest.raises(ProblemError, match="Wrong"):
            answers.answer(twice)

    @pytest.mark.parametrize(
        "strange",
        [
            rb'{"work\u006coad": {"name": "oltp", "streams": 1}}',
            rb'{"work\u006coad": {"name": "oltp", "streams": 64}}',
            b'{"controller": {"model": "workload"}, "workload": {"name": "a}b"}}',
            b'{"controller": {"model": "\\"workload\\": {}"}, "workload": {"name": "{\\"workload\\": {}}"}}',
            b'{"workload":\n{\n}\n}',
            b'{"workload": null}',
            b'{"requested": {"read_policy": "workload"}, "workload" : {"access": "random"}}',
        ],
    )
    def test_a_request_written_strangely_is_answered_all_the_same(self, parts: Parts, strange: bytes):
        wanted = plainly(parts, json.loads(strange))
        assert wanted == json.loads(parts.answers.answer(strange)) == json.loads(parts.answers.answer(strange))

    def test_a_full_memory_starts_anew(self, parts: Parts, monkeypatch):
        monkeypatch.setattr("app.api.answers.MOST_KEPT", 3)
        monkeypatch.setattr("app.api.fragments.MOST_BYTES", 5000)
        answers = Answers(parts.book, lambda: DAY)
        for drives in range(2, 12):
            request = {**samples.OLTP, "volume": {"raid_level": "raid5", "media": "hdd", "drives": drives}}
            assert plainly(parts, request) == answered(answers, request)


@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_the_order_of_keys_means_nothing(parts: Parts, data: st.DataObject):
    shuffled = {name: samples.OLTP[name] for name in data.draw(st.permutations(list(samples.OLTP)))}
    answers = parts.answers
    assert answered(answers, shuffled) == answered(answers, samples.OLTP)
