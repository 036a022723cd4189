"""
An emulated server with a collector on it, in this process: every command costs 1 ms, every instant can be the last.

Nothing here is a mock: the runner speaks to the real emulator, the disk writes real files, and both can die.
"""

from __future__ import annotations

import contextlib
import io
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from app.collector import applying, rolling_back
from app.collector.clock import Clock, text_of
from app.collector.disk import Disk
from app.collector.hosting import Host
from app.collector.journal import Told, journals, unfinished
from app.collector.keys import Key
from app.collector.kill_switch import KillSwitch
from app.collector.performing import Ended, controllers_of
from app.collector.places import Places, machine
from app.collector.plan_files import PlanFile
from app.collector.reading import Read, Session, read
from app.collector.recovering import broken, left, recovered, settle
from app.collector.refusals import RefusedError
from app.collector.running import Ran, Runner
from app.collector.tools import Tool
from app.collector.voice import Voice
from app.core.plan import (
    SETTINGS,
    Change,
    Plan,
    Risk,
    controller_identity,
    ordered,
    plan_document,
    plan_from_document,
    policy_of,
    signed,
    volume_identity,
)
from app.core.verification import place_of
from app.emulator.machine import Machine
from app.emulator.tools import family_of

KEY = Key("server-under-test", "key-1", b"k" * 32)
WORDS = {
    "write_policy": ("wrcache", {"write_through": "wt", "protected_write_back": "wb", "unprotected_write_back": "awb"}),
    "read_policy": ("rdcache", {"read_ahead": "ra", "no_read_ahead": "nora"}),
    "io_policy": ("iopolicy", {"direct": "direct", "cached": "cached"}),
    "disk_cache_policy": ("pdcache", {"enabled": "on", "disabled": "off", "drive_default": "default"}),
}
"""Our words beside those of the emulator's state."""


class Died(BaseException):
    """The process is no more: nothing it does from here on reaches the world."""


class Instants:
    """Counts what a process does to the world, and ends it before the n-th thing."""

    def __init__(self, last: int | None = None, before: str = "") -> None:
        self.count = 0
        self.last = last
        self.before = before
        self.names: list[str] = []

    @property
    def is_dead(self) -> bool:
        return self.last is not None and self.count > self.last

    def reached(self, name: str) -> None:
        if self.before and self.before in name:
            self.last = self.count
        if self.is_dead or self.count == self.last:
            self.count += not self.is_dead
            raise Died(name)
        self.count += 1
        self.names.append(name)


class EmulatedRunner(Runner):
    """The tool in this process; what hangs or dies does so in words."""

    def __init__(self, server: Machine, instants: Instants) -> None:
        self.server = server
        self.instants = instants

    def run(self, argv: Sequence[str], timeout: float, directory: str, held: Sequence[int] = ()) -> Ran:
        self.instants.reached(f"command {' '.join(argv[1:])}")
        said = self.server.run(*argv[1:], program=Path(argv[0]).name)
        problems = {
            "hang": f"no answer within {timeout:g} s, ended",
            "killed": "ended by SIGKILL",
            "illegal_instruction": "ended by SIGILL",
        }
        codes = {"hang": None, "killed": -9, "illegal_instruction": -4}
        code = codes.get(said.fate, said.code)
        output = said.stdout.encode("utf-8", "surrogateescape")
        return Ran(tuple(argv), output, said.stderr.encode(), code, 0.001, problems.get(said.fate, ""))


class CountedDisk(Disk):
    """The real disk, each of its changes an instant to die before."""

    def __init__(self, instants: Instants) -> None:
        self.instants = instants

    def create(self, path: str) -> int:
        self.instants.reached("create")
        return super().create(path)

    def append(self, handle: int, data: bytes) -> None:
        self.instants.reached("append")
        super().append(handle, data)

    def truncate(self, handle: int, length: int) -> None:
        self.instants.reached("truncate")
        super().truncate(handle, length)

    def sync(self, handle: int) -> None:
        self.instants.reached("sync")

    def sync_directory(self, path: str) -> None:
        self.instants.reached("sync directory")

    def replace(self, path: str, by: str) -> None:
        self.instants.reached("replace")
        super().replace(path, by)


class EmulatedClock(Clock):
    """Waiting moves the server's clock ahead, and takes no time."""

    def __init__(self, server: Machine) -> None:
        super().__init__()
        self.server = server

    def pause(self, seconds: float) -> None:
        self.server.advance(seconds)


