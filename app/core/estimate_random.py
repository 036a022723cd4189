"""Random loads: what the drives give at this mix, level and queue."""

from __future__ import annotations

from typing import NamedTuple

from app.core.estimate_case import Case
from app.core.estimate_data import DriveClass, Estimates, Span
from app.core.estimate_figures import (
    CONTROLLER,
    DRIVES,
    KIB,
    MIB,
    Figures,
    agree,
    both_ways,
    ceiling,
    class_of,
    cost,
    deepest_queue,
    latency,
    least,
    number,
    queue_factor,
    sequential_rate,
)
from app.core.estimate_flash import flash

PARITY = ("raid5", "raid6", "raid50", "raid60")
_PCIE3 = "ucs-m3-gen3-oltp12"
"""The claim that measured the PCIe 3 card; its conditions name the card."""


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
        flash(data, at, found)
    _hold_to_bandwidth(data, at, found)
    _add_bandwidth(at, found)
    return found


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
        without = plain if ratio == 1 else middle / ratio
        high = max(plain, without, sorted_ if at.write_back is None else 0.0)
        found.iops = Span(without * (1 - spread), without, high * (1 + spread))
    found.outstanding = load.host
    found.latency_ms = latency(load.host, found.iops)
    queue = (load.least + load.most) / 2 if at.write_back or ratio != 1 else load.least
    found.formula = _formula(data, at, kind, queue, gain, 1.0 if at.write_back else ratio, found.iops)
    found.notes.append(load.says)


def _array(data: Estimates, at: Case, kind: DriveClass, outstanding: float) -> float:
    """Operations a second of all drives; fewer commands than drives leave drives idle."""
    busy = min(float(at.drives), max(1.0, outstanding))
    return busy * kind.iops * queue_factor(data, outstanding / busy)


def _load(data: Estimates, at: Case, kind: DriveClass, each: float, found: Figures) -> Load:
    """As asked for; else as deep as the paper of this card went."""
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
    return Load(host, host, host * each, says)


def _card_gain(data: Estimates, at: Case, found: Figures) -> float:
    """What the PCIe 3 card was measured to add to OLTP on RAID 5 with write-back."""
    card = next((item.under.model for item in data.measurements if item.citation.claim == _PCIE3), None)
    if at.model.name == card and at.level == "raid5" and at.write_back and at.read < 1:
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


def _cap(found: Figures, most_iops: float, limit: str) -> None:
    if (found.iops.expected or 0) > most_iops:
        found.limited_by = limit
        found.formula += f", held to {number(most_iops)} by the {limit}"
    found.iops = Span(*(None if value is None else least(value, most_iops) for value in found.iops))


def _add_bandwidth(at: Case, found: Figures) -> None:
    if at.block_kib is None:
        found.silences.append("No MB/s without a block size (workload.block_kib).")
    else:
        agree(found, at)
