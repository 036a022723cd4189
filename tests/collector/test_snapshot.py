import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.collector.captures import Capture
from app.collector.snapshot import snapshot_from_captures
from app.core.hardware import Snapshot, Tool, members
from app.core.reading import Silence
from tests.collector.samples import (
    VERSION_7,
    VERSION_8,
    controller_data,
    drive_row,
    only_controller,
    problems,
    properties,
    read,
    reply,
    volume_data,
    volume_row,
    volume_row_8,
)

SECTIONS = [
    *controller_data(),
    "VD LIST",
    "PD LIST",
    "TOPOLOGY",
    "Virtual Drives",
    "Drives List",
    "/c0/v0",
    "PDs for VD 0",
    "VD0 Properties",
    "Drive /c0/e1/s1",
    "Drive /c0/e1/s1 - Detailed Information",
    "Cachevault_Info",
    "BBU_Info",
    "Energy Pack Info",
    "Firmware_Status",
    "System Overview",
    "Controller Properties",
    "Physical Device Information",
    "Response Data",
]
KEYS = [
    *drive_row(),
    *volume_row(),
    *volume_row_8(),
    *properties(),
    "VD Info",
    "PDs",
    "Property",
    "Value",
    "Ctl",
    "BBU",
]
WORDS = ["0/0", "1/x", "252:0", "-", "N/A", "RWBD", "NR,WB", "Optimal", "256 KB", "Yes", "No", "Disk's Default", "None"]

scalars = st.one_of(st.sampled_from(WORDS), st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8))
objects = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.one_of(st.sampled_from(KEYS), st.text(max_size=4)), inner, max_size=6),
    ),
    max_leaves=12,
)
data_objects = st.dictionaries(st.sampled_from(SECTIONS), objects, max_size=6)


def test_nothing_read_is_an_empty_snapshot() -> None:
    assert snapshot_from_captures([]) == Snapshot()
    assert snapshot_from_captures([], taken_at="2026-11-20T00:00:00Z").taken_at == "2026-11-20T00:00:00Z"


def test_the_tool_is_told_by_grammar_and_vendor() -> None:
    dell = {"SubVendor Id": 4136, "SubDevice Id": 7948, "Vendor Id": 4096, "Device Id": 93}
    assert read(reply(controller_data())).tool == Tool("storcli", VERSION_7, 7)
    assert read(reply(controller_data(Bus=dell))).tool == Tool("perccli", VERSION_7, 7)
    assert read(reply(controller_data(), version=VERSION_8)).tool.name == "storcli2"
    assert read(reply({"Basics": {"Model": "PERC H900"}}, version=VERSION_8)).tool.name == "perccli2"


def test_without_a_controller_the_tool_has_no_name() -> None:
    assert read(reply()).tool == Tool("unread", VERSION_7, 7)
    assert read(reply(volume_data(), version=None)).tool == Tool("unread", Silence.UNREAD, 7)


def test_another_version_is_said() -> None:
    snapshot = read(reply(controller_data()), reply(volume_data(), version="007.2000.0000.0000"))
    assert snapshot.tool.version == VERSION_7
    assert problems(snapshot) == ["CLI Version: another version, 007.2000.0000.0000, than the first capture's"]


def test_the_members_of_a_volume_are_those_listed_with_it() -> None:
    controller = only_controller(reply({**volume_data(), "PD LIST": [drive_row("252:9")]}))
    assert [drive.slot for drive in members(controller, controller.virtual_drives[0])] == ["252:0", "252:1", "252:2"]


def test_the_members_of_a_volume_are_else_those_of_its_group() -> None:
    rows = [drive_row("1:0"), drive_row("1:1", Med="SSD"), drive_row("1:2", DG=1), drive_row("1:3", State="DHS")]
    controller = only_controller(reply({"VD LIST": [volume_row()], "PD LIST": rows}))
    found = members(controller, controller.virtual_drives[0])
    assert [(drive.slot, str(drive.media)) for drive in found] == [("1:0", "hdd"), ("1:1", "ssd")]


def test_the_topology_names_the_members_of_a_group() -> None:
    topology = [{"DG": 0, "EID:Slot": "-", "Type": "RAID5"}, {"DG": 0, "EID:Slot": "1:1", "Type": "DRIVE"}]
    rows = [drive_row("1:0"), drive_row("1:1")]
    controller = only_controller(reply({"VD LIST": [volume_row()], "PD LIST": rows, "TOPOLOGY": topology}))
    assert [drive.slot for drive in members(controller, controller.virtual_drives[0])] == ["1:1"]


def test_a_volume_of_no_known_group_has_no_members() -> None:
    controller = only_controller(reply({"VD LIST": [volume_row(**{"DG/VD": "-/0"})], "PD LIST": [drive_row()]}))
    assert members(controller, controller.virtual_drives[0]) == ()


def test_a_byte_order_mark_in_the_text_is_no_noise() -> None:
    assert read("\ufeff" + reply(controller_data())).unread == ()


@given(st.text(max_size=300))
def test_no_text_raises(text: str) -> None:
    read(text)


@given(
    st.recursive(scalars, lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)), max_leaves=20)
)
def test_no_json_raises(value: Any) -> None:
    read(json.dumps(value), json.dumps({"Controllers": value}), json.dumps({"Command Status": value}))


@given(data_objects, st.sampled_from([VERSION_7, VERSION_8, None]), st.sampled_from([0, "0", None, "x", 1.5]))
def test_no_reply_raises_and_what_it_gives_can_be_stored(data: Any, version: str | None, number: Any) -> None:
    snapshot = read(reply(data, controller=number, version=version), reply(controller_data()))
    assert repr(snapshot).encode("utf-8")
    for controller in snapshot.controllers:
        assert all(
            volume.configured and members(controller, volume) is not None for volume in controller.virtual_drives
        )


@given(st.integers(min_value=0), st.sampled_from([VERSION_7, VERSION_8]))
def test_no_cut_raises_and_what_precedes_it_is_kept(cut: int, version: str) -> None:
    text = reply({**controller_data(), **volume_data(), "VD LIST": [volume_row(1)]}, version=version)
    length = cut % len(text)
    (whole,) = read(text).controllers
    for controller in read(text[:length]).controllers:
        assert controller.number == 0
        assert controller.model in (whole.model, Silence.UNREAD)
        assert {drive.slot for drive in controller.drives} <= {drive.slot for drive in whole.drives}
    if length > text.index('"Version"'):
        assert read(text[:length]).controllers[0].serial == whole.serial


@given(st.binary(max_size=40), st.integers(min_value=0))
def test_damage_in_the_middle_does_not_raise(damage: bytes, place: int) -> None:
    text = reply({**controller_data(), **volume_data()})
    at = place % len(text)
    read(text[:at] + damage.decode("latin-1") + text[at + len(damage) :])


@pytest.mark.parametrize(
    "hostile", ["{" * 200_000, '{"Controllers":' * 20_000, "[" * 200_000 + "]" * 200_000, "\n" * 300_000]
)
def test_hostile_texts_are_judged_soon(hostile: str) -> None:
    assert snapshot_from_captures([Capture("hostile", hostile)]).controllers == ()


def test_words_of_the_vendor_stop_at_the_door() -> None:
    text = repr(read(reply({**controller_data(), **volume_data()})).controllers)
    vendor = [word for word in ("Optl", "RWBD", "Onln", "Disk's Default", "WriteBack") if word in text]
    assert vendor == []
