"""``/cX/vX show`` of grammar 8."""

from __future__ import annotations

from typing import Any

from app.emulator import sizes
from app.emulator.answers import Entry
from app.emulator.build import invented
from app.emulator.clock import in_words, iso
from app.emulator.effect import percent, value_of
from app.emulator.eight.rows import volume_members, volume_row
from app.emulator.grammar import chosen
from app.emulator.state import Controller, Volume, group_of, volume_of

DISK_CACHE = {"default": "Default", "on": "Enabled", "off": "Disabled"}
_PROGRESS = {"init": "INIT", "cc": "CC", "bgi": "BGI", "erase": "ERASE", "expand": "OCE"}


def show(controller: Controller, which: str, words: tuple[str, ...], at: float) -> Entry | None:
    """The answer for these volumes; None where the words are not known."""
    numbers = [volume["number"] for volume in controller["volumes"]]
    if which == "all" and not numbers:
        return Entry(controller["number"], description="No VDs have been configured")
    asked = chosen(which, numbers)
    wrong = [number for number in asked if number not in numbers]
    if wrong:
        failure = {"Status": "Failed", "ErrType": "CLI", "ErrCd": 255, "ErrMsg": "Invalid VD number"}
        return Entry(controller["number"], {"Virtual Drives": []}, rows=[{"VD": one, **failure} for one in wrong])
    volumes = [volume for number in asked for volume in [volume_of(controller, number)] if volume]
    return _entry(controller, volumes, words, at)


def _entry(controller: Controller, volumes: list[Volume], words: tuple[str, ...], at: float) -> Entry | None:
    if words == ():
        return Entry(controller["number"], {"Virtual Drives": [volume_row(controller, volume) for volume in volumes]})
    if words == ("all",):
        return Entry(controller["number"], {"Virtual Drives": [_all(controller, volume) for volume in volumes]})
    if len(words) == 1 and words[0] in _PROGRESS:
        rows = [_progress(volume, words[0], at) for volume in volumes]
        return Entry(controller["number"], {"VD Operation Status": rows})
    return None


def _all(controller: Controller, volume: Volume) -> dict[str, Any]:
    return {
        "VD Info": volume_row(controller, volume),
        "PDs": volume_members(controller, volume),
        "VD Properties": _properties(controller, volume),
    }


def _properties(controller: Controller, volume: Volume) -> dict[str, Any]:
    spans, power = group_of(controller, volume["group"])["spans"], "Default"
    bypass = "Cachebypass Not Performed For Any IOs"
    found = {
        "Strip Size": sizes.strip(volume["strip_kib"], binary_names=True),
        "Block Size": 512,
        "Number of Blocks": volume["sectors"],
        "VD has Emulated PD": "No",
        "Span Depth": len(spans),
        "Number of Drives": sum(len(span) for span in spans),
        "Drive Write Cache Policy": DISK_CACHE[value_of(controller, volume, "pdcache")],
        "Default Power Save Policy": power,
        "Current Power Save Policy": power,
        "Access Policy Status": "VD has desired access",
        "Auto BGI": "Off",
        "Secured": "No",
        "Init State": "No Init",
        "Consistent": "Yes" if volume["consistent"] else "No",
        "Morphing": "Yes" if (volume["operation"] or {}).get("kind") == "migrate" else "No",
        "Cache Preserved": "Yes" if volume["preserved"] else "No",
        "Bad Block Exists": "No",
        "VD Ready for OS Requests": "Yes",
        "Reached LD BBM failure threshold": "No",
        "Supported Erase Types": "Simple, Normal, Thorough",
        "Exposed to OS": "Yes",
        "Creation Time(LocalTime yyyy/mm/dd hh:mm:sec)": iso(volume["created"]),
        "Default Cachebypass Mode": bypass,
        "Current Cachebypass Mode": bypass,
        "SCSI NAA Id": volume["naa"],
        "OS Drive Name": volume["device"],
        "Current Unmap Status": "No",
        "Current WriteSame Unmap Status": "No",
        "LU/NS Count used per PD": 1,
        "Data Format for I/O": "None",
        "Serial Number": invented(f"{volume['naa']}/serial", 32, "0123456789abcdef"),
    }
    return {key: value for key, value in found.items() if value is not None}


def _progress(volume: Volume, kind: str, at: float) -> dict[str, Any]:
    running = volume["operation"]
    is_it = running is not None and running["kind"] == kind
    left = running["started"] + running["seconds"] - at if is_it else 0
    return {
        "VD": volume["number"],
        "Operation": _PROGRESS[kind],
        "Progress%": percent(running, at) if is_it else "-",
        "Status": "In progress" if is_it else "Not in progress",
        "Estimated Time Left": in_words(left) if is_it else "-",
    }
