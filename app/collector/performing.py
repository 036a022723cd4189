"""One run from its first line on disk to its last: forwards, back where something fails, and the words for the end."""

from __future__ import annotations

import os
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from app.collector.hosting import Host
from app.collector.journal import Journal, begun, journals, unfinished
from app.collector.outcomes import NOT_EFFECTIVE, values
from app.collector.places import machine
from app.collector.plan_files import PlanFile, judge_clock
from app.collector.reading import Read, Session
from app.collector.refusals import CODES, DONE, RefusedError
from app.collector.stepping import Done, Steps, back, forward, steps_documents
from app.core.plan import Change
from app.core.verification import place_of


class Ended(NamedTuple):
    """How a run ended: its exit code's name (empty for done) and a sentence."""

    name: str
    text: str

    @property
    def code(self) -> int:
        return CODES[self.name] if self.name else DONE


def checked_journals(host: Host) -> None:
    """
    Nothing, where every journal of this host is finished and readable and the clock is behind none of them.

    :raises RefusedError: ``unfinished``, ``clock``, and what :func:`journals` raises.
    """
    told = journals(host.disk, host.places.journals, machine(host.places))
    if told:
        judge_clock(host.clock.wall(), max(str(one.records[-1]["at"]) for one in told))
    waiting = unfinished(told)
    if waiting:
        raise RefusedError(
            "unfinished", f"run {waiting[0].name} did not end; run `raidwise-collector recover --enforce` first"
        )


def performed(
    host: Host, session: Session, read: Read, kind: str, file: PlanFile, changes: Sequence[Change], run: str, by: str
) -> Ended:
    """
    The changes done and proven, or undone.

    :raises RefusedError: before anything was done: ``disk_full``, ``state_unusable``; in the middle: ``stopped``.
    """
    journal = begun(
        host.disk,
        host.places.journals,
        run,
        host.clock.text,
        host=machine(host.places),
        kind=kind,
        run=run,
        by=by,
        process=os.getpid(),
        tool={"name": session.tool.name, "path": session.tool.path},
        plan=file.document,
        steps=steps_documents(changes),
        was=_values(read, changes),
    )
    try:
        steps = Steps(session, journal, host.clock, host.voice, read)
        done, reason = forward(steps, changes, range(len(changes)), host.halted)
        return _ended(steps, done, reason, run)
    finally:
        journal.close()


def _ended(steps: Steps, done: List[Done], reason: str, run: str) -> Ended:
    if not reason:
        waiting = [one for one in done if one.outcome.word == NOT_EFFECTIVE]
        steps.note("end", state="new", outcome="applied_not_effective" if waiting else "applied")
        _say_lost(steps, run)
        if waiting:
            return Ended("not_in_effect", "; ".join(one.outcome.detail for one in waiting))
        return Ended("", f"{run}: every change is configured and in effect")
    return undone(steps, done, reason, run)


def undone(steps: Steps, done: Sequence[Done], reason: str, run: str) -> Ended:
    """What was done, undone, and the last line written where the end is known."""
    steps.note("back", reason=reason)
    if done:
        steps.voice.line(f"going back: {reason}")
    left = back(steps, done)
    ended = _after_back(steps, done, left, reason, run)
    _say_lost(steps, run)
    return ended


def _after_back(steps: Steps, done: Sequence[Done], left: Tuple[str, ...], reason: str, run: str) -> Ended:
    if not left:
        steps.note("end", state="old", outcome="rolled_back", detail=reason)
        name = "interrupted" if reason.startswith("interrupted") else "rolled_back"
        return Ended(name, f"{run}: {reason}. Everything is as it was before")
    if all(": stays " in one or ": left alone" in one for one in left):
        steps.note("end", state="mixed", outcome="left_alone", detail="; ".join(left))
        return Ended("left_alone", f"{run}: {reason}. Undone but for: {'; '.join(left)}")
    steps.voice.line("the end is not known: no last line is written, so that recover can go on from here")
    return Ended(
        "unknown_state", f"{run}: {reason}. {'; '.join(left)}. Look at the controller, then run recover --enforce"
    )


def _say_lost(steps: Steps, run: str) -> None:
    if steps.journal_lost is not None:
        steps.voice.line(
            f"{run}: the journal could not be written to its end ({steps.journal_lost}); run recover later"
        )


def _values(read: Read, changes: Sequence[Change]) -> List[Dict[str, Any]]:
    """What each change starts from, for whoever reads the journal later."""
    found = []
    for change in changes:
        place = place_of(read.snapshot, change.controller, change.virtual_drive)
        if place is not None:
            configured, in_effect = values(change.setting, place.volume)
            found.append(
                {
                    "volume": change.volume,
                    "setting": change.setting,
                    "configured": str(configured),
                    "in_effect": str(in_effect),
                }
            )
    return found


def run_name(host: Host, kind: str, plan: str) -> str:
    """``20261120T170000Z-apply-4f2a9c11``: sorts by time, and tells the plan."""
    moment = host.clock.text.replace("-", "").replace(":", "")
    taken = set(host.disk.names(host.places.journals))
    short = "".join(sign for sign in plan if sign.isalnum())[-8:]
    name = f"{moment}-{kind}-{short}"
    return next(one for one in _numbered(name) if f"{one}.jsonl" not in taken)


def _numbered(name: str) -> List[str]:
    return [name, *(f"{name}_{number:03}" for number in range(2, 1000))]


def controllers_of(changes: Sequence[Change]) -> Tuple[int, ...]:
    return tuple(sorted({change.controller for change in changes}))


def continuing(journal: Journal, session: Session, host: Host, read: Read) -> Steps:
    """The steps of a run that goes on in its own journal."""
    return Steps(session, journal, host.clock, host.voice, read)


def said_by() -> str:
    """Who runs this, for the journal."""
    sudo: Optional[str] = os.environ.get("SUDO_USER")
    return f"{sudo} through sudo" if sudo else f"user {os.getuid()}"
