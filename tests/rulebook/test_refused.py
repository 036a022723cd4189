"""A rule file that is wrong is refused with its name, the line and the words for it; all of them at once."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.rulebook.errors import RulebookError
from app.rulebook.load import load_book
from app.rulebook.read import rule_file
from tests.book_fixtures import RULES

Change = Callable[..., list[str]]
TABLE = "ucs-m4-2016/table-08.yaml"
WHY = "    why: Without parity there is no expensive write to hide, and write-through needs no battery.\n"


@pytest.fixture
def problems(tmp_path: Path) -> Change:
    """``problems(file, old, new, ...)``: what loading says of a copy of the rules with these words replaced."""
    copy = tmp_path / "rules"
    shutil.copytree(RULES, copy)

    def change(*edits: str | bytes) -> list[str]:
        for name, old, new in zip(edits[0::3], edits[1::3], edits[2::3], strict=True):
            _edit(copy / str(name), old, new)
        with pytest.raises(RulebookError) as caught:
            load_book(copy)
        return [str(problem) for problem in caught.value.problems]

    return change


def _edit(path: Path, old: str | bytes, new: str | bytes) -> None:
    if isinstance(new, bytes):
        path.write_bytes(new)
        return
    text = path.read_text(encoding="utf-8")
    if old:
        assert str(old) in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(str(old), new, 1) if old else new, encoding="utf-8")


def test_the_rules_as_they_are_load():
    assert load_book(RULES).rules


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        (
            TABLE,
            "when: {raid: raid0, access: [random",
            "wenn: {raid: raid0, access: [random",
            "9: rows.0.wenn: nothing",
        ),
        (TABLE, "read_policy: no_read_ahead", "read_polcy: no_read_ahead", "10: rows.0.advise.read_polcy"),
        (TABLE, "document: ucs-m4-2016", "document: ucs-m4-2016\ndocument: ucs-m4-2016", "2: the key 'document' is re"),
        (TABLE, "when: {raid: raid0,", "when: {raidd: raid0,", "9: no fact is called 'raidd'"),
        (TABLE, "when: {raid: raid0,", "when: {raid: raid9,", "9: 'raid9' is no token of the fact 'raid'"),
        (TABLE, "write_policy: write_through}", "write_policy: wt}", "10: 'wt' is no value of write_policy"),
        (TABLE, "strip_size_kib: 64", "strip_size_kib: 65", "10: '65' is no value of strip_size_kib"),
        (
            TABLE,
            "write_policy: write_through}",
            "write_policy: {at_least: 64}}",
            "10: write_policy takes words, not a ra",
        ),
        (TABLE, "strip_size_kib: 64", "strip_size_kib: {at_least: 64, above: 8}", "10: rows.0.advise.strip_size_kib"),
        (TABLE, "place: Table 8", "place: Table 99", "7: ucs-m4-2016 has no place 'Table 99'"),
        (TABLE, "document: ucs-m4-2016", "document: ucs-m9-2099", "7: no document is called 'ucs-m9-2099'"),
        (
            TABLE,
            "when: {raid: raid0, access: [random",
            "when: {media: ssd, access: [random",
            "9: its condition contrad",
        ),
        (TABLE, WHY, "", "7: rows.0: Value error, an entry that advises must say why"),
        (TABLE, "rows:", "claims: []\nrows:", "1: the file: Value error, exactly one of rows and claims"),
        (
            TABLE,
            "claim: ucs-m4-t8-random-r5-hdd",
            "claim: ucs-m4-t8-random-r0-hdd",
            "16: the claim 'ucs-m4-t8-random-r",
        ),
        (TABLE, "", "[1, 2", "is not YAML"),
        (TABLE, "", "a: b: c", "is not YAML"),
        (TABLE, "", "{[1]: 2}", "1: a key must be a word"),
        (TABLE, "", "", "1: is empty"),
        (TABLE, "", "a: &loop [*loop]", "an alias that contains itself"),
        (TABLE, "", "just a word", "1: the file: Input should be"),
        (TABLE, "", b"document: \xff\xfe", "1: is not UTF-8: invalid start byte at byte 10"),
        (TABLE, "", "a: \x07", "is not YAML"),
        (
            "house/safety.yaml",
            "follows: [ucs-m4-bbu-always,",
            "follows: [ucs-m4-bbu-never,",
            "no entry of the book has th",
        ),
        ("house/safety.yaml", "tier: safety", "tier: hope", "2: tier: Input should be"),
        ("house/safety.yaml", "place: Safety", "place: Luck", "house-notes has no place 'Luck'"),
        (
            "house/extensions.yaml",
            "claim: ucs-m4-t8-random-r5-hdd",
            "claim: ucs-m4-t8-random-r7-hdd",
            "3: no row of the b",
        ),
        (
            "house/cautions.yaml",
            "cites: [ucs-m4-bbu-always",
            "cites: [ucs-m4-bbu-never",
            "no entry of the book has the cl",
        ),
        ("house/cautions.yaml", "when: {protection: [", "when: {protectoin: [", "no fact is called 'protectoin'"),
        ("house/levels.yaml", "minimum: 3", "minimum: three", "levels.2.minimum"),
        ("conflicts.yaml", "id: K02", "id: K01", "the conflict K01 is listed twice"),
        ("conflicts.yaml", "follows: [ucs-m3-t13-baseline]", "follows: []", "K02 decides without a citation"),
        ("conflicts.yaml", "id: K02", "id: X02", "conflicts.1.id"),
        (
            "conflicts.yaml",
            "settings: [disk_cache_policy]",
            "settings: [io_policy]",
            "K02 does not list disk_cache_policy",
        ),
        ("documents/vic-rhel62.yaml", "id: vic-rhel62", "id: lsi-2011", "the document 'lsi-2011' is described twice"),
        ("workloads/databases.yaml", "name: database\n", "name: oltp\n", "the workload 'oltp' is described twice"),
        ("workloads/databases.yaml", "aliases: [databases,", "aliases: [oltp,", "'oltp' also means"),
        ("workloads/databases.yaml", "place: Table 15", "place: Table 51", "ucs-m3-2013 has no place 'Table 51'"),
        ("controllers/hba.yaml", "name: HBA345", "name: HBA330", "the model 'HBA330' is described twice"),
        ("controllers/hba.yaml", "aliases: [Dell HBA345]", "aliases: [Dell HBA330]", "'Dell HBA330' also means HBA330"),
        ("controllers/hba.yaml", "certainty: verified", "certainty: certain", "certainty"),
    ],
)
def test_what_is_wrong_is_named_with_file_and_line(problems: Change, name: str, old: str, new: str, problem: str):
    found = problems(name, old, new)

    assert any(item.startswith(f"rules/{name}:") and problem in item for item in found), "\n".join(found)


def test_two_answers_to_one_question_are_refused(problems: Change):
    found = problems(TABLE, "when: {raid: raid5,", "when: {raid: raid0,")

    assert (
        "rules/ucs-m4-2016/table-08.yaml:16: write_policy: ucs-m4-t8-random-r0-hdd says write_through "
        "and ucs-m4-t8-random-r5-hdd protected_write_back in the same case"
    ) in found


def test_two_answers_with_a_value_in_common_are_one_answer(tmp_path: Path):
    shutil.copytree(RULES, tmp_path / "rules")
    _edit(
        tmp_path / "rules" / TABLE, "when: {raid: raid5, access: [random, mixed]}", "when: {raid: raid0, access: mixed}"
    )

    assert load_book(tmp_path / "rules").rules


def test_everything_that_is_wrong_is_told_at_once(problems: Change):
    found = problems(
        *(TABLE, "when: {raid: raid0,", "when: {raidd: raid0,"),
        *("house/safety.yaml", "place: Safety", "place: Luck"),
        *("documents/vic-rhel62.yaml", "id: vic-rhel62", "idd: vic-rhel62"),
    )

    assert {item.split(":")[0] for item in found} >= {
        "rules/ucs-m4-2016/table-08.yaml",
        "rules/house/safety.yaml",
        "rules/documents/vic-rhel62.yaml",
    }
    assert len(found) == len(set(found))


def test_a_folder_without_rules_is_told_from_one_with_wrong_rules(tmp_path: Path):
    with pytest.raises(RulebookError, match="no rule files were found"):
        load_book(tmp_path)


def test_a_file_that_every_book_needs_is_missed_by_name(problems: Change, tmp_path: Path):
    (tmp_path / "rules" / "house" / "thresholds.yaml").unlink()

    assert any("no ThresholdsFile was found" in item for item in problems())


def test_a_scalar_is_text_whatever_yaml_would_make_of_it(tmp_path: Path):
    path = tmp_path / "rules" / "x.yaml"
    path.parent.mkdir()
    path.write_text("slot: 252:0\non: yes\nversion: 7.10\nwhen: 2024-01-31\nnothing: null\n", encoding="utf-8")

    found = rule_file(path, path.parent).data
    assert found == {"slot": "252:0", "on": "yes", "version": "7.10", "when": "2024-01-31", "nothing": "null"}
