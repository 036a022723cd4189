"""``/cX/vX show``, with all its words."""

from __future__ import annotations

from typing import Any

from app.emulator import sizes
from app.emulator.answers import Entry
from app.emulator.cards import facts_of
from app.emulator.clock import day_first, half_day, in_words
from app.emulator.effect import percent, value_of
from app.emulator.grammar import chosen
from app.emulator.seven.rows import operation_text, volume_members, volume_row
from app.emulator.state import Controller, Volume, group_of, volume_of

DISK_CACHE = {"default": "Disk's Default", "on": "Enabled", "off": "Disabled"}
_PROGRESS = {"init": "INIT", "cc": "CC", "bgi": "BGI", "migrate": "MIGRATE", "erase": "ERASE"}


def show(controller: Controller, which: str, words: tuple[str, ...], at: float) -> Entry | None:
    """The answer for these volumes; None where the words are not known."""
    numbers = sorted(volume["number"] for volume in controller["volumes"])
    if which == "all" and not numbers:
        return Entry(controller["number"], description="No VDs have been configured")
    asked = chosen(which, numbers)
    wrong = [number for number in asked if number not in numbers]
    if wrong:
        rows = [{"VD": one, "Status": "Failed", "ErrCd": 255, "ErrMsg": "Invalid VD number"} for one in wrong]
        return Entry(controller["number"], rows=rows, bare=True)
    volumes = [volume for number in asked for volume in [volume_of(controller, number)] if volume]
    data = _data(controller, volumes, words, at)
    return None if data is None else Entry(controller["number"], data)


def _data(controller: Controller, volumes: list[Volume], words: tuple[str, ...], at: float) -> Any:
    if not words:
        return {"Virtual Drives": [volume_row(controller, volume) for volume in volumes]}
    if words == ("all",):
        return {key: value for volume in volumes for key, value in _all(controller, volume, at).items()}
    if len(words) == 1 and words[0] in _PROGRESS:
        return {"VD Operation Status": [_progress(volume, words[0], at) for volume in volumes]}
    if words == ("autobgi",):
        return {"VD Operation Status": [{"VD": one["number"], "AutoBGI": "On"} for one in volumes]}
    return None


def _all(controller: Controller, volume: Volume, at: float) -> dict[str, Any]:
    number = volume["number"]
    return {
        f"/c{controller['number']}/v{number}": [volume_row(controller, volume)],
        f"PDs for VD {number}": volume_members(controller, volume),
        f"VD{number} Properties": _properties(controller, volume, at),
    }


def _properties(controller: Controller, volume: Volume, at: float) -> dict[str, Any]:
    facts, spans = facts_of(controller), group_of(controller, volume["group"])["spans"]
    bypass = facts["operations"].get("Support VD Cachebypass") == "Yes" or facts["oem"] == "Dell"
    done = percent(volume["operation"], at) if volume["operation"] else 0
    found = {
        "Strip Size": sizes.strip(volume["strip_kib"]),
        "Number of Blocks": volume["sectors"],
        "VD has Emulated PD": "No",
        "Span Depth": len(spans),
        "Number of Drives Per Span": len(spans[0]),
        "Write Cache(initial setting)": _initial(facts, volume["wrcache"]),
        "Disk Cache Policy": DISK_CACHE[value_of(controller, volume, "pdcache")],
        "Encryption": "None",
        "Data Protection": "None",
        "Active Operations": operation_text(volume["operation"], done),
        "Exposed to OS": "Yes",
        "OS Drive Name": volume["device"],
        "Creation Date": day_first(volume["created"]),
        "Creation Time": half_day(volume["created"]),
        "Emulation type": "default",
        "Cachebypass size": "Cachebypass-64k",
        "Cachebypass Mode": "Cachebypass Intelligent",
        "Is LD Ready for OS Requests": "Yes",
        "SCSI NAA Id": volume["naa"],
        "Unmap Enabled": "N/A",
    }
    unknown = [] if bypass else ["Cachebypass size", "Cachebypass Mode"]
    unknown += ["Is LD Ready for OS Requests", "Unmap Enabled"] if facts["old"] else []
    unknown += [] if volume["device"] else ["OS Drive Name"]
    return {key: value for key, value in found.items() if key not in unknown}


def _initial(facts: dict[str, Any], write: str) -> str:
    return {"wt": "WriteThrough", "wb": "WriteBack", "awb": str(facts["always_text"])}[write]


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
