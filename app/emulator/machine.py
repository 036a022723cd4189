"""One emulated server, for those who test against it: make it, let things happen, plan faults, read what was run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from app.emulator import clock, events, install, record, state
from app.emulator.cards import facts_of
from app.emulator.effect import protects, settle, unprotected, value_of, write_in_force
from app.emulator.grammar import DESTRUCTIVE, POLICIES
from app.emulator.place import in_directory
from app.emulator.run import Outcome, perform
from app.emulator.tools import family_of


class Machine:
    """A server in a directory, made by :meth:`make` or by ``raidwise emulate --server NAME --dir DIR``."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.place = in_directory(str(directory))

    @classmethod
    def make(cls, server: str, directory: Path, factor: float = 1.0) -> Machine:
        """
        A new one of a preset; what was in the directory is replaced.

        :param factor: how many times as fast as ours its clock runs.
        :raises KeyError: no preset has this name.
        """
        install.install(server, directory, factor)
        return cls(directory)

    @cached_property
    def programs(self) -> list[Path]:
        """Its launchers, the usual one first: argv[0] for a subprocess."""
        return [self.directory / name for name in install.programs_of(self.state())]

    def run(self, *argv: str, program: str | None = None) -> Outcome:
        """
        One command in this process: 1 ms instead of 40. A launcher does the same, and then sleeps or dies where
        ``fate`` says so.
        """
        name = program or self.programs[0].name
        return perform(self.place, family_of(name), argv)

    def state(self) -> dict[str, Any]:
        """All of it, as it is at this moment of the server's clock."""
        with state.locked(self.place.state):
            found = state.load(self.place.state)
        settle(found, clock.now(found))
        return found

    def put(self, found: dict[str, Any]) -> None:
        """Another state in the place of this one: a server of your own making."""
        with state.locked(self.place.state):
            state.save(self.place.state, found)

    def policies(self, where: str) -> dict[str, str]:
        """Of ``c0/v1``: what is configured, by the names of ``set``, and ``in_force``, the write policy in effect."""
        scene = events.Scene(self.state(), where, 0.0)
        found = {name: value_of(scene.controller, scene.volume, name) for name in POLICIES}
        return {**found, "in_force": write_in_force(scene.controller, facts_of(scene.controller), scene.volume)}

    def unprotected(self) -> list[str]:
        """Volumes that write back now with nothing behind the cache, ``c0/v1``."""
        controllers = self.state()["controllers"]
        return [f"c{one['number']}/v{number}" for one in controllers for number in unprotected(one, facts_of(one))]

    def is_protected(self, controller: int = 0) -> bool:
        """The battery, CacheVault or energy pack is optimal."""
        found = state.controller_of(self.state(), controller)
        return found is not None and protects(found)

    def happen(self, event: str, where: str = "c0", **options: Any) -> None:
        """Lets something happen to it: see :mod:`app.emulator.events`."""
        with state.locked(self.place.state):
            found = state.load(self.place.state)
            at = clock.now(found)
            settle(found, at)
            events.happen(found, event, where, options, at)
            state.save(self.place.state, found)

    def advance(self, seconds: float) -> None:
        """Its clock skips ahead; batteries learn, rebuilds end."""
        with state.locked(self.place.state):
            found = state.load(self.place.state)
            clock.advance(found, seconds)
            settle(found, clock.now(found))
            state.save(self.place.state, found)

    def change(self, **facts: Any) -> None:
        """Puts facts over those of every card, such as ``wrcache="ignore"`` or ``iopolicy=151``: see ``cards.py``."""
        with state.locked(self.place.state):
            found = state.load(self.place.state)
            for controller in found["controllers"]:
                controller["facts"] = {**controller.get("facts", {}), **facts}
            state.save(self.place.state, found)

    def plan(self, *entries: dict[str, Any]) -> None:
        """The faults to come, counted from now; none given: no more faults."""
        with state.locked(self.place.state):
            state.write_whole(self.place.plan, json.dumps({"faults": list(entries)}))
            Path(self.place.counts).unlink(missing_ok=True)

    def runs(self, kind: str | None = None) -> list[record.Line]:
        """Every command run, or those of one kind: see :mod:`app.emulator.record`."""
        return [run for run in record.runs(self.place) if kind in (None, run["kind"])]

    def destructive(self) -> list[Sequence[str]]:
        """The destructive commands that anybody tried. They were refused; a careful program tries none."""
        return [run["argv"] for run in self.runs(DESTRUCTIVE)]

    def forget(self) -> None:
        """Begins the record anew."""
        record.forget(self.place)
