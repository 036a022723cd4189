"""What a controller printed goes in; for every virtual drive found its advice comes out."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from app.collector.captures import Capture
from app.collector.snapshot import snapshot_from_captures
from app.core.advice import Advice
from app.core.advise import advise
from app.core.book import Book
from app.core.document import Plain, advice_document
from app.core.hardware import Controller, Drive, Policies, Snapshot, Unread, VirtualDrive, members
from app.core.policies import CacheProtection
from app.core.reading import Silence, is_known
from app.core.request import AdviceRequest, ControllerAsked, VolumeAsked
from app.exports.commands import policy_commands
from app.exports.tools import GRAMMAR_8, tool_for
from app.workflows.advise import command_document, online_settings
from app.workflows.request import RequestBody, core_request

SETTING_OF_POLICY = {
    "read_policy": "read",
    "write_policy": "write",
    "io_policy": "io",
    "disk_cache_policy": "disk_cache",
}
_SLOWEST_FIRST = ("hdd", "ssd", "nvme")


def captures_document(
    book: Book,
    captures: Sequence[Capture],
    body: RequestBody,
    today: datetime.date,
    unread: Sequence[Unread] = (),
) -> Plain:
    """
    Advice for every virtual drive in ``captures`` under the workload of ``body``.
    ``unread`` are troubles met before the captures could be read at all.
    """
    snapshot = snapshot_from_captures(captures)
    volumes = [
        volume_document(book, snapshot, controller, volume, body, today)
        for controller in snapshot.controllers
        for volume in controller.virtual_drives
    ]
    return {
        "rulebook": {"version": book.version, "documents": book.papers},
        "tool": {name: plain(value) for name, value in vars(snapshot.tool).items()},
        "controllers": [controller_document(book, controller) for controller in snapshot.controllers],
        "virtual_drives": volumes,
        "questions": _questions(snapshot),
        "unread": [vars(item) for item in (*unread, *snapshot.unread)],
    }


def plain(value: Any) -> Any:
    """A reading as JSON: silences by their names."""
    if isinstance(value, Silence):
        return value.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return str(value) if hasattr(value, "value") else value


def _questions(snapshot: Snapshot) -> list[Plain]:
    if any(controller.virtual_drives for controller in snapshot.controllers):
        return []
    message = (
        "No virtual drive was found in these captures. Add the output of '/call/vall show all J' "
        "and '/call show all J' (storcli, perccli, storcli2 or perccli2)."
    )
    return [{"field": "captures", "message": message, "choices": [], "citations": []}]


def controller_document(book: Book, controller: Controller) -> Plain:
    """What was read of one controller, without the drives."""
    model = book.catalogue.model(controller.model) if isinstance(controller.model, str) else None
    return {
        "number": controller.number,
        "model": plain(controller.model),
        "recognised_as": model.name if model is not None else None,
        "family": model.family if model is not None else None,
        "firmware": plain(controller.firmware),
        "kind": plain(controller.kind),
        "status": plain(controller.status),
        "cache_mib": plain(controller.cache_mib),
        "protection": {
            "state": str(controller.protection.state),
            "kind": plain(controller.protection.kind),
            "model": plain(controller.protection.model),
            "detail": plain(controller.protection.detail),
        },
        "capability": {name: plain(value) for name, value in vars(controller.capability).items()},
        "drives": len(controller.drives),
        "drive_groups": len(controller.drive_groups),
        "virtual_drives": len(controller.virtual_drives),
    }


def volume_document(
    book: Book,
    snapshot: Snapshot,
    controller: Controller,
    volume: VirtualDrive,
    body: RequestBody,
    today: datetime.date,
) -> Plain:
    """What one virtual drive has, what it should have and why, and the commands between the two."""
    request = volume_request(controller, volume, core_request(body))
    found = advise(book, request, today)
    document = advice_document(found)
    document["settings"] = {
        name: {
            "has": _has(volume, name),
            **setting,
            "in_effect_now": _policy(volume.in_effect, name) if name in SETTING_OF_POLICY else _has(volume, name),
            "differs": _differs(volume, name, setting),
        }
        for name, setting in document["settings"].items()
    }
    document["questions"] += _unread_questions(controller, volume, document["questions"])
    return {
        "controller": controller.number,
        "virtual_drive": volume.number,
        "name": plain(volume.name),
        "raid_level": plain(volume.raid_level),
        "state": plain(volume.state),
        "os_device": plain(volume.os_device),
        "drives": len(members(controller, volume)) or plain(_drive_count(controller, volume)),
        "media": [str(medium) for medium in _media(members(controller, volume))],
        "rpm": _rpm(members(controller, volume)),
        "cachecade": plain(volume.cachecade),
        "advice": document,
        "commands": _commands(snapshot, controller, volume, found, document["settings"]),
    }


def volume_request(controller: Controller, volume: VirtualDrive, asked: AdviceRequest) -> AdviceRequest:
    """What was read, with what the caller adds; the caller's own word fills silences only."""
    drives = members(controller, volume)
    media = _media(drives)
    said, told = asked.controller, asked.volume
    protection = controller.protection.state
    exists = ControllerAsked(
        model=controller.model if isinstance(controller.model, str) else said.model,
        cache_mib=controller.cache_mib if isinstance(controller.cache_mib, int) else said.cache_mib,
        cache_protection=str(protection) if protection is not CacheProtection.UNREAD else said.cache_protection,
        features=said.features,
        raid5_key=said.raid5_key,
        capability=controller.capability,
        hba=True if controller.kind == "hba" else None,
    )
    return asked._replace(
        controller=exists,
        volume=VolumeAsked(
            raid_level=str(volume.raid_level) if is_known(volume.raid_level) else told.raid_level,
            media=str(media[0]) if media else told.media,
            interface=told.interface,
            drives=_drive_count(controller, volume) or told.drives,
            rpm=_rpm(drives) or told.rpm,
            power_loss_protection=told.power_loss_protection,
            holds_data=told.holds_data if told.holds_data is not None else True,
            exists=True,
            endurance=told.endurance,
            mixed_media=tuple(str(medium) for medium in media) if len(media) > 1 else (),
            spans=volume.span_depth if isinstance(volume.span_depth, int) else None,
        ),
        include=("settings", "commands"),
    )


