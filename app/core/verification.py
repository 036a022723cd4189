"""A plan against a later snapshot: what took, what did not, what is not in effect, what could not be read."""

from __future__ import annotations

from typing import Any, Iterator, List, NamedTuple, Optional, Tuple

from app.core.hardware import Controller, Snapshot, VirtualDrive
from app.core.plan import Change, Plan, VolumeIdentity, controller_identity, policy_of, volume_identity
from app.core.reading import Silence

TOOK, DIFFERS, NOT_IN_EFFECT, UNREAD, GONE = "took", "differs", "not_in_effect", "unread", "gone"


class Finding(NamedTuple):
    """What became of one change."""

    change: Change
    state: str
    configured: Any
    in_effect: Any
    detail: str

    @property
    def is_well(self) -> bool:
        return self.state == TOOK


class Place(NamedTuple):
    """A volume of a snapshot, with the controller it lies on."""

    controller: Controller
    volume: VirtualDrive


def verification(plan: Plan, snapshot: Snapshot) -> Tuple[Finding, ...]:
    """One finding a change, in the order of the plan."""
    return tuple(_finding(plan, change, snapshot) for change in plan.changes)


def volume_problems(plan: Plan, snapshot: Snapshot) -> Tuple[str, ...]:
    """Why the volumes of this plan are not those of this snapshot; empty where every one is pinned and found."""
    problems = [problem for wanted in plan.volumes for problem in identity_problems(wanted, plan, snapshot)]
    named = {(one.controller, one.number) for one in plan.volumes}
    loose = [change.volume for change in plan.changes if (change.controller, change.virtual_drive) not in named]
    return (*problems, *(f"{volume}: the plan does not say which volume this is" for volume in dict.fromkeys(loose)))


def identity_problems(wanted: VolumeIdentity, plan: Plan, snapshot: Snapshot) -> Iterator[str]:
    """Why one volume of a plan is not the one that the snapshot has under its number."""
    name = f"c{wanted.controller}/v{wanted.number}"
    place = place_of(snapshot, wanted.controller, wanted.number)
    if not wanted.is_pinned:
        yield f"{name}: the plan tells it by its number only, and numbers are reused"
    if place is None:
        yield f"{name}: gone"
        return
    yield from _other_controller(name, place.controller, plan)
    differing = wanted.differences(volume_identity(place.controller, place.volume))
    if differing:
        yield f"{name}: another volume than planned for ({', '.join(differing)})"


def _other_controller(name: str, controller: Controller, plan: Plan) -> Iterator[str]:
    planned = [one for one in plan.controllers if one.number == controller.number]
    if not planned:
        yield f"{name}: the plan does not say which controller this is"
    elif planned[0].serial != controller_identity(controller).serial:
        yield f"{name}: another controller than planned for"


def place_of(snapshot: Snapshot, controller: int, volume: int) -> Optional[Place]:
    """The volume with this number, or None."""
    found = [
        Place(one, drive)
        for one in snapshot.controllers
        if one.number == controller
        for drive in one.virtual_drives
        if drive.number == volume
    ]
    return found[0] if found else None


def needing_attention(findings: Tuple[Finding, ...]) -> List[Finding]:
    """Those that need somebody's eye."""
    return [finding for finding in findings if not finding.is_well]


def _finding(plan: Plan, change: Change, snapshot: Snapshot) -> Finding:
    place = place_of(snapshot, change.controller, change.virtual_drive)
    wanted = [one for one in plan.volumes if (one.controller, one.number) == (change.controller, change.virtual_drive)]
    problems = [problem for one in wanted for problem in identity_problems(one, plan, snapshot)]
    if place is None or problems:
        silence = Silence.UNREAD
        return Finding(change, GONE, silence, silence, "; ".join(problems) or f"{change.volume}: gone")
    return _of_volume(change, place.volume)


def _of_volume(change: Change, volume: VirtualDrive) -> Finding:
    configured = policy_of(volume.configured, change.setting)
    in_effect = policy_of(volume.in_effect, change.setting)
    state, detail = judged(change, configured, in_effect)
    return Finding(change, state, configured, in_effect, detail)


def judged(change: Change, configured: Any, in_effect: Any) -> Tuple[str, str]:
    """What a reading says of one change. Where only one of the two was printed, it stands for both."""
    name = f"{change.volume} {change.setting}"
    asked = in_effect if isinstance(configured, Silence) else configured
    acts = configured if isinstance(in_effect, Silence) else in_effect
    if isinstance(asked, Silence):
        return UNREAD, f"{name}: could not be read, {change.after} was planned"
    if asked != change.after:
        return DIFFERS, f"{name}: is {asked}, {change.after} was planned"
    if acts != change.after:
        return NOT_IN_EFFECT, f"{name}: {asked} is configured, {acts} is in effect"
    return TOOK, f"{name}: {asked}, configured and in effect"
