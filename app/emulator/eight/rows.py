"""Rows that several commands of grammar 8 print: a volume, a drive, the topology."""

from __future__ import annotations

from typing import Any

from app.emulator import sizes
from app.emulator.build import DRIVES, coerced
from app.emulator.cards import facts_of
from app.emulator.effect import write_in_force
from app.emulator.state import Controller, Drive, Volume, drive_at, members_of

Row = dict[str, Any]

# State tells what a drive is for, Status how it does.
STATES = {
    "Onln": ("Conf", "Online"),
    "Failed": ("Conf", "Failed"),
    "Rbld": ("Conf", "Rebuild"),
    "Msng": ("Conf", "Missing"),
    "UGood": ("UConf", "Good"),
    "UBad": ("UConf", "Bad"),
    "GHS": ("GHS", "Good"),
    "JBOD": ("JBOD", "Online"),
}
_READ = {"ra": "R", "nora": "NR", "adaptive": "R"}
_PDC = {"default": "dflt", "on": "enbl", "off": "dsbl"}
_FIRST_ID = 285  # persistent ids are numbers of three digits


def pid(drive: Drive) -> int:
    """What grammar 8 prints in the place of a device id."""
    return _FIRST_ID + int(drive["number"])


def volume_row(controller: Controller, volume: Volume) -> Row:
    """What is in force and what was configured, side by side; no I/O policy."""
    read = _READ[volume["rdcache"]]
    now = write_in_force(controller, facts_of(controller), volume).upper()
    return {
        "DG/VD": f"{volume['group']}/{volume['number']}",
        "TYPE": volume["level"].upper(),
        "State": volume["state"],
        "Access": volume["access"],
        "CurrentCache": f"{read},{now}",
        "DefaultCache": f"{read},{volume['wrcache'].upper()}",
        "Size": sizes.printed(volume["sectors"], binary_names=True),
        "Name": volume["name"],
    }


def drive_row(drive: Drive) -> Row:
    """One line of PD LIST; a long model is cut."""
    (model, _, interface, medium, *_), (state, status) = DRIVES[drive["product"]], STATES[drive["state"]]
    return {
        "EID:Slt": drive["slot"],
        "PID": pid(drive),
        "State": state,
        "Status": status,
        "DG": "-" if drive["group"] is None else drive["group"],
        "Size": sizes.printed(coerced(drive["product"]), binary_names=True),
        "Intf": interface,
        "Med": medium,
        "SED_Type": "-",
        "SeSz": "512B",
        "Model": model[:20],
        "Sp": "U",
        "LU/NS Count": 1,
        "Alt-EID": "-",
    }


def unit_row(drive: Drive) -> Row:
    """One line of LU/NS LIST."""
    status = STATES[drive["state"]][1]
    size = sizes.printed(coerced(drive["product"]), binary_names=True)
    return {"PID": pid(drive), "LUN/NSID": "0/-", "Status": status, "Size": size}


def volume_members(controller: Controller, volume: Volume) -> list[Row]:
    """The ``PDs`` of a volume."""
    return [drive_row(drive) for drive in members_of(controller, volume)]


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
    level, spans = str(volumes[0]["level"]), len(group["spans"])
    inner = level[:-1] if spans > 1 and span != "-" else level
    sectors = sum(volume["sectors"] for volume in volumes) // (spans if span != "-" else 1)
    cells = {"DG": group["number"], "Span": span, "Row": "-", "EID:Slot": "-", "PID": "-", "Type": inner.upper()}
    return _cells(controller, group, {**cells, "State": "-", "Status": "-"}, sectors, "N")


def _leaf(controller: Controller, group: Row, span: int, row: int, slot: str) -> Row:
    drive = drive_at(controller, slot)
    state, status = STATES["Msng" if drive is None else drive["state"]]
    number, sectors = ("-", 0) if drive is None else (pid(drive), coerced(drive["product"]))
    cells = {"DG": group["number"], "Span": span, "Row": row, "EID:Slot": slot, "PID": number, "Type": "DRIVE"}
    return _cells(controller, group, {**cells, "State": state, "Status": status}, sectors, "-")


def _cells(controller: Controller, group: Row, cells: Row, sectors: int, free: str) -> Row:
    of_group = [one for one in controller["volumes"] if one["group"] == group["number"]]
    return {
        **cells,
        "BT": "Y" if any(one["operation"] for one in of_group) else "N",
        "Size": sizes.printed(sectors, binary_names=True),
        "PDC": _PDC[group["pdcache"]],
        "Secured": "N",
        "FSpace": free,
    }


def enclosure_rows(controller: Controller) -> list[Row]:
    """One row an enclosure that holds drives."""
    numbers = sorted({int(drive["slot"].partition(":")[0]) for drive in controller["drives"]})
    return [_enclosure(controller, number) for number in numbers]


def _enclosure(controller: Controller, number: int) -> Row:
    held = sum(1 for drive in controller["drives"] if drive["slot"].startswith(f"{number}:"))
    return {
        "EID": number,
        "State": "OK",
        "DeviceType": "Enclosure",
        "Slots": max(12, held),
        "PD": held,
        "Partner-EID": "-",
        "Multipath": "No",
        "PS": 1,
        "Fans": 0,
        "TSs": 3,
        "Alms": 1,
        "SIM": 0,
        "ProdID": "Backplane       ",
    }
