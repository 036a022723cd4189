"""A finished run, taken back on an operator's word."""

from __future__ import annotations

from typing import List, NamedTuple, Tuple

from app.collector import preconditions
from app.collector.hosting import Host
from app.collector.journal import Told, journals
from app.collector.keys import Key
from app.collector.outcomes import APPLIED, NOT_EFFECTIVE, values
from app.collector.performing import Ended, checked_journals, controllers_of, performed, run_name, said_by
from app.collector.places import machine
from app.collector.plan_files import PlanFile, judge_signature
from app.collector.reading import Read, Session, read
from app.collector.recovering import Broken, broken
from app.collector.refusals import RefusedError
from app.core.plan import Change, ordered
from app.core.policies import WritePolicy
from app.core.verification import place_of


class Returning(NamedTuple):
    """What a rollback would change back, and what it leaves."""

    run: Broken
    file: PlanFile
    read: Read
    changes: Tuple[Change, ...]
    left: Tuple[str, ...]


def run_of(host: Host, wanted: str) -> Told:
    """
    The finished run of this name, or the last one of a plan with this id.

    :raises RefusedError: ``no_such_run`` and what :func:`journals` raises.
    """
    told = journals(host.disk, host.places.journals, machine(host.places))
    found = [one for one in told if wanted in (one.name, one.head.get("plan", {}).get("id")) and _is_new(one)]
    if not found:
        known = ", ".join(one.name for one in told if _is_new(one)) or "none"
        raise RefusedError(
            "no_such_run", f"{wanted}: no run of this name or plan that changed anything; known: {known}"
        )
    return found[-1]


def _is_new(told: Told) -> bool:
    return told.end is not None and told.end.get("state") == "new"


def returning(host: Host, session: Session, key: Key, told: Told, tolerate_checks: bool = False) -> Returning:
    """
    The way back, judged on what is there now.

    :raises RefusedError: of journal, plan, identity or preconditions.
    """
    checked_journals(host)
    run = broken(told)
    file = PlanFile(run.plan, told.head["plan"])
    judge_signature(file, key)
    found = read(session, controllers_of(run.changes), host.clock.text)
    strangers = preconditions.identity(run.plan, found)
    if strangers:
        raise RefusedError("identity", f"{'; '.join(strangers)}. Nothing is taken back")
    changes, left = _changes(run, told, found)
    plan = run.plan._replace(changes=changes)
    obstacles = preconditions.obstacles(
        plan, found, session.tool, host.clock.text[:10], tolerate_checks, restoring=True
    )
    if obstacles:
        raise RefusedError("precondition", f"nothing was changed: {'; '.join(obstacles)}")
    return Returning(run, file, found, changes, left)


def returned(host: Host, session: Session, way: Returning) -> Ended:
    """
    The way back, gone.

    :raises RefusedError: see :func:`performed`.
    """
    said = f" Left as it is: {'; '.join(way.left)}." if way.left else ""
    if not way.changes:
        return Ended("left_alone" if way.left else "", f"nothing to take back.{said}")
    run = run_name(host, "rollback", way.run.plan.id)
    ended = performed(host, session, way.read, "rollback", way.file, way.changes, run, said_by())
    if ended.name == "" and way.left:
        return Ended("left_alone", f"{ended.text}.{said}")
    return ended


def _changes(run: Broken, told: Told, found: Read) -> Tuple[Tuple[Change, ...], Tuple[str, ...]]:
    took = {one["step"] for one in told.of("found") if not one["undo"] and one["outcome"] in (APPLIED, NOT_EFFECTIVE)}
    changes: List[Change] = []
    left: List[str] = []
    for number in (number for number in run.began if number in took or told.of("recover")):
        change = run.changes[number]
        place = place_of(found.snapshot, change.controller, change.virtual_drive)
        now = values(change.setting, place.volume)[0] if place is not None else None
        if change.before is WritePolicy.UNPROTECTED_WRITE_BACK:
            left.append(f"{change.volume} {change.setting}: unprotected write-back needs a signed plan of its own")
        elif now == change.after:
            changes.append(change.undo())
        elif now != change.before:
            left.append(f"{change.volume} {change.setting}: is {now} by now, changed by somebody else")
    return ordered(tuple(changes)), tuple(left)
