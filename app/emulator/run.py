"""The order of a command: lock, read, what was due, faults, the command itself, write, print."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from typing import Any

from app.emulator import clock, record
from app.emulator.answers import Answer
from app.emulator.cards import facts_of
from app.emulator.effect import settle, unprotected
from app.emulator.envelope import Voice
from app.emulator.execute import execute
from app.emulator.grammar import DESTRUCTIVE, Command
from app.emulator.place import STATE, Place
from app.emulator.state import State, StateError, load, locked, save
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
    except (StateError, OSError) as error:
        outcome.stderr, outcome.code = f"{error}\n", NO_STATE_EXIT
    return outcome


def _perform(place: Place, family: str, command: Command, outcome: Outcome) -> None:
    state = load(place.state)
    at = clock.now(state)
    run = record.new_run()
    _begin(place, run, at, family, command)
    settle(state, at)
    voice = Voice(version_of(state, family), state["kernel"], family)
    answer = execute(state, family, command, at, voice)
    if command.kind != "show":
        save(place.state, state)
    outcome.stdout, outcome.code = voice.printed(answer, command.json), answer.exit_code
    if command.kind == DESTRUCTIVE:
        outcome.stderr = f"EMULATOR REFUSED: {' '.join(command.argv)}\n"
    _end(place, run, state, answer, outcome)


def _begin(place: Place, run: str, at: float, family: str, command: Command) -> None:
    head: dict[str, Any] = {"run": run, "event": "begin", "time": at, "tool": family}
    record.append(place, {**head, "argv": command.argv, "kind": command.kind, "faults": []})


def _end(place: Place, run: str, state: State, answer: Answer, outcome: Outcome) -> None:
    bare = [f"c{one['number']}/v{number}" for one in state["controllers"] for number in unprotected(one, facts_of(one))]
    told = {"changed": bool(answer.changes), "changes": answer.changes, "unprotected": bare}
    ended = {"run": run, "event": "end", "exit": outcome.code, "fate": outcome.fate, **told}
    record.append(place, {**ended, "seconds": outcome.seconds})


def main(program: str, argv: Sequence[str], state: str | None = None) -> int:
    """A launcher's whole life; the exit code, where it lives to have one."""
    arguments = list(argv)
    if arguments[:1] == ["--as"]:
        program, arguments = arguments[1], arguments[2:]
    path = os.environ.get(STATE) or state
    if path is None:
        sys.stderr.write(f"set {STATE}, or make a server with `raidwise emulate --server NAME --dir DIR`\n")
        return NO_STATE_EXIT
    outcome = perform(Place(path), family_of(program), arguments)
    return _live(outcome)


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
