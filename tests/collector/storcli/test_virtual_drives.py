from typing import Any

import pytest

from app.core.hardware import Policies, VirtualDrive
from app.core.policies import DiskCachePolicy, IoPolicy, RaidLevel, ReadPolicy, WritePolicy
from app.core.reading import Silence
from tests.collector.samples import (
    VERSION_8,
    controller_data,
    drive_row_8,
    only_controller,
    only_volume,
    problems,
    properties,
    read,
    reply,
    volume_data,
    volume_row,
    volume_row_8,
)

UNREAD = Silence.UNREAD
BACK, THROUGH = WritePolicy.PROTECTED_WRITE_BACK, WritePolicy.WRITE_THROUGH
ALWAYS = WritePolicy.UNPROTECTED_WRITE_BACK


def volume_8(properties_8: dict[str, Any] | None = None, members: int = 1, **changes: Any) -> VirtualDrive:
    entry = {
        "VD Info": volume_row_8(**changes),
        "PDs": [drive_row_8(f"306:{index}") for index in range(members)],
        "VD Properties": {
            "Strip Size": "256 KiB",
            "Span Depth": 1,
            "Number of Drives": 1,
            "Drive Write Cache Policy": "Disabled",
            "Init State": "No Init",
            "Morphing": "No",
            "SCSI NAA Id": "600ABC",
            **(properties_8 or {}),
        },
    }
    return only_volume(reply({"Virtual Drives": [entry]}, controller="0", version=VERSION_8))


def test_show_all_of_one_volume() -> None:
    volume = only_volume(reply(volume_data(228, volume_row(228, 3))))
    assert (volume.number, volume.drive_group, volume.raid_level) == (228, 3, RaidLevel.RAID5)
    assert (volume.state, volume.access, volume.size_bytes, volume.name) == ("optimal", "read_write", 2 * 2**40, "")
    assert (volume.strip_size_kib, volume.span_depth, volume.drives_per_span) == (256, 1, 3)
    assert volume.drives == ("252:0", "252:1", "252:2")
    assert (volume.os_device, volume.wwn) == ("/dev/sdz", "6abcdef0123456789")
    assert (volume.active_operation, volume.cachecade) == (Silence.ABSENT, False)


def test_the_column_is_in_effect_and_the_initial_setting_is_configured() -> None:
    # A card without its battery prints WriteBack in the properties and RWTD in the column.
    volume = only_volume(reply(volume_data(0, volume_row(Cache="RWTD"))))
    default = DiskCachePolicy.DRIVE_DEFAULT
    assert volume.in_effect == Policies(ReadPolicy.READ_AHEAD, THROUGH, IoPolicy.DIRECT, default)
    assert volume.configured == Policies(ReadPolicy.READ_AHEAD, BACK, IoPolicy.DIRECT, default)


def test_a_list_without_properties_leaves_the_configured_write_policy_unread() -> None:
    for key in ("VD LIST", "Virtual Drives"):
        volume = only_volume(reply({key: [volume_row()]}))
        assert (volume.in_effect.write, volume.configured.write) == (BACK, UNREAD)
        assert volume.strip_size_kib is UNREAD


def test_always_write_back_in_effect_was_asked_for() -> None:
    volume = only_volume(reply(volume_data(0, volume_row(Cache="RAWBD"))))
    assert (volume.configured.write, volume.in_effect.write) == (ALWAYS, ALWAYS)


@pytest.mark.parametrize("strip", [("1.000 MB", 1024), ("64kB", 64), ("-", UNREAD), ("huge", UNREAD)])
def test_strip_sizes_are_kib(strip: tuple[str, object]) -> None:
    assert only_volume(reply(volume_data(**{"Strip Size": strip[0]}))).strip_size_kib == strip[1]


def test_an_unknown_cache_column_is_said_and_not_guessed() -> None:
    snapshot = read(reply({"VD LIST": [volume_row(Cache="QWERTY")]}))
    assert snapshot.controllers[0].virtual_drives[0].in_effect == Policies()
    assert problems(snapshot) == ["Controllers[0]/Response Data/VD LIST[0]/Cache: unknown cache policies 'QWERTY'"]


def test_a_volume_without_a_cache_column_has_unread_policies() -> None:
    row = {key: value for key, value in volume_row().items() if key not in ("Cache", "Cac")}
    volume = only_volume(reply({"VD LIST": [row]}))
    assert (volume.in_effect, volume.cachecade) == (Policies(), UNREAD)


