"""Snapshots, plans and results: kept once, however often and from however many sides they are sent."""

from __future__ import annotations

import copy
import json
import uuid
from concurrent.futures import ThreadPoolExecutor

import jsonschema
import pytest
from starlette.testclient import TestClient

from app.core.plan import is_signed_by, plan_from_document
from app.workflows import server_plans
from tests.enrolling import Signing, declared

DONE = {"format": "raidwise-result/1", "outcome": "done", "at": "2026-11-20T12:30:00Z", "code": 0, "detail": "well"}


def test_a_snapshot_is_kept_once(server: Signing, report: dict):
    later = {**report, "taken_at": "2026-11-20T13:00:00Z"}
    first, again, same = server.report(report), server.report(report), server.report(later)

    assert (first.status_code, again.status_code, same.status_code) == (201, 200, 200)
    assert first.json() == again.json() == same.json()


def test_of_snapshots_sent_at_once_one_is_kept(server: Signing, report: dict):
    with ThreadPoolExecutor(6) as pool:
        codes = list(pool.map(lambda _: server.report(report).status_code, range(6)))

    assert sorted(codes) == [200, 200, 200, 200, 200, 201]


def test_a_snapshot_under_another_hash_is_refused(server: Signing, report: dict):
    assert server.report(report, named="0" * 64).status_code == 422


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[", 400),
        (b"[]", 422),
        (b'{"format": "raidwise-snapshot/9"}', 422),
        (b'{"format": "raidwise-snapshot/1", "format": "raidwise-snapshot/1"}', 422),
        (b'{"format": "raidwise-snapshot/1", "x": NaN}', 400),
        (b"[" * 200_000, 400),
    ],
)
def test_what_is_no_snapshot_is_refused(server: Signing, body: bytes, status: int):
    assert server.send("PUT", f"snapshots/{'0' * 64}", body).status_code == status


def test_a_snapshot_of_a_newer_collector_is_kept_whole_and_planned_from(server: Signing, report: dict):
    newer = copy.deepcopy(report)
    newer["of_tomorrow"] = {"a": [1]}
    newer["controllers"][0]["of_tomorrow"] = "\ud800"
    newer["controllers"][0]["drives"][0]["of_tomorrow"] = {"silence": "absent"}

    assert server.report(newer).status_code == 201
    assert server.ask(declared(newer)).status_code == 201


def test_there_is_no_plan_without_a_snapshot(server: Signing, report: dict):
    response = server.ask(declared(report))

    assert (response.status_code, response.json()["type"]) == (409, "/problems/no-snapshot")


@pytest.fixture
def planned(server: Signing, report: dict) -> dict:
    assert server.report(report).status_code == 201
    response = server.ask(declared(report))
    assert response.status_code == 201, response.text
    return response.json()


def test_a_plan_is_signed_for_its_server_and_cites_the_rulebook(server: Signing, planned: dict, service: TestClient):
    plan = plan_from_document(planned)

    assert is_signed_by(planned, server.key, server.secret)
    assert plan.server == server.server
    assert plan.rulebook == service.get("/api/v1/rulebook").json()["version"]
    assert plan.changes
    assert all(change.citations and change.reason for change in plan.changes)


def test_a_plan_is_as_the_document_promises(planned: dict, service: TestClient):
    schemas = service.get("/openapi.json").json()["components"]["schemas"]
    text = json.dumps({"$defs": schemas, "$ref": "#/$defs/PlanGiven"})

    jsonschema.validate(planned, json.loads(text.replace("#/components/schemas/", "#/$defs/")))


def test_the_same_question_has_the_same_plan(server: Signing, planned: dict, report: dict):
    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(lambda _: server.ask(declared(report)), range(4)))

    assert [response.status_code for response in said] == [200] * 4
    assert [response.json() for response in said] == [planned] * 4


def test_of_one_question_asked_at_once_there_is_one_plan(server: Signing, report: dict):
    server.report(report)
    with ThreadPoolExecutor(6) as pool:
        said = list(pool.map(lambda _: server.ask(declared(report)), range(6)))

    assert sorted(response.status_code for response in said) == [200] * 5 + [201]
    assert len({response.json()["id"] for response in said}) == 1


