from __future__ import annotations

import pytest

from app.core.hardware import Controller, Tool
from app.exports.tools import binary_of, tool_for, tool_of_vendor


@pytest.mark.parametrize(
    ("pci_id", "subsystem", "tool"),
    [
        ("1000:00a5", "1000:4620", "storcli2"),
        ("1000:00a5", "1028:2114", "perccli2"),
        ("1000:00b3", "1000:0001", "storcli2"),
        ("1000:005d", "1028:1f47", "perccli"),
        ("1000:005d", "8086:9360", "storcli"),
        ("1000:10e2", "1137:02f8", "storcli"),
    ],
)
def test_the_pci_device_decides_and_then_its_vendor(pci_id: str, subsystem: str, tool: str) -> None:
    assert tool_for(Controller(0, pci_id=pci_id, pci_subsystem=subsystem), Tool("storcli", grammar=7)) == tool


def test_without_pci_ids_the_tool_that_read_it_is_taken() -> None:
    assert tool_for(Controller(0), Tool("perccli2")) == "perccli2"


@pytest.mark.parametrize(
    ("model", "tool", "name"),
    [
        ("PERC H730P Adapter", None, "perccli"),
        ("PERC H965i", Tool("unread", grammar=8), "perccli2"),
        ("MegaRAID 9660-16i", Tool("unread", grammar=8), "storcli2"),
        ("MegaRAID 9361-8i", Tool("unread"), "storcli"),
    ],
)
def test_the_name_of_the_model_tells_the_vendor(model: str, tool: Tool | None, name: str) -> None:
    assert tool_for(Controller(0, model=model), tool) == name


def test_a_controller_that_says_nothing_takes_the_widest_tool() -> None:
    assert tool_for(Controller(0)) == "storcli"
    assert tool_for(Controller(0, pci_id="1000:005d", model="PERC H730")) == "perccli"


@pytest.mark.parametrize(
    ("tool", "vendor", "name"),
    [
        ("storcli", "Dell", "perccli"),
        ("storcli2", "1028", "perccli2"),
        ("storcli", "cisco", "storcli"),
        ("megacli", "dell", "megacli"),
        ("storcli", None, "storcli"),
    ],
)
def test_dell_renames_the_two_tools(tool: str, vendor: str | None, name: str) -> None:
    assert tool_of_vendor(tool, vendor) == name


def test_every_tool_has_a_binary() -> None:
    assert [binary_of(tool) for tool in ("storcli", "perccli", "storcli2", "perccli2", "megacli")] == [
        "storcli64",
        "perccli64",
        "storcli2",
        "perccli2",
        "MegaCli64",
    ]
    with pytest.raises(ValueError, match="known: storcli"):
        binary_of("sas3ircu")