class World:
    """One server, one collector's directories, and the operator's key."""

    def __init__(self, directory: Path, preset: str) -> None:
        self.directory = directory
        self.server = Machine.make(preset, directory / "server")
        self._state = (directory / "server" / "state.json").read_bytes()
        self.tool = self._tool()
        self.places = Places(
            state=str(directory / "var"),
            config=str(directory / "etc"),
            locks=str(directory / "lock"),
            sysfs=str(directory / "sys"),
            machine_id=str(directory / "machine-id"),
        )
        (directory / "machine-id").write_text("0123456789abcdef\n")
        self.instants = Instants()
        self.err = io.StringIO()
        self.made: Callable[[Instants], Disk] = CountedDisk

    def _tool(self) -> Tool:
        program = self.server.programs[0]
        return Tool(family_of(program.name), str(program))

    def reset(self) -> None:
        """As it was when it was made, with no journal."""
        (self.directory / "server" / "state.json").write_bytes(self._state)
        self.server.plan()
        self.server.forget()
        shutil.rmtree(self.places.state, ignore_errors=True)
        self.live()

    def live(self, last: int | None = None, before: str = "") -> None:
        """A new process, to die before its n-th change of the world, or before one of this name."""
        self.instants = Instants(last, before)

    def host(self, halted: Callable[[], str] = lambda: "") -> Host:
        self.err = io.StringIO()
        voice = Voice(io.StringIO(), self.err)
        return Host(self.places, self.made(self.instants), EmulatedClock(self.server), voice, halted)

    def session(self, host: Host) -> Session:
        switch = KillSwitch(self.places.stop)
        runner = EmulatedRunner(self.server, self.instants)
        return Session(self.tool, runner, switch, str(self.directory), 5.0, (), host.clock.pause)

    def read(self, *numbers: int) -> Read:
        """As it is now, read without leaving a trace."""
        instants, self.instants = self.instants, Instants()
        try:
            return read(self.session(self.host()), numbers or (0,))
        finally:
            self.instants = instants

    def plan(self, *wanted: tuple[str, str, str], risk: Risk | None = None, hours: float = 1.0) -> PlanFile:
        """A signed plan: ``("c0/v1", "read_policy", "read_ahead")`` from what is there now."""
        places = [(tuple(int(part[1:]) for part in where.split("/")), name, word) for where, name, word in wanted]
        found = self.read(*sorted({place[0] for place, _, _ in places})).snapshot
        changes, volumes, controllers = [], {}, {}
        for (number, volume_number), name, word in places:
            place = place_of(found, number, volume_number)
            assert place is not None
            before = policy_of(place.volume.configured, name)
            changes.append(
                Change(number, volume_number, name, before, SETTINGS[name](word), "asked for", accepted_risk=risk)
            )
            volumes[number, volume_number] = volume_identity(place.controller, place.volume)
            controllers[number] = controller_identity(place.controller)
        now = Clock().now
        plan = Plan(
            "plan-12345678", text_of(now), text_of(now + hours * 3600), KEY.server, self.tool.name, "book-1",
            tuple(controllers.values()), tuple(volumes.values()), ordered(tuple(changes)),
        )  # fmt: skip
        return signed_file(plan)

    def apply(self, file: PlanFile, halted: Callable[[], str] = lambda: "") -> Ended:
        host = self.host(halted)
        session = self.session(host)
        return applying.applied(host, session, file, applying.judged(host, session, file, KEY))

    def rollback(self, name: str) -> Ended:
        host = self.host()
        session = self.session(host)
        told = rolling_back.run_of(host, name)
        return rolling_back.returned(host, session, rolling_back.returning(host, session, KEY, told))

    def journals(self) -> tuple[Told, ...]:
        return journals(Disk(), self.places.journals, machine(self.places))

    def recover(self) -> list[Ended]:
        """Every unfinished run, brought to its end."""
        host = self.host()
        ended = []
        for told in unfinished(journals(host.disk, self.places.journals, machine(self.places))):
            run = broken(told)
            session = self.session(host)
            settle(host, run)
            ended.append(recovered(host, session, read(session, controllers_of(run.changes)), run))
        return ended

    def leave(self) -> None:
        """Closes what did not end, as it is."""
        for told in unfinished(self.journals()):
            left(self.host(), broken(told))

    def values(self, changes: Sequence[Change]) -> list[str]:
        """What is configured now for each change, straight from the emulator's state: ``wrcache=wb``."""
        return [self._value(change) for change in changes]

    def _value(self, change: Change) -> str:
        try:
            policies = self.server.policies(change.volume)
        except LookupError:
            return "gone"
        option, words = WORDS[change.setting]
        back = {word: ours for ours, word in words.items()}
        return back.get(policies[option], policies[option])

    def sets(self) -> list[str]:
        """Every set that was run, as typed: ``/c0/v1 set wrcache=wt``."""
        return [" ".join(run["argv"][:3]) for run in self.server.runs("set")]


def signed_file(plan: Plan, key: Key = KEY) -> PlanFile:
    """The plan as it would come out of a file."""
    document: dict[str, Any] = json.loads(json.dumps(signed(plan_document(plan), key.id, key.secret)))
    return PlanFile(plan_from_document(document), document)


@contextlib.contextmanager
def dying() -> Iterator[list[str]]:
    """What was raised inside, by name, and nothing comes out: death and refusals are what is looked at."""
    said: list[str] = []
    try:
        yield said
    except Died as died:
        said.append(f"died before {died}")
    except RefusedError as refused:
        said.append(f"{refused.name}: {refused}")
