"""Random loads on SSDs, and hot reads from an SSD cache in front of hard disks."""

from __future__ import annotations

from typing import Dict, List, Optional

from app.core.estimate_case import Case
from app.core.estimate_data import Estimates, RandomRate, Span
from app.core.estimate_figures import KIB, MIB, Figures, cost, latency, number


def flash(data: Estimates, at: Case, found: Figures) -> None:
    """IOPS of SSDs at this mix and block, less the operations that writes cost on this level."""
    block = at.block_kib
    if block is None:
        block = found.uses(data, "assumed_random_block_kib")
        found.notes.append(f"Nobody named a block size; {block:g} KiB is taken, and no MB/s follow from it.")
    rate = _flash_rate(data, at, block, found)
    if rate is None:
        return
    each = cost(data, at, found)
    busy = at.drives if at.queue is None else min(at.drives, at.queue)
    found.iops = rate.times(busy / each)
    found.formula = (
        f"{busy} drives x {number(rate.expected or 0)} IOPS at this mix and block / "
        f"({at.read:.2f} + {1 - at.read:.2f} x {data.penalties[at.level].operations:g}) operations a request = "
        f"{number(found.iops.expected or 0)} IOPS"
    )
    if at.queue is not None:
        found.outstanding = float(at.queue)
        found.latency_ms = latency(found.outstanding, found.iops)
    elif at.era == "2016":
        found.latency_ms = Span(None, None, found.uses(data, "ssd_latency_limit_ms"))
        found.notes.append("The latency is the limit of the 2016 runs; no paper prints one below it.")
    else:
        found.silences.append("No latency: the 2013 paper prints none for SSDs (workload.queue_depth would give one).")


def _flash_rate(data: Estimates, at: Case, block: float, found: Figures) -> Optional[Span]:
    """IOPS of one drive at this mix and block, between and beyond the printed points."""
    if at.media == "nvme":
        found.silences.append("No paper measured NVMe drives; a number would be invented.")
        return None
    generation = "2016" if at.era == "2016" else "2013"
    by_mix: Dict[float, List[RandomRate]] = {}
    for rate in data.random:
        if rate.generation == generation:
            by_mix.setdefault(rate.read_percent, []).append(rate)
    printed = sorted(by_mix)
    if at.read * 100 < printed[0]:
        found.silences.append(
            f"The {generation} paper prints SSD figures from {printed[0]:g} % reads upwards; with more writes only "
            "charts showed them, and those are lost."
        )
        return None
    for rates in by_mix.values():
        for rate in rates:
            found.rest_on(rate.citations, rate.fitted, f"{rate.rate.expected:g} IOPS an SSD: {rate.says}")
    blocks = sorted({rate.block_kib for rates in by_mix.values() for rate in rates})
    if block not in blocks:
        sizes = " and ".join(f"{size:g}" for size in blocks)
        found.extensions.append(f"blocks of {sizes} KiB were measured; others are taken to carry the same bytes")
    return _between(at, printed, {mix: _scaled(rates, block) for mix, rates in by_mix.items()}, found)


def _between(at: Case, printed: List[float], at_mix: Dict[float, Span], found: Figures) -> Span:
    reads = at.read * 100
    top = printed[-1]
    if reads >= top:
        if reads > top:
            found.extensions.append(f"no number is printed above {top:g} % reads; that of {top:g} % is a lower bound")
            return at_mix[top]._replace(high=None)
        return at_mix[top]
    under = max(mix for mix in printed if mix <= reads)
    over = min(mix for mix in printed if mix > reads)
    if reads != under:
        found.extensions.append(f"between {under:g} % and {over:g} % reads, which were measured")
    share = (reads - under) / (over - under)
    pairs = zip(at_mix[under], at_mix[over])
    return Span(*(None if a is None or b is None else 1 / ((1 - share) / a + share / b) for a, b in pairs))


def _scaled(rates: List[RandomRate], block: float) -> Span:
    """A printed block carries over with the same bytes a second; smaller blocks gain nothing."""

    def best(values: List[Optional[float]]) -> Optional[float]:
        known = [value for value in values if value is not None]
        return max(known) if len(known) == len(values) else None

    spans = [rate.rate.times(min(1.0, rate.block_kib / block)) for rate in rates]
    return Span(best([s.low for s in spans]), best([s.expected for s in spans]), best([s.high for s in spans]))


def hot_reads(data: Estimates, at: Case, figures: Figures) -> bool:
    """CacheCade answers hot reads from SSD: True, and its figures, where all that is read is known to fit."""
    hot = Span(*(figures.uses(data, f"cachecade_{name}_iops") for name in ("least", "ssd", "most")))
    figures.notes.append(
        f"Hot 4 KiB reads from the CacheCade SSDs: {hot.low:.0f} to {hot.high:.0f} a second, about {hot.expected:.0f} "
        f"from one. {data.parameters['cachecade_ssd_iops'].says}"
    )
    fits = at.hot_set_fits and at.read == 1
    if fits:
        figures.iops, figures.formula = hot, "all reads are hot and fit the SSD cache: the SSDs' figure"
        figures.mb_per_s = hot.times(at.block_kib * KIB / MIB) if at.block_kib else Span()
        figures.latency_ms = latency(figures.outstanding, hot)
    return fits
