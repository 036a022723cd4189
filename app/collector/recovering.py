"""After a run that did not end: what is there now, and on to the old state or the new one."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Sequence, Set, Tuple

from app.collector.hosting import Host
from app.collector.journal import Journal, Record, Told, continued
from app.collector.outcomes import APPLIED, UNKNOWN, Outcome, values
from app.collector.performing import Ended, continuing, undone
from app.collector.reading import Read, Session
from app.collector.refusals import RefusedError
from app.collector.stepping import SETTLING, Done
from app.core.plan import Change, MalformedPlanError, Plan, change_from_document, plan_from_document
from app.core.verification import identity_problems, place_of


class Broken(NamedTuple):
    """An unfinished run as its journal tells it."""

    told: Told
    plan: Plan
    changes: Tuple[Change, ...]
    began: Tuple[int, ...]
    """Steps announced forwards, in order: only these can have done anything."""
    was_going_back: bool
    in_doubt: Set[int]
    """Steps whose last command was not seen to its end: an effect may still have come late."""


def broken(told: Told) -> Broken:
    """
    What an unfinished journal says.

    :raises RefusedError: ``journal_broken``.
    """
    head: Dict[str, Any] = told.head
    try:
        plan = plan_from_document(head.get("plan"))
        changes = tuple(map(change_from_document, head.get("steps") or ()))
    except MalformedPlanError as error:
        raise RefusedError("journal_broken", f"{told.path}: {error}; look at it before going on") from error
    announced = told.of("intend")
    began = tuple(dict.fromkeys(int(one["step"]) for one in announced if not one["undo"]))
    return Broken(told, plan, changes, began, bool(told.of("back")), _in_doubt(told.records))


def _in_doubt(records: Sequence[Record]) -> Set[int]:
    doubtful: Set[int] = set()
    for one in records:
        if one["record"] == "intend":
            doubtful.add(int(one["step"]))
        if one["record"] == "found" and one["outcome"] in ("applied", "applied_not_effective", "rejected"):
            doubtful.discard(int(one["step"]))
    return doubtful


def left(host: Host, run: Broken) -> Ended:
    """
    The run closed on the operator's word, with nothing touched: for a volume that can neither go on nor back.

    :raises RefusedError: ``disk_full``, ``state_unusable``.
    """
    journal = continued(host.disk, run.told)
    try:
        journal.write("end", host.clock.text, state="mixed", outcome="left_alone", detail="left by the operator")
    finally:
        journal.close()
    return Ended("left_alone", f"{run.told.name}: closed as it is; verify tells what each volume has")


def settle(host: Host, run: Broken) -> None:
    """Waits where a command was not seen to its end, for an effect that comes late."""
    if run.in_doubt:
        host.clock.pause(sum(SETTLING))


def recovered(host: Host, session: Session, read: Read, run: Broken) -> Ended:
    """
    The run brought to its end: new where every change had taken, else old.

    :raises RefusedError: ``stopped``, ``disk_full``, ``state_unusable``.
    """
    journal = continued(host.disk, run.told)
    try:
        return _ended(host, session, read, run, journal)
    finally:
        journal.close()


def _ended(host: Host, session: Session, read: Read, run: Broken, journal: Journal) -> Ended:
    steps = continuing(journal, session, host, read)
    name = run.told.name
    journal.write("recover", host.clock.text, values=_now(read, run))
    if not run.began:
        journal.write("end", host.clock.text, state="old", outcome="nothing_done")
        return Ended("", f"{name}: nothing had been done; everything is as it was before")
    if not run.was_going_back and _all_new(read, run):
        journal.write("end", host.clock.text, state="new", outcome="applied")
        return Ended("", f"{name}: every change had been made; the new state stands")
    done = [_done(read, run, number) for number in run.began]
    ended = undone(steps, [one for one in done if _needs_undoing(read, run, one)], "recovered after a break", name)
    return Ended("", ended.text) if ended.name == "rolled_back" else ended


def _all_new(read: Read, run: Broken) -> bool:
    return all(
        _stranger(read, run, change) == "" and _configured(read, change) == change.after for change in run.changes
    )


def _done(read: Read, run: Broken, number: int) -> Done:
    """A step as it shows now: ours to undo, or somebody else's by now."""
    change = run.changes[number]
    stranger = _stranger(read, run, change)
    if stranger:
        return Done(number, change, Outcome(UNKNOWN, stranger, is_ours=False))
    now = _configured(read, change)
    if now not in (change.before, change.after):
        return Done(number, change, Outcome(UNKNOWN, f"it is {now} now: somebody else changed it", is_ours=False))
    return Done(number, change, Outcome(APPLIED, f"it is {now}", now, now))


def _needs_undoing(read: Read, run: Broken, one: Done) -> bool:
    """What shows the old value and was seen to its end is left; in doubt the old value is set once more."""
    return not one.outcome.is_ours or one.outcome.configured == one.change.after or one.number in run.in_doubt


def _stranger(read: Read, run: Broken, change: Change) -> str:
    wanted = [
        one for one in run.plan.volumes if (one.controller, one.number) == (change.controller, change.virtual_drive)
    ]
    return "; ".join(problem for one in wanted for problem in identity_problems(one, run.plan, read.snapshot))


def _configured(read: Read, change: Change) -> Any:
    place = place_of(read.snapshot, change.controller, change.virtual_drive)
    return values(change.setting, place.volume)[0] if place is not None else None


def _now(read: Read, run: Broken) -> List[Dict[str, str]]:
    return [
        {"volume": change.volume, "setting": change.setting, "configured": str(_configured(read, change))}
        for change in run.changes
    ]
