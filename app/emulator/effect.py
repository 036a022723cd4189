"""What the firmware does with what it was told: protection over time, and the policy really in force."""

from __future__ import annotations

from typing import Any

from app.emulator.clock import DAY, HOUR
from app.emulator.state import Controller, State, Volume, drive_at, members_of, volume_of

# A classic battery discharges, then charges, and protects nothing meanwhile. Hours, as Intel's notes tell.
DISCHARGING, CHARGING = 2 * HOUR, 6 * HOUR
LEARN_PERIOD = {"battery": 30 * DAY, "cachevault": 28 * DAY, "energy_pack": 28 * DAY}


def settle(state: State, at: float) -> bool:
    """Lets happen what was due by now; True where anything changed."""
    before = _due(state)
    for controller in state["controllers"]:
        _learn_when_due(controller, at)
        _step_protection(controller, at)
        _finish_operations(controller, at)
        _arrive(controller, at)
    return before != _due(state)


def _due(state: State) -> list[Any]:
    return [
        (
            dict(one["protection"], schedule=len(one["protection"]["schedule"])),
            len(one["pending"]),
            [volume["operation"] is None for volume in one["volumes"]],
            [drive["state"] for drive in one["drives"]],
        )
        for one in state["controllers"]
    ]


def start_learn(controller: Controller, at: float) -> None:
    """A learn cycle begins. A classic battery goes through two states; a CacheVault stays as it is (transparent)."""
    protection = controller["protection"]
    protection["next_learn"] = at + LEARN_PERIOD[protection["kind"]]
    if protection["kind"] == "battery" and not protection["transparent"]:
        steps = [[at, "learning"], [at + DISCHARGING, "charging"], [at + DISCHARGING + CHARGING, "optimal"]]
        protection["schedule"] = steps


def _learn_when_due(controller: Controller, at: float) -> None:
    protection = controller["protection"]
    while protection["next_learn"] is not None and protection["next_learn"] <= at:
        due = protection["next_learn"]
        _step_protection(controller, due)
        if protection["state"] == "optimal":
            start_learn(controller, due)
        else:
            protection["next_learn"] = due + LEARN_PERIOD[protection["kind"]]


def _step_protection(controller: Controller, at: float) -> None:
    protection = controller["protection"]
    while protection["schedule"] and protection["schedule"][0][0] <= at:
        protection["state"] = protection["schedule"].pop(0)[1]


def _finish_operations(controller: Controller, at: float) -> None:
    for volume in controller["volumes"]:
        running = volume["operation"]
        if running and running["started"] + running["seconds"] <= at:
            volume["operation"] = None
    for drive in controller["drives"]:
        rebuild = drive.get("rebuild")
        if rebuild and rebuild["started"] + rebuild["seconds"] <= at:
            drive.update(state="Onln", rebuild=None)
            for volume in (one for one in controller["volumes"] if one["group"] == drive["group"]):
                volume["state"] = "Optl"


def _arrive(controller: Controller, at: float) -> None:
    for pending in [one for one in controller["pending"] if one["at"] <= at]:
        controller["pending"].remove(pending)
        volume = volume_of(controller, pending["volume"])
        if volume is not None:
            put(controller, volume, pending["property"], pending["value"])


def put(controller: Controller, volume: Volume, name: str, value: str) -> None:
    """Stores a policy. The disk cache belongs to the whole drive group: the volumes beside this one change too."""
    if name == "pdcache":
        for one in controller["groups"]:
            if one["number"] == volume["group"]:
                one["pdcache"] = value
    else:
        volume[name] = value


def value_of(controller: Controller, volume: Volume, name: str) -> str:
    """What is configured: ``wb`` of ``wrcache``."""
    if name == "pdcache":
        return str(next(one["pdcache"] for one in controller["groups"] if one["number"] == volume["group"]))
    return str(volume[name])


def protects(controller: Controller) -> bool:
    """Only what is optimal protects; a CacheVault learning never says anything else."""
    return bool(controller["protection"]["state"] == "optimal")


def write_in_force(controller: Controller, facts: dict[str, Any], volume: Volume) -> str:
    """``wt``, ``wb`` or ``awb``: what the firmware does now with what was configured."""
    running = volume["operation"]
    if not facts["cache_mib"] or (running and running["kind"] == "migrate"):
        return "wt"
    if volume["wrcache"] == "wb" and not protects(controller):
        return "wt"
    if volume["wrcache"] == "awb" and facts["always_needs_protection"] and not protects(controller):
        return "wt"
    return str(volume["wrcache"])


def unprotected(controller: Controller, facts: dict[str, Any]) -> list[int]:
    """Volumes that write back with nothing behind the cache, now."""
    if protects(controller):
        return []
    written = ((one["number"], write_in_force(controller, facts, one)) for one in controller["volumes"])
    return [number for number, write in written if write != "wt"]


def percent(operation: dict[str, Any], at: float) -> int:
    """How far a background operation has come."""
    return max(0, min(99, int(100 * (at - operation["started"]) / operation["seconds"])))


def degrade(controller: Controller, slot: str) -> None:
    """A drive fails, and its volumes with it as far as their level lets them."""
    drive = drive_at(controller, slot)
    if drive is None or drive["group"] is None:
        return
    drive["state"] = "Failed"
    for volume in (one for one in controller["volumes"] if one["group"] == drive["group"]):
        failed = sum(1 for one in members_of(controller, volume) if one["state"] == "Failed")
        volume["state"] = _state_with(volume["level"], failed)


def _state_with(level: str, failed: int) -> str:
    spare = {"raid0": 0, "raid6": 2, "raid60": 2}.get(level, 1)
    if failed > spare:
        return "OfLn"
    return "Pdgd" if failed < spare else "Dgrd"
