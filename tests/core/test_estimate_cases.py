"""The shared requests that ask for an estimate, where the folder with them exists."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.core.advise import advise
from app.core.document import advice_document
from app.workflows.request import RequestBody, core_request
from tests.core.estimate_samples import SHARED, TODAY, book

CASES = SHARED / "cases" / "examples.jsonl"
SECTIONS = {"estimate", "alternatives"}


def cases() -> list[dict[str, Any]]:
    if not CASES.is_file():
        return []
    lines = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    return [case for case in lines if SECTIONS & set(case["request"].get("include", []))]


def lies_within(value: float, ranges: list[Any]) -> bool:
    return any((low is None or value >= low) and (high is None or value <= high) for low, high in ranges)


@pytest.mark.skipif(
    not CASES.is_file(), reason=f"no cases at {CASES}; RAIDWISE_SHARED names the folder that holds them"
)
def test_there_are_cases_that_ask_for_an_estimate() -> None:
    assert cases()


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_a_shared_case_is_answered_with_its_figure_and_its_place(case: dict[str, Any]) -> None:
    body = RequestBody.model_validate(case["request"])
    answer = advice_document(advise(book(), core_request(body), TODAY))
    found, expect = answer["estimate"], case["expect"]
    assert answer["status"] in expect["status"]
    for name, wanted in expect.get("other", {}).items():
        assert lies_within(found[name]["expected"], wanted["accept"])
        assert found[name]["low"] <= wanted.get("prefer", found[name]["expected"])
    for wanted in expect.get("cite", []):
        there = [f"{c['place']} {c.get('row', '')}" for c in found["citations"] if c["document"] == wanted["document"]]
        assert any(place.lower() in words.lower() for place in wanted["place"] for words in there)
