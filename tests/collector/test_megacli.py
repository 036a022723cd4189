"""What MegaCli prints: three generations of one layout, read and never run."""

from __future__ import annotations

import pytest

from app.collector.captures import Capture
from app.collector.megacli import command_lines
from app.collector.snapshot import snapshot_from_captures
from app.core.hardware import Controller, Snapshot
from app.core.plan import SETTINGS, Change
from app.core.policies import CacheProtection, DiskCachePolicy, IoPolicy, Media, RaidLevel, ReadPolicy, WritePolicy
from app.core.reading import Silence
from tests.collector.sites import Site

NEW = """\


Adapter 0 -- Virtual Drive Information:
Virtual Drive: 1 (Target Id: 3)
Name                :data
RAID Level          : Primary-5, Secondary-0, RAID Level Qualifier-3
Size                : 2.000 TB
State               : Degraded
Strip Size          : 128 KB
Number Of Drives    : 3
Span Depth          : 1
Default Cache Policy: WriteBack, ReadAhead, Cached, Write Cache OK if Bad BBU
Current Cache Policy: WriteThrough, ReadAheadNone, Direct, No Write Cache if Bad BBU
Current Access Policy: Read/Write
Disk Cache Policy   : Disabled
Ongoing Progresses:
  Check Consistency        : Completed 3%, Taken 2 min.
CacheCade Virtual Drive: 2 (Target Id: 4)
Virtual Drive Type: CacheCade
State               : Optimal

Exit Code: 0x00
"""
OLD = """\
                                     \r
Adapter #1

Number of Virtual Disks: 1
Virtual Disk: 0 (target id: 0)
Name:
RAID Level: Primary-1, Secondary-3, RAID Level Qualifier-0
Size:696960MB
State: Optimal
Stripe Size: 64kB
Number Of Drives:4
Span Depth:2
Default Cache Policy: WriteBack, ReadAdaptive, Direct, No Write Cache if Bad BBU
Current Cache Policy: WriteBack, ReadAdaptive, Direct, No Write Cache if Bad BBU
Disk Cache Policy: Disk's Default
"""
BATTERY = """\
BBU status for Adapter: 1

BatteryType: iBBU08
Voltage: 4068 mV
Battery State     : Operational
BBU Firmware Status:
  Charging Status              : None
  Learn Cycle Requested\t                  : No
  Learn Cycle Active                      : {learning}
  Battery Replacement required            : {replace}

Exit Code: 0x00
"""
CARD = """\
Adapter #1

==============================================================================
                    Versions
                ================
Product Name    : PERC 6/i Integrated
Serial No       : 1122334455667788
FW Package Build: 6.3.3.0002

                    HW Configuration
                ================
Memory Size     : 256MB
BBU             : {battery}
"""


def read(*texts: str) -> Snapshot:
    return snapshot_from_captures([Capture(f"text-{number}", text) for number, text in enumerate(texts)])


def only(*texts: str) -> Controller:
    (controller,) = read(*texts).controllers
    return controller


def test_the_newer_layout_has_configured_and_in_effect_apart() -> None:
    snapshot = read(NEW)
    volume, cachecade = only(NEW).virtual_drives

    assert (snapshot.tool.name, snapshot.unread) == ("megacli", ())
    assert (volume.number, volume.name, volume.raid_level, volume.state) == (3, "data", RaidLevel.RAID5, "degraded")
    assert (volume.strip_size_kib, volume.drives_per_span, volume.size_bytes) == (128, 3, 2 << 40)
    assert volume.configured.write is WritePolicy.UNPROTECTED_WRITE_BACK
    assert (volume.in_effect.write, volume.in_effect.read) == (WritePolicy.WRITE_THROUGH, ReadPolicy.NO_READ_AHEAD)
    assert (volume.configured.io, volume.in_effect.io) == (IoPolicy.CACHED, IoPolicy.DIRECT)
    assert volume.active_operation == "check_consistency"
    assert (cachecade.cachecade, cachecade.configured.write) == (True, Silence.UNREAD)


def test_the_older_layout_says_the_same_otherwise() -> None:
    controller = only(OLD)
    (volume,) = controller.virtual_drives

    assert (controller.number, volume.number, volume.raid_level) == (1, 0, RaidLevel.RAID10)
    assert (volume.strip_size_kib, volume.size_bytes, volume.span_depth) == (64, 696960 << 20, 2)
    assert volume.configured.disk_cache is DiskCachePolicy.DRIVE_DEFAULT


@pytest.mark.parametrize(
    ("learning", "replace", "state"),
    [
        ("No", "No", CacheProtection.OPTIMAL),
        ("Yes", "No", CacheProtection.LEARNING),
        ("Yes", "Yes", CacheProtection.FAILED),
    ],
)
def test_a_battery_says_how_it_is(learning: str, replace: str, state: CacheProtection) -> None:
    controller = only(CARD.format(battery="Present"), OLD, BATTERY.format(learning=learning, replace=replace))

    assert (controller.model, controller.cache_mib) == ("PERC 6/i Integrated", 256)
    assert (controller.protection.state, controller.protection.model) == (state, "iBBU08")


