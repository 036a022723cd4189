"""The busy data against the SSDs that would cache it."""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional, Union

from app.core.facts import UNREAD
from app.core.situation import Situation

Number = Union[int, float]
FITS, MOSTLY_FITS, EXCEEDS = "fits", "mostly_fits", "exceeds"


class HotSet(NamedTuple):
    """Sizes in GiB, None where nobody said; ``limit_gib`` is the most that the card takes."""

    working_set_gib: Optional[Number]
    ssd_cache_gib: Optional[Number]
    limit_gib: Optional[Number]
    verdict: str
    """``fits``, ``mostly_fits``, ``exceeds`` or ``unread``."""


def hot_set(at: Situation, most_from_percent: Number) -> HotSet:
    """Whether the busy data fits; where the cache is not sized yet, against what the card takes at most."""
    work, size = at.request.workload.working_set_gib, at.request.acceleration.ssd_cache_gib
    most = at.model.value("cachecade_max_gib")
    limit = most if isinstance(most, int) else None
    usable = [number for number in (size, limit) if number is not None]
    if work is None or not usable:
        return HotSet(work, size, limit, UNREAD)
    room = min(usable)
    if work <= room:
        return HotSet(work, size, limit, FITS if size is not None else UNREAD)
    return HotSet(work, size, limit, MOSTLY_FITS if room * 100 >= work * most_from_percent else EXCEEDS)


def hot_set_document(hot: HotSet) -> Dict[str, Any]:
    return {
        "working_set_gib": hot.working_set_gib,
        "ssd_cache_gib": hot.ssd_cache_gib,
        "limit_gib": hot.limit_gib,
        "fits": {FITS: "yes", MOSTLY_FITS: "mostly", EXCEEDS: "no"}.get(hot.verdict, UNREAD),
    }
