"""Advice and what was read, into a plan: only what differs, with before, after, reason, cost and what it touches."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple

from app.collector.refusals import RefusedError
from app.core.hardware import Controller, Snapshot, VirtualDrive, members
from app.core.plan import (
    SETTINGS,
    Change,
    Plan,
    Remark,
    Risk,
    controller_identity,
    ordered,
    policy_of,
    volume_identity,
)
from app.core.policies import DiskCachePolicy, Media, ReadPolicy, Word, WritePolicy
from app.core.reading import Silence

AT_CREATION = ("raid_level", "strip_size_kib")

_CAPABILITY = {
    "write_policy": "write_policy",
    "read_policy": "read_policy",
    "io_policy": "io_policy",
    "disk_cache_policy": "disk_cache_policy",
}
_CITED = ("document", "title", "date", "place", "row", "claim")


class Draft(NamedTuple):
    """What one volume needs, before a plan is made of it."""

    changes: Tuple[Change, ...]
    advised: Tuple[Remark, ...]
    held_back: Tuple[Remark, ...]


class Header(NamedTuple):
    """What a plan says of itself."""

    id: str
    made_at: str
    valid_until: str
    server: Optional[str]


def plan_of(snapshot: Snapshot, advice: Any, header: Header) -> Plan:
    """
    The plan that carries this advice out on what was read.

    :raises RefusedError: ``input`` where the file is no advice, or is about other volumes than were read.
    """
    volumes = _volumes(advice)
    found = [(said, *_place(snapshot, said)) for said in volumes]
    drafts = [_draft(controller, volume, said) for said, controller, volume in found]
    changes, shared = _once_a_group(snapshot, [change for draft in drafts for change in draft.changes])
    touched = {(change.controller, change.virtual_drive) for change in changes}
    pinned = [(controller, volume) for _, controller, volume in found if (controller.number, volume.number) in touched]
    return Plan(
        *header,
        tool=snapshot.tool.name if snapshot.tool.name != "unread" else None,
        rulebook=_rulebook(advice),
        controllers=tuple(dict.fromkeys(controller_identity(controller) for controller, _ in pinned)),
        volumes=tuple(volume_identity(controller, volume) for controller, volume in pinned),
        changes=ordered(tuple(changes)),
        advised=tuple(remark for draft in drafts for remark in draft.advised),
        held_back=(*(remark for draft in drafts for remark in draft.held_back), *shared),
    )


def _volumes(advice: Any) -> List[Mapping[str, Any]]:
    volumes = advice.get("virtual_drives") if isinstance(advice, dict) else None
    if not isinstance(volumes, list) or not all(isinstance(one, dict) for one in volumes):
        raise RefusedError(
            "input", "the advice file holds no virtual_drives; make it with `raidwise advise --captures DIR --json`"
        )
    return volumes


def _rulebook(advice: Mapping[str, Any]) -> Optional[str]:
    rulebook = advice.get("rulebook")
    version = rulebook.get("version") if isinstance(rulebook, dict) else None
    return version if isinstance(version, str) else None


def _place(snapshot: Snapshot, said: Mapping[str, Any]) -> Tuple[Controller, VirtualDrive]:
    name = f"c{said.get('controller')}/v{said.get('virtual_drive')}"
    for controller in snapshot.controllers:
        for volume in controller.virtual_drives:
            if (controller.number, volume.number) == (said.get("controller"), said.get("virtual_drive")):
                _compare(name, volume, said)
                return controller, volume
    raise RefusedError(
        "input", f"the advice speaks of {name}, which was not read; advise and plan on the same captures"
    )


def _compare(name: str, volume: VirtualDrive, said: Mapping[str, Any]) -> None:
    level = str(volume.raid_level) if not isinstance(volume.raid_level, Silence) else "unread"
    if said.get("raid_level", level) != level:
        raise RefusedError(
            "input", f"the advice takes {name} for {said['raid_level']} and it is {level}: another volume by now"
        )


def _draft(controller: Controller, volume: VirtualDrive, said: Mapping[str, Any]) -> Draft:
    advice = said.get("advice")
    settings = advice.get("settings") if isinstance(advice, dict) else None
    if not isinstance(advice, dict) or not isinstance(settings, dict):
        raise RefusedError("input", f"the advice for c{controller.number}/v{volume.number} has no settings")
    changes: List[Change] = []
    advised: List[Remark] = []
    held_back: List[Remark] = []
    for name, setting in settings.items():
        if not isinstance(setting, dict) or setting.get("value") is None:
            continue
        if name in AT_CREATION:
            advised.extend(_fixed(controller, volume, name, setting))
        elif name in SETTINGS:
            _judge(controller, volume, name, setting, advice.get("status"), changes, held_back)
    return Draft(tuple(changes), tuple(advised), tuple(held_back))


def _fixed(controller: Controller, volume: VirtualDrive, name: str, setting: Mapping[str, Any]) -> Iterator[Remark]:
    has: Any = volume.raid_level if name == "raid_level" else volume.strip_size_kib
    has = str(has) if isinstance(has, Word) else has
    if not isinstance(has, Silence) and has != setting["value"] and has not in (setting.get("acceptable") or ()):
        reason = f"fixed when a volume is made: only a re-creation changes it. {setting.get('reason') or ''}".strip()
        yield Remark(controller.number, volume.number, name, has, setting["value"], reason)


def _judge(
    controller: Controller,
    volume: VirtualDrive,
    name: str,
    setting: Mapping[str, Any],
    status: Any,
    changes: List[Change],
    held_back: List[Remark],
) -> None:
    before = policy_of(volume.configured, name)
    words = [word.value for word in SETTINGS[name]]
    if setting["value"] not in words:
        raise RefusedError("input", f"the advice wants {name} {setting['value']!r}; known: {', '.join(words)}")
    after = SETTINGS[name](setting["value"])
    if before == after:
        return
    obstacle = "the advice was refused" if status == "refused" else _obstacle(controller, volume, name, before, after)
    obstacle = obstacle or _risk_obstacle(controller, volume, after, setting)
    if obstacle:
        has = before.value if isinstance(before, (Silence, Word)) else before
        held_back.append(Remark(controller.number, volume.number, name, has, str(after), obstacle))
        return
    changes.append(_change(controller, volume, name, before, after, setting))


def _obstacle(controller: Controller, volume: VirtualDrive, name: str, before: Any, after: Word) -> str:
    if before is Silence.UNSUPPORTED or getattr(controller.capability, _CAPABILITY[name]) is False:
        return "this controller has no such setting to change"
    if isinstance(before, Silence):
        return "what the volume has now could not be read"
    if after is ReadPolicy.ADAPTIVE_READ_AHEAD:
        return "no command of this tool sets it"
    if volume.cachecade is True:
        return "a CacheCade association freezes the policies of this volume: it needs handling by hand"
    solid = any(drive.media in (Media.SSD, Media.NVME) for drive in members(controller, volume))
    if name == "disk_cache_policy" and solid and controller.capability.ssd_disk_cache_change is False:
        return "this controller does not change the cache of solid-state drives"
    if not volume_identity(controller, volume).is_pinned:
        return "neither its WWN nor its drives' serial numbers were read, so it cannot be told from another volume"
    return ""


def _risk_obstacle(controller: Controller, volume: VirtualDrive, after: Word, setting: Mapping[str, Any]) -> str:
    if _risk(setting) is not None:
        return ""
    if after is WritePolicy.UNPROTECTED_WRITE_BACK:
        return "unprotected write-back is set only where somebody accepted the risk by name"
    spinning = not all(drive.media in (Media.SSD, Media.NVME) for drive in members(controller, volume))
    if after is DiskCachePolicy.ENABLED and spinning:
        return "the drives' own cache is turned on only where somebody accepted the risk by name"
    return ""


def _risk(setting: Mapping[str, Any]) -> Optional[Risk]:
    said = setting.get("accepted_risk")
    if not isinstance(said, dict):
        return None
    return Risk(*(str(said.get(name) or "") for name in ("by", "reason", "until")))


def _change(
    controller: Controller, volume: VirtualDrive, name: str, before: Word, after: Word, setting: Mapping[str, Any]
) -> Change:
    cites = [cite for cite in setting.get("citations") or () if isinstance(cite, dict)]
    return Change(
        controller.number,
        volume.number,
        name,
        before,
        after,
        str(setting.get("reason") or ""),
        tuple({key: cite[key] for key in _CITED if key in cite} for cite in cites),
        _COSTS.get(after, "online, no data is moved"),
        _blast_radius(controller, volume, name),
        _risk(setting),
    )


_COSTS: Dict[Any, str] = {
    WritePolicy.WRITE_THROUGH: "online; the controller first writes out what it has cached, which takes throughput",
    WritePolicy.PROTECTED_WRITE_BACK: "online, no data is moved; in effect while the cache's protection is optimal",
    WritePolicy.UNPROTECTED_WRITE_BACK: "online; a power cut without protection loses writes that were acknowledged",
    DiskCachePolicy.ENABLED: "online; a power cut loses what the drives acknowledged from their own cache",
    DiskCachePolicy.DISABLED: "online; the drives write their cache out, and slow writes show",
}


def _blast_radius(controller: Controller, volume: VirtualDrive, name: str) -> Tuple[str, ...]:
    own = f"c{controller.number}/v{volume.number}"
    if name != "disk_cache_policy":
        return (own,)
    others = [
        f"c{controller.number}/v{one.number}"
        for one in controller.virtual_drives
        if one.number != volume.number and one.drive_group == volume.drive_group and isinstance(one.drive_group, int)
    ]
    group = volume.drive_group if isinstance(volume.drive_group, int) else "unread"
    return (own, *others, f"c{controller.number}/d{group}: every drive of the group")


def _once_a_group(snapshot: Snapshot, changes: List[Change]) -> Tuple[List[Change], List[Remark]]:
    """
    The drives' cache belongs to the drive group: one change for all its volumes, and none where they disagree, or where
    a volume beside is advised what it has.
    """
    kept: List[Change] = []
    remarks: List[Remark] = []
    for change in changes:
        if change.setting != "disk_cache_policy":
            kept.append(change)
            continue
        beside = [one for one in changes if one.setting == change.setting and one.volume in change.blast_radius]
        if any(one.after is not change.after for one in beside):
            reason = f"the volumes of one drive group want different things: {', '.join(one.volume for one in beside)}"
            remarks.append(_remark(change, reason))
        elif beside[0] is change:
            kept.append(change)
        else:
            remarks.append(_remark(change, f"done with {beside[0].volume}, which lies on the same drives"))
    return kept, remarks


def _remark(change: Change, reason: str) -> Remark:
    return Remark(
        change.controller, change.virtual_drive, change.setting, str(change.before), str(change.after), reason
    )
