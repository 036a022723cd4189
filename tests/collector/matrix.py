"""
The fault matrix: plans, faults and instants to die at, and what must hold whatever happened.

One combination: a server as new, a plan, perhaps a fault at its n-th command, perhaps death before its n-th change of
the world; then the fault is over, ``recover`` is run until nothing is unfinished, and everything is looked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from app.collector.disk import Disk
from app.collector.storcli.commands import is_allowed
from app.emulator.clock import HOUR
from app.emulator.events import EVENTS
from app.emulator.faults import FAULTS
from tests.collector.power import CuttableDisk, cut
from tests.collector.worlds import CountedDisk, Instants, World, dying

PLANS: dict[str, tuple[str, tuple[tuple[str, str, str], ...]]] = {
    "towards safety": (
        "db-9361",
        (
            ("c0/v1", "disk_cache_policy", "disabled"),
            ("c0/v1", "write_policy", "write_through"),
            ("c0/v1", "read_policy", "no_read_ahead"),
        ),
    ),
    "write-back last": (
        "db-9361",
        (("c0/v0", "read_policy", "read_ahead"), ("c0/v0", "write_policy", "protected_write_back")),
    ),
    "three volumes": (
        "db-9361",
        (
            ("c0/v1", "write_policy", "write_through"),
            ("c0/v2", "read_policy", "read_ahead"),
            ("c0/v0", "write_policy", "protected_write_back"),
        ),
    ),
    "grammar 8": (
        "mpi3-9660",
        (("c0/v1", "read_policy", "read_ahead"), ("c0/v5", "write_policy", "write_through")),
    ),
    "perccli": (
        "perc-h730p",
        (
            ("c0/v2", "disk_cache_policy", "disabled"),
            ("c0/v2", "io_policy", "cached"),
            ("c0/v1", "write_policy", "write_through"),
        ),
    ),
}

# What other people and the hardware do in the middle; each with what makes it of consequence.
HAPPENINGS: tuple[dict[str, Any], ...] = (
    {"fault": "protection_lost"},
    {"fault": "protection_lost", "state": "charging"},
    {"fault": "another_actor"},
    {"fault": "another_actor", "property": "rdcache"},
    {"fault": "number_reused"},
    {"fault": "volume_deleted"},
    {"fault": "drive_failed"},
    {"fault": "drive_replaced"},
    {"fault": "operation_started"},
    {"fault": "operation_started", "kind": "migrate"},
    {"fault": "controller_resetting"},
    {"fault": "controller_resetting", "commands": 30},
    {"fault": "cache_preserved"},
    {"fault": "cachecade_associated"},
    {"fault": "status_changed", "status": "Failed"},
)
# After these somebody else decides what the volume has: only safety and honesty are asked of us.
_OTHERS = frozenset(
    {"another_actor", "neighbour_changed", "number_reused", "volume_deleted", "drive_replaced", "drive_failed"}
)


class Case(NamedTuple):
    """One combination. ``command`` counts the tool's commands from 1, instants count from 0."""

    plan: str
    fault: str = ""
    command: int = 0
    dies: int | None = None
    dies_again: int | None = None

    @property
    def is_disturbed(self) -> bool:
        return bool(self.fault) and json.loads(self.fault)["fault"] in _OTHERS


def faults() -> list[str]:
    """Every fault of the emulator, and every happening, as one line of JSON each."""
    named = {one["fault"] for one in HAPPENINGS}
    others = [{"fault": name} for name in (*FAULTS, *EVENTS) if name not in named]
    return [json.dumps(one, sort_keys=True) for one in (*others, *HAPPENINGS)]


