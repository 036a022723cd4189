"""Rows that several commands of grammar 7 print: a volume, a drive, the topology, an enclosure."""

from __future__ import annotations

from typing import Any

from app.emulator import sizes
from app.emulator.build import DRIVES, coerced
from app.emulator.cards import facts_of
from app.emulator.effect import write_in_force
from app.emulator.state import Controller, Drive, Volume, drive_at, members_of
from app.emulator.tools import ALWAYS_WRITE_BACK

Row = dict[str, Any]

_READ = {"ra": "R", "nora": "NR", "adaptive": "Ra"}
_PDC = {"default": "dflt", "on": "enbl", "off": "dsbl"}
_OPERATIONS = {"cc": "Consistency Check", "bgi": "Background Initialization", "init": "Initialization"}


def cache_word(controller: Controller, volume: Volume) -> str:
    """``RWBD``: what is in force, whatever was configured."""
    facts = facts_of(controller)
    write = write_in_force(controller, facts, volume).upper()
    write = ALWAYS_WRITE_BACK[facts["family"]][0].upper() if write == "AWB" else write
    return _READ[volume["rdcache"]] + write + ("C" if volume["iopolicy"] == "cached" else "D")


def volume_row(controller: Controller, volume: Volume) -> Row:
    """One line of VD LIST. Builds of 2014 have no column for CacheCade."""
    facts = facts_of(controller)
    found = {
        "DG/VD": f"{volume['group']}/{volume['number']}",
        "TYPE": "Cac0" if volume["cachecade"] == "cache" else volume["level"].upper(),
        "State": volume["state"],
        "Access": volume["access"],
        "Consist": "Yes" if volume["consistent"] else "No",
        "Cache": cache_word(controller, volume),
        "Cac": "R" if volume["cachecade"] else "-",
        "sCC": "OFF" if facts["oem"] == "Dell" else "ON",
        "Size": sizes.printed(volume["sectors"]),
        "Name": volume["name"],
    }
    if facts["old"]:
        del found["Cac"]
    return found


def printed_slot(slot: str) -> str:
    """``252:0``; a drive without enclosure has a blank in its place."""
    return slot if ":" in slot else f" :{slot}"


def drive_row(controller: Controller, drive: Drive) -> Row:
    """One line of PD LIST. Builds of 2014 have no column for the type; an HBA says N/A to what RAID has."""
    facts, (model, _, interface, medium, *_) = facts_of(controller), DRIVES[drive["product"]]
    found = {
        "EID:Slt": printed_slot(drive["slot"]),
        "DID": drive["number"],
        "State": drive["state"],
        "DG": "-" if drive["group"] is None else drive["group"],
        "Size": sizes.printed(coerced(drive["product"])),
        "Intf": interface,
        "Med": medium,
        "SED": "N",
        "PI": "N",
        "SeSz": "512B",
        "Model": model,
        "Sp": "U",
        "Type": "-",
    }
    if facts["old"]:
        del found["Type"]
    return found


def topology(controller: Controller) -> list[Row]:
    """Groups, their spans, their drives, printed flat."""
    found: list[Row] = []
    for group in controller["groups"]:
        volumes = [one for one in controller["volumes"] if one["group"] == group["number"]]
        if not volumes:
            continue
        found.append(_branch(controller, group, volumes, "-"))
        for index, span in enumerate(group["spans"]):
            found.append(_branch(controller, group, volumes, index))
            found.extend(_leaf(controller, group, index, row, slot) for row, slot in enumerate(span))
    return found


def _branch(controller: Controller, group: Row, volumes: list[Volume], span: Any) -> Row:
    level, spanned = str(volumes[0]["level"]), len(group["spans"]) > 1
    inner = level[:-1] if spanned and span != "-" else level
    sectors = sum(volume["sectors"] for volume in volumes) // (len(group["spans"]) if span != "-" else 1)
    cells = {"DG": group["number"], "Arr": span, "Row": "-", "EID:Slot": "-", "DID": "-", "Type": inner.upper()}
    return _branch_cells(controller, group, cells, volumes[0]["state"], sectors, "N")


def _leaf(controller: Controller, group: Row, span: int, row: int, slot: str) -> Row:
    drive = drive_at(controller, slot)
    number = "-" if drive is None else drive["number"]
    cells = {
        "DG": group["number"],
        "Arr": span,
        "Row": row,
        "EID:Slot": printed_slot(slot),
        "DID": number,
        "Type": "DRIVE",
    }
    state, sectors = ("Msng", 0) if drive is None else (drive["state"], coerced(drive["product"]))
    return _branch_cells(controller, group, cells, state, sectors, "-")


def _branch_cells(controller: Controller, group: Row, cells: Row, state: str, sectors: int, free: str) -> Row:
    found = {
        **cells,
        "State": state,
        "BT": "Y" if _busy(controller, group["number"]) else "N",
        "Size": sizes.printed(sectors),
        "PDC": _PDC[group["pdcache"]],
        "PI": "N",
        "SED": "N",
        "DS3": "none",
        "FSpace": free,
        "TR": "N",
    }
    if facts_of(controller)["old"]:
        del found["TR"]
    return found


def _busy(controller: Controller, group: int) -> bool:
    volumes = (one["operation"] for one in controller["volumes"] if one["group"] == group)
    drives = (one.get("rebuild") for one in controller["drives"] if one["group"] == group)
    return any(volumes) or any(drives)


def operation_text(operation: dict[str, Any] | None, done: int) -> str:
    """``Consistency Check (36%)``; ``None`` where nothing runs."""
    return f"{_OPERATIONS.get(operation['kind'], operation['kind'].title())} ({done}%)" if operation else "None"


def enclosure_rows(controller: Controller) -> list[Row]:
    """One row an enclosure that holds drives."""
    numbers = sorted({int(drive["slot"].partition(":")[0]) for drive in controller["drives"] if ":" in drive["slot"]})
    return [_enclosure(controller, number) for number in numbers]


def _enclosure(controller: Controller, number: int) -> Row:
    held = sum(1 for drive in controller["drives"] if drive["slot"].startswith(f"{number}:"))
    return {
        "EID": number,
        "State": "OK",
        "Slots": max(8, held),
        "PD": held,
        "PS": 0,
        "Fans": 0,
        "TSs": 0,
        "Alms": 0,
        "SIM": 1,
        "Port#": "-",
        "ProdID": "SGPIO",
        "VendorSpecific": " ",
    }


def volume_members(controller: Controller, volume: Volume) -> list[Row]:
    """``PDs for VD 0``."""
    return [drive_row(controller, drive) for drive in members_of(controller, volume)]