def test_another_workload_has_another_plan(server: Signing, planned: dict, report: dict):
    assert server.ask(declared(report, "video_surveillance")).json()["id"] != planned["id"]


def test_an_idempotency_key_belongs_to_one_question(server: Signing, planned: dict, report: dict):
    headers = {"headers": {"idempotency-key": "k"}}
    first = server.ask({**declared(report), "valid_hours": 2}, **headers)
    again = server.ask({**declared(report), "valid_hours": 2}, **headers)
    other = server.ask({**declared(report), "valid_hours": 3}, **headers)

    assert (first.status_code, again.status_code, other.status_code) == (201, 200, 422)
    assert first.json() == again.json()


def test_a_plan_can_be_fetched_as_it_was_given(server: Signing, planned: dict):
    response = server.send("GET", f"plans/{planned['id']}")

    assert (response.status_code, response.json()) == (200, planned)


def test_a_volume_that_was_not_read_is_named(server: Signing, planned: dict):
    body = {"volumes": [{"controller": 0, "virtual_drive": 77, "workload": {"name": "oltp"}}]}
    response = server.ask(body)

    assert response.status_code == 422
    assert "c0/v77" in response.json()["detail"]


def test_nobody_gets_a_risk_accepted_by_asking_for_it(server: Signing, planned: dict, report: dict):
    body = declared(report)
    body["accept_risk"] = {"write_policy": "unprotected_write_back", "by": "x", "reason": "y", "until": "2027-01-01"}

    assert server.ask(body).status_code == 422


def test_a_result_is_kept_once(server: Signing, planned: dict):
    first, again = server.tell(planned["id"], DONE), server.tell(planned["id"], DONE)
    later = server.tell(planned["id"], {**DONE, "at": "2026-11-20T12:31:00Z"})

    assert (first.status_code, again.status_code, later.status_code) == (201, 200, 201)
    assert first.json() == again.json() != later.json()


def test_of_results_sent_at_once_one_is_kept(server: Signing, planned: dict):
    with ThreadPoolExecutor(6) as pool:
        codes = list(pool.map(lambda _: server.tell(planned["id"], DONE).status_code, range(6)))

    assert sorted(codes) == [200, 200, 200, 200, 200, 201]


def test_a_result_of_a_newer_collector_is_kept_whole(server: Signing, planned: dict):
    assert server.tell(planned["id"], {**DONE, "of_tomorrow": {"a": 1}}).status_code == 201


def test_once_there_is_a_result_the_same_question_has_a_new_plan(server: Signing, planned: dict, report: dict):
    server.tell(planned["id"], DONE)
    response = server.ask(declared(report))

    assert response.status_code == 201
    assert response.json()["id"] != planned["id"]


@pytest.mark.parametrize("outcome", ["failed", "locked", "precondition"])
def test_what_failed_or_may_pass_does_not_bring_another_plan(
    server: Signing, planned: dict, report: dict, outcome: str
):
    server.tell(planned["id"], {**DONE, "outcome": outcome})

    assert server.ask(declared(report)).json() == planned


def test_a_result_of_no_plan_is_refused(server: Signing):
    assert server.tell(str(uuid.uuid4()), DONE).status_code == 404


def test_a_server_that_asks_too_often_is_told_when_to_come_again(
    server: Signing, planned: dict, report: dict, monkeypatch
):
    monkeypatch.setattr(server_plans, "MOST_PLANS", 2)
    monkeypatch.setattr(server_plans, "MOST_SNAPSHOTS", 2)
    asked = [server.ask({**declared(report), "valid_hours": hours}) for hours in (1, 2)]
    reported = [server.report({**report, "number": number}) for number in (1, 2)]

    assert [one.status_code for one in asked] == [201, 429]
    assert [one.status_code for one in reported] == [201, 429]
    assert asked[1].headers["retry-after"] == "600"
