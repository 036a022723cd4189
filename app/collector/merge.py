"""Several captures of one controller into one: later ones fill silences, contradictions are told."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Callable, Dict, List, Sequence, Tuple, TypeVar

from app.collector.notes import Notes, shortened
from app.collector.storcli.drives import natural
from app.collector.storcli.protection import together
from app.collector.storcli.sections import Told
from app.core.hardware import Capability, Controller, Drive, DriveGroup, Policies, Protection, Unread, VirtualDrive
from app.core.policies import CacheProtection, WritePolicy
from app.core.reading import Silence

N = TypeVar("N", Controller, Drive, DriveGroup, VirtualDrive, Capability, Policies)

_PARTS = (Capability, Policies)
_IDENTITY = ("serial", "pci_id")
# A column cuts a model at 20 characters, an overview drops its blanks.
_ABBREVIATED = frozenset({"model"})

Report = Callable[[str, str], None]


def controllers(told: Sequence[Told]) -> Tuple[Tuple[Controller, ...], Tuple[Unread, ...]]:
    """The controllers in the order of their numbers, and every contradiction between captures."""
    merged: Dict[int, Controller] = {}
    notes: Dict[str, Notes] = {}
    for one in sorted(told, key=lambda told_one: told_one.is_overview):
        report = notes.setdefault(one.capture, Notes(one.capture)).add
        number = one.controller.number
        clean = _distinct(one.controller, report)
        merged[number] = _joined(merged[number], clean, report) if number in merged else clean
    return tuple(_finished(merged[number]) for number in sorted(merged)), tuple(
        note for capture in notes.values() for note in capture.unread
    )


def _joined(first: Controller, second: Controller, report: Report) -> Controller:
    for name in _IDENTITY:
        one, other = getattr(first, name), getattr(second, name)
        if not isinstance(one, Silence) and not isinstance(other, Silence) and one != other:
            report(f"c{first.number}", f"another controller with this number ({name} {other}, not {one}): left out")
            return first
    return _merged(first, second, f"c{first.number}", report)


def _merged(first: N, second: N, path: str, report: Report) -> N:
    changes = {}
    for field in fields(first):
        one, other = getattr(first, field.name), getattr(second, field.name)
        changes[field.name] = _value(field.name, one, other, f"{path}/{field.name}", report)
    return replace(first, **changes)


def _value(name: str, one: Any, other: Any, path: str, report: Report) -> Any:
    if isinstance(one, Protection):
        return together([one, other])
    if isinstance(one, _PARTS):
        return _merged(one, other, path, report)
    if isinstance(one, tuple) and isinstance(other, tuple) and not all(isinstance(item, str) for item in one + other):
        return _by_key([*one, *other], path.rpartition("/")[0], report)
    if one == other or other is Silence.UNREAD or other == ():
        return one
    if one is Silence.UNREAD or one == ():
        return other
    return _longer(one, other) if name in _ABBREVIATED and _alike(one, other) else _kept(one, other, path, report)


def _kept(one: Any, other: Any, path: str, report: Report) -> Any:
    if not (isinstance(one, tuple) and sorted(map(str, one)) == sorted(map(str, other))):
        report(path, f"contradiction: {shortened(str(other))} here, {shortened(str(one))} elsewhere")
    return one


def _alike(one: str, other: str) -> bool:
    first, second = ("".join(model.split()).casefold() for model in (one, other))
    return first.startswith(second) or second.startswith(first)


def _longer(one: str, other: str) -> str:
    return other if len(other) > len(one) else one


def _key(item: Any) -> Tuple[str, Any]:
    return ("", item.slot) if isinstance(item, Drive) else ({DriveGroup: "g"}.get(type(item), "v"), item.number)


def _by_key(items: List[Any], path: str, report: Report) -> Tuple[Any, ...]:
    found: Dict[Any, Any] = {}
    for item in items:
        letter, name = key = _key(item)
        place = f"{path}/{letter}{name}"
        found[key] = _merged(found[key], item, place, report) if key in found else item
    return tuple(found.values())


def _distinct(controller: Controller, report: Report) -> Controller:
    """Each noun once: a reply names a drive in its list, among the members and in its details."""
    path = f"c{controller.number}"
    drives = _by_key(list(controller.drives), path, report)
    return replace(controller, drives=drives, virtual_drives=_by_key(list(controller.virtual_drives), path, report))


def _finished(controller: Controller) -> Controller:
    volumes = sorted(controller.virtual_drives, key=lambda volume: volume.number)
    return replace(
        controller,
        protection=_protection(controller),
        drives=tuple(sorted(controller.drives, key=lambda drive: (natural(drive.slot), drive.slot))),
        drive_groups=tuple(sorted(controller.drive_groups, key=lambda group: group.number)),
        virtual_drives=tuple(_volume(volume, controller.capability) for volume in volumes),
    )


def _protection(controller: Controller) -> Protection:
    # Without a cache there is nothing to protect, and nothing is fitted to do it.
    state = controller.protection.state
    if state is CacheProtection.ABSENT or (state is CacheProtection.UNREAD and controller.cache_mib == 0):
        return replace(controller.protection, state=CacheProtection.ABSENT, kind=Silence.ABSENT)
    return controller.protection


def _volume(volume: VirtualDrive, capability: Capability) -> VirtualDrive:
    configured, in_effect = volume.configured, volume.in_effect
    if in_effect.write is WritePolicy.UNPROTECTED_WRITE_BACK and configured.write is WritePolicy.PROTECTED_WRITE_BACK:
        # The properties say WriteBack for both; the firmware never drops its own guard, so it was asked to.
        configured = replace(configured, write=WritePolicy.UNPROTECTED_WRITE_BACK)
    if capability.io_policy is False:
        # A 9560-8i prints "D" in its column though it has no I/O policy to set (storcli 7.1616).
        configured, in_effect = replace(configured, io=Silence.UNSUPPORTED), replace(in_effect, io=Silence.UNSUPPORTED)
    return replace(volume, configured=configured, in_effect=in_effect)
