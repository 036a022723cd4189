"""Questions about the whole book: what `raidwise rules check` answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from app.core.book import Book
from app.core.facts import FACTS, SETTINGS, UNREAD
from app.core.ranks import rank_key
from app.core.rules import Rule
from app.rulebook.compile_rules import root_of
from app.rulebook.errors import RuleFileError
from app.rulebook.library import Library, library
from app.rulebook.load import compiled_book
from app.rulebook.schema import CoverageFile, DocumentFile

ENCODED, ACCOUNTED, PENDING = "encoded", "accounted", "pending"


@dataclass
class Checked:
    """The book, its counts, and what is wrong although every file could be read."""

    book: Book
    claims: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(document, encoded | accounted | pending) -> claims."""
    problems: list[RuleFileError] = field(default_factory=list)

    def count(self, status: str) -> int:
        return sum(number for (_, found), number in self.claims.items() if found == status)

    @property
    def lines(self) -> Iterator[str]:
        """The counts in words, one line a document and one for the whole."""
        for document in sorted({name for name, _ in self.claims}):
            parts = [f"{self.claims[document, status]} {status}" for status in (ENCODED, ACCOUNTED)]
            yield f"{document}: {', '.join(parts)}, {self.claims[document, PENDING]} open"
        book = self.book
        yield (
            f"{len(book.rules)} rules, {len(book.conflicts)} conflicts, {len(book.catalogue.models)} "
            f"controllers, {len(book.workloads.by_name)} workloads"
        )
        total = sum(self.claims.values())
        yield (
            f"claims: {total}, {self.count(ENCODED)} encoded, {self.count(ACCOUNTED)} accounted for, "
            f"{self.count(PENDING)} open"
        )
        yield f"version {book.version}"


def checked_book(root: Path) -> Checked:
    """Raises RulebookError where a file cannot be taken; all else is in ``problems``."""
    files = library(root, coverage=True)
    found = Checked(compiled_book(files))
    _check_coverage(found, files)
    found.problems += _ties(found.book)
    return found


def _check_coverage(found: Checked, files: Library) -> None:
    seen: dict[str, str] = {}
    for file, data in files.of(CoverageFile):
        for number, place in enumerate(data.places):
            for claim, status in place.claims.items():
                at = ("places", number, "claims", claim)
                word = status.split(":", 1)[0]
                found.claims[data.document, word] += 1
                if claim in seen:
                    found.problems.append(RuleFileError(file.name, file.line(at), f"{claim} is listed twice"))
                seen[claim] = word
                if word == ENCODED and claim not in found.book.citations:
                    found.problems.append(
                        RuleFileError(file.name, file.line(at), f"{claim} is called encoded, and no entry has it")
                    )
                if word != ENCODED and ":" not in status:
                    found.problems.append(
                        RuleFileError(file.name, file.line(at), f"{claim} is {word} without a reason")
                    )
    _check_uncovered(found, files, seen)


def _check_uncovered(found: Checked, files: Library, seen: dict[str, str]) -> None:
    papers = {data.id for _, data in files.of(DocumentFile) if data.kind == "paper"}
    for claim, cite in found.book.citations.items():
        if cite.document.id in papers and root_of(claim) not in seen and not claim.startswith("house-"):
            line = next((rule.line for rule in found.book.rules if rule.id == claim), f"{cite.document.id}:1")
            name, _, number = line.rpartition(":")
            found.problems.append(RuleFileError(name, int(number), f"{claim} stands in no coverage file"))


def _ties(book: Book) -> Iterator[RuleFileError]:
    """
    Two rules of equal rank that can decide together and give different values:
    a disagreement that neither a listed resolution nor the order settles.
    """
    for era in FACTS["era"]:
        for setting in SETTINGS:
            mine = [rule for rule in book.rules if rule.setting == setting and rule.values]
            ranked = sorted(mine, key=lambda rule: rank_key(rule, era))
            for one, other in _equals(ranked, era):
                if one.values[0] not in other.acceptable and _decide_together(book, one, other, ranked, era):
                    name, _, number = other.line.rpartition(":")
                    problem = (
                        f"{setting}: {one.id} says {one.values[0]} and {other.id} {other.values[0]} "
                        f"at equal rank (paper generation {era})"
                    )
                    yield RuleFileError(name, int(number), problem)


def _equals(ranked: list[Rule], era: str) -> Iterator[tuple[Rule, Rule]]:
    keys = [rank_key(rule, era) for rule in ranked]
    for at, one in enumerate(ranked):
        for place in range(at + 1, len(ranked)):
            if keys[place] != keys[at]:
                break
            yield one, ranked[place]


Region = dict[str, frozenset[str]]


def _decide_together(book: Book, one: Rule, other: Rule, ranked: list[Rule], era: str) -> bool:
    """Whether facts exist under which both hold and nothing of higher rank holds or waits."""
    region: Region = {"era": frozenset({era})}
    for condition in (one.when, other.when):
        for fact, tokens in condition.items():
            region[fact] = region[fact] & tokens if fact in region else tokens
    if one.setting != "raid_level":
        region["raid"] = region.get("raid", _all(book, "raid")) - {"undecided"}
    if not all(region.values()):
        return False
    key = rank_key(one, era)
    return not _is_covered(book, region, [rule for rule in ranked if rank_key(rule, era) < key])


def _is_covered(book: Book, region: Region, higher: list[Rule]) -> bool:
    """Every point of ``region`` lies under one of ``higher``, split along the facts that they restrict."""
    for at, rule in enumerate(higher):
        limits = {fact: tokens | {UNREAD} for fact, tokens in rule.when.items()}
        parts = {fact: region.get(fact, _all(book, fact)) for fact in limits}
        if not all(parts[fact] & limits[fact] for fact in limits):
            continue
        rest = higher[at + 1 :]
        outside = [(fact, parts[fact] - limits[fact]) for fact in limits if parts[fact] - limits[fact]]
        inner = dict(region)
        for fact, beyond in outside:
            if not _is_covered(book, {**inner, fact: beyond}, rest):
                return False
            inner[fact] = parts[fact] & limits[fact]
        return True
    return False


def _all(book: Book, fact: str) -> frozenset[str]:
    return frozenset({*book.tokens[fact], UNREAD})


__all__ = ["Checked", "checked_book"]