def test_a_card_without_battery_says_so() -> None:
    assert only(CARD.format(battery="Absent")).protection.state is CacheProtection.ABSENT


def test_drives_lie_under_their_volume_or_by_themselves() -> None:
    drives = "".join(
        f"Enclosure Device ID: {enclosure}\nSlot Number: {slot}\n{position}PD Type: SAS\nWWN: 5000AB{slot}\n"
        f"Coerced Size: 278.875 GB [0x22dc0000 Sectors]\nFirmware state: {state}\nMedia Type: {media}\n"
        for enclosure, slot, position, state, media in (
            (32, 0, "Drive's position: DiskGroup: 7, Span: 0, Arm: 0\n", "Online, Spun Up", "Solid State Device"),
            (32, 1, "", "Hotspare, Spun Up", "Hard Disk Device"),
            ("N/A", 2, "", "Strange", "Tape"),
            (32, "x", "", "Online", "Hard Disk Device"),
        )
    )
    listed, alone = read(OLD + drives), read("Adapter #0\n\n" + drives)

    (volume,) = listed.controllers[0].virtual_drives
    assert (volume.drives, volume.drive_group) == (("32:0",), 7)
    slots = [(drive.slot, drive.state, drive.media) for drive in alone.controllers[0].drives]
    assert slots == [
        ("2", Silence.UNREAD, Silence.UNREAD),
        ("32:0", "online", Media.SSD),
        ("32:1", "global_hot_spare", Media.HDD),
    ]
    assert alone.controllers[0].drives[1].wwn == "5000ab0"
    assert alone.controllers[0].virtual_drives == ()
    assert [note.problem for note in alone.unread] == ["unknown state 'strange'"]


def test_words_nobody_knows_are_told() -> None:
    odd = OLD.replace("State: Optimal", "State: Odd").replace("ReadAdaptive, Direct", "ReadSideways, Direct")
    odder = OLD.replace("WriteBack,", "WriteSideways,").replace("Primary-1", "Primary-x")

    assert {note.problem.partition(" '")[0] for note in read(odd).unread} == {"unknown word", "unknown cache policies"}
    (volume,) = only(odder).virtual_drives
    assert (volume.configured.write, volume.raid_level) == (Silence.UNREAD, Silence.UNREAD)


def test_a_volume_without_policies_keeps_what_it_said() -> None:
    (volume,) = only(OLD.replace("Cache Policy: WriteBack", "Other: WriteBack")).virtual_drives

    assert (volume.configured.write, volume.configured.disk_cache) == (Silence.UNREAD, DiskCachePolicy.DRIVE_DEFAULT)


@pytest.mark.parametrize(
    ("setting", "after", "lines"),
    [
        ("write_policy", "write_through", ["MegaCli64 -LDSetProp WT -L2 -a1 -NoLog"]),
        (
            "write_policy",
            "protected_write_back",
            ["MegaCli64 -LDSetProp WB -L2 -a1 -NoLog", "MegaCli64 -LDSetProp NoCachedBadBBU -L2 -a1 -NoLog"],
        ),
        ("read_policy", "adaptive_read_ahead", ["MegaCli64 -LDSetProp ADRA -L2 -a1 -NoLog"]),
        (
            "disk_cache_policy",
            "drive_default",
            ["# MegaCli has no command that sets disk_cache_policy to drive_default for c1/v2"],
        ),
        (
            "write_policy",
            "unprotected_write_back",
            ["# MegaCli has no command that sets write_policy to unprotected_write_back for c1/v2"],
        ),
    ],
)
def test_commands_are_for_a_person_to_run(setting: str, after: str, lines: list[str]) -> None:
    word = SETTINGS[setting]
    before = next(one for one in word if one.value != after)

    assert command_lines((Change(1, 2, setting, before, word(after)),)) == lines


def test_a_plan_from_megacli_prints_commands_and_cannot_be_applied(site: Site) -> None:
    captures = site.directory / "captures"
    captures.mkdir()
    drive = "Enclosure Device ID: 32\nSlot Number: 0\nDrive's position: DiskGroup: 0, Span: 0\nWWN: 5000AB\n"
    (captures / "ldpdinfo.txt").write_text(OLD + drive)
    settings = {"write_policy": {"value": "write_through", "reason": "x"}}
    volume = {"controller": 1, "virtual_drive": 0, "advice": {"status": "advised", "settings": settings}}
    advice = site.kept({"virtual_drives": [volume]}, "advice.json")
    out = str(site.directory / "plan.json")

    said = site.run("plan", "--captures", str(captures), "--advice", advice, "--out", out, "--sign")

    assert (said.code, said.out.splitlines()[-1]) == (2, "MegaCli64 -LDSetProp WT -L0 -a1 -NoLog")
    assert "never runs" in said.err
    refused = site.run("apply", out, "--enforce")
    assert (refused.code, site.server.runs()) == (16, [])
