"""From the address to a request."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from app.web.fields import ADVICE_FORM, CAPTURES_FORM, by_name, by_path
from app.web.form import filled
from app.workflows.request import RequestBody


def test_every_field_has_a_place_in_the_request():
    for groups in (ADVICE_FORM, CAPTURES_FORM):
        for path in by_path(groups):
            part, key = path.split(".")
            annotation = RequestBody.model_fields[part].annotation
            model = next(one for one in get_args(annotation) if one is not type(None))
            assert key in model.model_fields, path


@pytest.mark.parametrize("item", [f for f in by_name(ADVICE_FORM).values() if f.choices], ids=lambda f: f.name)
def test_every_choice_is_taken_by_the_request(item):
    for word in item.choices:
        assert filled([(item.name, word)]).errors == {}, word


@pytest.mark.parametrize("name", ["level", "media", "interface", "protection", "deployment", "acceleration", "access"])
def test_every_word_that_the_request_takes_can_be_chosen(name):
    item = by_name(ADVICE_FORM)[name]
    part, key = item.path.split(".")
    with pytest.raises(ValidationError) as refused:
        RequestBody.model_validate({part: {key: "nonsense"}})
    (problem,) = refused.value.errors()
    assert set(re.findall(r"'(\w+)'", problem["ctx"]["expected"])) == set(item.choices)


def test_names_of_fields_are_unique_and_stay_as_they_are():
    names = [item.name for group in ADVICE_FORM for item in group.fields]
    assert len(names) == len(set(names))
    assert names[:18] == [
        *("model", "cache_mib", "protection", "features"),
        *("level", "drives", "media", "interface", "rpm", "exists", "holds_data"),
        *("workload", "access", "read_percent", "block_kib", "streams", "deployment"),
        "acceleration",
    ]


def test_what_was_said_arrives_in_the_request():
    form = filled(
        [
            ("model", "PERC H730"),
            ("drives", "8"),
            ("features", "fastpath"),
            ("features", "cachecade"),
            ("exists", "true"),
        ]
    )
    assert form.body is not None
    assert form.body.model_dump(exclude_none=True) == {
        "controller": {"model": "PERC H730", "features": ["fastpath", "cachecade"]},
        "volume": {"drives": 8, "exists": True},
        "include": ["settings", "commands"],
    }


def test_blank_fields_count_as_not_said():
    form = filled([("model", "  "), ("drives", "")])
    assert form.is_blank
    assert form.errors == {}


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("drives", "lots", "Whole number, digits only."),
        ("drives", "0", "At least 1."),
        ("drives", "5000", "At most 4096."),
        ("drives", "1e3", "Whole number, digits only."),
        ("drives", "٣", "Whole number, digits only."),
        ("drives", "9" * 400, "Whole number, digits only."),
        ("cache_mib", "-1", "At least 0."),
        ("read_percent", "100.5", "At most 100."),
        ("read_percent", "nan", "Number, such as 70 or 0.5."),
        ("block_kib", "0", "More than 0."),
        ("level", "raid7", "One of: raid0, raid1, raid5, raid6, raid10, raid50, raid60, jbod."),
        ("exists", "perhaps", "One of: true, false."),
        ("features", "turbo", "One or more of: fastpath, cachecade, each once."),
        ("model", "x" * 201, "At most 200 characters."),
        ("model", "a\x00b", "It must not contain the character U+0000."),
    ],
)
def test_a_wrong_field_says_what_is_needed_and_keeps_the_text(name, text, says):
    form = filled([(name, text)])
    assert form.body is None
    assert form.errors == {name: says}
    assert form.value(name) == text


def test_a_field_given_twice_is_not_guessed():
    form = filled([("level", "raid5"), ("level", "raid6")])
    assert form.body is None
    assert form.errors == {"level": "Given more than once."}


def test_unknown_parameters_are_named_and_left_aside():
    form = filled([("levl", "raid5"), ("drives", "4")])
    assert form.unknown == ("levl",)
    assert form.body is not None


@given(st.lists(st.tuples(st.sampled_from([*by_name(ADVICE_FORM), "other"]), st.text(max_size=30)), max_size=12))
def test_no_text_breaks_the_form(parameters):
    form = filled(parameters)
    assert (form.body is None) == bool(form.errors)
    assert set(form.errors) <= {*by_name(ADVICE_FORM)}
