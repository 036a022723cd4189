"""Which measurements lie near a case, and how far, in words."""

from __future__ import annotations

from typing import List, NamedTuple, Optional, Tuple

from app.core.estimate_case import Case
from app.core.estimate_data import Conditions, Estimates, Measurement
from app.core.estimate_figures import class_of

_SHOWN = 6
_WEIGHTS = {
    "level": 4,
    "reads": 4,
    "drive": 4,
    "card": 3,
    "drives": 2,
    "block": 1,
    "queue": 0,
    "write_back": 2,
    "disk_cache": 1,
    "streams": 2,
}
_FAR = 10


class Near(NamedTuple):
    """One measurement, the differences in words, and how much they weigh."""

    measured: Measurement
    differences: Tuple[str, ...]
    weight: int
    same: bool
    """Level, drives, card, mix, block and write-back are those of the case."""
    is_ceiling: bool
    """The same, but with write-back there and none here: nothing here is faster."""


def nearest(data: Estimates, at: Case) -> List[Near]:
    """The measurements of this medium and access, those with the fewest differences first."""
    found = [_compared(data, at, item) for item in data.measurements if _of_this_kind(at, item.under)]
    found.sort(key=lambda near: (near.weight, near.measured.bound == "chart"))
    with_value = [near for near in found if near.measured.bound != "chart" and near.weight <= _FAR]
    charts = [near for near in found if near.measured.bound == "chart" and near.weight <= _WEIGHTS["disk_cache"]]
    return with_value[:_SHOWN] + charts[:2]


def _of_this_kind(at: Case, under: Conditions) -> bool:
    access = "sequential" if not at.is_random else "random"
    return (
        under.media == at.media
        and under.access in (None, access)
        and (under.acceleration is None or at.accelerated)
        and (under.read_percent is None or _direction(under.read_percent) == _direction(at.read * 100))
    )


def _direction(read_percent: float) -> str:
    """A stream that only writes is no witness for one that only reads."""
    return "write" if read_percent < 50 else "read"


def _compared(data: Estimates, at: Case, item: Measurement) -> Near:
    under = item.under
    found = [
        ("level", _other("RAID level", under.raid_level, at.level)),
        ("drive", _drive(data, at, under)),
        ("drives", _other("drives", under.drives, at.drives)),
        ("reads", _other("% reads", under.read_percent, round(at.read * 100, 2))),
        ("block", _block(at, under)),
        ("card", _card(at, under)),
        ("queue", _queue(at, under)),
        ("write_back", _write_back(at, under)),
        ("disk_cache", _disk_cache(at, under)),
        ("streams", "one or few streams there, many here" if at.many_streams and not at.is_random else None),
    ]
    weight = sum(_WEIGHTS[name] for name, words in found if words)
    told = None not in (under.drives, under.raid_level, under.read_percent)
    apart = {name for name, words in found if words} - {"queue", "disk_cache"}
    ceiling = told and apart == {"write_back"} and bool(under.write_back)
    return Near(item, tuple(words for _, words in found if words), weight, told and not apart, ceiling)


def _other(name: str, there: object, here: object) -> Optional[str]:
    if there is None or there == here:
        return None
    if isinstance(there, (int, float)):
        return f"{there:g} {name} there, {here:g} here"
    return f"{name} {there} there, {here} here"


def _drive(data: Estimates, at: Case, under: Conditions) -> Optional[str]:
    if under.rpm is None or class_of(data, under.rpm) is class_of(data, at.rpm):
        return None
    return f"drives of {under.rpm} rpm there, {at.rpm} here"


def _block(at: Case, under: Conditions) -> Optional[str]:
    if not under.block_kib or at.block_kib is None or at.block_kib in under.block_kib:
        return None
    sizes = " and ".join(f"{size:g}" for size in under.block_kib)
    return f"requests of {sizes} KiB there, {at.block_kib:g} here"


def _card(at: Case, under: Conditions) -> Optional[str]:
    if under.family is None or (under.model or "")[:13] == at.model.name[:13]:
        return None
    if under.family == at.model.family and under.model is None:
        return None
    there = under.model or under.family
    return f"on {there} there, {at.model.name if at.model.family != 'unknown' else 'an unknown card'} here"


def _queue(at: Case, under: Conditions) -> Optional[str]:
    if under.queue_depth is None or at.queue is None or under.queue_depth == at.queue:
        return None
    return f"{under.queue_depth} outstanding there, {at.queue} here"


def _disk_cache(at: Case, under: Conditions) -> Optional[str]:
    return "the drives' own caches on there, off here" if under.disk_cache and not at.disk_cache else None


def _write_back(at: Case, under: Conditions) -> Optional[str]:
    """Reads do not care."""
    if at.read >= 1:
        return None
    if under.write_back is not None and at.write_back is not None and under.write_back != at.write_back:
        return f"write-back {'on' if under.write_back else 'off'} there, {'on' if at.write_back else 'off'} here"
    return None
