from typing import Any

import pytest

from app.collector.notes import Notes
from app.collector.storcli.drives import natural, slot
from app.collector.storcli.fields import Fields
from app.core.hardware import Drive
from app.core.policies import Interface, Media
from app.core.reading import Silence
from tests.collector.samples import VERSION_8, drive_row, drive_row_8, only_controller, problems, read, reply

UNREAD = Silence.UNREAD


def drives(data: dict[str, Any], version: str | None = None) -> dict[str, Drive]:
    return {drive.slot: drive for drive in only_controller(reply(data, version=version)).drives}


def first(**changes: Any) -> Drive:
    return drives({"PD LIST": [drive_row(**changes)]})["252:0"]


def detailed(path: str = "/c0/e252/s0", **attributes: Any) -> dict[str, Any]:
    return {
        f"Drive {path}": [drive_row()],
        f"Drive {path} - Detailed Information": {
            f"Drive {path} State": {"Media Error Count": 0},
            f"Drive {path} Device attributes": {
                "SN": "    INV0001 ",
                "Model Number": "INVENTED 1000 LONGER THAN 20",
                "WWN": "5000ABCD00000001",
                **attributes,
            },
            "Inquiry Data": "00 00",
        },
    }


def test_a_row_of_the_drive_list() -> None:
    drive = first()
    assert (drive.state, drive.drive_group, drive.model) == ("online", 0, "INVENTED 1000")
    assert (drive.media, drive.interface, drive.size_bytes) == (Media.HDD, Interface.SAS, 2**40)
    assert (drive.rpm, drive.serial, drive.wwn, drive.write_cache) == (UNREAD, UNREAD, UNREAD, UNREAD)


@pytest.mark.parametrize("key", ["PD LIST", "Drive Information", "DG Drive LIST", "UN-CONFIGURED DRIVE LIST"])
def test_every_list_of_drives_is_read(key: str) -> None:
    assert set(drives({key: [drive_row("32:4")]})) == {"32:4"}


@pytest.mark.parametrize(
    ("printed", "place"),
    [("252:0", "252:0"), (" 252 : 11", "252:11"), (" :4", "4"), ("-:4", "4"), ("4", "4"), ("", None), ("-", None)],
)
def test_a_drive_without_enclosure_has_the_slot_alone(printed: str, place: str | None) -> None:
    assert slot(Fields({"EID:Slt": printed}, "", Notes("c"))) == place


def test_a_drive_without_a_slot_is_said() -> None:
    assert "a drive without its slot" in problems(read(reply({"PD LIST": [{"State": "Onln"}]})))[0]


@pytest.mark.parametrize(
    ("printed", "group"),
    [(0, 0), ("1", 1), ("-", Silence.ABSENT), ("F", Silence.ABSENT), (None, UNREAD)],
)
def test_a_drive_is_in_a_group_or_in_none(printed: object, group: object) -> None:
    assert first(DG=printed).drive_group == group


def test_a_solid_state_drive_on_nvme_is_nvme() -> None:
    assert first(Intf="NVMe", Med="SSD").media is Media.NVME
    assert first(Intf="SATA", Med="SSD").media is Media.SSD


def test_a_word_nobody_knows_is_unread_and_said() -> None:
    snapshot = read(reply({"PD LIST": [drive_row(Med="Tape", State="Wobbly")]}))
    (drive,) = snapshot.controllers[0].drives
    assert (drive.media, drive.state) == (UNREAD, UNREAD)
    assert len(snapshot.unread) == 2


def test_details_fill_what_the_list_does_not_tell() -> None:
    drive = drives(detailed(**{"Write cache": "Enabled"}))["252:0"]
    assert (drive.serial, drive.wwn) == ("INV0001", "5000abcd00000001")
    assert drive.model == "INVENTED 1000 LONGER THAN 20"
    assert (drive.write_cache, drive.state) == (True, "online")


def test_a_write_cache_that_does_not_apply_is_unread() -> None:
    assert drives(detailed(**{"Write Cache": "N/A"}))["252:0"].write_cache is UNREAD


def test_a_direct_attached_drive_has_no_enclosure_in_its_path() -> None:
    data = {"Drive /c1/s4 - Detailed Information": {"Drive /c1/s4 Device attributes": {"SN": "INV4"}}}
    (drive,) = only_controller(reply(data, controller=1)).drives
    assert (drive.slot, drive.serial) == ("4", "INV4")


def test_details_without_attributes_are_survived() -> None:
    assert drives({"Drive /c0/e1/s4 - Detailed Information": {}})["1:4"] == Drive("1:4")


@pytest.mark.parametrize(
    ("state", "status", "ours"),
    [
        ("Conf", "Online", "online"),
        ("UConf", "Good", "unconfigured_good"),
        ("JBOD", "Online", "jbod"),
        ("Conf", "Wobbly", UNREAD),
    ],
)
def test_grammar_8_splits_what_a_drive_is_for_from_how_it_does(state: str, status: str, ours: object) -> None:
    data = {"PD LIST": [drive_row_8(State=state, Status=status)]}
    assert drives(data, VERSION_8)["306:0"].state == ours


def test_an_entry_of_the_grammar_8_list_tells_speed_and_write_cache() -> None:
    details = {
        "Serial Number": "INV9",
        "Model": "INVENTED 9000   ",
        "WWN": "5000ABCD00000009",
        "Hard Disk Drive RPM": 7200,
        "LU/NS Properties": {"Current Write Cache": "Off"},
    }
    entries = [
        {"Drive Information": drive_row_8(), "Drive Detailed Information": details},
        {"Drive Information": drive_row_8("306:1", Model="-")},
    ]
    found = drives({"Drives List": entries}, VERSION_8)
    assert (found["306:0"].rpm, found["306:0"].write_cache) == (7200, False)
    assert (found["306:0"].serial, found["306:0"].wwn) == ("INV9", "5000abcd00000009")
    assert (found["306:1"].rpm, found["306:1"].model) == (UNREAD, UNREAD)


def test_drives_sort_by_the_numbers_of_their_slots() -> None:
    data = {"PD LIST": [drive_row(place) for place in ("252:10", "252:9", "4", "x:y")]}
    assert list(drives(data)) == ["x:y", "4", "252:9", "252:10"]
    assert natural("252:x") == (252,)
