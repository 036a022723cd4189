"""``/cX/eX/sX show`` and what belongs to drives: progress, topology, enclosures."""

from __future__ import annotations

from typing import Any

from app.emulator import sizes
from app.emulator.answers import Entry
from app.emulator.build import DRIVES, coerced, inquiry, raw_sectors
from app.emulator.cards import facts_of
from app.emulator.clock import in_words
from app.emulator.effect import percent, value_of
from app.emulator.grammar import chosen
from app.emulator.seven.rows import drive_row, enclosure_rows, topology, volume_row
from app.emulator.seven.tables import names
from app.emulator.state import Controller, Drive, drive_at

_PROGRESS = ("rebuild", "copyback", "initialization", "erase")
_SCSI_ERROR = 46  # what the firmware says when a failed drive does not answer


def show(controller: Controller, path: dict[str, str], words: tuple[str, ...], at: float) -> Entry | None:
    """The answer for these slots; None where the words are not known."""
    slots = slots_of(controller, path)
    missing = [slot for slot in slots if drive_at(controller, slot) is None]
    if missing or not slots:
        rows = [_row(controller, slot, 255, "Drive not found") for slot in missing]
        return Entry(controller["number"], None, "No drive found!", rows, ok=False, bare=True)
    drives = [drive for slot in slots for drive in [drive_at(controller, slot)] if drive]
    if len(words) == 1 and words[0] in _PROGRESS:
        data = [_progress(controller, drive, words[0], at) for drive in drives]
        return Entry(controller["number"], data, f"Show Drive {words[0].title()} Status Succeeded.")
    return _information(controller, drives, words)


def _information(controller: Controller, drives: list[Drive], words: tuple[str, ...]) -> Entry | None:
    if not words:
        data: dict[str, Any] = {"Drive Information": [drive_row(controller, drive) for drive in drives]}
        return Entry(controller["number"], data, "Show Drive Information Succeeded.")
    if words != ("all",):
        return None
    data = {key: value for drive in drives for key, value in details(controller, drive).items()}
    rows = [_row(controller, drive["slot"], _SCSI_ERROR, "-") for drive in drives if drive["state"] == "Failed"]
    said = "Failed" if rows else "Succeeded"
    return Entry(controller["number"], data, f"Show Drive Information {said}.", rows)


def slots_of(controller: Controller, path: dict[str, str]) -> list[str]:
    """The slots that a path names, ``252:0``; one that is not there is kept, to be complained about."""
    here = [drive["slot"] for drive in controller["drives"]]
    if "e" not in path:
        return here if path["s"] == "all" else [str(slot) for slot in chosen(path["s"], [])]
    enclosures = sorted({int(slot.partition(":")[0]) for slot in here if ":" in slot})
    wanted = chosen(path["e"], enclosures)
    if path["s"] == "all":
        return [slot for slot in here if ":" in slot and int(slot.partition(":")[0]) in wanted]
    return [f"{enclosure}:{slot}" for enclosure in wanted for slot in chosen(path["s"], [])]


def place(controller: Controller, slot: str) -> str:
    """``/c0/e252/s0``; ``/c0/s4`` without an enclosure."""
    enclosure, _, number = slot.rpartition(":")
    return f"/c{controller['number']}/e{enclosure}/s{number}" if enclosure else f"/c{controller['number']}/s{number}"


def _row(controller: Controller, slot: str, code: int, message: str) -> dict[str, Any]:
    return {"Drive": place(controller, slot), "Status": "Failure", "ErrCd": code, "ErrMsg": message}


def _progress(controller: Controller, drive: Drive, kind: str, at: float) -> dict[str, Any]:
    running = drive.get("rebuild") if kind == "rebuild" else None
    left = running["started"] + running["seconds"] - at if running else 0
    return {
        "Drive-ID": place(controller, drive["slot"]),
        "Progress%": percent(running, at) if running else "-",
        "Status": "In progress" if running else "Not in progress",
        "Estimated Time Left": in_words(left) if running else "-",
    }


def details(controller: Controller, drive: Drive) -> dict[str, Any]:
    """The row of a drive and everything known of it, under keys that repeat its path."""
    name = f"Drive {place(controller, drive['slot'])}"
    inside = {
        f"{name} State": _printed(controller, _state(drive)),
        f"{name} Device attributes": _printed(controller, _attributes(controller, drive)),
        f"{name} Policies/Settings": _printed(controller, _policies(controller, drive)),
        "Inquiry Data": inquiry(drive["serial"]),
    }
    return {name: [drive_row(controller, drive)], f"{name} - Detailed Information": inside}


# A build of 2014 knows fewer of these.
_NOT_IN_OLD = frozenset(
    names(
        "BBM Error Count|NCQ setting|Connector Name|Drive position|FDE Type|Cryptographic Erase Capable|"
        "Sanitize Support|Drive is formatted for PI|PI type|Number of bytes of user data in LBA|Multipath"
    )
)


def _printed(controller: Controller, section: dict[str, Any]) -> dict[str, Any]:
    old = facts_of(controller)["old"]
    return {key: value for key, value in section.items() if not (old and key in _NOT_IN_OLD)}


