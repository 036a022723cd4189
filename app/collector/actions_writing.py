"""``apply``, ``rollback`` and ``recover``. Each only tells what it would do unless ``--enforce`` is given."""

from __future__ import annotations

import argparse
import signal
from typing import Any, List, Sequence

from app.collector import applying, rolling_back
from app.collector.hosting import Host
from app.collector.journal import Told, journals, unfinished
from app.collector.keys import needed_key
from app.collector.performing import Ended, controllers_of
from app.collector.places import machine
from app.collector.plan_files import PlanFile, judge, plan_file
from app.collector.reading import Session, read
from app.collector.recovering import Broken, broken, left, recovered, settle
from app.collector.refusals import CHANGES, DONE, RefusedError
from app.collector.sources import host_of, locked, session, tools_of
from app.collector.tools import Tool
from app.collector.voice import Voice


class Halt:
    """A wish to stop, by SIGTERM or SIGINT: the step at hand is finished, then everything goes back."""

    def __init__(self) -> None:
        self.reason = ""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._noted)

    def _noted(self, number: int, _: Any) -> None:
        self.reason = f"interrupted by {signal.Signals(number).name}"

    def __call__(self) -> str:
        return self.reason


def enforcing(given: argparse.Namespace) -> bool:
    return bool(given.enforce) and not given.dry_run


def apply(given: argparse.Namespace, voice: Voice) -> int:
    """A signed plan, carried out."""
    host = host_of(voice)
    return applied(given, host, plan_file(given.plan))


def applied(given: argparse.Namespace, host: Host, file: PlanFile) -> int:
    """
    The plan carried out, or told.

    :raises RefusedError: whatever stands against it.
    """
    key = needed_key(host.places.key)
    judge(file, key, host.clock.wall())
    if not file.plan.changes:
        host.voice.line(f"plan {file.plan.id} changes nothing")
        return DONE
    if file.plan.tool == "megacli":
        raise RefusedError(
            "only_megacli", f"plan {file.plan.id} was read from MegaCli, which is never run; do it by hand"
        )
    one = session(given, host, tool_for(given, host, file.plan.tool))
    with locked(given, host, one, controllers_of(file.plan.changes), f"apply {file.plan.id}"):
        found = applying.judged(host, one, file, key, given.tolerate_checks)
        lines = applying.command_lines(one, found, host.clock.text[:10])
        if not enforcing(given):
            return _told(host, lines, f"plan {file.plan.id}")
        return _ended(host, applying.applied(host._replace(halted=Halt()), one, file, found))


def rollback(given: argparse.Namespace, voice: Voice) -> int:
    """A finished run, taken back."""
    host = host_of(voice)
    key = needed_key(host.places.key)
    told = rolling_back.run_of(host, given.run)
    one = session(given, host, tool_for(given, host, told.head["tool"]["name"]))
    with locked(given, host, one, controllers_of(broken(told).changes), f"rollback {told.name}"):
        way = rolling_back.returning(host, one, key, told, given.tolerate_checks)
        if not enforcing(given):
            for line in way.left:
                host.voice.line(f"would be left: {line}")
            return _told(host, applying.lines_of(one, way.changes, host.clock.text[:10]), f"rollback of {told.name}")
        return _ended(host, rolling_back.returned(host._replace(halted=Halt()), one, way))


def recover(given: argparse.Namespace, voice: Voice) -> int:
    """Every run that did not end, brought to its end."""
    host = host_of(voice)
    waiting = unfinished(journals(host.disk, host.places.journals, machine(host.places)))
    if not waiting:
        host.voice.line("every run has ended; nothing to recover")
        return DONE
    codes = [_recovered(given, host, told) for told in waiting]
    return max(codes)


def _recovered(given: argparse.Namespace, host: Host, told: Told) -> int:
    run = broken(told)
    one = session(given, host, tool_for(given, host, told.head["tool"]["name"]))
    with locked(given, host, one, controllers_of(run.changes), f"recover {told.name}"):
        # It may have ended while we waited for the lock.
        still = unfinished(journals(host.disk, host.places.journals, machine(host.places)))
        if told.name not in [other.name for other in still]:
            host.voice.line(f"{told.name} has ended by itself")
            return DONE
        if not enforcing(given):
            host.voice.line(
                f"{told.name}: began {len(run.began)} of {len(run.changes)} steps and did not end; --enforce ends it"
            )
            return CHANGES
        current = broken(next(other for other in still if other.name == told.name))
        return _ended(host, left(host, current) if given.leave else _finish(host, one, current))


def _finish(host: Host, one: Session, run: Broken) -> Ended:
    settle(host, run)
    found = read(one, controllers_of(run.changes), host.clock.text)
    return recovered(host, one, found, run)


def tool_for(given: argparse.Namespace, host: Host, wanted: Any) -> Tool:
    """The tool that a plan or journal names, where this host has several; else the only one."""
    found = tools_of(given, host)
    named: List[Tool] = [tool for tool in found if tool.name == wanted]
    if len(found) > 1 and not named:
        raise RefusedError(
            "two_tools", f"the plan does not say which of {', '.join(t.name for t in found)}; use --tool"
        )
    return named[0] if named else found[0]


def _told(host: Host, lines: Sequence[str], name: str) -> int:
    if not lines:
        host.voice.line(f"{name}: nothing to do")
        return DONE
    host.voice.answer("\n".join(lines))
    host.voice.line(f"{name}: {len(lines)} commands would be run, none was; --enforce runs them")
    return CHANGES


def _ended(host: Host, ended: Ended) -> int:
    host.voice.line(ended.text + (f" [{ended.name}]" if ended.name else ""))
    return ended.code
