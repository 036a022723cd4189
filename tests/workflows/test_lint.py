from __future__ import annotations

import datetime
from typing import Any

import pytest

from app.core.book import Book
from app.exports.linting.rules import GUIDE, RULES
from app.exports.linting.text import text_lines
from app.workflows.lint import lint_document, objects

NOON = datetime.date(2026, 11, 20)
NEW, OLD, MIDDLE = "MegaRAID 9560-8i", "MegaRAID 9266CV-8i", "MegaRAID 9361-8i"

# Rule, severity, file name, text, card: each text breaks its rule, and only that one.
BROKEN: list[tuple[str, str, str, str, str | None]] = [
    ("unprotected-write-back", "error", "a.json", '{"WritePolicy": "AlwaysWriteBack"}', None),
    ("unprotected-write-back", "error", "a.json", '{"WriteCachePolicy": "UnprotectedWriteBack"}', None),
    ("unprotected-write-back", "error", "a.json", '{"writeCachePolicy": "always-write-back"}', None),
    ("unprotected-write-back", "error", "a.yml", "- idrac_storage_volume: {write_cache_policy: WriteBackForce}", None),
    ("unprotected-write-back", "error", "a.sh", "storcli64 /c0/v0 set wrcache=awb", None),
    ("unprotected-write-back", "error", "a.sh", "storcli2 /c0 add vd r1 drives=1:2 AWB", None),
    ("unprotected-write-back", "error", "a.sh", "perccli64 /c0/v0 set wrcache=FWB", None),
    ("unprotected-write-back", "error", "a.sh", "MegaCli64 -LDSetProp ForcedWB -L0 -a0", MIDDLE),
    ("unprotected-write-back", "error", "a.sh", "MegaCli64 -LDSetProp CachedBadBBU -L0 -a0", MIDDLE),
    ("unprotected-write-back", "error", "a.sh", "MegaCli64 -CfgLdAdd -r1[1:2,1:3] WB CachedBadBBU -a0", MIDDLE),
    (
        "unprotected-write-back",
        "error",
        "a.tf",
        'resource "redfish_storage_volume" "v" {\n write_cache_policy = "UnprotectedWriteBack"\n}',
        None,
    ),
    (
        "terraform-unsafe-default",
        "error",
        "a.tf",
        'resource "redfish_storage_volume" "v" {\n raid_type = "RAID1"\n}',
        None,
    ),
    ("megacli-bad-battery-unsaid", "warning", "a.sh", "MegaCli64 -LDSetProp WB -L0 -a0", MIDDLE),
    ("write-back-without-cache", "warning", "a.sh", "storcli64 /c0/v0 set wrcache=wb", "UCSC RAID SAS 2008M-8i"),
    ("policy-left-to-default", "warning", "a.json", '{"WritePolicy": "Default"}', None),
    ("policy-left-to-default", "warning", "a.xml", '<lstorageVirtualDriveDef readPolicy="platform-default"/>', None),
    ("disk-cache-on", "error", "a.json", '{"DriveCache": "Enable"}', None),
    ("disk-cache-on", "error", "a.sh", "storcli64 /c0/v0 set pdcache=on", None),
    ("disk-cache-on", "error", "a.sh", "MegaCli64 -LDSetProp -EnDskCache -LAll -aAll", MIDDLE),
    ("disk-cache-default", "warning", "a.json", '{"DriveCache": "NoChange"}', None),
    ("disk-cache-default", "warning", "a.yml", "- idrac_storage_volume: {disk_cache_policy: Default}", None),
    (
        "fast-initialization",
        "warning",
        "a.sh",
        "storcli64 /c0 add vd r5 drives=1:1-4\nstorcli64 /c0/v9 start init",
        None,
    ),
    (
        "fast-initialization",
        "warning",
        "a.yml",
        "- idrac_storage_volume: {volume_type: RAID 5, raid_init_operation: Fast}",
        None,
    ),
    ("missing-initialization", "warning", "a.sh", "storcli64 /c0 add vd r6 drives=1:1-4", None),
    ("missing-initialization", "warning", "a.json", '{"RAIDType": "RAID50"}', None),
    ("missing-initialization", "warning", "a.json", '{"RAIDType": "RAID5", "InitializeMethod": "Skip"}', None),
    ("strip-out-of-range", "error", "a.sh", "storcli64 /c0 add vd r1 drives=1:1-2 strip=96", None),
    ("strip-out-of-range", "error", "a.sh", "storcli64 /c0 add vd r1 drives=1:1-2 strip=16", NEW),
    ("strip-out-of-range", "error", "a.sh", "storcli2 /c0 add vd r1 drives=1:1-2 strip=32", None),
    ("strip-out-of-range", "error", "a.json", '{"StripSize": 32}', None),
    ("strip-out-of-range", "error", "a.json", '{"StripSizeBytes": 65537}', None),
    ("strip-out-of-range", "error", "a.xml", '<lstorageVirtualDriveDef stripSize="2048KB"/>', None),
    ("raid0", "warning", "a.json", '{"logical_disks": [{"raid_level": "0", "size_gb": "MAX"}]}', None),
    ("raid0", "warning", "a.sh", "storcli64 /c0 add vd each r0 drives=all", None),
    ("cached-io", "warning", "a.sh", "storcli64 /c0/v0 set iopolicy=cached", None),
    ("cached-io", "warning", "a.sh", "storcli64 /c0/v0 set iopolicy=cached", NEW),
    ("cached-io", "warning", "a.xml", '<lstorageVirtualDriveDef ioPolicy="cached"/>', MIDDLE),
    ("megacli-on-new-card", "error", "a.sh", "MegaCli64 -LDInfo -L0 -a0", NEW),
    ("megacli-unknown-card", "warning", "a.sh", "MegaCli64 -LDInfo -L0 -a0", None),
    ("combined-set", "warning", "a.sh", "storcli64 /c0/v0 set wrcache=wt rdcache=nora", None),
    ("combined-set-refused", "error", "a.sh", "perccli2 /c0/v0 set wrcache=wt rdcache=nora", None),
    ("not-in-this-tool", "error", "a.sh", "storcli2 /c0/v0 set iopolicy=direct", None),
    ("not-in-this-tool", "error", "a.sh", "storcli2 /c0 add vd type=raid1 drives=1:1-2", None),
    ("not-in-this-tool", "error", "a.sh", "storcli2 /c0/v0 start migrate type=raid6", None),
    ("destructive-command", "error", "a.sh", "storcli64 /c0/v0 del force", None),
    ("destructive-command", "error", "a.sh", "storcli64 /c0/v0 start init full", None),
    ("destructive-command", "error", "a.sh", "storcli64 /c0 set jbod=on", None),
    ("destructive-command", "error", "a.sh", "storcli64 /c0/eall/sall start erase", None),
    ("destructive-command", "error", "a.sh", "storcli64 /c0/e252/s1 set good force", None),
    ("destructive-command", "error", "a.sh", "MegaCli64 -CfgClr -a0", MIDDLE),
    ("destructive-command", "error", "a.yml", "- idrac_storage_volume: {state: delete}", None),
    ("unknown-word", "error", "a.sh", "storcli64 /c0/v0 set wrcache=fast", None),
    ("unknown-word", "error", "a.json", '{"WritePolicy": "write-back"}', None),
    (
        "unknown-property",
        "error",
        "a.json",
        '{"target_raid_config": {"logical_disks": [{"raid_level": "1", "strip_size": 64}]}}',
        None,
    ),
]

