"""One setting of an answer, ready to be written into a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.core.document import Plain
from app.web.sources import Source, sources
from app.web.words import BASIS, CHANGES, JUDGEMENTS, setting_title, value_words


@dataclass(frozen=True)
class Said:
    """A value in plain words, and the word that goes over the wire (None where they are the same)."""

    words: str
    wire: str | None


@dataclass(frozen=True)
class DissentView:
    said: Said
    conflict: str | None
    why_not: str
    sources: list[Source]


@dataclass(frozen=True)
class HasView:
    """What a living volume has. ``state`` is ``differs``, ``same``, ``accepted`` or ``unknown``."""

    configured: Said
    in_effect: Said
    state: str


@dataclass(frozen=True)
class SettingView:
    name: str
    title: str
    said: Said
    open: bool
    absent: bool
    in_effect: Said | None
    """Only where it is another value than the advised one."""
    has: HasView | None
    reason: str
    basis: str | None
    decided_by: str | None
    extended_from: str | None
    change: str
    others: list[Said]
    judgement: str | None
    risk: Plain | None
    sources: list[Source]
    dissent: list[DissentView]


def said(setting: str, value: Any) -> Said:
    words = value_words(setting, value)
    wire = None if value is None else str(value)
    return Said(words, None if wire is None or wire == words or wire == words.removesuffix(" KiB") else wire)


def setting_view(name: str, item: Plain) -> SettingView:
    undecided = item["value"] is None and item["basis"] is None
    others = [value for value in item["acceptable"] if value not in (None, item["value"])]
    return SettingView(
        name=name,
        title=setting_title(name),
        said=_advised(name, item["value"], undecided, bool(others)),
        open=undecided,
        absent=item["value"] is None and not undecided,
        in_effect=_in_effect(name, item),
        has=_has(name, item) if "has" in item else None,
        reason=item["reason"],
        basis=BASIS.get(item["basis"], item["basis"]),
        decided_by=item["decided_by"],
        extended_from=item["extended_from"],
        change=CHANGES[item["change"]],
        others=[said(name, value) for value in others],
        judgement=JUDGEMENTS.get(item.get("requested", "")),
        risk=item.get("accepted_risk"),
        sources=sources(item["citations"]),
        dissent=[_dissent(name, other) for other in item["dissent"] if _is_other(other, item)],
    )


def _advised(name: str, value: Any, undecided: bool, free: bool) -> Said:
    if undecided:
        return Said("Open", None)
    return Said("No preference", None) if value is None and free else said(name, value)


def _in_effect(name: str, item: Plain) -> Said | None:
    now = item["in_effect_now"]
    return None if "has" in item or now is None or now == item["value"] else said(name, now)


def _has(name: str, item: Plain) -> HasView:
    return HasView(said(name, item["has"]), said(name, item["in_effect_now"]), _state(item))


def _state(item: Plain) -> str:
    if item["differs"] is None:
        return "unknown"
    if item["differs"]:
        return "differs"
    return "same" if item["has"] == item["value"] else "accepted"


def _is_other(other: Plain, item: Plain) -> bool:
    """A voice for the very value given (a level found by another road) does not disagree with it."""
    return other["value"] is None or bool(other["value"] != item["value"])


def _dissent(name: str, item: Plain) -> DissentView:
    value = Said("Speaks against it", None) if item["value"] is None else said(name, item["value"])
    return DissentView(value, item["conflict"], item["why_not"], sources(item["citations"]))
