"""Every condition of the book at its cases: facts under which it holds, does not, and is not known to."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from app.core.book import Book
from app.core.rules import Condition, holds
from app.rulebook.conditions import Vocabulary
from app.rulebook.library import Library
from app.rulebook.read import RuleFile
from app.rulebook.schema import Entry, PlaceFile

Count = Callable[[str, int], None]

WITHOUT_NOT_KNOWN = {
    "ucs-m3-r0-not-apps": "its condition lists unread among its tokens, so it holds when nobody knows",
}
"""Entries that have a condition and lack one of the three cases, with the reason."""

OUTCOMES = {"yes": True, "no": False, "not_known": None}


@pytest.fixture(scope="module")
def entries(rule_files: Library) -> list[tuple[RuleFile, PlaceFile, Entry]]:
    return [(file, data, entry) for file, data in rule_files.of(PlaceFile) for entry in data.entries]


@pytest.fixture(scope="module")
def vocabulary(book: Book) -> Vocabulary:
    return Vocabulary([name for name in book.tokens["workload"] if name != "none"], list(book.tokens["family"][1:]))


def given(entry: Entry) -> Iterator[tuple[str, dict[str, str]]]:
    cases = entry.cases
    if cases is not None:
        found = (("yes", cases.yes), ("no", cases.no), ("not_known", cases.not_known))
        yield from ((name, facts) for name, facts in found if facts is not None)


def test_every_case_of_every_entry_comes_out_as_written(entries, vocabulary: Vocabulary, count: Count):
    wrong, number = [], 0
    for file, data, entry in entries:
        condition = vocabulary.condition(data.applies, entry.when) or {}
        for name, facts in given(entry):
            number += 1
            if holds(condition, facts) is not OUTCOMES[name]:
                wrong.append(f"{file.name}: {entry.claim}, case {name}: {holds(condition, facts)} under {facts}")

    assert not wrong, "\n".join(wrong)
    assert number > 500
    count("cases of entries", number)


def test_the_facts_of_cases_are_words_that_there_are(entries, book: Book):
    wrong = [
        f"{file.name}: {entry.claim}, case {name}: {fact}={token}"
        for file, _, entry in entries
        for name, facts in given(entry)
        for fact, token in facts.items()
        if token not in (*book.tokens.get(fact, ()), "unread")
    ]

    assert not wrong, "\n".join(wrong)


def test_every_entry_with_a_condition_has_all_three_cases(entries, vocabulary: Vocabulary):
    lacking = {
        entry.claim: sorted(set(OUTCOMES) - {name for name, _ in given(entry)})
        for _, data, entry in entries
        if _condition(vocabulary, data, entry)
    }

    assert {claim for claim, names in lacking.items() if names} == set(WITHOUT_NOT_KNOWN)
    assert all(lacking[claim] == ["not_known"] for claim in WITHOUT_NOT_KNOWN)


def _condition(vocabulary: Vocabulary, data: PlaceFile, entry: Entry) -> Condition:
    return vocabulary.condition(data.applies, entry.when) or {}


def test_an_entry_that_advises_without_a_condition_says_why(entries):
    silent = [entry.claim for _, data, entry in entries if not (data.applies or entry.when or entry.why or entry.says)]

    assert silent == []