class Matrix:
    """One plan on one server, through as many combinations as are asked for."""

    def __init__(self, directory: Path, plan: str) -> None:
        self.name = plan
        preset, wanted = PLANS[plan]
        self.world = World(directory, preset)
        self.file = self.world.plan(*wanted)
        self.world.reset()
        assert self.world.apply(self.file).name == ""
        self.instants = self.world.instants.count
        self.commands = [at for at, name in enumerate(self.world.instants.names) if name.startswith("command")]
        self.new = self.world.values(self.file.plan.changes)
        self.world.reset()
        self.old = self.world.values(self.file.plan.changes)
        assert all(one != other for one, other in zip(self.old, self.new, strict=True))

    def kills(self) -> Iterator[Case]:
        """Death at every instant."""
        yield from (Case(self.name, dies=instant) for instant in range(self.instants + 1))

    def faults(self) -> Iterator[Case]:
        """Every fault at every command."""
        for fault in faults():
            yield from (Case(self.name, fault, number) for number in range(1, len(self.commands) + 1))

    def faults_and_kills(self) -> Iterator[Case]:
        """Every fault at every command from the first step on, and death at every instant after it."""
        first = next(at for at, name in enumerate(self.world_names()) if " set " in name)
        for fault in faults():
            for number, at in enumerate(self.commands, 1):
                if at >= first:
                    yield from (Case(self.name, fault, number, dies) for dies in range(at + 1, self.instants + 12))

    def world_names(self) -> list[str]:
        """What a run without trouble does to the world, in order."""
        self.world.reset()
        self.world.apply(self.file)
        return list(self.world.instants.names)

    def double_kills(self) -> Iterator[Case]:
        """Death at every instant, and once more at every instant of the recovery."""
        for instant in range(self.instants):
            yield from (Case(self.name, dies=instant, dies_again=again) for again in range(self.instants))

    def broken_by(self, case: Case) -> list[str]:
        """What does not hold after this combination; empty where everything does."""
        world = self.world
        world.reset()
        if case.fault:
            world.server.plan({**json.loads(case.fault), "nth": case.command})
        world.live(case.dies)
        with dying():
            world.apply(self.file)
        return self.after(case)

    def powers_cut(self) -> Iterator[tuple[Case, dict[str, bytes]]]:
        """Every state of the disk that a power cut at every instant can leave, the controller as it was then."""
        for instant in range(self.instants + 1):
            self.world.reset()
            disk = self._cuttable()
            self.world.live(instant)
            disk.instants = self.world.instants
            with dying():
                self.world.apply(self.file)
            server = Path(self.world.server.place.state).read_bytes()
            for survivors in list(disk.survivors()):
                Path(self.world.server.place.state).write_bytes(server)
                yield Case(self.name, dies=instant), survivors
        self.world.made = CountedDisk

    def _cuttable(self) -> CuttableDisk:
        disk = CuttableDisk(self.world.instants)

        def made(instants: Instants) -> Disk:
            disk.instants = instants
            return disk

        self.world.made = made
        return disk

    def after_power_cut(self, case: Case, survivors: dict[str, bytes]) -> list[str]:
        """What does not hold once the machine came up with these files."""
        cut(self.world.places.state, survivors)
        self.world.made = CountedDisk
        return self.after(case)

    def after(self, case: Case) -> list[str]:
        """The fault is over, the operator recovers; what does not hold then."""
        self._mended()
        if case.dies_again is not None:
            self.world.live(case.dies_again)
            with dying():
                self.world.recover()
        self.world.live()
        for _ in range(2):
            with dying() as said:
                self.world.recover()
            self.world.server.advance(60)
        if case.is_disturbed:
            self.world.leave()
        return [*self._unsafe(), *self._ended(case, said)]

    def _mended(self) -> None:
        server = self.world.server
        server.plan()
        server.advance(9 * HOUR)
        state = json.loads(Path(server.place.state).read_text())
        for controller in state["controllers"]:
            controller.update(preserved=False, resetting=0)
            for volume in controller["volumes"]:
                volume.update(preserved=False, operation=None)
        Path(server.place.state).write_text(json.dumps(state))

    def _unsafe(self) -> list[str]:
        server = self.world.server
        runs = server.runs()
        outside = [run["argv"] for run in runs if not is_allowed(tuple(run["argv"]))]
        options = {f"/{change.volume}" for change in self.file.plan.changes}
        strangers = [run["argv"] for run in runs if run["kind"] == "set" and run["argv"][0] not in options]
        unprotected = [run for run in runs if run.get("unprotected")]
        problems = {"outside the closed list": outside, "on another volume": strangers, "unprotected": unprotected}
        found = [f"{name}: {what}" for name, what in problems.items() if what]
        return found + ([f"unprotected at the end: {server.unprotected()}"] if server.unprotected() else [])

    def _ended(self, case: Case, said: list[str]) -> list[str]:
        told = self.world.journals()
        now = self.world.values(self.file.plan.changes)
        if any(not one.is_finished for one in told):
            return [f"unfinished after recover: {said}, now {now}"]
        state = told[-1].end["state"] if told else "old"  # type: ignore[index]
        if case.is_disturbed:
            return []
        wanted = {"old": self.old, "new": self.new}.get(state)
        return [] if now == wanted else [f"the journal says {state}, and it is {now}"]
