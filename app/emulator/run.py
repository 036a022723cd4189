"""The order of a command: lock, read, what was due, faults, the command itself, write, print."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from typing import Any

from app.emulator import clock, plan, record
from app.emulator.cards import facts_of
from app.emulator.effect import settle, unprotected
from app.emulator.envelope import Voice
from app.emulator.execute import execute
from app.emulator.grammar import DESTRUCTIVE, SHOW, Command
from app.emulator.moment import ANSWERED, BEFORE, PRINTED, WRITTEN, Fate, Moment
from app.emulator.place import STATE, Place
from app.emulator.state import StateError, load, locked, save
from app.emulator.tools import family_of, version_of

NO_STATE_EXIT = 70


class Outcome:
    """How a command ended."""

    def __init__(self) -> None:
        self.stdout = ""
        self.stderr = ""
        self.code = 0
        self.fate = ""
        """Empty: it answered. Else what became of it: ``hang``, ``killed``, ``illegal_instruction``."""
        self.seconds = 0.0
        """How long it takes before it prints."""


def perform(place: Place, family: str, argv: Sequence[str]) -> Outcome:
    """
    One command, in this process: what a launcher does, but for dying and sleeping, which ``fate`` and ``seconds`` tell.
    """
    outcome = Outcome()
    try:
        with locked(place.state):
            _perform(place, family, Command(argv), outcome)
    except (StateError, plan.PlanError, OSError) as error:
        outcome.stderr, outcome.code = f"{error}\n", NO_STATE_EXIT
    return outcome


def _perform(place: Place, family: str, command: Command, outcome: Outcome) -> None:
    state = load(place.state)
    at = clock.now(state)
    hits = plan.hits(place, command)
    moment = Moment(place, state, family, command, at, Voice(version_of(state, family), state["kernel"], family))
    _begin(moment, hits)
    try:
        _act(moment, hits)
    except Fate as fate:
        outcome.fate, outcome.stdout = fate.fate, fate.stdout
        if fate.fate != "hang":
            return  # a killed process records nothing more
    else:
        outcome.stdout, outcome.code, outcome.seconds = moment.stdout, moment.code, moment.seconds
    if command.kind == DESTRUCTIVE:
        outcome.stderr = f"EMULATOR REFUSED: {' '.join(command.argv)}\n"
    _end(moment, outcome)


def _act(moment: Moment, hits: list[dict[str, Any]]) -> None:
    settle(moment.state, moment.at)
    _strike(BEFORE, moment, hits)
    if hits:
        moment.before = json.dumps(moment.state)
    if not moment.answered:
        moment.answer = execute(moment.state, moment.family, moment.command, moment.at, moment.voice)
    _strike(ANSWERED, moment, hits)
    if moment.dirty or moment.answer.touched or moment.command.kind != SHOW:
        save(moment.place.state, moment.state)
        moment.dirty = False
        _effect(moment)
    _strike(WRITTEN, moment, hits)
    if moment.dirty:
        save(moment.place.state, moment.state)
    moment.stdout = moment.voice.printed(moment.answer, moment.command.json)
    moment.code = moment.answer.exit_code
    _strike(PRINTED, moment, hits)


def _strike(stage: str, moment: Moment, hits: list[dict[str, Any]]) -> None:
    if not hits:
        return
    from app.emulator.faults import stage_of, strike

    for entry in hits:
        if stage_of(entry) == stage:
            strike(entry, moment)


def _begin(moment: Moment, hits: list[dict[str, Any]]) -> None:
    moment.run = record.new_run()
    head: dict[str, Any] = {"run": moment.run, "event": "begin", "time": moment.at, "tool": moment.family}
    told = {"argv": moment.command.argv, "kind": moment.command.kind, "faults": [entry["fault"] for entry in hits]}
    record.append(moment.place, {**head, **told})


def _effect(moment: Moment) -> None:
    changes = moment.answer.changes
    told = {"changed": bool(changes), "changes": changes, "unprotected": _bare(moment)}
    record.append(moment.place, {"run": moment.run, "event": "effect", **told})


def _end(moment: Moment, outcome: Outcome) -> None:
    ended = {"exit": outcome.code, "fate": outcome.fate, "seconds": outcome.seconds, "unprotected": _bare(moment)}
    record.append(moment.place, {"run": moment.run, "event": "end", **ended})


def _bare(moment: Moment) -> list[str]:
    controllers = moment.state["controllers"]
    return [f"c{one['number']}/v{number}" for one in controllers for number in unprotected(one, facts_of(one))]


def main(program: str, argv: Sequence[str], state: str | None = None) -> int:
    """A launcher's whole life; the exit code, where it lives to have one."""
    arguments = list(argv)
    if arguments[:1] == ["--as"]:
        program, arguments = arguments[1], arguments[2:]
    path = os.environ.get(STATE) or state
    if path is None:
        sys.stderr.write(f"set {STATE}, or make a server with `raidwise emulate --server NAME --dir DIR`\n")
        return NO_STATE_EXIT
    try:
        family = family_of(program)
    except ValueError as error:
        sys.stderr.write(f"{error}; begin with --as NAME\n")
        return NO_STATE_EXIT
    return _live(perform(Place(path), family, arguments))


def _live(outcome: Outcome) -> int:
    time.sleep(outcome.seconds)
    sys.stderr.write(outcome.stderr)
    sys.stdout.buffer.write(outcome.stdout.encode("utf-8", "surrogateescape"))
    sys.stdout.flush()
    while outcome.fate == "hang":
        time.sleep(3600)
    if outcome.fate == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if outcome.fate == "illegal_instruction":
        os.kill(os.getpid(), signal.SIGILL)
    return outcome.code
