"""Which tool is run: by PCI id, then by what is there; MegaCli never."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.collector.places import VARIABLES, Places, machine, places_of
from app.collector.refusals import RefusedError
from app.collector.tools import PciCard, Tool, chosen, installed, pci_cards

ALL = {name: f"/opt/{name}" for name in ("storcli", "perccli", "storcli2", "perccli2")}


def card(device: str, subvendor: str = "1000", address: str = "0000:03:00.0") -> PciCard:
    return PciCard(address, "1000", device, subvendor)


@pytest.mark.parametrize(
    ("cards", "names"),
    [
        ([card("005d")], ["storcli"]),
        ([card("10e2", "1028")], ["perccli"]),
        ([card("00a5")], ["storcli2"]),
        ([card("00a5", "1028")], ["perccli2"]),
        ([card("005d"), card("00a5")], ["storcli", "storcli2"]),
        ([card("005d"), card("0097")], ["storcli"]),
        ([card("10e2", "1028"), card("005d", "1137")], ["storcli"]),
    ],
)
def test_the_cards_decide(cards: list[PciCard], names: list[str]) -> None:
    assert [tool.name for tool in chosen(cards, ALL, None)] == names


def test_a_dell_card_takes_broadcoms_tool_where_dells_is_missing_and_the_other_way_round() -> None:
    assert chosen([card("005d", "1028")], {"storcli": "/s"}, None) == (Tool("storcli", "/s"),)
    assert chosen([card("005d")], {"perccli": "/p"}, None) == (Tool("perccli", "/p"),)


@pytest.mark.parametrize(
    ("cards", "present", "wanted", "name", "says"),
    [
        ([card("0097")], ALL, None, "only_hba", "1000:0097 at 0000:03:00.0"),
        ([card("10e2")], {"storcli2": "/2"}, None, "no_tool", "install storcli"),
        ([card("00a5")], {"storcli": "/s"}, None, "no_tool", "RAIDWISE_STORCLI2"),
        ([card("0079")], {}, None, "only_megacli", "printed and never run"),
        ([card("0079"), card("10e2")], {}, None, "no_tool", "install storcli"),
        ([], {}, None, "no_tool", "PCI bus shows no MegaRAID card"),
        ([], {"storcli": "/s", "perccli": "/p"}, None, "two_tools", "perccli and storcli are here"),
        ([], {"storcli": "/s"}, "perccli2", "no_tool", "perccli2 is not installed"),
    ],
)
def test_what_cannot_be_chosen_is_told(
    cards: list[PciCard], present: dict[str, str], wanted: str | None, name: str, says: str
) -> None:
    with pytest.raises(RefusedError) as caught:
        chosen(cards, present, wanted)

    assert (caught.value.name, says in str(caught.value)) == (name, True), str(caught.value)


def test_the_operators_word_and_a_single_tool_need_no_card() -> None:
    assert chosen([], ALL, "perccli") == (Tool("perccli", "/opt/perccli"),)
    assert chosen([], {"storcli2": "/2"}, None)[0].grammar == 8


def sysfs(directory: Path, *cards: tuple[str, str, str, str]) -> str:
    for number, (kind, vendor, device, subvendor) in enumerate(cards):
        place = directory / "bus" / "pci" / "devices" / f"0000:0{number}:00.0"
        place.mkdir(parents=True)
        names = ("class", "vendor", "device", "subsystem_vendor")
        for name, text in zip(names, (kind, vendor, device, subvendor), strict=True):
            (place / name).write_text(f"{text}\n")
    return str(directory)


def test_storage_controllers_of_broadcom_are_found_in_sysfs(tmp_path: Path) -> None:
    found = pci_cards(
        sysfs(
            tmp_path,
            ("0x010400", "0x1000", "0x005D", "0x1028"),
            ("0x020000", "0x1000", "0x005d", "0x1000"),
            ("0x010400", "0x9005", "0x028d", "0x9005"),
        )
    )

    assert found == [PciCard("0000:00:00.0", "1000", "005d", "1028")]


def test_a_bus_that_cannot_be_read_tells_nothing(tmp_path: Path) -> None:
    assert pci_cards(str(tmp_path)) == []
    (tmp_path / "bus" / "pci" / "devices" / "0000:00:00.0").mkdir(parents=True)
    assert pci_cards(str(tmp_path)) == []


def test_tools_are_found_by_variable_and_by_path(tmp_path: Path) -> None:
    for name in ("storcli64", "mine"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)

    found = installed({"PATH": str(tmp_path), "RAIDWISE_PERCCLI": str(tmp_path / "mine"), "RAIDWISE_STORCLI2": "/none"})

    assert found == {"storcli": str(tmp_path / "storcli64"), "perccli": str(tmp_path / "mine")}


def test_the_environment_moves_every_place(tmp_path: Path) -> None:
    moved = places_of({variable: f"/x/{name}" for name, variable in VARIABLES.items()})

    assert moved == Places("/x/state", "/x/config", "/x/locks", "/x/sysfs", "/x/machine_id")
    assert (moved.inbox, moved.work, moved.stop) == ("/x/state/plans", "/x/state/work", "/x/config/stop")
    assert places_of({"RAIDWISE_STATE_DIR": ""}) == Places()


def test_a_host_has_a_name_that_tells_nothing_of_it(tmp_path: Path) -> None:
    (tmp_path / "id").write_text("0123\n")
    named = machine(Places(machine_id=str(tmp_path / "id")))

    assert (len(named), "0123" in named) == (32, False)
    assert machine(Places(machine_id=str(tmp_path / "none"))) == machine(Places(machine_id=str(tmp_path / "none")))
