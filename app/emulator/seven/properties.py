"""Properties of a controller that tools ask for one by one, preserved cache and foreign configurations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.emulator.answers import Entry
from app.emulator.clock import american, iso
from app.emulator.state import Controller

Pairs = list[tuple[str, str]]
_WEEK = 168 * 3600


def show(controller: Controller, words: tuple[str, ...], at: float) -> Entry | None:
    """The answer; None where the property is not known."""
    if words == ("preservedcache",):
        return preserved_cache(controller)
    if len(words) != 1 or words[0] not in PROPERTIES:
        return None
    rows = [{"Ctrl_Prop": name, "Value": value} for name, value in PROPERTIES[words[0]](controller, at)]
    return Entry(controller["number"], {"Controller Properties": rows})


def _patrol_read(controller: Controller, at: float) -> Pairs:
    return [
        ("PR Mode", "Auto"),
        ("PR Execution Delay", "168 hours"),
        ("PR iterations completed", "4"),
        ("PR Next Start time", american(at - at % _WEEK + _WEEK)),
        ("PR on SSD", "Disabled"),
        ("PR Current State", controller["patrol"]),
        ("PR Excluded VDs", "None"),
        ("PR MaxConcurrentPd", "32"),
    ]


def _consistency_check(controller: Controller, at: float) -> Pairs:
    running = any((volume["operation"] or {}).get("kind") == "cc" for volume in controller["volumes"])
    return [
        ("CC Operation Mode", "Concurrent"),
        ("CC Execution Delay", "168"),
        ("CC Next Starttime", american(at - at % _WEEK + _WEEK)),
        ("CC Current State", "Active" if running else "Stopped"),
        ("CC Number of iterations", "9"),
        ("CC Number of VD completed", "0" if running else str(len(controller["volumes"]))),
        ("CC Excluded VDs", "None"),
    ]


def _personality(_: Controller, __: float) -> Pairs:
    return [("Current Personality", "RAID-Mode "), ("Supported Personalities", "JBOD "), ("Behavior mode", "NONE")]


def _fixed(name: str, value: str) -> Callable[[Controller, float], Pairs]:
    return lambda _, __: [(name, value)]


PROPERTIES: dict[str, Callable[[Controller, float], Pairs]] = {
    "patrolread": _patrol_read,
    "cc": _consistency_check,
    "personality": _personality,
    "time": lambda _, at: [("Time", iso(at))],
    "alarm": _fixed("Alarm", "ON"),
    "autorebuild": _fixed("AutoRebuild", "ON"),
    "batterywarning": _fixed("Battery Warning", "ON"),
    "bgirate": _fixed("BGI Rate", "30%"),
    "bootdrive": _fixed("BootDrive", "VD:0"),
    "bootwithpinnedcache": _fixed("Boot With Pinned Cache", "OFF"),
    "cacheflushint": _fixed("Cache Flush Interval", "4 sec"),
    "ccrate": _fixed("CC Rate", "30%"),
    "foreignautoimport": _fixed("Foreign AutoImport", "Disabled"),
    "jbod": _fixed("JBOD", "OFF"),
    "migraterate": _fixed("Migrate Rate", "30%"),
    "ncq": _fixed("NCQ", "ON"),
    "perfmode": _fixed("Perf Mode", "0 - tuned to provide best IOPS"),
    "prrate": _fixed("Patrol Read Rate", "30%"),
    "rebuildrate": _fixed("Rebuildrate", "30%"),
    "reconrate": _fixed("Reconstruction Rate", "30%"),
    "wbsupport": _fixed("Write Back Support", "ON"),
}


def preserved_cache(controller: Controller) -> Entry:
    """Which volumes have dirty lines that nobody can write."""
    volumes = [volume for volume in controller["volumes"] if volume["preserved"]]
    if not volumes:
        return Entry(controller["number"], description="No Virtual Drive has Preserved Cache Data.")
    rows: list[dict[str, Any]] = [{"VD": volume["number"], "State": "Offline"} for volume in volumes]
    return Entry(controller["number"], {"Preserved Cache": rows})


def foreign(controller: Controller) -> Entry:
    """``/cX/fall show [all]``"""
    found = controller["foreign"]
    if not found:
        return Entry(controller["number"], description="Couldn't find any foreign Configuration")
    if any(one.get("incomplete") for one in found):
        data = {"Total Foreign PDs": len(found), "Total Locked Foreign PDs": 0}
        return Entry(controller["number"], data, "Incomplete foreign configuration", ok=False)
    rows = [_foreign_row(one) for one in found]
    data_present = {"FOREIGN CONFIGURATION": rows, "Total foreign Drive Groups": len(rows)}
    return Entry(controller["number"], data_present, "Operation on foreign configuration Succeeded")


def _foreign_row(one: dict[str, Any]) -> dict[str, Any]:
    row = {"DG": one["group"], "EID:Slot": "-", "Type": one["level"], "State": "Frgn", "Size": "0 KB"}
    return {**row, "NoVDs": one["volumes"]}
