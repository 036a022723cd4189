"""Answers in plain words."""

from __future__ import annotations

import datetime
import json
import shlex

import pytest

from app.core.facts import SETTINGS
from app.web import words
from app.web.answer_view import answer_view, curl_line
from app.web.fields import ADVICE_FORM
from app.web.form import filled
from app.web.settings_view import setting_view
from app.web.sources import sources
from app.workflows.advise import answer_document


def cite(title, place, row=None):
    found = {"document": "d", "title": title, "date": "2016-12", "place": place, "claim": "c"}
    return found if row is None else {**found, "row": row}


def view_of(book, *parameters):
    form = filled(parameters)
    assert form.body is not None
    document = answer_document(book, form.body, datetime.date(2026, 11, 20))
    return answer_view(document, form, ADVICE_FORM)


def test_citations_are_grouped_by_document_and_place():
    found = sources(
        [cite("A", "Table 8", "one"), cite("B", "Table 1"), cite("A", "Table 8", "two"), cite("A", "Table 8", "one")]
    )
    assert [(source.title, [(p.name, p.rows) for p in source.places]) for source in found] == [
        ("A", [("Table 8", ("one", "two"))]),
        ("B", [("Table 1", ())]),
    ]


def test_every_setting_and_every_value_of_the_rulebook_has_words(book):
    assert set(words.SETTINGS) == set(SETTINGS)
    for rule in book.rules:
        for value in rule.values:
            if isinstance(value, str) and not value.isdigit():
                assert value in words.VALUES[rule.setting], (rule.setting, value)


def test_every_basis_and_status_has_words(book):
    assert {rule.basis for rule in book.rules} <= set(words.BASIS)
    assert set(words.STATUSES) == {"advised", "refused", "needs_input"}


def test_a_disputed_value_carries_its_dissent_beside_it(book):
    view = view_of(
        book,
        ("model", "MegaRAID 9266CV-8i"),
        ("level", "raid10"),
        ("media", "ssd"),
        ("access", "sequential"),
        ("drives", "8"),
        ("read_percent", "50"),
        ("protection", "optimal"),
    )
    strip = next(item for item in view.settings if item.name == "strip_size_kib")
    assert strip.dissent
    for other in strip.dissent:
        assert other.why_not
        assert other.sources
        assert other.said != strip.said


def test_a_setting_the_controller_lacks_is_not_called_open(book):
    view = view_of(book, ("model", "UCSC-SAS12GHBA"))
    strip = next(item for item in view.settings if item.name == "strip_size_kib")
    assert (strip.absent, strip.open, strip.said.words) == (True, False, "Nothing to set")


def test_an_undecided_setting_is_open(book):
    view = view_of(book, ("drives", "4"))
    read = next(item for item in view.settings if item.name == "read_policy")
    assert (read.open, read.said.words) == (True, "Open")


def test_a_choice_answers_the_question_and_keeps_the_rest(book):
    view = view_of(book, ("model", "UCSC-MRAID12G"), ("level", "raid5"))
    media = next(item for item in view.questions if item.path == "volume.media")
    assert [choice.address for choice in media.choices if choice.value == "hdd"] == [
        "?model=UCSC-MRAID12G&level=raid5&media=hdd#answer"
    ]


@pytest.mark.parametrize("model", ["plain", "quote' && rm -rf ~", 'back\\slash "double"', "$(reboot)"])
def test_the_curl_line_survives_a_shell(model):
    form = filled([("model", model), ("read_percent", "70")])
    assert form.body is not None
    parts = shlex.split(curl_line(form.body, "http://host/"))
    assert parts[2] == "http://host/api/v1/advice"
    assert json.loads(parts[-1])["controller"]["model"] == model
    assert '"read_percent":70}' in parts[-1]


@pytest.mark.parametrize(
    ("has", "differs", "state"),
    [
        ("direct", False, "same"),
        ("cached", False, "accepted"),
        ("cached", True, "differs"),
        ("unread", None, "unknown"),
    ],
)
def test_what_a_volume_has_is_told_in_one_of_four_ways(book, has, differs, state):
    form = filled([("model", "UCSC-MRAID12G")])
    assert form.body is not None
    setting = answer_document(book, form.body, datetime.date(2026, 11, 20))["settings"]["io_policy"]
    view = setting_view("io_policy", {**setting, "value": "direct", "has": has, "differs": differs})
    assert view.has is not None
    assert view.has.state == state
