"""What a plan says, in our words: each setting of each volume with the tool's own word and its line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from app.exports.words import Words

Value = str | int

KNOWN, DEFAULT, UNREAD, UNKNOWN = "known", "default", "unread", "unknown"
"""A word we know; one that leaves it to the platform; a variable or expression; a word the tool does not have."""


@dataclass(frozen=True)
class Said:
    """One setting as the plan says it. ``value`` is None but for a known word."""

    setting: str
    word: str
    value: Value | None
    state: str
    line: int | None
    path: str
    words: Words
    """All words that the tool has for this setting, to tell what to write instead."""


@dataclass(frozen=True)
class VolumeSaid:
    """Everything that one place of the plan says of one volume."""

    dialect: str
    place: str
    line: int | None
    said: tuple[Said, ...]
    creates: bool = False
    can_initialize: bool = False
    """Whether this tool can be told how to initialise at this place."""

    def value(self, setting: str) -> Value | None:
        return next((item.value for item in self.said if item.setting == setting), None)

    def mentions(self, setting: str) -> bool:
        return any(item.setting == setting for item in self.said)


@dataclass(frozen=True)
class Mark:
    """Something that a reader saw which is no setting: a verb, a form, a property that is left out."""

    rule: str
    word: str
    line: int | None
    place: str


@dataclass(frozen=True)
class PlanRead:
    """A plan of any kind, read."""

    kind: str
    volumes: tuple[VolumeSaid, ...]
    marks: tuple[Mark, ...] = ()
    controller: str | None = None
    allowed: tuple[AllowanceSaid, ...] = field(default=())
    tools: tuple[tuple[str, int], ...] = ()
    """Each command line tool called, with the line of its first call."""

    def said(self) -> Iterator[tuple[VolumeSaid, Said]]:
        return ((volume, item) for volume in self.volumes for item in volume.said)


@dataclass(frozen=True)
class AllowanceSaid:
    """``raidwise-allow: RULE until=DAY: reason`` anywhere in the text."""

    rule: str
    until: str | None
    reason: str
