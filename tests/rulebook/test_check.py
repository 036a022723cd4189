"""Questions about the whole book: coverage, ties, citations. What is wrong is named with its line."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.rulebook.check import Checked, checked_book
from app.rulebook.coverage import coverage_documents
from tests.book_fixtures import RULES


@pytest.fixture
def checked(tmp_path: Path) -> Callable[..., Checked]:
    """``checked(file, old, new, ...)``: the book with these words replaced, checked."""
    copy = tmp_path / "rules"
    shutil.copytree(RULES, copy)

    def change(*edits: str) -> Checked:
        for name, old, new in zip(edits[0::3], edits[1::3], edits[2::3], strict=True):
            text = (copy / name).read_text(encoding="utf-8")
            assert old in text, f"{name} has no {old!r}"
            (copy / name).write_text(text.replace(old, new, 1), encoding="utf-8")
        return checked_book(copy)

    return change


def told(found: Checked) -> list[str]:
    return [str(problem) for problem in found.problems]


def test_the_book_as_it_is_has_nothing_wrong_and_every_claim_of_the_papers(checked: Callable[..., Checked]):
    found = checked()

    assert told(found) == []
    assert found.count("encoded") + found.count("accounted") == 539
    assert found.count("pending") == 0
    lines = list(found.lines)
    assert any(line.startswith("ucs-m3-2013: ") and line.endswith(" 0 open") for line in lines)
    assert any(line.startswith("claims: 539, ") for line in lines)
    assert lines[-1] == f"version {found.book.version}"


COVERAGE = "vic-rhel62/coverage.yaml"


def first_claim(word: str) -> tuple[str, str]:
    """One line of the coverage with this status: (claim, whole line)."""
    for line in (RULES / COVERAGE).read_text(encoding="utf-8").splitlines():
        claim, _, status = line.strip().partition(": ")
        if claim.startswith("vic-") and status.strip("'\"").startswith(word):
            return claim, line
    raise AssertionError(f"{COVERAGE} has nothing {word}")


def test_a_claim_that_is_called_encoded_and_is_nowhere_is_told(checked: Callable[..., Checked]):
    claim, line = first_claim("encoded")
    found = told(checked(COVERAGE, line, f"{line}\n      {claim}-x: encoded"))

    assert any(f"{claim}-x is called encoded, and no entry has it" in item for item in found)


def test_a_claim_without_a_reason_is_told(checked: Callable[..., Checked]):
    claim, line = first_claim("accounted")
    found = told(checked(COVERAGE, line, f"      {claim}: accounted"))

    assert any(f"{claim} is accounted without a reason" in item for item in found)


def test_a_claim_listed_in_two_places_is_told(checked: Callable[..., Checked]):
    claim, _ = first_claim("encoded")
    extra = f"  - place: Table 3\n    status: encoded\n    claims:\n      {claim}: encoded\n"
    found = told(checked(COVERAGE, "places:\n", f"places:\n{extra}"))

    assert any(f"{claim} is listed twice" in item for item in found)


def test_an_entry_that_stands_in_no_coverage_is_told(checked: Callable[..., Checked]):
    found = told(
        checked(
            "ucs-m4-2016/table-08.yaml",
            "rows:\n",
            "rows:\n  - {claim: ucs-m4-new, row: New, says: something new}\n",
        )
    )

    assert any("ucs-m4-new stands in no coverage file" in item for item in found)


def test_two_rules_of_one_rank_that_can_decide_together_are_told(checked: Callable[..., Checked]):
    found = told(
        checked(
            "ucs-m4-2016/table-08.yaml",
            "advise: {strip_size_kib: 64, disk_cache_policy: disabled, io_policy: direct, read_policy: read_ahead",
            "advise: {strip_size_kib: 64, disk_cache_policy: disabled, io_policy: direct, read_policy: no_read_ahead",
            *(
                "ucs-m4-2016/table-08.yaml",
                "when: {raid: raid10, access: sequential}",
                "when: {raid: raid0, access: [sequential, mixed]}",
            ),
            *("house/extensions.yaml", "claim: ucs-m4-t8-seq-r10-hdd", "claim: ucs-m4-t8-seq-r0-hdd"),
        )
    )

    assert any("read_policy: " in item and "at equal rank (paper generation 2016)" in item for item in found)


def test_the_coverage_of_a_document_counts_its_claims():
    found = coverage_documents(RULES)

    assert set(found) >= {"avago-2015", "lsi-2011", "ucs-m3-2013", "ucs-m4-2016", "vic-rhel62"}
    for document in found.values():
        counts = dict(document["counts"])
        assert counts.pop("claims") == sum(counts.values()) == sum(len(place["claims"]) for place in document["places"])
