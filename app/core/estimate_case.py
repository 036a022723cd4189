"""What is estimated: the volume, the load and the settings in effect, as numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Dict, List, Optional, Tuple

from app.core.advice import Advice, Question
from app.core.book import Book
from app.core.catalogue import ControllerModel
from app.core.facts import UNREAD
from app.core.situation import Situation

FLASH = ("ssd", "nvme")
_WRITE_BACK = ("protected_write_back", "unprotected_write_back")


@dataclass(frozen=True)
class Case:
    """One volume under one load. ``read`` is the share of reads, 0 to 1; sizes in KiB."""

    level: str
    media: str
    drives: int
    spans: int
    rpm: Optional[int]
    access: str
    read: float
    block_kib: Optional[float]
    queue: Optional[int]
    """Outstanding commands of the whole load, as the request says."""
    many_streams: bool
    model: ControllerModel
    era: str
    exact: bool
    write_back: Optional[bool]
    """In effect now; None where nobody knows."""
    disk_cache: bool
    workload: str
    has_cache: bool
    """The card has a cache that could hold writes, or nobody says that it has none."""
    accelerated: bool
    hot_set_fits: bool

    @property
    def is_random(self) -> bool:
        """Mixed access is estimated as random, the slower of the two."""
        return self.access != "sequential"

    @property
    def data_drives(self) -> int:
        """Drives whose capacity carries data."""
        return data_drives(self.level, self.drives, self.spans)

    def on(self, level: str, spans: int) -> Case:
        """The same load and drives on another level."""
        return replace(self, level=level, spans=spans)


def data_drives(level: str, drives: int, spans: int) -> int:
    """Drives whose capacity carries data, mirrors and parity left out; at least one."""
    if level in ("raid1", "raid10"):
        return max(1, drives // 2)
    parity = {"raid5": 1, "raid50": spans, "raid6": 2, "raid60": 2 * spans}.get(level, 0)
    return max(1, drives - parity)


_WANTED = {
    "volume.media": ("Which kind of drive? Speed cannot be estimated without it.", ("hdd", "ssd", "nvme")),
    "volume.drives": ("How many drives? Speed grows with them until the card or the link is full.", ()),
    "volume.rpm": ("How fast do the hard disks turn? Random speed follows from it.", ("7200", "10000", "15000")),
    "volume.raid_level": ("Which RAID level?", ("raid0", "raid1", "raid5", "raid6", "raid10")),
    "workload.access": ("Random or sequential?", ("random", "sequential")),
    "workload.read_percent": ("What share of the requests reads, in percent?", ()),
}


def missing(at: Situation) -> Tuple[Question, ...]:
    """What an estimate cannot do without, as questions."""
    volume = at.request.volume
    unknown = {
        "volume.media": at.facts["media"] == UNREAD,
        "volume.drives": volume.drives is None,
        "volume.rpm": at.facts["media"] == "hdd" and volume.rpm is None,
        "volume.raid_level": at.facts["raid"] == UNREAD,
        "workload.access": at.facts["access"] == UNREAD,
        "workload.read_percent": at.read_percent is None,
    }
    return tuple(Question(name, *_WANTED[name]) for name, open_ in unknown.items() if open_)


def case(book: Book, at: Situation, advice: Advice) -> Case:
    """The case of a situation in which nothing is missing, but for the level, which then is set with ``on``."""
    volume, work, facts = at.request.volume, at.request.workload, at.facts
    level = facts["raid"] if facts["raid"] in book.levels else "jbod"
    drives = volume.drives or 1
    fast = at.request.acceleration.ssd_cache_gib
    hot = work.working_set_gib
    return Case(
        level=level,
        media=facts["media"],
        drives=drives,
        spans=volume.spans or book.levels[level].spans(drives) or 1,
        rpm=volume.rpm if facts["media"] == "hdd" else None,
        access=facts["access"],
        read=float(at.read_percent or 0) / 100,
        block_kib=None if at.block_kib is None else float(at.block_kib),
        queue=work.queue_depth,
        many_streams=facts["streams"] == "many",
        model=at.model,
        era=facts["era"],
        exact=at.exact,
        write_back=_write_back(advice),
        disk_cache=_value(advice, "disk_cache_policy") == "enabled",
        workload=facts["workload"],
        has_cache=facts["cache"] != "no",
        accelerated=facts["acceleration"] == "cachecade" and facts["media"] == "hdd",
        hot_set_fits=fast is not None and hot is not None and hot <= fast,
    )


def _write_back(advice: Advice) -> Optional[bool]:
    given = advice.settings.get("write_policy")
    if given is None or given.value is None:
        return False if given is None or given.outcome.decided else None
    if given.in_effect_now is None:
        return None if given.value in _WRITE_BACK else False
    return given.in_effect_now in _WRITE_BACK


def _value(advice: Advice, setting: str) -> object:
    given = advice.settings.get(setting)
    return None if given is None else given.value


def described(at: Case) -> Dict[str, object]:
    """The case as plain data, so that a reader sees what the figures are for."""
    return {
        "raid_level": at.level,
        "drives": at.drives,
        "data_drives": at.data_drives,
        "media": at.media,
        "rpm": at.rpm,
        "access": at.access,
        "read_percent": round(at.read * 100, 2),
        "block_kib": at.block_kib,
        "queue_depth": at.queue,
        "write_back_in_effect": at.write_back,
        "disk_cache_enabled": at.disk_cache,
    }


def assumptions(at: Case) -> List[str]:
    """What the case takes for granted, in sentences."""
    found = []
    if at.access == "mixed":
        found.append("Mixed access is estimated as random, the slower of the two.")
    if at.write_back is None:
        found.append("Nobody knows whether write-back is in effect: the low end is without it, the high end with it.")
    return found
