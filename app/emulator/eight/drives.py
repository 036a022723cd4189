"""``/cX/eX/sX show`` of grammar 8."""

from __future__ import annotations

from typing import Any

from app.emulator import sizes
from app.emulator.answers import Entry
from app.emulator.build import DRIVES, coerced, inquiry, raw_sectors
from app.emulator.clock import in_words
from app.emulator.effect import percent, value_of
from app.emulator.eight.rows import drive_row, pid, unit_row
from app.emulator.seven.drives import position, slots_of
from app.emulator.state import Controller, Drive, drive_at

_PROGRESS = ("rebuild", "replace", "initialization", "erase")
_ERASE = ("Supported Erase Types", "Aue Supported Erase Types")
_UNMAP = ("Single Drive RAID 0 VDs", "RAID 0 VDs", "RAID 1 VDs", "RAID 5/6 VDs")


def show(controller: Controller, path: dict[str, str], words: tuple[str, ...], at: float) -> Entry | None:
    """The answer for these slots; None where the words are not known."""
    slots = slots_of(controller, path)
    missing = [slot for slot in slots if drive_at(controller, slot) is None]
    if missing or not slots:
        rows = [_row(slot, "-", "CLI", 255, "Drive not found") for slot in missing]
        return Entry(controller["number"], None, "No PD found.", rows, ok=False)
    drives = [drive for slot in slots for drive in [drive_at(controller, slot)] if drive]
    if len(words) == 1 and words[0] in _PROGRESS:
        data = [_progress(controller, drive, words[0], at) for drive in drives]
        return Entry(controller["number"], data, f"Show Drive {words[0].title()} Status Succeeded.")
    if words not in ((), ("all",)):
        return None
    entries = [_all(controller, drive) if words else _short(drive) for drive in drives]
    return Entry(controller["number"], {"Drives List": entries}, "Show Drive Information Succeeded.")


def _row(slot: str, number: Any, kind: str, code: int, message: str) -> dict[str, Any]:
    found = {"EID:Slt": slot, "PID": number, "Status": "Failure", "ErrType": kind}
    return {**found, "ErrCd": code, "ErrMsg": message}


def _progress(controller: Controller, drive: Drive, kind: str, at: float) -> dict[str, Any]:
    enclosure, _, number = drive["slot"].partition(":")
    running = drive.get("rebuild") if kind == "rebuild" else None
    left = running["started"] + running["seconds"] - at if running else 0
    return {
        "Drive-ID": f"/c{controller['number']}/e{enclosure}/s{number}",
        "Progress%": percent(running, at) if running else "-",
        "Status": "In progress" if running else "Not in progress",
        "Estimated Time Left": in_words(left) if running else "-",
    }


def _short(drive: Drive) -> dict[str, Any]:
    return {"Drive Information": drive_row(drive), "LU/NS Information": [unit_row(drive)]}


def _all(controller: Controller, drive: Drive) -> dict[str, Any]:
    return {**_short(drive), "Drive Detailed Information": _details(controller, drive)}


def _details(controller: Controller, drive: Drive) -> dict[str, Any]:
    model, maker, interface, _, rpm, _, firmware, physical = DRIVES[drive["product"]]
    speed = {"SAS": "12.0Gb/s", "SATA": "6.0Gb/s", "NVMe": "16.0GT/s"}[interface]
    found = {
        "Shield Counter": 0,
        "Temperature(C)": 30 + drive["number"] % 9,
        "Serial Number": drive["serial"],
        "Vendor": maker,
        "Model": model,
        "WWN": drive["wwn"],
        "Firmware Revision Level": firmware,
        "Firmware Release Number": "N/A",
        **_size(drive, physical),
        "Capable Speed": speed,
        "Capable Link Width": "x1",
        "Negotiated Link Width": "x1",
        "Drive position": position(controller, drive),
        "Sequence Number": 2,
        "Commissioned Spare": "No",
        "Emergency Spare": "No",
        "Successful Shield Diagnostics completed on(Localtime yyyy/mm/dd hh:mm:sec)": "NA",
        "SED Capable": "No",
        "ISE Capable": "No",
        **({} if drive["group"] is not None else dict.fromkeys(_ERASE, "Sanitize Overwrite")),
        **{f"Unmap Capable for {name}": "No" for name in _UNMAP},
        "Unmap Capable": "No",
        **{f"Writesame Unmap Capable for {name}": "No" for name in _UNMAP},
        "Writesame Unmap Capable": "No",
        "T10 Power Mode": "Yes",
        "Needs EKM Attention": "No",
        "Secured By EKM": "No",
        "Certified": "Yes",
        "Supported Data Format": "None",
        "Hard Disk Drive RPM": rpm,
        "Device port count": 1,
        "Path Information": [_path(drive, speed)],
        "Connector Information": [_connector("C0.0"), _connector("C0.1")],
        "LU/NS Properties": _unit(controller, drive, physical),
        "Inquiry Data": inquiry(drive["serial"]),
    }
    hidden = ([] if rpm else ["Hard Disk Drive RPM"]) + (["Drive position"] if drive["group"] is None else [])
    return {key: value for key, value in found.items() if key not in hidden}


def _size(drive: Drive, physical: str) -> dict[str, Any]:
    return {
        "Logical Sector Size": "512B",
        "Physical Sector Size": physical.replace("KB", "KiB"),
        "Raw size": sizes.with_sectors(raw_sectors(drive["product"]), binary_names=True),
        "Coerced size": sizes.with_sectors(coerced(drive["product"]), binary_names=True),
    }


def _path(drive: Drive, speed: str) -> dict[str, Any]:
    return {
        "SASAddress": f"0x{drive['wwn'].lower()}",
        "DevicePID": pid(drive),
        "Path": "Primary",
        "ConnectorIndex": 1,
        "Negotiated Speed": speed,
        "Num Phys/Lanes used": 1,
    }


def _connector(name: str) -> dict[str, Any]:
    return {"ConnId": 1, "Name": name, "Location": "Internal", "Type": "SFF-8654 8I"}


def _unit(controller: Controller, drive: Drive, physical: str) -> dict[str, Any]:
    volumes = [one for one in controller["volumes"] if drive["group"] is not None and one["group"] == drive["group"]]
    policy = value_of(controller, volumes[0], "pdcache") if volumes else "default"
    return {
        "Media Error Count": 0,
        "Other Error Count": 0,
        "Predictive Failure Count": 0,
        "Last Predictive Failure Event Sequence Number": 0,
        **_size(drive, physical),
        "FW managed drive security": "No",
        "Secured": "No",
        "Locked": "No",
        "PI Formatted": "No",
        "PI type": 1,
        "Number of bytes of user data in LBA": "512B",
        "Current Write Cache": "Off" if policy == "off" else "On",
        "Default Write Cache": "On",
        "Write Cache Changeable": "Yes",
    }
