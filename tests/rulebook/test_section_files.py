"""Slips in the files of the further sections are refused with file and line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.core.book import Book
from app.rulebook.errors import RulebookError
from app.rulebook.load import load_book
from tests.book_fixtures import RULES

ACCELERATION, MEDIA = "choices/acceleration.yaml", "choices/media.yaml"
GAIN, LOAD, LINUX = "choices/cache-gain.yaml", "benchmark/load-generator.yaml", "host/linux.yaml"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    return Path(shutil.copytree(RULES, tmp_path / "rules"))


def refused(rules: Path, name: str, words: str, instead: str) -> str:
    """What is said of the file ``name`` after ``words`` became ``instead`` in it."""
    file = rules / name
    text = file.read_text(encoding="utf-8")
    assert words in text
    file.write_text(text.replace(words, instead, 1), encoding="utf-8")
    with pytest.raises(RulebookError) as found:
        load_book(rules)
    lines = [str(problem) for problem in found.value.problems]
    return "\n".join(line for line in lines if line.startswith(f"rules/{name}:"))


@pytest.mark.parametrize(
    ("name", "words", "instead", "said"),
    [
        (ACCELERATION, "workloads: [web_server]", "workloads: [web_sever]", "no workload is called 'web_sever'"),
        (ACCELERATION, "    exceeds: {", "    exceed: {", "the reason 'exceeds' is missing"),
        (ACCELERATION, "cost_of_capacity: 4", "cost_of_capacity: 5", "less than or equal to 4"),
        (MEDIA, "cites: [ucs-m4-t10-drives]", "cites: [ucs-m4-t99]", "no entry of the book has the claim 'ucs-m4-t99'"),
        (MEDIA, "place: Table 10", "place: Table 99", "ucs-m4-2016 has no place 'Table 99'"),
        (MEDIA, "access: random\n", "acces: random\n", "nothing is called that here"),
        (GAIN, "table_1gb: 15, table_2gb: 20", "table_1gb: 15", "a number for both cache sizes, or a range"),
        (GAIN, "block: tiny", "block: tinny", "'tinny' is no token of the fact 'block'"),
        (LOAD, "number: 120,", "number: 120, word: long,", "exactly one of number, word, by_access"),
        (LINUX, "tuned: true, matches: []", "tuned: true, matches: [new]", "the last kernel must be today's"),
        (LINUX, "range: [4096],", "range: [4096], value: 4096,", "exactly one of value and range"),
    ],
)
def test_a_slip_is_refused_where_it_stands(rules: Path, name: str, words: str, instead: str, said: str):
    assert said in refused(rules, name, words, instead)


def test_a_missing_part_is_named(rules: Path):
    words = "metrics: {random: IOPS, sequential: MB/s, cites: [ucs-m3-metric-choice]}"
    (rules / LOAD).write_text((rules / LOAD).read_text(encoding="utf-8").replace(words, ""), encoding="utf-8")
    with pytest.raises(RulebookError, match="nothing in this folder describes metrics"):
        load_book(rules)


def test_a_claim_stands_at_one_place_only(rules: Path):
    words = "  - {claim: avago-375x,"
    twice = f'  - {{claim: avago-t2-log, document: avago-2015, place: Table 2, says: "again"}}\n{words}'
    assert "the claim 'avago-t2-log' is encoded twice" in refused(rules, GAIN, words, twice)


def test_a_book_without_these_folders_still_answers_the_settings(rules: Path, book: Book):
    for name in ("choices", "host", "benchmark"):
        shutil.rmtree(rules / name)
    assert len(load_book(rules).rules) == len(book.rules)
