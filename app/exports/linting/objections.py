"""A plan in, findings out: what is wrong, why, and what to write instead."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from app.core.catalogue import ControllerModel
from app.core.policies import PARITY_LEVELS, STRIP_SIZES_KIB, RaidLevel
from app.exports.linting.rules import RULES
from app.exports.readers.plan import DEFAULT, UNKNOWN, AllowanceSaid, Mark, PlanRead, Said, VolumeSaid
from app.exports.shell import TOO_NEW_FOR_MEGACLI
from app.exports.tools import BINARIES, GRAMMAR_8
from app.exports.words import word_of

_PARITY = frozenset(map(str, PARITY_LEVELS))


@dataclass(frozen=True)
class Finding:
    """One objection. ``allowed`` is the reason with which the plan itself allows it; it then counts for nothing."""

    rule: str
    line: int | None
    place: str
    word: str
    message: str
    allowed: str | None = None

    @property
    def severity(self) -> str:
        return RULES[self.rule].severity


def findings(plan: PlanRead, card: ControllerModel | None, today: datetime.date) -> list[Finding]:
    """Everything there is to object to, in the order of the lines, each thing once."""
    found = [*_of_settings(plan, card), *_of_volumes(plan), *_of_marks(plan), *_of_tools(plan, card)]
    unique = {(item.rule, item.line, item.place, item.word): item for item in found}
    allowed = {item.rule: item.reason or "allowed" for item in plan.allowed if _holds(item, today)}
    judged = [_judged(item, allowed.get(item.rule)) for item in unique.values()]
    return sorted(judged, key=lambda item: (item.line or 0, list(RULES).index(item.rule)))


def _holds(allowance: AllowanceSaid, today: datetime.date) -> bool:
    """A day that is no day allows nothing."""
    try:
        return allowance.until is None or datetime.date.fromisoformat(allowance.until) >= today
    except ValueError:
        return False


def _judged(item: Finding, reason: str | None) -> Finding:
    return Finding(item.rule, item.line, item.place, item.word, item.message, reason)


def _of_settings(plan: PlanRead, card: ControllerModel | None) -> Iterator[Finding]:
    for volume, item in plan.said():
        rule, instead = _objection(volume, item, card)
        if rule is not None:
            yield _finding(rule, item.line, item.path, item.word, instead)


def _objection(volume: VolumeSaid, item: Said, card: ControllerModel | None) -> tuple[str | None, str]:
    """The rule that this word breaks, and what to write instead."""
    if item.state == UNKNOWN:
        return "unknown-word", f"Write one of {', '.join(item.words)}."
    if item.state == DEFAULT:
        return ("policy-left-to-default" if item.setting != "raid_level" else None), "Name the value."
    match item.setting, item.value:
        case "write_policy", "unprotected_write_back":
            also = " and NoCachedBadBBU" if volume.dialect == "megacli" else ""
            return "unprotected-write-back", _write(item, "protected_write_back", f"{also}, which falls back")
        case "write_policy", "protected_write_back" if card is not None and card.value("write_cache") is False:
            return "write-back-without-cache", _write(item, "write_through")
        case "disk_cache_policy", "enabled":
            return "disk-cache-on", _write(item, "disabled")
        case "disk_cache_policy", "drive_default":
            return "disk-cache-default", _write(item, "disabled")
        case "io_policy", "cached" if card is None or card.era == "2016" or card.value("io_policy") is False:
            return "cached-io", _write(item, "direct")
        case "raid_level", "raid0":
            return "raid0", "Take RAID 10 or 5, or say which copies there are."
        case "strip_size_kib", _:
            return _strip(volume, item, card)
    return None, ""


def _write(item: Said, value: str, more: str = "") -> str:
    return f"Write {word_of(item.words, value) or value}{more}."


def _strip(volume: VolumeSaid, item: Said, card: ControllerModel | None) -> tuple[str | None, str]:
    sizes = set(STRIP_SIZES_KIB) & {value for value in item.words.values() if isinstance(value, int)}
    sizes = sizes or set(STRIP_SIZES_KIB)
    if card is not None and card.kind == "raid":
        sizes &= set(card.strip_sizes_kib)
    elif volume.dialect in GRAMMAR_8:
        sizes -= {8, 16, 32}
    if item.value in sizes or not sizes:
        return None, ""
    return "strip-out-of-range", f"Take one of {', '.join(map(str, sorted(sizes)))} KiB."


def _of_volumes(plan: PlanRead) -> Iterator[Finding]:
    """Initialisation, which may be told at another place of the plan than the volume."""
    created = [volume for volume in plan.volumes if volume.creates]
    told = [volume for volume in plan.volumes if volume.mentions("initialization")]
    parity = any(volume.value("raid_level") in _PARITY for volume in plan.volumes)
    for volume in told:
        word = str(volume.value("initialization"))
        apart = volume.dialect in BINARIES and not volume.creates
        if apart and not created:
            instead = "Nothing here makes the volume it would wipe. Make the volume and initialise it in one script."
            yield _finding("destructive-command", volume.line, volume.place, f"start init {word}", instead)
        elif parity and word in ("fast", "none"):
            rule = "fast-initialization" if word == "fast" else "missing-initialization"
            yield _finding(rule, volume.line, volume.place, word, "Initialise in full, before any data is loaded.")
    if not told:
        for volume in created:
            if volume.can_initialize and volume.value("raid_level") in _PARITY:
                level = RaidLevel(str(volume.value("raid_level")))
                instead = "Initialise in full, before any data is loaded."
                yield _finding("missing-initialization", volume.line, volume.place, str(level), instead)


_INSTEAD = {
    "terraform-unsafe-default": 'Write write_cache_policy = "ProtectedWriteBack", or "WriteThrough".',
    "megacli-bad-battery-unsaid": "Add NoCachedBadBBU.",
    "combined-set": "Write one property a command.",
    "combined-set-refused": "Write one property a command.",
    "destructive-command": "Leave it to a person who looks first.",
    "unknown-property": "Keep it beside the configuration, for example in the node's extra.",
    "not-in-this-tool": "Leave it out, or write the bare word.",
}


def _of_marks(plan: PlanRead) -> Iterator[Finding]:
    for mark in plan.marks:
        rule = "combined-set-refused" if _is_refused(mark) else mark.rule
        yield _finding(rule, mark.line, mark.place, mark.word, _INSTEAD[rule])


def _is_refused(mark: Mark) -> bool:
    return mark.rule == "combined-set" and mark.place.split(" ")[0] in GRAMMAR_8


def _of_tools(plan: PlanRead, card: ControllerModel | None) -> Iterator[Finding]:
    line = next((line for tool, line in plan.tools if tool.startswith("megacli")), None)
    if line is None:
        return
    if card is None:
        instead = "Name the card (raidwise-controller: MODEL in a comment), or take storcli."
        yield _finding("megacli-unknown-card", line, "the first call", "MegaCli", instead)
    elif card.family in TOO_NEW_FOR_MEGACLI:
        yield _finding("megacli-on-new-card", line, "the first call", "MegaCli", f"Take {card.tool}.")


def _finding(rule: str, line: int | None, place: str, word: str, instead: str) -> Finding:
    return Finding(
        rule, line, place[:300], word[:120], f"{RULES[rule].title} ({word[:120]}). {RULES[rule].why} {instead}"
    )