def test_an_io_policy_the_controller_cannot_set_is_unsupported() -> None:
    # 9560-8i: "IO Policy" : "No", and a D in the column all the same.
    operations = {"Supported VD Operations": {"IO Policy": "No"}}
    volume = only_volume(reply(controller_data(**operations)), reply(volume_data()))
    assert (volume.in_effect.io, volume.configured.io) == (Silence.UNSUPPORTED, Silence.UNSUPPORTED)


@pytest.mark.parametrize(
    ("column", "kind", "expected"), [("-", "RAID5", False), ("1", "RAID5", True), ("-", "Cac1", True)]
)
def test_cachecade_shows_in_a_column_or_in_the_type(column: str, kind: str, expected: bool) -> None:
    assert only_volume(reply({"VD LIST": [volume_row(Cac=column, TYPE=kind)]})).cachecade is expected


def test_a_running_operation_keeps_its_name() -> None:
    data = volume_data(**{"Active Operations": "Consistency Check (36%)"})
    assert only_volume(reply(data)).active_operation == "consistency_check"


def test_the_number_of_blocks_of_a_group_may_be_missing() -> None:
    volume = only_volume(reply({"VD LIST": [volume_row(**{"DG/VD": "-/5"})]}))
    assert (volume.number, volume.drive_group) == (5, UNREAD)


@pytest.mark.parametrize("printed", ["5", "a/b", "-", None])
def test_a_volume_without_its_number_is_said(printed: object) -> None:
    snapshot = read(reply({"VD LIST": [volume_row(**{"DG/VD": printed})]}))
    assert snapshot.controllers[0].virtual_drives == ()
    assert "a virtual drive without its number" in problems(snapshot)[0]


def test_the_path_tells_the_number_where_the_row_does_not() -> None:
    assert only_volume(reply({"/c0/v7": [volume_row(**{"DG/VD": "-"})]})).number == 7


def test_a_name_that_is_no_text_is_unread() -> None:
    assert only_volume(reply({"VD LIST": [volume_row(Name=None)]})).name is UNREAD


def test_properties_and_members_stand_without_their_row() -> None:
    volume = only_volume(reply({"VD9 Properties": properties()}))
    assert (volume.number, volume.strip_size_kib, volume.raid_level) == (9, 256, UNREAD)
    assert only_volume(reply({"PDs for VD 9": []})).number == 9


def test_grammar_8_prints_current_and_default_apart() -> None:
    volume = volume_8()
    disabled = DiskCachePolicy.DISABLED
    assert volume.in_effect == Policies(ReadPolicy.NO_READ_AHEAD, THROUGH, Silence.UNSUPPORTED, disabled)
    assert volume.configured == Policies(ReadPolicy.NO_READ_AHEAD, BACK, Silence.UNSUPPORTED, disabled)
    assert (volume.strip_size_kib, volume.wwn, volume.drives) == (256, "600abc", ("306:0",))
    assert (volume.cachecade, volume.active_operation) == (Silence.UNSUPPORTED, UNREAD)


def test_grammar_8_tells_a_reconstruction() -> None:
    assert volume_8({"Morphing": "Yes"}).active_operation == "reconstruction"


@pytest.mark.parametrize(
    ("spans", "printed", "listed", "each"),
    [(1, 3, 3, 3), (1, 3, 0, 3), (2, 4, 4, 2), (2, 2, 4, 2), (2, 4, 0, UNREAD), ("-", 4, 4, UNREAD), (0, 4, 4, UNREAD)],
)
def test_the_list_decides_whether_grammar_8_counts_all_drives(
    spans: object, printed: int, listed: int, each: object
) -> None:
    volume = volume_8({"Span Depth": spans, "Number of Drives": printed}, members=listed)
    assert volume.drives_per_span == each


def test_a_grammar_8_entry_without_its_number_is_left_out() -> None:
    data = {"Virtual Drives": [{"VD Info": {"DG/VD": "-"}, "PDs": [], "VD Properties": {}}]}
    assert only_controller(reply(data, version=VERSION_8)).virtual_drives == ()


def test_a_count_of_volumes_is_no_list() -> None:
    assert only_controller(reply({"Virtual Drives": 1, "VD LIST": [volume_row(3)]})).virtual_drives[0].number == 3
