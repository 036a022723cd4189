"""What a call of MegaCli does to a volume."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.exports.readers.fields import said_of
from app.exports.readers.invocations import Invocation
from app.exports.readers.plan import Mark, Said, VolumeSaid
from app.exports.words import Words

_TABLES: dict[str, Words] = {
    "write_policy": {
        "WT": "write_through",
        "WB": "protected_write_back",
        "ForcedWB": "unprotected_write_back",
        "CachedBadBBU": "unprotected_write_back",
    },
    "read_policy": {"RA": "read_ahead", "NORA": "no_read_ahead", "ADRA": "adaptive_read_ahead"},
    "io_policy": {"Direct": "direct", "Cached": "cached"},
    "disk_cache_policy": {"EnDskCache": "enabled", "DisDskCache": "disabled"},
}
_SETTINGS = {word.lower(): (setting, word) for setting, words in _TABLES.items() for word in words}
_STRIPS: Words = {str(size): size for size in (8, 16, 32, 64, 128, 256, 512, 1024)}
_LEVELS: Words = {number: f"raid{number}" for number in ("0", "1", "5", "6", "10", "50", "60")}
_MAKES = frozenset({"cfgldadd", "cfgspanadd", "cfgeachdskraid0", "cfgallfreedrv"})
_DESTROYS = frozenset(
    {
        "cfglddel",
        "cfgclr",
        "cfgforeign",
        "pdclear",
        "pdmakegood",
        "pdmakejbod",
        "adpfacdefset",
        "ldrecon",
        "discardpreservedcache",
        "adpfwflash",
        "adpdowngrade",
        "cfgspandel",
    }
)


def volume_said(call: Invocation) -> tuple[VolumeSaid | None, list[Mark]]:
    """What is said of a volume, and what is to be noticed about the call itself."""
    words = [word.lstrip("-").lower() for word in call.words]
    verb = next((word for word in words if word in _MAKES | _DESTROYS | {"ldsetprop", "ldinit"}), "")
    marks = [Mark("destructive-command", verb, call.line, call.text)] if verb in _DESTROYS else []
    said = tuple(_said(call, words, verb))
    if not said:
        return None, marks
    creates = verb in _MAKES
    return VolumeSaid("megacli", call.text, call.line, said, creates=creates, can_initialize=creates), marks


def _said(call: Invocation, words: list[str], verb: str) -> Iterator[Said]:
    if verb == "ldinit" and "start" in words:
        value = "full" if "full" in words else "fast"
        yield said_of("initialization", value, {"full": "full", "fast": "fast"}, 1024, call.line, call.text)
    if verb == "cfgeachdskraid0":
        yield said_of("raid_level", "0", _LEVELS, 1024, call.line, call.text)
    if verb not in _MAKES | {"ldsetprop"}:
        return
    for word in words:
        level, strip = re.match(r"r([0-9]{1,2})(?:\[|$)", word), re.fullmatch(r"strpsz([0-9]{1,6})", word)
        if word in _SETTINGS and not (word == "wb" and "cachedbadbbu" in words):
            setting, known = _SETTINGS[word]
            yield said_of(setting, known, _TABLES[setting], 1024, call.line, call.text)
        elif strip is not None:
            yield said_of("strip_size_kib", strip[1], _STRIPS, 1024, call.line, call.text)
        elif level is not None and verb in _MAKES:
            yield said_of("raid_level", level[1], _LEVELS, 1024, call.line, call.text)


def leaves_bad_battery_open(calls: list[Invocation]) -> Iterator[Mark]:
    """A WB without a word on what happens when the battery fails keeps whatever the controller has."""
    said = {word.lstrip("-").lower() for call in calls for word in call.words}
    if said & {"nocachedbadbbu", "cachedbadbbu", "forcedwb"}:
        return
    for call in calls:
        if "wb" in {word.lstrip("-").lower() for word in call.words}:
            yield Mark("megacli-bad-battery-unsaid", "WB", call.line, call.text)
