"""What must hold before anything is changed (storcli.md 5.2): else refuse, with the reason."""

from __future__ import annotations

import time
from typing import Iterator, List, Tuple

from app.collector.reading import Read
from app.collector.storcli import commands
from app.collector.tools import Tool
from app.core.hardware import Controller, VirtualDrive, members
from app.core.plan import Change, Plan, policy_of
from app.core.policies import CacheProtection, DiskCachePolicy, Media, WritePolicy
from app.core.reading import Silence
from app.core.verification import place_of, volume_problems

_MEMBERS_AT_WORK = frozenset({"rebuilding", "copyback", "failed", "missing", "offline", "unconfigured_bad"})
# A check or a patrol reads; it is no reason to wait when it is tolerated.
_HARMLESS = frozenset({"consistency_check", "patrol_read"})


def identity(plan: Plan, read: Read) -> Tuple[str, ...]:
    """Why this is not the server the plan was made for."""
    return volume_problems(plan, read.snapshot)


def obstacles(
    plan: Plan, read: Read, tool: Tool, today: str, tolerate_checks: bool = False, restoring: bool = False
) -> Tuple[str, ...]:
    """
    Every reason not to begin.

    :param today: as ``2026-11-20``.
    :param restoring: what is set was there before: the drives' cache may come back without a risk accepted anew.
    """
    found: List[str] = []
    for number in sorted({change.controller for change in plan.changes}):
        controller = read.controller(number)
        if controller is not None:
            found.extend(f"c{number}: {problem}" for problem in _of_controller(controller, read.alarms(number)))
    for change in plan.changes:
        place = place_of(read.snapshot, change.controller, change.virtual_drive)
        if place is not None:
            found.extend(_of_volume(place.controller, place.volume, tolerate_checks))
            found.extend(_of_change(place.controller, place.volume, change, tool, today))
            if not restoring:
                found.extend(_of_drives_cache(place.controller, place.volume, change, today))
    return tuple(dict.fromkeys(found))


def drift(plan: Plan, read: Read) -> Tuple[str, ...]:
    """Which values are neither what the plan starts from nor what it wants."""
    found = []
    for change in plan.changes:
        place = place_of(read.snapshot, change.controller, change.virtual_drive)
        now = policy_of(place.volume.configured, change.setting) if place is not None else Silence.UNREAD
        if now not in (change.before, change.after):
            said = now.value if isinstance(now, Silence) else now
            found.append(f"{change.volume} {change.setting}: planned from {change.before}, and it is {said} now")
    return tuple(found)


def _of_controller(controller: Controller, alarms: Tuple[str, ...]) -> Iterator[str]:
    if controller.status not in ("optimal", "needs_attention", Silence.UNREAD):
        yield f"the controller is {controller.status}; mend it first"
    yield from (f"{alarm}; see to it first" for alarm in alarms)
    if controller.preserved_cache is True:
        yield "it holds cached data of an offline volume (preserved cache); bring the volume back first"
    if controller.personality in ("hba", "jbod"):
        yield f"its personality is {controller.personality}: there are no policies to set"


def _of_volume(controller: Controller, volume: VirtualDrive, tolerate_checks: bool) -> Iterator[str]:
    name = f"c{controller.number}/v{volume.number}"
    if volume.state != "optimal":
        state = volume.state.value if isinstance(volume.state, Silence) else volume.state
        yield f"{name}: the volume is {state}; only an optimal one is touched"
    if volume.access not in ("read_write", Silence.UNREAD):
        yield f"{name}: access is {volume.access}, not read and write"
    if volume.cachecade is True:
        yield f"{name}: a CacheCade association freezes its policies; handle it by hand"
    running = volume.active_operation
    if isinstance(running, str) and not (tolerate_checks and running in _HARMLESS):
        hint = "; --tolerate-checks goes on all the same" if running in _HARMLESS else "; wait for its end"
        yield f"{name}: {running} is running{hint}"
    busy = sorted({str(drive.state) for drive in members(controller, volume) if drive.state in _MEMBERS_AT_WORK})
    if busy:
        yield f"{name}: one of its drives is {' and '.join(busy)}"


def _of_change(controller: Controller, volume: VirtualDrive, change: Change, tool: Tool, today: str) -> Iterator[str]:
    name = f"{change.volume} {change.setting}"
    if getattr(controller.capability, change.setting) is False:
        yield f"{name}: this controller says it cannot be changed"
    try:
        commands.set_command(tool.name, change.controller, change.virtual_drive, change.after, accepted(change, today))
    except commands.NotExpressibleError as error:
        yield f"{name}: {error}"
    if change.after is WritePolicy.PROTECTED_WRITE_BACK:
        yield from (f"{name}: {problem}" for problem in _of_protection(controller))


def _of_drives_cache(controller: Controller, volume: VirtualDrive, change: Change, today: str) -> Iterator[str]:
    solid = all(drive.media in (Media.SSD, Media.NVME) for drive in members(controller, volume))
    if change.after is DiskCachePolicy.ENABLED and not solid and not accepted(change, today):
        yield f"{change.volume} {change.setting}: turning the drives' own cache on needs a risk accepted, valid today"


def _of_protection(controller: Controller) -> Iterator[str]:
    if controller.cache_mib == 0:
        yield "the controller has no cache"
    state = controller.protection.state
    if state is not CacheProtection.OPTIMAL:
        detail = controller.protection.detail
        said = f" ({detail})" if isinstance(detail, str) else ""
        yield f"write-back needs protection that is optimal, and it is {state}{said}"


def accepted(change: Change, today: str) -> bool:
    """A risk counts with a name, a reason and an end that lies ahead."""
    risk = change.accepted_risk
    if risk is None or not risk.by.strip() or not risk.reason.strip():
        return False
    try:
        time.strptime(risk.until, "%Y-%m-%d")
    except ValueError:
        return False
    return risk.until >= today
