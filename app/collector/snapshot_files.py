"""
A snapshot as JSON and back. What is unread is left out; the two other silences are ``{"silence": "absent"}``.
"""

from __future__ import annotations

import json
from typing import Any, Dict, Mapping, Type

from app.collector.refusals import RefusedError
from app.core.hardware import (
    Capability,
    Controller,
    Drive,
    DriveGroup,
    Policies,
    Protection,
    Snapshot,
    Tool,
    Unread,
    VirtualDrive,
)
from app.core.policies import (
    CacheProtection,
    DiskCachePolicy,
    Interface,
    IoPolicy,
    Media,
    RaidLevel,
    ReadPolicy,
    Word,
    WritePolicy,
)
from app.core.reading import Silence

FORMAT = "raidwise-snapshot/1"

_NOUNS = (Capability, Controller, Drive, DriveGroup, Policies, Protection, Tool, Unread, VirtualDrive)
PARTS: Mapping[str, Type[Any]] = {
    "capability": Capability,
    "protection": Protection,
    "configured": Policies,
    "in_effect": Policies,
    "tool": Tool,
}
LISTS: Mapping[str, Type[Any]] = {
    "controllers": Controller,
    "drives": Drive,
    "drive_groups": DriveGroup,
    "virtual_drives": VirtualDrive,
    "unread": Unread,
}
_WORDS: Mapping[str, Type[Word]] = {
    "media": Media,
    "interface": Interface,
    "raid_level": RaidLevel,
    "raid_levels": RaidLevel,
    "read": ReadPolicy,
    "write": WritePolicy,
    "io": IoPolicy,
    "disk_cache": DiskCachePolicy,
}


def snapshot_document(snapshot: Snapshot) -> Dict[str, Any]:
    """The snapshot as plain data."""
    return {"format": FORMAT, **_plain_noun(snapshot)}


def _plain_noun(noun: Any) -> Dict[str, Any]:
    return {name: _plain(value) for name, value in vars(noun).items() if value is not Silence.UNREAD and value != ()}


def _plain(value: Any) -> Any:
    if isinstance(value, Silence):
        return {"silence": value.value}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Word):
        return value.value
    return _plain_noun(value) if isinstance(value, _NOUNS) else value


def snapshot_from_bytes(data: bytes, name: str) -> Snapshot:
    """
    The snapshot in a file.

    :raises RefusedError: ``input``.
    """
    try:
        document = json.loads(data)
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise RefusedError("input", f"{name} is no snapshot of format {FORMAT!r}; make one with collect --json")
        found: Snapshot = _noun(Snapshot, {key: document[key] for key in document if key not in ("format", "spent")})
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise RefusedError("input", f"{name} is no snapshot: {error}; make one with collect --json") from error
    return found


def _noun(kind: Type[Any], document: Mapping[str, Any]) -> Any:
    return kind(**{name: _value(kind, name, value) for name, value in document.items()})


def _value(kind: Type[Any], name: str, value: Any) -> Any:
    if isinstance(value, dict) and set(value) == {"silence"}:
        return Silence(value["silence"])
    if isinstance(value, list):
        return tuple(_item(name, item) for item in value)
    if name in PARTS:
        return _noun(PARTS[name], value)
    word = CacheProtection if kind is Protection and name == "state" else _WORDS.get(name)
    return word(value) if word is not None else _scalar(name, value)


def _item(name: str, item: Any) -> Any:
    if isinstance(item, dict):
        return _noun(LISTS[name], item) if name in LISTS else _scalar(name, item)
    return _WORDS[name](item) if name in _WORDS else _scalar(name, item)


def _scalar(name: str, value: Any) -> Any:
    if not isinstance(value, (str, int, type(None))):
        raise ValueError(f"{name} should be a text or a number")
    return value