def _state(drive: Drive) -> dict[str, Any]:
    degrees = 28 + drive["number"] % 9
    return {
        "Shield Counter": 0,
        "Media Error Count": 37 if drive["state"] == "Failed" else 0,
        "Other Error Count": 0,
        "BBM Error Count": 0,
        "Drive Temperature": f" {degrees}C ({degrees * 1.8 + 32:.2f} F)",
        "Predictive Failure Count": 0,
        "S.M.A.R.T alert flagged by drive": "No",
    }


def _attributes(controller: Controller, drive: Drive) -> dict[str, Any]:
    model, maker, interface, _, _, _, firmware, physical = DRIVES[drive["product"]]
    speed = {"SAS": "12.0Gb/s", "SATA": "6.0Gb/s", "NVMe": "16.0GT/s"}[interface]
    raw, old = raw_sectors(drive["product"]), facts_of(controller)["old"]
    return {
        "SN": drive["serial"].rjust(20) if interface == "SATA" else drive["serial"],
        "Manufacturer Id": maker,
        "Model Number": model,
        "NAND Vendor": "NA",
        "WWN": drive["wwn"],
        "Firmware Revision": firmware,
        **({"Firmware Release Number": ""} if old else {}),
        "Raw size": sizes.with_sectors(raw),
        "Coerced size": sizes.with_sectors(coerced(drive["product"])),
        "Non Coerced size": sizes.with_sectors(raw - (1 << 20)),
        "Device Speed": speed,
        "Link Speed": speed,
        "NCQ setting": "N/A" if interface == "SAS" else "Enabled",
        "Write cache" if old else "Write Cache": write_cache(controller, drive),
        "Logical Sector Size": "512B",
        "Physical Sector Size": physical,
        "Connector Name": "Port 0 - 3 x1",
    }


def write_cache(controller: Controller, drive: Drive) -> str:
    """The drive's own cache, as the policy of its group left it."""
    volumes = [one for one in controller["volumes"] if one["group"] == drive["group"]]
    policy = value_of(controller, volumes[0], "pdcache") if volumes and drive["group"] is not None else "default"
    return {"on": "Enabled", "off": "Disabled", "default": "N/A"}[policy]


def _policies(controller: Controller, drive: Drive) -> dict[str, Any]:
    return {
        "Drive position": position(controller, drive),
        "Enclosure position": 0 if facts_of(controller)["old"] else "1",
        "Connected Port Number": f"{drive['number'] % 8}(path0) ",
        "Sequence Number": 2,
        "Commissioned Spare": "No",
        "Emergency Spare": "No",
        "Last Predictive Failure Event Sequence Number": 0,
        "Successful diagnostics completion on": "N/A",
        "FDE Type": "None",
        "SED Capable": "No",
        "SED Enabled": "No",
        "Secured": "No",
        "Cryptographic Erase Capable": "No",
        "Sanitize Support": "Not supported",
        "Locked": "No",
        "Needs EKM Attention": "No",
        "PI Eligible": "No",
        "Drive is formatted for PI": "No",
        "PI type": "No PI",
        "Number of bytes of user data in LBA": "0 KB",
        "Certified": "No",
        "Wide Port Capable": "No",
        "Multipath": "No",
        "Port Information": [_port(drive)],
    }


def _port(drive: Drive) -> dict[str, Any]:
    return {"Port": 0, "Status": "Active", "Linkspeed": "12.0Gb/s", "SAS address": f"0x{drive['wwn'].lower()}"}


def position(controller: Controller, drive: Drive) -> str:
    """``DriveGroup:0, Span:0, Row:4``"""
    for group in controller["groups"]:
        for span, slots in enumerate(group["spans"]):
            if drive["slot"] in slots:
                return f"DriveGroup:{group['number']}, Span:{span}, Row:{slots.index(drive['slot'])}"
    return "UnConfigured"


def show_groups(controller: Controller) -> Entry:
    """``/cX/dall show``: its data is wrapped twice in builds up to 2017."""
    grouped = [drive for drive in controller["drives"] if drive["group"] is not None]
    others = [drive for drive in controller["drives"] if drive["group"] is None]
    data: dict[str, Any] = {
        "TOPOLOGY": topology(controller),
        "VD LIST": [volume_row(controller, volume) for volume in controller["volumes"]],
        "Total VD Count": len(controller["volumes"]),
        "DG Drive LIST": [drive_row(controller, drive) for drive in grouped],
        "Total Drive Count": len(grouped),
    }
    if others:
        data["UN-CONFIGURED DRIVE LIST"] = [drive_row(controller, drive) for drive in others]
        data["Unconfigured Drive Count"] = len(others)
    if facts_of(controller)["old"]:
        data = {"Response Data": data}
    return Entry(controller["number"], data, "Show Diskgroup Succeeded")


def show_enclosures(controller: Controller, which: str) -> Entry:
    """``/cX/eX show``"""
    rows = [row for row in enclosure_rows(controller) if which == "all" or str(row["EID"]) == which]
    if not rows:
        return Entry(controller["number"], description="No Enclosure found.", ok=False)
    return Entry(controller["number"], {"Properties": rows})
