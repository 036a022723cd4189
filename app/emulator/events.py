"""
What happens to a server without the tool: each has a name, for ``raidwise emulate happen`` and for plans of faults.

``where`` is ``c0`` or ``c0/v1``; options are words such as ``state=charging``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from app.emulator import build, effect
from app.emulator.clock import HOUR
from app.emulator.state import Controller, State, Volume, drive_at, group_of, members_of, volume_of

Options = Mapping[str, Any]
Event = Callable[["Scene", Options], None]

EVENTS: dict[str, Event] = {}

_WHERE = re.compile(r"/?c([0-9]+)(?:/v([0-9]+))?")
_FLIPPED = {
    "wrcache": {"wb": "wt", "awb": "wt", "wt": "wb"},
    "rdcache": {"ra": "nora", "adaptive": "nora", "nora": "ra"},
    "iopolicy": {"direct": "cached", "cached": "direct"},
    "pdcache": {"on": "off", "default": "off", "off": "on"},
}


class Scene:
    """
    A controller, a volume on it, and the time.

    :raises LookupError: the server has no controller.
    """

    def __init__(self, state: State, where: str, at: float) -> None:
        found = _WHERE.fullmatch(where)
        number = int(found.group(1)) if found else 0
        self.at = at
        if not state["controllers"]:
            raise LookupError("the server has no controller")
        first = state["controllers"][0]
        self.controller: Controller = next((one for one in state["controllers"] if one["number"] == number), first)
        named = volume_of(self.controller, int(found.group(2))) if found and found.group(2) else None
        self.named = named

    @property
    def volume(self) -> Volume:
        """
        The volume named, else the first.

        :raises LookupError: the controller has none.
        """
        if self.named is None and not self.controller["volumes"]:
            raise LookupError(f"controller {self.controller['number']} has no volume")
        return self.named or self.controller["volumes"][0]


def event(made: Event) -> Event:
    """Registers it under its own name."""
    EVENTS[made.__name__] = made
    return made


@event
def protection_lost(scene: Scene, options: Options) -> None:
    """The battery, CacheVault or energy pack fails (state=failed, degraded, charging, learning, absent)."""
    scene.controller["protection"].update(state=options.get("state", "failed"), schedule=[])


@event
def protection_restored(scene: Scene, options: Options) -> None:
    """It is optimal again, now or in so many seconds (seconds=)."""
    protection, later = scene.controller["protection"], float(options.get("seconds", 0))
    protection["schedule"] = [[scene.at + later, "optimal"]]
    if not later:
        protection.update(state="optimal", schedule=[])


@event
def learn_started(scene: Scene, options: Options) -> None:
    """A learn cycle begins: a classic battery goes through learning and charging, a CacheVault says nothing."""
    effect.start_learn(scene.controller, scene.at)


@event
def another_actor(scene: Scene, options: Options) -> None:
    """Somebody else sets a policy of the volume (property=wrcache, value=; turned round unless told)."""
    name = str(options.get("property", "wrcache"))
    now = effect.value_of(scene.controller, scene.volume, name)
    effect.put(scene.controller, scene.volume, name, str(options.get("value", _FLIPPED[name].get(now, now))))


@event
def number_reused(scene: Scene, options: Options) -> None:
    """The volume is deleted and another made under its number: new identity, name and policies."""
    volume = scene.volume
    defaults = {"rdcache": "ra", "wrcache": "wb", "iopolicy": "direct", "strip_kib": 256, "operation": None}
    volume.update(name="other", naa=build.naa(volume["naa"]), created=scene.at, preserved=False, **defaults)


@event
def volume_deleted(scene: Scene, options: Options) -> None:
    """The volume is gone; its drives are free."""
    volume = scene.volume
    scene.controller["volumes"].remove(volume)
    for drive in members_of(scene.controller, volume):
        drive.update(group=None, state="UGood")


@event
def drive_failed(scene: Scene, options: Options) -> None:
    """A drive of the volume fails (slot=; its first unless told): degraded, or offline where the level has no more."""
    slots = [drive["slot"] for drive in members_of(scene.controller, scene.volume) if drive["state"] == "Onln"]
    effect.degrade(scene.controller, str(options.get("slot", slots[0] if slots else "")))


@event
def rebuild_started(scene: Scene, options: Options) -> None:
    """A failed drive of the volume is replaced and rebuilds (hours=4)."""
    for drive in members_of(scene.controller, scene.volume):
        if drive["state"] == "Failed":
            drive["state"] = "Rbld"
            drive["rebuild"] = {"started": scene.at, "seconds": float(options.get("hours", 4)) * HOUR}
            return


@event
def drive_replaced(scene: Scene, options: Options) -> None:
    """Another drive of the same model sits in a slot of the volume (slot=): another serial number."""
    slot = str(options.get("slot", group_of(scene.controller, scene.volume["group"])["spans"][0][0]))
    drive = drive_at(scene.controller, slot)
    if drive is not None:
        drive.update(serial=build.invented(drive["serial"], 12), wwn="5000" + build.invented(drive["wwn"], 12))


@event
def operation_started(scene: Scene, options: Options) -> None:
    """A background operation runs on the volume (kind=cc, bgi, init, migrate; hours=4)."""
    seconds = float(options.get("hours", 4)) * HOUR
    scene.volume["operation"] = {"kind": str(options.get("kind", "cc")), "started": scene.at, "seconds": seconds}


@event
def patrol_started(scene: Scene, options: Options) -> None:
    """The controller reads its drives on patrol (state=Stopped ends it)."""
    scene.controller["patrol"] = str(options.get("state", "Active"))


@event
def controller_resetting(scene: Scene, options: Options) -> None:
    """The controller resets: the next commands (commands=2) get error 7, then all is well."""
    scene.controller["resetting"] = int(options.get("commands", 2))


@event
def cache_preserved(scene: Scene, options: Options) -> None:
    """Preserved cache of the volume: its write policy cannot be changed (error 84)."""
    scene.controller["preserved"] = scene.volume["preserved"] = True


@event
def foreign_found(scene: Scene, options: Options) -> None:
    """A foreign configuration appears (incomplete=1 for one with drives missing)."""
    found = {"group": 0, "level": "RAID5", "volumes": 1, "incomplete": bool(options.get("incomplete"))}
    scene.controller["foreign"].append(found)


@event
def cachecade_associated(scene: Scene, options: Options) -> None:
    """The volume is associated with a CacheCade volume."""
    scene.volume["cachecade"] = "associated"


@event
def status_changed(scene: Scene, options: Options) -> None:
    """The controller says how it is (status="Needs Attention")."""
    scene.controller["status"] = str(options.get("status", "Needs Attention"))


@event
def policy_set(scene: Scene, options: Options) -> None:
    """Policies of the volume, all at once: wrcache=awb rdcache=nora iopolicy=cached pdcache=on."""
    for name in _FLIPPED:
        if name in options:
            effect.put(scene.controller, scene.volume, name, str(options[name]))


def happen(state: State, name: str, where: str, options: Options, at: float) -> None:
    """
    Lets an event happen.

    :raises KeyError: no event has this name.
    """
    EVENTS[name](Scene(state, where, at), options)
