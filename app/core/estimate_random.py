"""Random loads: what the drives give at this mix, level and queue."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional

from app.core.estimate_case import Case
from app.core.estimate_data import DriveClass, Estimates, RandomRate, Span
from app.core.estimate_figures import (
    CONTROLLER,
    DRIVES,
    KIB,
    MIB,
    Figures,
    both_ways,
    ceiling,
    class_of,
    deepest_queue,
    latency,
    least,
    number,
    queue_factor,
    sequential_rate,
)

PARITY = ("raid5", "raid6", "raid50", "raid60")
PCIE3 = "MegaRAID 9271CV-8i"


class Load(NamedTuple):
    """Commands outstanding: of the whole load, and at the drives at least and at most."""

    host: float
    least: float
    most: float
    """With write-back the card has every operation that its writes cost to sort."""
    says: str


def random_figures(data: Estimates, at: Case) -> Figures:
    """IOPS, MB/s and latency of a random load; empty, with the reason, where no paper lets it be known."""
    found = Figures(limited_by=DRIVES)
    if at.media == "hdd":
        _hard_disks(data, at, found)
    else:
        _flash(data, at, found)
    _hold_to_bandwidth(data, at, found)
    _add_bandwidth(at, found)
    return found


def cost(data: Estimates, at: Case, found: Figures) -> float:
    """Drive operations for one host request of this mix."""
    penalty = data.penalties[at.level]
    found.rest_on(penalty.citations)
    if at.read < 1 and penalty.extended:
        found.extensions.append(
            f"a write on this level is taken to cost {penalty.operations:g} operations: {penalty.says}"
        )
    return at.read + (1 - at.read) * penalty.operations


def _hard_disks(data: Estimates, at: Case, found: Figures) -> None:
    kind = class_of(data, at.rpm)
    if kind is None:
        found.silences.append(f"No paper speaks of drives of {at.rpm} rpm.")
        return
    found.rest_on(kind.citations)
    each = cost(data, at, found)
    load = _load(data, at, kind, each, found)
    found.uses(data, "queue_gain")
    gain, ratio = _card_gain(data, at, found), _cache_ratio(data, at, found)
    plain = _array(data, at, kind, load.least) / each * gain
    sorted_ = _array(data, at, kind, load.most) / each * gain
    middle = _array(data, at, kind, (load.least + load.most) / 2) / each * gain
    spread = found.uses(data, "random_spread")
    if at.write_back:
        found.iops = Span(middle * (1 - spread), middle, middle * (1 + spread))
    else:
        high = (sorted_ if at.write_back is None else plain) * (1 + spread)
        found.iops = Span(plain / ratio * (1 - spread), plain / ratio, high)
    found.outstanding = load.host
    found.latency_ms = latency(load.host, found.iops)
    queue = (load.least + load.most) / 2 if at.write_back else load.least
    found.formula = _formula(data, at, kind, queue, gain, 1.0 if at.write_back else ratio, found.iops)
    found.notes.append(load.says)


def _array(data: Estimates, at: Case, kind: DriveClass, outstanding: float) -> float:
    """Operations a second of all drives; fewer commands than drives leave drives idle."""
    busy = min(float(at.drives), max(1.0, outstanding))
    return busy * kind.iops * queue_factor(data, outstanding / busy)


def _load(data: Estimates, at: Case, kind: DriveClass, each: float, found: Figures) -> Load:
    """As asked for; else as deep as the paper of this card went."""
    back = each if at.write_back is not False else 1.0
    if at.queue is not None:
        host, says = float(at.queue), f"{at.queue} commands outstanding, as asked."
    elif at.era == "2016":
        limit = found.uses(data, "hdd_latency_limit_ms")
        deepest = deepest_queue(data, kind.iops, limit)
        most = at.drives * deepest
        says = f"As many commands as end within {limit:g} ms, the limit of the 2016 runs."
        return Load(most / each, most, most, says)
    else:
        a_drive = found.uses(data, "random_queue_per_drive")
        host = a_drive * at.drives
        says = f"{host:g} commands outstanding, {a_drive:g} a drive as in the 2013 runs."
    return Load(host, host, host * back, says)


def _card_gain(data: Estimates, at: Case, found: Figures) -> float:
    """What the PCIe 3 card was measured to add to OLTP on RAID 5 with write-back."""
    if at.model.name == PCIE3 and at.level == "raid5" and at.write_back and at.read < 1:
        return found.uses(data, "pcie3_gain")
    return 1.0


def _cache_ratio(data: Estimates, at: Case, found: Figures) -> float:
    """How much parity levels lose without write-back, by the one ratio measured; less where fewer requests write."""
    if at.write_back or at.level not in PARITY or at.read >= 1:
        return 1.0
    measured = found.uses(data, "write_back_ratio")
    share = min(1.0, (1 - at.read) * 100 / data.value("write_back_ratio_writes"))
    return 1 + (measured - 1) * share


def _formula(
    data: Estimates, at: Case, kind: DriveClass, outstanding: float, gain: float, ratio: float, iops: Span
) -> str:
    busy = min(float(at.drives), max(1.0, outstanding))
    queue = max(1.0, outstanding / busy)
    parts = [f"{busy:g} drives x {kind.iops:g} IOPS x {queue_factor(data, queue):.2f} (queue {queue:.2g} a drive)"]
    if gain != 1:
        parts.append(f"x {gain:g} (PCIe 3 card)")
    parts.append(
        f"/ ({at.read:.2f} + {1 - at.read:.2f} x {data.penalties[at.level].operations:g}) operations a request"
    )
    if ratio != 1:
        parts.append(f"/ {ratio:.2f} (no write-back in effect)")
    return " ".join(parts) + f" = {number(iops.expected or 0)} IOPS"


def _flash(data: Estimates, at: Case, found: Figures) -> None:
    block = at.block_kib
    if block is None:
        block = found.uses(data, "assumed_random_block_kib")
        found.notes.append(f"Nobody named a block size; {block:g} KiB is taken.")
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
        found.notes.append("The 2016 figures were taken within 2 ms; no paper prints a latency below that.")


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
    return _between(at, printed, {mix: _scaled(rates, block) for mix, rates in by_mix.items()}, found, block)


def _between(at: Case, printed: List[float], at_mix: Dict[float, Span], found: Figures, block: float) -> Span:
    reads = at.read * 100
    if block not in (4, 8):
        found.extensions.append("blocks of 4 and 8 KiB were measured; others are taken to carry the same bytes")
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


def _hold_to_bandwidth(data: Estimates, at: Case, found: Figures) -> None:
    """Large random requests end where the drives' and the card's MB/s do."""
    if at.block_kib is None or found.iops.expected is None:
        return
    bytes_each = at.block_kib * KIB
    rate = sequential_rate(data, at, "read")
    if rate is not None and rate[0].rate.expected is not None:
        each = at.read + (1 - at.read) * data.penalties[at.level].operations
        _cap(found, at.drives * rate[0].rate.expected * 1e6 / bytes_each / each, DRIVES)
    ways = [ceiling(data, at, way, at.disk_cache) for way in ("read", "write")]
    if ways[0] is not None and ways[1] is not None:
        whole = both_ways(at.read, ways[0].mb_per_s, ways[1].mb_per_s) * MIB
        _cap(found, whole / bytes_each, CONTROLLER)
        found.rest_on([*ways[0].citations, *ways[1].citations])
    found.latency_ms = latency(found.outstanding, found.iops) if found.outstanding else found.latency_ms


def _cap(found: Figures, most_iops: float, limit: str) -> None:
    if (found.iops.expected or 0) > most_iops:
        found.limited_by = limit
        found.formula += f", held to {number(most_iops)} by the {limit}"
    found.iops = Span(*(None if value is None else least(value, most_iops) for value in found.iops))


def _add_bandwidth(at: Case, found: Figures) -> None:
    if at.block_kib is None:
        found.silences.append("No MB/s without a block size (workload.block_kib).")
    elif found.iops.expected is not None:
        found.mb_per_s = found.iops.times(at.block_kib * KIB / MIB)