def _media(drives: Sequence[Drive]) -> list[str]:
    """The media of these drives, the slowest first: a mixed group is judged by it."""
    found = {str(drive.media) for drive in drives if is_known(drive.media)}
    return sorted(found, key=_SLOWEST_FIRST.index)


def _rpm(drives: Sequence[Drive]) -> int | None:
    known = [drive.rpm for drive in drives if isinstance(drive.rpm, int)]
    return min(known, default=None)


def _drive_count(controller: Controller, volume: VirtualDrive) -> int | None:
    if isinstance(volume.span_depth, int) and isinstance(volume.drives_per_span, int):
        return volume.span_depth * volume.drives_per_span or None
    return len(volume.drives) or len(members(controller, volume)) or None


def _policy(policies: Policies, setting: str) -> Any:
    return plain(getattr(policies, SETTING_OF_POLICY[setting]))


def _has(volume: VirtualDrive, setting: str) -> Any:
    """What the volume is configured with."""
    if setting in SETTING_OF_POLICY:
        return _policy(volume.configured, setting)
    if setting == "strip_size_kib":
        return plain(volume.strip_size_kib)
    return plain(volume.raid_level) if setting == "raid_level" else "unread"


def _differs(volume: VirtualDrive, name: str, setting: Plain) -> bool | None:
    """
    Whether the volume has what no paper accepts here; a value as good as the one
    advised stays as it is. None where nobody read what it has, or nothing is advised.
    """
    has = _has(volume, name)
    if setting["value"] is None or has in ("unread", "unsupported", "absent"):
        return None
    return has != setting["value"] and has not in setting["acceptable"]


def _unread_questions(controller: Controller, volume: VirtualDrive, asked: list[Plain]) -> list[Plain]:
    """What the captures should have told, asked for by name and with the command that prints it."""
    have = {question["field"] for question in asked}
    missing = []
    if not is_known(controller.model):
        missing.append(
            (
                "controller.model",
                f"The captures do not name controller {controller.number}: add '/c{controller.number} show all J'.",
            )
        )
    if controller.protection.state is CacheProtection.UNREAD and controller.kind != "hba":
        missing.append(
            (
                "controller.cache_protection",
                (
                    f"The state of battery or CacheVault is unread: add '/c{controller.number} show all J', "
                    f"'/c{controller.number}/cv show all J' or '/c{controller.number}/bbu show all J'."
                ),
            )
        )
    if not any(is_known(drive.media) for drive in members(controller, volume)):
        missing.append(
            (
                "volume.media",
                (
                    f"The drives of virtual drive {volume.number} are unread: add "
                    f"'/c{controller.number}/eall/sall show all J'."
                ),
            )
        )
    if not is_known(volume.strip_size_kib):
        missing.append(
            (
                "volume.strip_size_kib",
                f"The strip size is unread: add '/c{controller.number}/v{volume.number} show all J'.",
            )
        )
    return [
        {"field": field, "message": message, "choices": [], "citations": []}
        for field, message in missing
        if field not in have or field == "volume.strip_size_kib"
    ]


def _commands(
    snapshot: Snapshot, controller: Controller, volume: VirtualDrive, found: Advice, settings: Plain
) -> Plain:
    """Only what differs or nobody read, in the grammar of the tool that printed the captures."""
    tool = tool_for(controller, snapshot.tool)
    wanted = {
        name: value
        for name, value in online_settings(found).items()
        if settings[name]["differs"] is not False and not (name == "io_policy" and tool in GRAMMAR_8)
    }
    frozen = volume.cachecade is True
    lines = () if frozen else policy_commands(tool, controller.number, volume.number, wanted)
    note = "A CacheCade association freezes the policies of this volume: it needs handling by hand." if frozen else None
    return {"tool": tool, "change": [command_document(line) for line in lines], "note": note}