SOUND = [
    ("a.json", '{"WritePolicy": "WriteBackGoodBbu", "ReadPolicy": "NoReadAhead", "DriveCache": "Disable"}', None),
    (
        "a.json",
        '{"RAIDType": "RAID5", "InitializeMethod": "Foreground", "WriteCachePolicy": "ProtectedWriteBack"}',
        None,
    ),
    ("a.json", '{"RAIDType": "RAID5", "Id": "239", "WriteCachePolicy": "WriteThrough"}', None),
    ("a.sh", "storcli64 /c0 add vd r5 drives=1:1-4 wb strip=64\nstorcli64 /c0/v239 start init full", None),
    ("a.sh", "storcli64 /c0/v0 set iopolicy=cached", OLD),
    ("a.sh", "storcli64 /c0 add vd r1 drives=1:1-2 strip=8", OLD),
    ("a.sh", "MegaCli64 -LDSetProp WB -L0 -a0\nMegaCli64 -LDSetProp NoCachedBadBBU -L0 -a0", OLD),
    ("a.sh", "storcli64 /c0/v0 set wrcache=$policy\nstorcli64 /c0 show all J", None),
    ("a.tf", 'resource "redfish_storage_volume" "v" {\n write_cache_policy = var.policy\n}', None),
]


def linted(book: Book, text: str, name: str = "a.sh", card: str | None = None) -> dict[str, Any]:
    return lint_document(book, text.encode(), NOON, name, card)


