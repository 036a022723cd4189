"""A signed plan, judged and carried out; or judged only."""

from __future__ import annotations

from typing import List, NamedTuple, Sequence, Tuple

from app.collector import preconditions
from app.collector.hosting import Host
from app.collector.keys import Key
from app.collector.outcomes import values
from app.collector.performing import Ended, checked_journals, controllers_of, performed, run_name, said_by
from app.collector.plan_files import PlanFile, judge
from app.collector.preconditions import accepted
from app.collector.reading import Read, Session, read
from app.collector.refusals import RefusedError
from app.collector.storcli import commands
from app.core.plan import Change, Plan, ordered
from app.core.verification import place_of


class Judged(NamedTuple):
    """A plan that may be carried out, on what was just read."""

    read: Read
    changes: Tuple[Change, ...]


def judged(host: Host, session: Session, file: PlanFile, key: Key, tolerate_checks: bool = False) -> Judged:
    """
    The plan beside the server as it is now: one snapshot of its controllers, and every reason not to begin.

    :raises RefusedError: of plan, journal, identity, preconditions or drift.
    """
    judge(file, key, host.clock.wall())
    _consistent(file.plan)
    checked_journals(host)
    changes = ordered(file.plan.changes)
    found = read(session, controllers_of(changes), host.clock.text)
    strangers = preconditions.identity(file.plan, found)
    if strangers:
        raise RefusedError("identity", f"{'; '.join(strangers)}. Read and plan anew")
    drifted = preconditions.drift(file.plan, found)
    if drifted:
        raise RefusedError("drifted", f"{'; '.join(drifted)}. Somebody changed it since; plan anew")
    waiting = tuple(change for change in changes if not _is_done(found, change))
    obstacles = preconditions.obstacles(
        file.plan._replace(changes=waiting), found, session.tool, host.clock.text[:10], tolerate_checks
    )
    if obstacles:
        raise RefusedError("precondition", f"nothing was changed: {'; '.join(obstacles)}")
    return Judged(found, changes)


def _consistent(plan: Plan) -> None:
    places = [(change.controller, change.virtual_drive, change.setting) for change in plan.changes]
    twice = [change for change, place in zip(plan.changes, places) if places.count(place) > 1]
    if twice:
        raise RefusedError(
            "plan_conflict", f"plan {plan.id} changes {twice[0].volume} {twice[0].setting} more than once; plan anew"
        )


def applied(host: Host, session: Session, file: PlanFile, found: Judged) -> Ended:
    """
    The plan carried out.

    :raises RefusedError: see :func:`performed`.
    """
    if all(_is_done(found.read, change) for change in found.changes):
        return Ended("", f"plan {file.plan.id}: nothing to do, every value is as planned")
    run = run_name(host, "apply", file.plan.id)
    return performed(host, session, found.read, "apply", file, found.changes, run, said_by())


def command_lines(session: Session, found: Judged, today: str) -> List[str]:
    """The very commands that carrying out would run, in order."""
    return lines_of(session, [change for change in found.changes if not _is_done(found.read, change)], today)


def lines_of(session: Session, changes: Sequence[Change], today: str) -> List[str]:
    return [
        " ".join(
            session.argv(
                commands.set_command(
                    session.tool.name, change.controller, change.virtual_drive, change.after, accepted(change, today)
                )
            )
        )
        for change in changes
    ]


def _is_done(found: Read, change: Change) -> bool:
    place = place_of(found.snapshot, change.controller, change.virtual_drive)
    return place is not None and values(change.setting, place.volume)[0] == change.after
