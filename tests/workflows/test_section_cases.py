"""
The shared requests for media, acceleration, cache, host and benchmark: status,
citations, conflicts, and every figure of ``other`` where the section says it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.core.book import Book
from app.workflows.advise import answer_document
from app.workflows.request import RequestBody
from tests.asking import TODAY, conflicts

SHARED = Path(os.environ.get("RAIDWISE_SHARED") or Path(__file__).resolve().parents[2].parent / "shared")
CASES = SHARED / "cases" / "examples.jsonl"
SECTIONS = {"media", "acceleration", "cache_gain", "cache_size", "host", "benchmark"}

pytestmark = pytest.mark.skipif(not CASES.is_file(), reason=f"no {CASES}; RAIDWISE_SHARED names the folder with cases")

Answer = dict[str, Any]
SAID: dict[tuple[str, str], Callable[[Answer], bool]] = {
    ("cache_gain", "gain_x_1gb"): lambda a: between(a["cache_gain"]["gain_x_1gb"], 4, 40),
    ("cache_gain", "gain_x_2gb"): lambda a: between(a["cache_gain"]["gain_x_2gb"], 4, 40),
    ("cache_gain", "gain_x"): lambda a: a["cache_gain"]["gain_x"] == {"1gb": 15, "2gb": 20, "text": 142},
    ("cache_gain", "gain_pct"): lambda a: a["cache_gain"]["gain_pct"] == {"1gb": 40, "2gb": 50},
    ("cache_gain", "latency_us_wb"): lambda a: a["cache_gain"]["latency_us_wb"] == [30, 100],
    ("cache_gain", "latency_ms_nocache"): lambda a: a["cache_gain"]["latency_ms_nocache"] == [10, 30],
    ("cache_size", "cache_gb"): lambda a: a["cache_size"]["cache_gb"] == [1, 2],
    ("benchmark", "workers"): lambda a: a["benchmark"]["workers"] == 8,
    ("benchmark", "latency_ms"): lambda a: a["benchmark"]["latency_ms"] == 20 and strict(a["benchmark"]),
    ("host", "irqbalance"): lambda a: "pinned by hand" in a["host"]["irqbalance"]["benchmark"],
}
"""Figures that the case writes in words; all others stand in the section as they are accepted."""


def between(figure: Answer, low: float, high: float) -> bool:
    return (figure["low"], figure["high"], figure["for_sizing"]) == (low, high, low)


def strict(section: Answer) -> bool:
    return (section["latency_ms_stricter"]["read"], section["latency_ms_stricter"]["write"]) == ([10, 12], [8, 10])


def cases() -> list[dict[str, Any]]:
    if not CASES.is_file():
        return []
    found = [json.loads(line) for line in CASES.read_text().splitlines()]
    return [case for case in found if SECTIONS & set(case["request"].get("include", []))]


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def citations(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        if "place" in value and "document" in value:
            yield value["document"], f"{value['place']} | {value.get('row') or ''}".lower()
        value = list(value.values())
    for inner in value if isinstance(value, list) else []:
        yield from citations(inner)


def complaints(book: Book, case: dict[str, Any]) -> Iterator[str]:
    answer = answer_document(book, RequestBody.model_validate(case["request"]), TODAY)
    expect = case["expect"]
    if answer["status"] not in listed(expect["status"]):
        yield f"status {answer['status']}"
    cited = list(citations(answer))
    for wanted in expect.get("cite", []):
        places = [place.lower() for place in listed(wanted["place"])]
        if not any(where == wanted["document"] and any(p in text for p in places) for where, text in cited):
            yield f"does not cite {wanted}"
    yield from (f"does not disclose {name}" for name in set(expect.get("conflicts", [])) - conflicts(answer))
    for name, wanted in expect.get("settings", {}).items():
        if answer["settings"][name]["value"] not in wanted["accept"]:
            yield f"{name} {answer['settings'][name]['value']}"
    (section,) = SECTIONS & set(case["request"]["include"])
    for name, wanted in expect.get("other", {}).items():
        yield from _figure(answer, section, name, wanted)


def _figure(answer: Answer, section: str, name: str, wanted: dict[str, Any]) -> Iterator[str]:
    value = answer[section].get(name)
    said = SAID.get((section, name), lambda _: value in wanted["accept"])
    if not said(answer):
        yield f"{name} {value} is not accepted"
    if "prefer" in wanted and value != wanted["prefer"]:
        yield f"{name} {value} is not preferred"
    if value in wanted.get("never", []):
        yield f"{name} {value} must never be"


def test_every_case_about_these_sections_passes(book: Book, count: Callable[[str, int], None]):
    wrong = {case["id"]: found for case in cases() if (found := list(complaints(book, case)))}
    count("shared cases about media, acceleration, cache, host and benchmark", len(cases()))
    assert wrong == {}
