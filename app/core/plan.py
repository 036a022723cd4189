"""A plan: what would be changed on which volume, why, and how it is pinned and signed. Data; it does nothing."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any, Dict, Mapping, NamedTuple, Optional, Tuple, Type

from app.core.hardware import Controller, Policies, VirtualDrive, members
from app.core.policies import DiskCachePolicy, IoPolicy, ReadPolicy, Word, WritePolicy

FORMAT = "raidwise-plan/1"
ALGORITHM = "HMAC-SHA256"

SETTINGS: Mapping[str, Type[Word]] = {
    "write_policy": WritePolicy,
    "read_policy": ReadPolicy,
    "io_policy": IoPolicy,
    "disk_cache_policy": DiskCachePolicy,
}
"""The closed list: what can be changed on a living volume, and the words each takes."""

_POLICY = {"write_policy": "write", "read_policy": "read", "io_policy": "io", "disk_cache_policy": "disk_cache"}


class ControllerIdentity(NamedTuple):
    """Which card a plan is for; its number alone may change with the next boot."""

    number: int
    serial: Optional[str]
    model: Optional[str] = None
    pci_id: Optional[str] = None


class VolumeIdentity(NamedTuple):
    """Which volume a plan is for: numbers are reused, these are not."""

    controller: int
    number: int
    wwn: Optional[str]
    size_bytes: Optional[int]
    members: Tuple[str, ...]
    """Serial numbers of the member drives (their WWN where no serial was read), sorted."""
    name: str = ""

    @property
    def is_pinned(self) -> bool:
        """Whether this tells one volume from another without its number."""
        return self.size_bytes is not None and bool(self.wwn or self.members)

    def differences(self, other: VolumeIdentity) -> Tuple[str, ...]:
        """What tells the two apart, by name; a silence on either side is a difference."""
        names = ("wwn", "size_bytes", "members")
        return tuple(name for name in names if getattr(self, name) != getattr(other, name))


class Risk(NamedTuple):
    """A danger that somebody accepted by name, for one setting of one volume, until a day."""

    by: str
    reason: str
    until: str


class Change(NamedTuple):
    """One setting of one volume, from a value to another."""

    controller: int
    virtual_drive: int
    setting: str
    before: Word
    after: Word
    reason: str = ""
    citations: Tuple[Mapping[str, Any], ...] = ()
    cost: str = ""
    blast_radius: Tuple[str, ...] = ()
    """Everything that the command touches, the volume itself first: ``c0/v0``."""
    accepted_risk: Optional[Risk] = None

    @property
    def volume(self) -> str:
        return f"c{self.controller}/v{self.virtual_drive}"

    def undo(self) -> Change:
        """The way back. A risk was accepted for the way there only."""
        return self._replace(before=self.after, after=self.before, accepted_risk=None)


class Remark(NamedTuple):
    """A setting that no change is made for, and why: fixed at creation, unread, or not to be had on this card."""

    controller: int
    virtual_drive: int
    setting: str
    has: Any
    value: Any
    reason: str


class Plan(NamedTuple):
    """Ordered changes with everything needed to judge them later. Times are RFC 3339 in UTC."""

    id: str
    made_at: str
    valid_until: str
    server: Optional[str]
    tool: Optional[str]
    rulebook: Optional[str]
    controllers: Tuple[ControllerIdentity, ...]
    volumes: Tuple[VolumeIdentity, ...]
    changes: Tuple[Change, ...]
    advised: Tuple[Remark, ...] = ()
    """What only a re-creation could change: told, never done."""
    held_back: Tuple[Remark, ...] = ()


class MalformedPlanError(Exception):
    """A document that is no plan of this format; the message names the place."""


class OutsideClosedListError(MalformedPlanError):
    """A plan that asks for something no plan may ask for."""


def policy_of(policies: Policies, setting: str) -> Any:
    """The value of a setting by its wire name, or the silence in its place."""
    return getattr(policies, _POLICY[setting])


def controller_identity(controller: Controller) -> ControllerIdentity:
    """What tells this card from another."""
    return ControllerIdentity(
        controller.number, _known(controller.serial), _known(controller.model), _known(controller.pci_id)
    )


def volume_identity(controller: Controller, volume: VirtualDrive) -> VolumeIdentity:
    """What tells this volume from another. Members count only when every one of them is told apart."""
    drives = members(controller, volume)
    serials = [_known(drive.serial) or _known(drive.wwn) for drive in drives]
    complete = tuple(sorted(serial for serial in serials if serial is not None))
    size = volume.size_bytes if isinstance(volume.size_bytes, int) else None
    return VolumeIdentity(
        controller.number,
        volume.number,
        _known(volume.wwn),
        size,
        complete if len(complete) == len(serials) else (),
        _known(volume.name) or "",
    )


def _known(reading: Any) -> Optional[str]:
    return reading if isinstance(reading, str) else None


def ordered(changes: Tuple[Change, ...]) -> Tuple[Change, ...]:
    """Safer directions first: drives' cache off, write-through, the rest, drives' cache on, and write-back last."""
    return tuple(sorted(changes, key=_caution))


def _caution(change: Change) -> int:
    if change.setting == "disk_cache_policy":
        return 0 if change.after is DiskCachePolicy.DISABLED else 3
    if change.setting == "write_policy":
        return 1 if change.after is WritePolicy.WRITE_THROUGH else 4
    return 2


def plan_document(plan: Plan) -> Dict[str, Any]:
    """The plan as plain data, unsigned."""
    return {
        "format": FORMAT,
        **{name: value for name, value in plan._asdict().items() if isinstance(value, str) or value is None},
        "controllers": [one._asdict() for one in plan.controllers],
        "volumes": [{**one._asdict(), "members": list(one.members)} for one in plan.volumes],
        "changes": [change_document(change) for change in plan.changes],
        "advised": [one._asdict() for one in plan.advised],
        "held_back": [one._asdict() for one in plan.held_back],
    }


def change_document(change: Change) -> Dict[str, Any]:
    """One change as plain data."""
    return {
        **change._asdict(),
        "before": str(change.before),
        "after": str(change.after),
        "citations": [dict(cite) for cite in change.citations],
        "blast_radius": list(change.blast_radius),
        "accepted_risk": change.accepted_risk._asdict() if change.accepted_risk is not None else None,
    }


def canonical(document: Mapping[str, Any]) -> bytes:
    """The one spelling of a document that is signed: sorted keys, no blanks, ASCII; without its signature."""
    unsigned = {key: value for key, value in document.items() if key != "signature"}
    return json.dumps(unsigned, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def signed(document: Mapping[str, Any], key_id: str, secret: bytes) -> Dict[str, Any]:
    """The document with its signature."""
    import hashlib  # 6 ms of OpenSSL, which reading a plan need not wait for
    import hmac

    value = hmac.new(secret, canonical(document), hashlib.sha256).hexdigest()
    return {**document, "signature": {"algorithm": ALGORITHM, "key": key_id, "value": value}}


def is_signed_by(document: Mapping[str, Any], key_id: str, secret: bytes) -> bool:
    """Whether this very document was signed with this key."""
    said = document.get("signature")
    wanted = signed(document, key_id, secret)["signature"]
    if not isinstance(said, dict) or set(said) != set(wanted):
        return False
    import hmac

    same = [hmac.compare_digest(str(said[name]).encode(), str(wanted[name]).encode()) for name in sorted(wanted)]
    return all(same)


def plan_from_document(document: Any) -> Plan:
    """
    The plan in a document from elsewhere.

    :raises MalformedPlanError: anything missing, unknown or of another type, with its place.
    :raises OutsideClosedListError: a change of a setting, or to a word, that no plan may ask for.
    """
    fields = _Object(document, "plan")
    if fields.text("format") != FORMAT:
        raise MalformedPlanError(f"plan.format is {fields.text('format')!r}; this collector reads {FORMAT!r}")
    return Plan(
        id=fields.text("id"),
        made_at=fields.text("made_at"),
        valid_until=fields.text("valid_until"),
        server=fields.text_or_none("server"),
        tool=fields.text_or_none("tool"),
        rulebook=fields.text_or_none("rulebook"),
        controllers=tuple(map(_controller, fields.objects("controllers"))),
        volumes=tuple(map(_volume, fields.objects("volumes"))),
        changes=tuple(map(_change, fields.objects("changes"))),
        advised=tuple(map(_remark, fields.objects("advised"))),
        held_back=tuple(map(_remark, fields.objects("held_back"))),
    )


def change_from_document(document: Any) -> Change:
    """One change, judged as strictly as in a plan."""
    return _change(_Object(document, "change"))


class _Object:
    """An object of a document, read key by key with the place in every complaint."""

    def __init__(self, document: Any, place: str) -> None:
        if not isinstance(document, dict):
            raise MalformedPlanError(f"{place} is not an object")
        self.document = document
        self.place = place

    def value(self, key: str, *kinds: type) -> Any:
        value = self.document.get(key)
        if key not in self.document or not isinstance(value, kinds) or isinstance(value, bool):
            wanted = " or ".join("null" if kind is type(None) else kind.__name__ for kind in kinds)
            raise MalformedPlanError(f"{self.place}.{key} should be {wanted}")
        return value

    def text(self, key: str) -> str:
        value: str = self.value(key, str)
        return value

    def text_or_none(self, key: str) -> Optional[str]:
        value: Optional[str] = self.value(key, str, type(None))
        return value

    def number(self, key: str) -> int:
        value: int = self.value(key, int)
        if value < 0:
            raise MalformedPlanError(f"{self.place}.{key} is below zero")
        return value

    def objects(self, key: str) -> Tuple[_Object, ...]:
        return tuple(_Object(one, f"{self.place}.{key}[{at}]") for at, one in enumerate(self.value(key, list)))

    def texts(self, key: str) -> Tuple[str, ...]:
        found = self.value(key, list)
        if not all(isinstance(one, str) for one in found):
            raise MalformedPlanError(f"{self.place}.{key} holds something that is no text")
        return tuple(found)


def _controller(said: _Object) -> ControllerIdentity:
    return ControllerIdentity(
        said.number("number"), said.text_or_none("serial"), said.text_or_none("model"), said.text_or_none("pci_id")
    )


def _volume(said: _Object) -> VolumeIdentity:
    return VolumeIdentity(
        said.number("controller"),
        said.number("number"),
        said.text_or_none("wwn"),
        said.value("size_bytes", int, type(None)),
        said.texts("members"),
        said.text("name"),
    )


def _change(said: _Object) -> Change:
    setting = said.text("setting")
    if setting not in SETTINGS:
        raise OutsideClosedListError(f"{said.place}.setting is {setting!r}; only {', '.join(SETTINGS)} can be changed")
    risk = said.value("accepted_risk", dict, type(None))
    return Change(
        said.number("controller"),
        said.number("virtual_drive"),
        setting,
        _word(said, "before", SETTINGS[setting]),
        _word(said, "after", SETTINGS[setting]),
        said.text("reason"),
        tuple(one.document for one in said.objects("citations")),
        said.text("cost"),
        said.texts("blast_radius"),
        _risk(_Object(risk, f"{said.place}.accepted_risk")) if risk is not None else None,
    )


def _word(said: _Object, key: str, words: Type[Enum]) -> Any:
    text = said.text(key)
    if text not in [word.value for word in words]:
        raise OutsideClosedListError(f"{said.place}.{key} is {text!r}; known: {', '.join(w.value for w in words)}")
    return words(text)


def _risk(said: _Object) -> Risk:
    return Risk(said.text("by"), said.text("reason"), said.text("until"))


def _remark(said: _Object) -> Remark:
    values = (said.document.get("has"), said.document.get("value"))
    return Remark(
        said.number("controller"),
        said.number("virtual_drive"),
        said.text("setting"),
        *values,
        reason=said.text("reason"),
    )
