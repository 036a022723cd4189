"""What an estimate consists of, and the arithmetic that random and sequential loads share."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Iterable, List, Optional, Tuple

from app.core.estimate_case import Case
from app.core.estimate_data import Ceiling, DriveClass, Estimates, Parameter, SequentialRate, Span
from app.core.rules import Citation

DRIVES, CONTROLLER, LINK = "drives", "controller", "link"
KIB, MIB = 1024, 1024 * 1024
_NEXT_BEST = {
    "2011": ("2011", "2013", "2016"),
    "2013": ("2013", "2016"),
    "2016": ("2016", "2013"),
}
"""Paper generations whose drives stand for those of a card, the nearest first."""


NOTHING = Span()


@dataclass
class Figures:
    """
    IOPS, MB/s and milliseconds with what limits them. An empty span has its
    reason in ``silences``; ``extensions`` say how the case goes beyond the papers.
    """

    iops: Span = NOTHING
    mb_per_s: Span = NOTHING
    latency_ms: Span = NOTHING
    limited_by: Optional[str] = None
    formula: str = ""
    outstanding: Optional[float] = None
    notes: List[str] = field(default_factory=list)
    silences: List[str] = field(default_factory=list)
    extensions: List[str] = field(default_factory=list)
    fitted: List[str] = field(default_factory=list)
    citations: List[Citation] = field(default_factory=list)

    def rest_on(self, citations: Iterable[Citation], fitted: bool = False, says: str = "") -> None:
        self.citations.extend(citations)
        if fitted and says not in self.fitted:
            self.fitted.append(says)

    def uses(self, data: Estimates, name: str) -> float:
        """The parameter's value, its sources noted."""
        found: Parameter = data.parameters[name]
        words = f"{found.name.replace('_', ' ')} {found.value:g} {found.unit}: {found.says}"
        self.rest_on(found.citations, found.fitted, words)
        return found.value


def least(*values: Optional[float]) -> Optional[float]:
    """The smallest that is known."""
    known = [value for value in values if value is not None]
    return min(known) if known else None


def most(*values: Optional[float]) -> Optional[float]:
    known = [value for value in values if value is not None]
    return max(known) if known else None


def both_ways(read: float, reads: float, writes: float) -> float:
    """Throughput of a mix when reads and writes take turns; ``read`` is the share of reads."""
    return 1 / (read / reads + (1 - read) / writes)


def cost(data: Estimates, at: Case, found: Figures) -> float:
    """Drive operations for one host request of this mix."""
    penalty = data.penalties[at.level]
    found.rest_on(penalty.citations)
    if at.read < 1 and penalty.extended:
        found.extensions.append(
            f"a write on this level is taken to cost {penalty.operations:g} operations: {penalty.says}"
        )
    return at.read + (1 - at.read) * penalty.operations


def class_of(data: Estimates, rpm: Optional[int]) -> Optional[DriveClass]:
    """The class of hard disks that turn this fast; None for speeds of which no paper speaks."""
    if rpm is None:
        return None
    return next((one for one in data.drive_classes if one.from_rpm <= rpm <= one.to_rpm), None)


def sequential_rate(data: Estimates, at: Case, direction: str) -> Optional[Tuple[SequentialRate, Optional[str]]]:
    """MB/s of one such drive, from the nearest paper, and in words how far it was stretched."""
    kind = class_of(data, at.rpm)
    mine = [
        rate
        for rate in data.sequential
        if rate.media == at.media and (rate.rpm is None or (kind is not None and class_of(data, rate.rpm) is kind))
    ]
    order = _NEXT_BEST[at.era]
    for generation in order:
        there = [rate for rate in mine if rate.generation == generation]
        exact = [rate for rate in there if direction in rate.directions]
        for rate in exact or there:
            return rate, _stretched(rate, at, direction, generation)
    return None


def _stretched(rate: SequentialRate, at: Case, direction: str, generation: str) -> Optional[str]:
    if direction not in rate.directions:
        return f"no {direction} figure of such a drive is printed; its {rate.directions[0]} figure stands for it"
    if generation != at.era:
        return f"the paper of this card has no such drive; the drives of the {generation} paper stand for it"
    return None


def ceiling(data: Estimates, at: Case, direction: str, disk_cache: bool) -> Optional[Ceiling]:
    """What this card gives at most one way, for this level first; a card of the same chip takes its sibling's."""
    mine = [
        item
        for item in data.ceilings
        if item.family == at.model.family
        and item.direction == direction
        and (not item.raid_levels or at.level in item.raid_levels)
        and (disk_cache or not item.disk_cache)
    ]
    mine.sort(key=lambda item: (at.model.name not in item.models, not item.disk_cache, not item.raid_levels))
    return mine[0] if mine else None


def queue_factor(data: Estimates, queue: float) -> float:
    """How much more a drive gives with this many commands to choose from than with one."""
    return 1 + data.value("queue_gain") * math.log2(max(1.0, queue))


def deepest_queue(data: Estimates, iops: float, limit_ms: float) -> float:
    """Commands that one drive can have waiting while each still ends within the limit."""
    low, high = 1.0, 1024.0
    for _ in range(60):
        middle = (low + high) / 2
        if 1000 * middle / (iops * queue_factor(data, middle)) <= limit_ms:
            low = middle
        else:
            high = middle
    return low


def latency(outstanding: Optional[float], iops: Span) -> Span:
    """Little's law: commands outstanding over commands a second, in ms."""
    if outstanding is None:
        return Span()
    turned = (iops.high, iops.expected, iops.low)
    return Span(*(None if not value else 1000 * outstanding / value for value in turned))


def agree(figures: Figures, at: Case) -> None:
    """IOPS and MB/s of one load follow from each other, and the latency from both."""
    if at.block_kib is not None:
        share = at.block_kib * KIB / MIB
        if at.is_random:
            figures.mb_per_s = figures.iops.times(share)
        else:
            figures.iops = figures.mb_per_s.times(1 / share)
    if figures.outstanding is not None:
        figures.latency_ms = latency(figures.outstanding, figures.iops)


def number(value: float) -> str:
    """Plain digits for a formula, without more of them than are known."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