@pytest.mark.parametrize(("rule", "severity", "name", "text", "card"), BROKEN)
def test_each_thing_that_is_wrong_is_told_and_nothing_else(
    book: Book, rule: str, severity: str, name: str, text: str, card: str | None
) -> None:
    found = linted(book, text, name, card)

    assert {finding["rule"] for finding in found["findings"]} == {rule}
    assert {finding["severity"] for finding in found["findings"]} == {severity}
    assert objects(found)
    assert all(finding["line"] is not None for finding in found["findings"])


@pytest.mark.parametrize(("name", "text", "card"), SOUND)
def test_nothing_is_said_of_a_sound_plan(book: Book, name: str, text: str, card: str | None) -> None:
    found = linted(book, text, name, card)

    assert found["findings"] == []
    assert not objects(found)


def test_every_rule_is_broken_by_a_case() -> None:
    assert {case[0] for case in BROKEN} == set(RULES)


def test_every_rule_cites_what_the_book_holds(book: Book) -> None:
    guide = (rule for rule in RULES.values() if rule.places)
    assert {claim for rule in RULES.values() for claim in rule.cites} <= set(book.citations)
    assert all(rule.cites or rule.places or rule.id == "unknown-property" for rule in RULES.values())
    assert GUIDE in book.documents
    assert list(guide)


def test_a_finding_says_what_why_and_what_to_write_instead_in_the_words_of_the_tool(book: Book) -> None:
    for text, name, instead in (
        ('{"WritePolicy": "AlwaysWriteBack"}', "a.json", "Write WriteBackGoodBbu"),
        ('{"WriteCachePolicy": "UnprotectedWriteBack"}', "a.json", "Write ProtectedWriteBack"),
        ("storcli64 /c0/v0 set wrcache=awb", "a.sh", "Write wb"),
        ("MegaCli64 -LDSetProp ForcedWB -L0 -a0", "a.sh", "Write WB and NoCachedBadBBU"),
    ):
        finding = linted(book, text, name, OLD)["findings"][0]
        assert "power cut" in finding["message"]
        assert instead in finding["message"]
        assert {cite["document"] for cite in finding["citations"]} >= {"ucs-m4-2016", "avago-2015"}


def test_the_line_is_that_of_the_word(book: Book) -> None:
    found = linted(
        book, '{\n "drive_group": {\n  "StripSize": 64,\n  "WritePolicy": "AlwaysWriteBack"\n }\n}', "a.json"
    )
    assert [(one["line"], one["place"]) for one in found["findings"]] == [(4, "drive_group.WritePolicy")]


def test_a_card_named_in_the_file_counts_like_one_given(book: Book) -> None:
    text = "# raidwise-controller: MegaRAID 9560-8i\nMegaCli64 -LDInfo -L0 -a0\n"
    assert [one["rule"] for one in linted(book, text)["findings"]] == ["megacli-on-new-card"]
    assert linted(book, text)["controller"] == "MegaRAID 9560-8i"


def test_what_a_plan_allows_itself_is_shown_and_does_not_count(book: Book) -> None:
    text = "# raidwise-allow: raid0: the application keeps three copies\nstorcli64 /c0 add vd r0 drives=1:1\n"
    found = linted(book, text)

    assert [one["allowed"] for one in found["findings"]] == ["the application keeps three copies"]
    assert not objects(found)
    assert any("allowed raid0" in line for line in text_lines(found))


@pytest.mark.parametrize(("until", "counts"), [("2026-11-20", False), ("2026-11-19", True), ("2026-99-99", True)])
def test_an_allowance_ends_on_its_day(book: Book, until: str, counts: bool) -> None:
    text = f"# raidwise-allow: unprotected-write-back until={until}: scratch\nstorcli64 /c0/v0 set wrcache=awb\n"
    assert objects(linted(book, text)) is counts


def test_text_names_file_line_rule_and_places(book: Book) -> None:
    lines = list(text_lines(linted(book, "\nstorcli64 /c0/v0 set pdcache=on")))

    assert lines[0] == "a.sh:2: error disk-cache-on"
    assert "ucs-m4-2016, Disk Cache Policy" in lines[2]
    assert lines[-1].endswith("1 error")
