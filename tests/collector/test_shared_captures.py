"""Real replies, where the folder with them exists: every one is read, and known values come out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.collector.captures import Capture, capture_from_bytes, captures_in
from app.collector.snapshot import snapshot_from_captures
from app.core.hardware import Controller, Snapshot, VirtualDrive, members
from app.core.policies import CacheProtection as P
from app.core.policies import DiskCachePolicy, IoPolicy, Media, RaidLevel, ReadPolicy, WritePolicy
from app.core.reading import Silence

SHARED = Path(os.environ.get("RAIDWISE_SHARED") or Path(__file__).resolve().parents[2].parent / "shared")
CAPTURES = SHARED / "captures"

pytestmark = pytest.mark.skipif(
    not CAPTURES.is_dir(), reason=f"no captures at {CAPTURES}; RAIDWISE_SHARED names the folder that holds them"
)

BACK, THROUGH = WritePolicy.PROTECTED_WRITE_BACK, WritePolicy.WRITE_THROUGH
AHEAD, NO_AHEAD = ReadPolicy.READ_AHEAD, ReadPolicy.NO_READ_AHEAD
DEFAULT = DiskCachePolicy.DRIVE_DEFAULT


def capture(name: str) -> Capture:
    return capture_from_bytes(name, (CAPTURES / name).read_bytes())[0]


def snapshot(*names: str) -> Snapshot:
    return snapshot_from_captures([capture(name) for name in names])


def controller(*names: str) -> Controller:
    (only,) = snapshot(*names).controllers
    return only


def volume(name: str, number: int) -> VirtualDrive:
    return next(one for one in controller(name).virtual_drives if one.number == number)


def media(name: str, number: int) -> list[str]:
    one = controller(name)
    return [str(drive.media) for drive in members(one, next(v for v in one.virtual_drives if v.number == number))]


def test_every_capture_is_read_without_an_exception() -> None:
    counts = {"files": 0, "controllers": 0, "virtual drives": 0, "drives": 0, "notes": 0, "unknown": 0}
    for folder in sorted(path for path in CAPTURES.iterdir() if path.is_dir()):
        captures, problems = captures_in(folder)
        assert problems == ()
        for one in captures:
            read = snapshot_from_captures([one])
            counts["files"] += 1
            counts["controllers"] += len(read.controllers)
            counts["virtual drives"] += sum(len(c.virtual_drives) for c in read.controllers)
            counts["drives"] += sum(len(c.drives) for c in read.controllers)
            counts["notes"] += len(read.unread)
            counts["unknown"] += sum("unknown" in note.problem for note in read.unread)
    print(counts)
    listed = len((CAPTURES / "INDEX.tsv").read_text().splitlines()) - 1
    assert (counts["files"], counts["unknown"]) == (listed, 0)


def test_every_cut_of_a_capture_is_survived() -> None:
    for file in sorted(CAPTURES.glob("*/*")):
        text = capture(f"{file.parent.name}/{file.name}").text
        for length in range(0, len(text), len(text) // 10 + 1):
            snapshot_from_captures([Capture("cut", text[:length])])


def test_text_output_is_asked_for_again_with_j() -> None:
    for file in (CAPTURES / "storcli_text").iterdir():
        (note,) = snapshot(f"storcli_text/{file.name}").unread
        assert note.problem == "text output: run again with J"


def test_megacli_text_is_read() -> None:
    read = {file.name: snapshot(f"megacli/{file.name}") for file in sorted((CAPTURES / "megacli").iterdir())}
    log = read.pop("digitalrebar_CmdTool.txt")
    assert log.unread[0].problem.startswith("MegaCli text")
    assert {(one.tool.name, one.unread, len(one.controllers)) for one in read.values()} == {("megacli", (), 1)}
    assert [len(one.controllers[0].drives) for one in read.values()] == [4, 2, 4, 4, 4]
    levels = [str(volume.raid_level) for one in read.values() for volume in one.controllers[0].virtual_drives]
    assert levels == ["raid10", "raid1", "raid5"]


def test_9270cv_whole() -> None:
    names = ["c0_show_all", "vall_show_all", "eall_sall_show_all", "cv_show_all", "bbu_show_all"]
    read = snapshot(*(f"storcli/alexbomber_{name}.json" for name in names))
    (one,) = read.controllers
    assert read.unread == ()
    assert (read.tool.name, read.tool.grammar) == ("storcli", 7)
    assert (one.model, one.cache_mib, one.pci_id) == ("LSI MegaRAID SAS 9270CV-8i", 1024, "1000:005b")
    assert (one.protection.state, one.protection.kind, one.protection.model) == (P.OPTIMAL, "cachevault", "CVPM02")
    assert (one.capability.io_policy, one.capability.fastpath) == (True, False)
    assert (one.capability.strip_min_kib, one.capability.strip_max_kib) == (8, 1024)
    assert one.capability.max_virtual_drives == 64
    assert RaidLevel.RAID6 not in (one.capability.raid_levels or ())
    (only,) = one.virtual_drives
    assert (only.raid_level, only.strip_size_kib, only.span_depth, only.drives_per_span) == (RaidLevel.RAID5, 256, 1, 8)
    assert (only.in_effect.read, only.in_effect.write, only.in_effect.io) == (AHEAD, BACK, IoPolicy.DIRECT)
    assert (only.configured.write, only.configured.disk_cache) == (BACK, DiskCachePolicy.DISABLED)
    assert only.active_operation == "consistency_check"
    assert [drive.media for drive in members(one, only)] == [Media.HDD] * 8
    assert all(drive.serial and drive.wwn for drive in one.drives)
    assert one.drive_groups[0].background_operation is True


def test_9660_whole() -> None:
    names = ["show_all", "c0_show_all", "vall_show_all", "eall_sall_show_all"]
    read = snapshot(*(f"storcli2/scality_9660-16i_{name}.json" for name in names))
    (one,) = read.controllers
    assert (read.tool.name, read.tool.grammar) == ("storcli2", 8)
    assert (one.model, one.cache_mib) == ("MegaRAID 9660-16i Tri-Mode Storage Adapter", 4096)
    assert (one.pci_id, one.pci_subsystem) == ("1000:00a5", "1000:4620")
    assert (one.protection.state, one.protection.kind, one.protection.model) == (P.OPTIMAL, "energy_pack", "FBU345")
    assert one.capability.io_policy is False
    assert (len(one.virtual_drives), len(one.drives), one.virtual_drives[0].number) == (24, 24, 1)
    for only in one.virtual_drives:
        assert (only.strip_size_kib, only.configured.write, only.in_effect.write) == (256, BACK, BACK)
        assert (only.in_effect.io, only.in_effect.disk_cache) == (Silence.UNSUPPORTED, DiskCachePolicy.DISABLED)
        assert [drive.rpm for drive in members(one, only)] == [7200]


def test_9660_with_a_drive_in_no_group() -> None:
    one = controller("storcli2/scality_9660-16i_c0_show_all_ugood.json")
    (free,) = [drive for drive in one.drives if drive.state == "unconfigured_good"]
    assert (free.slot, free.drive_group, len(one.virtual_drives)) == ("320:11", Silence.ABSENT, 23)


def test_h730p() -> None:
    read = snapshot("perccli/ltmonster_H730P_show.json", "perccli/ltmonster_H730P_vall_show_all.json")
    (one,) = read.controllers
    assert (read.tool.name, one.model, one.protection.state) == ("perccli", "PERCH730PAdapter", P.OPTIMAL)
    first = one.virtual_drives[0]
    assert (first.raid_level, first.strip_size_kib, first.configured.disk_cache) == (RaidLevel.RAID1, 64, DEFAULT)
    assert [drive.media for drive in members(one, first)] == [Media.SSD, Media.SSD]
    assert (len(one.virtual_drives), len(one.drives)) == (6, 9)


def test_rs3dc080() -> None:
    one = controller("storcli/naudit_RS3DC080_c0_show.json")
    assert (one.model, one.pci_id, one.pci_subsystem) == ("Intel(R) RAID Controller RS3DC080", "1000:005d", "8086:9360")
    assert (one.firmware, one.protection.state) == ("24.15.0-0034", P.UNREAD)
    (only,) = one.virtual_drives
    assert (only.number, only.drive_group, only.in_effect.write) == (1, 2, THROUGH)


def test_perc_6i() -> None:
    read = snapshot("storcli/mercury_perc6i_call_show_all.json")
    (one,) = read.controllers
    assert (one.model, one.cache_mib, one.pci_subsystem) == ("PERC 6/i Integrated", 256, "1028:1f0c")
    assert (one.protection.state, one.protection.kind) == (P.OPTIMAL, "battery")
    assert (read.tool.name, read.tool.version, read.tool.grammar) == ("perccli", Silence.UNREAD, 7)
    assert (len(one.drives), one.drives[0].drive_group) == (6, Silence.ABSENT)


def test_a_board_without_its_battery() -> None:
    one = controller("storcli/rackhd_romb_c0_show_all.json")
    assert (one.protection.state, one.protection.kind, one.cache_mib) == (P.ABSENT, Silence.ABSENT, 1024)
    assert one.capability.cachecade is True
    assert {drive.media for drive in one.drives} == {Media.SSD, Media.HDD}


def test_nvme_raid_10() -> None:
    name = "storcli/jcpunk_v0_show_all_nvme_raid10.json"
    one = volume(name, 0)
    assert (one.raid_level, one.strip_size_kib, one.span_depth, one.drives_per_span) == (RaidLevel.RAID10, 256, 2, 2)
    assert (one.name, one.configured.write, one.in_effect.write, one.configured.disk_cache) == (
        "HOME",
        BACK,
        BACK,
        DEFAULT,
    )
    assert media(name, 0) == ["nvme"] * 4


def test_media_of_a_mixed_volume_show() -> None:
    assert sorted(media("storcli/sdflex_vall_show_all_r10.json", 0)) == ["hdd", "ssd", "ssd", "ssd"]


def test_one_volume_of_spinning_drives() -> None:
    one = volume("storcli/videoweb_09_c0_v0_show_all_J.json", 0)
    assert (one.configured.write, one.in_effect.write, one.in_effect.read) == (THROUGH, THROUGH, AHEAD)
    assert (one.strip_size_kib, one.drives) == (256, ("252:0", "252:1"))


def test_cached_io_of_an_old_card() -> None:
    first, second = controller("storcli/videoweb_12_.json").virtual_drives
    assert (first.in_effect.io, first.name, second.in_effect.read) == (IoPolicy.CACHED, "r5_test", NO_AHEAD)


def test_arm_host_with_seven_volumes() -> None:
    one = controller("storcli/cloudpods_arm64_vall_show_all.json")
    assert (len(one.virtual_drives), len(one.drives)) == (7, 9)
    assert all(isinstance(each.strip_size_kib, int) for each in one.virtual_drives)


def test_doubly_nested_groups_with_a_dedicated_spare() -> None:
    one = controller("storcli/mercuryagent_dall_show.json")
    assert [(group.number, group.drives) for group in one.drive_groups] == [(0, ("32:0",)), (1, ("32:1", "32:2"))]
    assert [drive.state for drive in one.drives if drive.slot == "32:3"] == ["dedicated_hot_spare"]


def test_a_catalogue_object_around_the_reply() -> None:
    one = controller("storcli/rackhd_catalog_eall_sall_show_all.json")
    assert (len(one.drives), one.drives[0].model, one.drives[0].serial) == (6, "ST1200MM0088", "D724P4R1")


def test_an_overview_of_a_card_without_its_battery() -> None:
    one = controller("storcli/videoweb_08_show_j.json")
    assert (one.model, one.protection.state, one.status) == ("LSIMegaRAIDSAS9261-8i", P.ABSENT, "optimal")


def test_json_with_the_comments_of_its_author() -> None:
    (drive,) = controller("storcli/videoweb_10_c0_e4_s14_show_all_J.json").drives
    assert (drive.slot, drive.state, drive.serial) == ("4:14", "global_hot_spare", "ZBB6OFV8")


def test_a_failed_drive_in_a_failed_reply_is_read() -> None:
    read = snapshot("storcli/videoweb_11_c0_e4_s3_show_J.json")
    assert [drive.state for drive in read.controllers[0].drives] == ["failed"]
    assert any("error 45" in note.problem for note in read.unread)


def test_an_incomplete_foreign_configuration_does_not_hide_the_data() -> None:
    read = snapshot("storcli/naudit_c0_show_incomplete_foreign_fail.json")
    assert len(read.controllers[0].drives) == 12
    assert any("Incomplete foreign configuration" in note.problem for note in read.unread)
