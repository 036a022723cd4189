"""The requests of rules/cases: what the answers to them must and must never say."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.core.advice import Advice
from app.core.advise import advise
from app.core.book import Book
from app.core.document import advice_document
from app.core.rules import RESOLUTION, Value
from app.rulebook.library import Library, library
from app.rulebook.request_cases import NOTHING, Expected, RequestCase, RequestCasesFile
from app.workflows.request import RequestBody, core_request
from tests.book_fixtures import RULES

Count = Callable[[str, int], None]

CASES: list[tuple[RequestCasesFile, RequestCase]] = [
    (data, case) for _, data in library(RULES, coverage=True).of(RequestCasesFile) for case in data.cases
]


def answered(book: Book, data: RequestCasesFile, case: RequestCase) -> Advice:
    request = core_request(RequestBody.model_validate_json(json.dumps(data.body(case))))
    return advise(book, request, datetime.date.fromisoformat(data.today))


@pytest.mark.parametrize(("data", "case"), CASES, ids=[case.id for _, case in CASES])
def test_the_answer_says_what_the_page_says(book: Book, data: RequestCasesFile, case: RequestCase, count: Count):
    answer = answered(book, data, case)

    assert list(faults(answer, case.expect)) == [], case.says
    count("request cases of the rulebook", 1)


def faults(answer: Advice, expect: Expected) -> Iterator[str]:
    if answer.status not in expect.status:
        yield f"status {answer.status}, asks {[question.field for question in answer.questions]}"
    for setting, wanted in expect.settings.items():
        value = answer.settings[setting].value
        if wanted.accept and value not in map(_value, wanted.accept):
            yield f"{setting} is {value}, not one of {wanted.accept}"
        if value in map(_value, wanted.never):
            yield f"{setting} is {value}, which it must never be"
    yield from _disclosure(answer, expect)


def _value(word: str) -> Value:
    return None if word == NOTHING else int(word) if word.isdigit() else word


def _disclosure(answer: Advice, expect: Expected) -> Iterator[str]:
    conflicts = [conflict.id for conflict in answer.conflicts]
    yield from (f"{name} is not disclosed ({conflicts})" for name in expect.conflicts if name not in conflicts)
    yield from (f"{name} is listed out of scope" for name in expect.no_conflicts if name in conflicts)
    refusals = [refusal.code for refusal in answer.refusals]
    if sorted(refusals) != sorted(expect.refusals):
        yield f"refusals {refusals}, not {expect.refusals}"
    warnings = [warning.code for warning in answer.warnings]
    yield from (f"no warning {code} ({warnings})" for code in expect.warnings if code not in warnings)
    asked = [question.field for question in answer.questions]
    yield from (f"{field} is not asked ({asked})" for field in expect.questions if field not in asked)
    cited = list(_places(advice_document(answer)))
    for wanted in expect.cite:
        if not any(document == wanted.document and wanted.place.lower() in place for document, place in cited):
            yield f"{wanted.document}, {wanted.place} is not cited"


def _places(found: Any) -> Iterator[tuple[str, str]]:
    if isinstance(found, dict):
        if "document" in found and "place" in found:
            yield found["document"], f"{found['place']} | {found.get('row', '')}".lower()
        found = list(found.values())
    if isinstance(found, list):
        for item in found:
            yield from _places(item)


def test_ids_of_cases_are_not_used_twice(rule_files: Library):
    names = [case.id for _, data in rule_files.of(RequestCasesFile) for case in data.cases]

    assert sorted(names) == sorted(set(names))


OUTRANKED = {
    "K02/2": "house-disk-cache-off is of the tier of safety, and says the same",
    "K02/4": "house-disk-cache-off is of the tier of safety, and says the same",
    "K03/3": "house-unprotected-cache-stays-direct is of the tier of safety, and says the same",
    "K03/5": "house-unprotected-cache-stays-direct is of the tier of safety, and says the same",
    "K22/1": "house-unprotected-cache-stays-direct is of the tier of safety, and says the same",
    "house-no-write-policy": "no card of the catalogue has a cache and no write policy; one may print so itself",
}
"""House rules and resolutions that decide in none of the cases, with the reason."""


def test_every_house_rule_and_resolution_decides_in_some_case(book: Book, count: Count):
    wanted = {rule.id for rule in book.rules if rule.tier <= RESOLUTION or rule.id.startswith("house-")}
    deciding = set()
    for data, case in CASES:
        for advice in answered(book, data, case).settings.values():
            if advice.outcome.rule is not None:
                deciding.add(advice.outcome.rule.id)
    count("house rules and resolutions that decide in the cases", len(wanted & deciding))

    assert wanted - deciding == set(OUTRANKED)
