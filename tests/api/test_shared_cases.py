"""
The requests that other people wrote, through HTTP, where the folder with them exists: status, settings,
places and disagreements. What a section says is held to the page in its own test, and here to that very section.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.api.parts import Parts
from app.workflows.advise import answer_document
from app.workflows.request import RequestBody
from tests.api.samples import SHARED

CASES = SHARED / "cases" / "examples.jsonl"

pytestmark = pytest.mark.skipif(not CASES.is_file(), reason=f"no {CASES}; RAIDWISE_SHARED names the folder with cases")


def cases() -> list[dict[str, Any]]:
    return [json.loads(line) for line in CASES.read_text().splitlines()] if CASES.is_file() else []


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def citations(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "place" in value and "document" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from citations(inner)


def least_strip(client: TestClient, request: dict[str, Any]) -> int:
    """``lowest_supported``: what the refusal of an impossible strip offers first."""
    asked = {**request, "requested": {"strip_size_kib": 1}}
    refusals = client.post("/api/v1/advice", json=asked).json()["refusals"]
    message = next(item["message"] for item in refusals if item["code"] == "strip_not_available")
    return int(message.split("offers strips of ")[1].split(",")[0])


def complaints(client: TestClient, parts: Parts, case: dict[str, Any]) -> Iterator[str]:
    response = client.post("/api/v1/advice", json=case["request"])
    assert response.status_code == 200, response.text
    answer, expect = response.json(), case["expect"]
    if answer["status"] not in listed(expect["status"]):
        yield f"status {answer['status']}"
    if expect.get("warns") and not answer["warnings"] and not answer["refusals"]:
        yield "warns of nothing"
    for name, wanted in expect.get("settings", {}).items():
        yield from _of_setting(
            name, answer["settings"][name]["value"], wanted, lambda: least_strip(client, case["request"])
        )
    for name in set(case["request"].get("include", [])) - {"settings", "commands"}:
        if answer[name] != _section(parts, name, case["request"]):
            yield f"{name} is not what the book says"
    yield from _of_sources(answer, expect)


def _section(parts: Parts, name: str, request: dict[str, Any]) -> Any:
    """As ``tests/workflows/test_section_cases.py`` and ``tests/core/test_estimate_cases.py`` hold it to the case."""
    body = RequestBody.model_validate(request)
    return json.loads(json.dumps(answer_document(parts.book, body, parts.today())[name]))


def _of_setting(name: str, value: Any, wanted: dict[str, Any], least: Callable[[], int]) -> Iterator[str]:
    def among(words: Any) -> bool:
        return value in [least() if word == "lowest_supported" else word for word in listed(words)]

    if "accept" in wanted and not among(wanted["accept"]):
        yield f"{name} {value} is not accepted"
    if "prefer" in wanted and not among(wanted["prefer"]):
        yield f"{name} {value} is not preferred"
    if "never" in wanted and among(wanted["never"]):
        yield f"{name} {value} must never be"


def _of_sources(answer: dict[str, Any], expect: dict[str, Any]) -> Iterator[str]:
    cited = [(cite["document"], f"{cite['place']} | {cite.get('row') or ''}".lower()) for cite in citations(answer)]
    for wanted in expect.get("cite", []):
        places = [place.lower() for place in listed(wanted["place"])]
        if not any(where == wanted["document"] and any(p in text for p in places) for where, text in cited):
            yield f"does not cite {wanted}"
    disclosed = {item["id"] for item in answer["conflicts"]}
    for name in expect.get("conflicts", []):
        if name not in disclosed:
            yield f"does not disclose {name}"


def test_every_case_passes(client: TestClient, parts: Parts, record_property: Callable[[str, object], None]):
    wrong = {case["id"]: found for case in cases() if (found := list(complaints(client, parts, case)))}
    record_property("count: shared cases through HTTP", len(cases()))
    assert wrong == {}
