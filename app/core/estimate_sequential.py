"""Sequential loads: the drives' MB/s together, held to what the card is printed to give."""

from __future__ import annotations

from typing import NamedTuple, Optional

from app.core.estimate_case import Case
from app.core.estimate_data import Estimates, Span
from app.core.estimate_figures import (
    CONTROLLER,
    DRIVES,
    KIB,
    LINK,
    MIB,
    Figures,
    agree,
    both_ways,
    ceiling,
    class_of,
    least,
    most,
    number,
    queue_factor,
    sequential_rate,
)

MIRRORS = ("raid1", "raid10")


def sequential_figures(data: Estimates, at: Case) -> Figures:
    """MB/s, requests a second and latency of streams; empty, with the reason, where nothing is printed."""
    found = Figures(limited_by=DRIVES)
    drives = _drives(data, at, found)
    if drives is None:
        return found
    card = _card(data, at, found)
    found.mb_per_s = _held(data, at, drives, card, found)
    _many_streams(data, at, found)
    _small_requests(data, at, found)
    _add_requests(data, at, found)
    return found


def _drives(data: Estimates, at: Case, found: Figures) -> Optional[Span]:
    """What the drives give together at this mix."""
    ways = []
    for direction, share in (("read", at.read), ("write", 1 - at.read)):
        rate = sequential_rate(data, at, direction)
        if rate is None:
            found.silences.append(_no_rate(at))
            return None
        if share:
            one, stretched = rate
            found.rest_on(one.citations, one.fitted, f"{one.rate.expected:g} MB/s a drive: {one.says}")
            if stretched:
                found.extensions.append(stretched)
        ways.append(rate[0].rate.times(at.data_drives))
    spans = [_taking_turns(at.read, reads, writes) for reads, writes in zip(*ways)]
    if at.level in MIRRORS and at.read == 1 and spans[2] is not None:
        spans[2] *= 2
        found.notes.append("At best both copies of a mirror are read at once, which no paper measured.")
    a_drive = number((spans[1] or 0) / at.data_drives)
    found.formula = f"{at.data_drives} data drives x {a_drive} MB/s"
    return Span(*spans)


def _taking_turns(read: float, reads: Optional[float], writes: Optional[float]) -> Optional[float]:
    """A direction that the mix has not is not asked for."""
    if read in (0, 1):
        return reads if read else writes
    return None if reads is None or writes is None else both_ways(read, reads, writes)


def _no_rate(at: Case) -> str:
    if at.media == "nvme":
        return "No paper measured NVMe drives; a number would be invented."
    return f"No paper prints a sequential figure for drives of {at.rpm} rpm."


class Card(NamedTuple):
    """Most MB/s that pass at this mix; None where nobody prints it."""

    expected: Optional[float]
    high: Optional[float]
    limit: str


def _card(data: Estimates, at: Case, found: Figures) -> Card:
    read, write = (ceiling(data, at, way, at.disk_cache) for way in ("read", "write"))
    if read is None or write is None:
        return _slot(data, at, found)
    for item, share in ((read, at.read), (write, 1 - at.read)):
        if share:
            found.rest_on(item.citations)
            if at.model.name not in item.models and item.models:
                found.extensions.append("the ceiling printed for another card of the same chip")
            elif item.extended:
                found.extensions.append("the ceiling printed for reads stands for writes too")
    parity = at.data_drives / at.drives if at.level not in MIRRORS else 1.0
    whole = both_ways(at.read, read.mb_per_s, write.mb_per_s * parity)
    return Card(whole, _highest(data, at, whole, read.mb_per_s), CONTROLLER)


def _highest(data: Estimates, at: Case, whole: float, reads: float) -> float:
    """Mirrors may write half of what RAID 0 does, and a mix was measured higher with the drives' caches on."""
    spread = 1 + data.value("sequential_spread")
    if at.level not in MIRRORS or at.read == 1:
        return whole * spread
    alone = [item.mb_per_s for item in data.ceilings if item.family == at.model.family and item.direction == "write"]
    best = both_ways(at.read, reads, max(alone) / 2) * spread
    cached = ceiling(data, at, "write", True)
    if cached is not None and cached.disk_cache and at.read > 0:
        best = max(best, cached.mb_per_s)
    return max(best, whole * spread)


def _slot(data: Estimates, at: Case, found: Figures) -> Card:
    """No paper prints a ceiling of this card: only the slot bounds it, and nobody measured that."""
    slot = next((item for item in data.slots if at.model.family in item.families), None)
    found.notes.append("No paper prints a ceiling of this card; beyond the drives measured it may come first.")
    if slot is None:
        return Card(None, None, LINK)
    return Card(slot.mb_per_s, slot.mb_per_s, LINK)


def _held(data: Estimates, at: Case, drives: Span, card: Card, found: Figures) -> Span:
    """The lesser of drives and card, with what limits it."""
    expected = drives.expected or 0.0
    if card.expected is not None and card.expected < expected:
        found.limited_by = card.limit
        if card.limit == LINK:
            found.extensions.append("the slot's bound, which no paper measured")
    spread = found.uses(data, "sequential_spread")
    given = least(expected, card.expected) or 0.0
    whole = "no printed ceiling" if card.expected is None else f"{number(card.expected)} MB/s of the {card.limit}"
    found.formula = f"min({found.formula}, {whole}) = {number(given)} MB/s"
    low = (
        None
        if drives.low is None
        else least(drives.low, given if card.expected is None else card.expected * (1 - spread))
    )
    high = most(given, least(drives.high, card.high)) if card.high is not None or drives.high is not None else None
    if card.limit == LINK and drives.high is None:
        high = None
    return Span(low, given, high)


def _many_streams(data: Estimates, at: Case, found: Figures) -> None:
    """Many streams look random to hard disks: the low end is a seek for every request."""
    kind = class_of(data, at.rpm)
    if not at.many_streams or kind is None or at.block_kib is None or found.mb_per_s.expected is None:
        return
    seeking = at.data_drives * kind.iops * queue_factor(data, 1) * at.block_kib * KIB / MIB
    found.mb_per_s = found.mb_per_s._replace(low=least(found.mb_per_s.low, seeking, found.mb_per_s.expected))
    found.rest_on(kind.citations)
    found.notes.append(
        "Many streams at once look random to the drives: the low end is one seek a request, the expected figure "
        "needs read-ahead or write-back to join them."
    )


def _small_requests(data: Estimates, at: Case, found: Figures) -> None:
    """Below the request size at which the peak is reached only a lost chart had the figures."""
    peak = found.uses(data, "peak_from_kib")
    if at.block_kib is None:
        found.notes.append(f"Requests of {peak:g} KiB and more are taken, from where streams reach their peak.")
    elif at.block_kib < peak:
        found.mb_per_s = Span(None, None, most(found.mb_per_s.high, found.mb_per_s.expected))
        found.limited_by = None
        found.silences.append(
            f"Streams of less than {peak:g} KiB a request stay below this; how far only lost charts showed."
        )


def _add_requests(data: Estimates, at: Case, found: Figures) -> None:
    if at.block_kib is None:
        found.silences.append("No requests a second and no latency without a block size (workload.block_kib).")
        return
    if at.queue is not None:
        found.outstanding = float(at.queue)
    elif at.era != "2016":
        found.outstanding = found.uses(data, "sequential_queue")
        found.notes.append(f"{found.outstanding:g} requests outstanding, as in the 2013 runs.")
    else:
        found.silences.append(
            "No latency: the 2016 paper does not print how many requests its streams kept outstanding."
        )
    agree(found, at)
