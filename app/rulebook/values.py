"""`advise:` of a rule file -> values of a setting."""

from __future__ import annotations

from app.core.policies import (
    STRIP_SIZES_KIB,
    DiskCachePolicy,
    Initialization,
    IoPolicy,
    RaidLevel,
    ReadPolicy,
    WritePolicy,
)
from app.core.rules import Value
from app.rulebook.schema import StripRange

WORDS: dict[str, tuple[str, ...]] = {
    "raid_level": (*(str(level) for level in RaidLevel), "asked"),
    "read_policy": tuple(str(word) for word in ReadPolicy),
    "write_policy": tuple(str(word) for word in WritePolicy),
    "io_policy": tuple(str(word) for word in IoPolicy),
    "disk_cache_policy": tuple(str(word) for word in DiskCachePolicy),
    "initialization": tuple(str(word) for word in Initialization),
    "strip_size_kib": (*(str(size) for size in STRIP_SIZES_KIB), "lowest", "largest"),
}
NO_VALUE = ("unsupported", "silent")


def values_of(setting: str, advised: StripRange | list[str]) -> tuple[Value, ...]:
    """Preferred first. Raises ValueError for a word that the setting cannot take."""
    if isinstance(advised, StripRange):
        if setting != "strip_size_kib":
            raise ValueError(f"{setting} takes words, not a range")
        return _sizes(advised)
    return tuple(_value(setting, word) for word in advised)


def _value(setting: str, word: str) -> Value:
    if word in NO_VALUE:
        return None
    if word not in WORDS[setting]:
        raise ValueError(f"'{word}' is no value of {setting} ({', '.join(WORDS[setting])})")
    return int(word) if setting == "strip_size_kib" and word.isdigit() else word


def _sizes(bounds: StripRange) -> tuple[Value, ...]:
    if bounds.at_least is not None:
        return tuple(size for size in STRIP_SIZES_KIB if size >= bounds.at_least)
    if bounds.above is not None:
        return tuple(size for size in STRIP_SIZES_KIB if size > bounds.above)
    return tuple(size for size in reversed(STRIP_SIZES_KIB) if bounds.at_most is not None and size <= bounds.at_most)
