# ruff: noqa: PTH118, PTH123 - pathlib costs every start 5 ms
"""Where a snapshot comes from: files, or the tools of this host."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, List, NamedTuple, Sequence, Tuple

from app.collector.clock import Clock
from app.collector.disk import Disk, refusal
from app.collector.hosting import Host
from app.collector.places import Places, places_of
from app.collector.refusals import RefusedError
from app.collector.voice import Voice

if TYPE_CHECKING:
    from app.collector.captures import Capture
    from app.collector.reading import Read, Session
    from app.collector.tools import Tool
    from app.core.hardware import Snapshot


class Source(NamedTuple):
    """A snapshot with the texts it was read from, where there are any, and the seconds spent in the tool."""

    snapshot: Snapshot
    captures: Tuple[Capture, ...] = ()
    seconds: float = 0.0
    commands: int = 0


def host_of(voice: Voice) -> Host:
    return Host(places_of(os.environ), Disk(), Clock(), voice)


def source(given: argparse.Namespace, host: Host) -> Source:
    """
    What these arguments read.

    :raises RefusedError: of the files, the tools or the controllers.
    """
    if given.snapshot:
        from app.collector.snapshot_files import snapshot_from_bytes

        return Source(snapshot_from_bytes(file_bytes(given.snapshot), given.snapshot))
    if given.captures:
        return _captured(given.captures, host.clock.text)
    return live(given, host)


def file_bytes(path: str) -> bytes:
    """
    A file that was named on the command line; ``-`` is standard input.

    :raises RefusedError: ``input``.
    """
    try:
        if path == "-":
            return sys.stdin.buffer.read()
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise RefusedError("input", f"{path}: {error.strerror}") from error


def _captured(directory: str, taken_at: str) -> Source:
    from pathlib import Path

    from app.collector.captures import captures_in
    from app.collector.snapshot import snapshot_from_captures
    from app.core.hardware import Snapshot

    try:
        captures, unread = captures_in(Path(directory))
    except OSError as error:
        raise RefusedError("input", f"{directory}: {error.strerror}") from error
    found = snapshot_from_captures(captures, taken_at)
    if not found.controllers:
        raise RefusedError("input", f"{directory}: no file in it tells of a controller")
    return Source(Snapshot(found.controllers, found.tool, (*unread, *found.unread), found.taken_at), tuple(captures))


def live(given: argparse.Namespace, host: Host) -> Source:
    """
    The controllers of this host, through every tool they take, read under their locks.

    :raises RefusedError: of the tools, the locks or the controllers.
    """
    from app.collector.reading import controllers_seen, read

    reads: List[Read] = []
    sessions = [session(given, host, tool) for tool in tools_of(given, host)]
    for one in sessions:
        numbers = controllers_seen(one)
        with locked(given, host, one, numbers, "collect"):
            host.voice.progress(f"reading {', '.join(f'c{number}' for number in numbers)} ...")
            reads.append(read(one, numbers, host.clock.text))
    captures = tuple(capture for one in reads for capture in one.captures)
    seconds, commands = sum(one.seconds for one in sessions), sum(len(one.commands) for one in sessions)
    return Source(_joined([one.snapshot for one in reads]), captures, seconds, commands)


def _joined(snapshots: Sequence[Snapshot]) -> Snapshot:
    """
    One snapshot of a host. Two tools number their controllers apart: of two with one number the first tool's is kept,
    and that is said.
    """
    from app.core.hardware import Snapshot, Unread

    first, *others = snapshots
    controllers, unread = list(first.controllers), list(first.unread)
    for other in others:
        unread.extend(other.unread)
        for controller in other.controllers:
            if controller.number in [one.number for one in controllers]:
                problem = "another tool's controller has this number: left out, read it with --tool"
                unread.append(Unread(other.tool.name, f"c{controller.number}", problem))
            else:
                controllers.append(controller)
    return Snapshot(tuple(controllers), first.tool, tuple(unread), first.taken_at)


def tools_of(given: argparse.Namespace, host: Host) -> Tuple[Tool, ...]:
    """
    The tools to speak to.

    :raises RefusedError: ``not_root``, ``no_tool``, ``two_tools``, ``only_hba`` or ``only_megacli``.
    """
    from app.collector.tools import chosen, installed, pci_cards

    found = chosen(pci_cards(host.places.sysfs), installed(os.environ), given.tool)
    if given.sudo:
        return tuple(tool._replace(prefix=("sudo", "-n")) for tool in found)
    if os.geteuid() != 0 and not given.without_root:
        raise RefusedError(
            "not_root", f"{found[0].path} shows controllers to root only; run as root, or with --sudo (see deploy/)"
        )
    return found


def session(given: argparse.Namespace, host: Host, tool: Tool, held: Sequence[int] = ()) -> Session:
    from app.collector.kill_switch import KillSwitch
    from app.collector.reading import Session
    from app.collector.running import Runner

    switch = KillSwitch(host.places.stop)
    return Session(tool, Runner(), switch, _directory(host), given.timeout, held, host.clock.pause)


def _directory(host: Host) -> str:
    """A private directory to run the tools in: some write logs where they stand."""
    work = host.places.work
    try:
        host.disk.make_directory(work)
    except OSError as error:
        raise refusal(error, work) from error
    return work


def locked(given: argparse.Namespace, host: Host, one: Session, numbers: Sequence[int], action: str) -> Locked:
    return Locked(host.places, one, numbers, action, given.wait)


class Locked:
    """The locks of some controllers, which the session's commands inherit."""

    def __init__(self, places: Places, session: Session, numbers: Sequence[int], action: str, wait: float) -> None:
        from app.collector.locking import Locks

        # Tools of grammar 8 count their controllers apart from those of grammar 7.
        suffix = "" if session.tool.grammar == 7 else "-mpi3"
        self._locks = Locks(places.locks, [f"c{number}{suffix}" for number in numbers], action, wait)
        self._session = session

    def __enter__(self) -> None:
        self._locks.__enter__()
        self._session.held = self._locks.held

    def __exit__(self, *_: object) -> None:
        self._session.held = ()
        self._locks.__exit__(None, None, None)


def captures_into(directory: str, captures: Sequence[Capture]) -> None:
    """Keeps what the tool printed, one file a command."""
    try:
        os.makedirs(directory, exist_ok=True)  # noqa: PTH103
        for capture in captures:
            name = capture.name.strip("/").replace("/", "_").replace(" ", "_")
            with open(os.path.join(directory, f"{name}.json"), "w", encoding="utf-8") as file:
                file.write(capture.text)
    except OSError as error:
        raise RefusedError("input", f"{directory}: {error.strerror}") from error
