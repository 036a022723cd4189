"""What the book knows of speed: measurements with their conditions, the parameters of the model, ceilings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import FrozenSet, Mapping, NamedTuple, Optional, Tuple

from app.core.rules import Citation

Cites = Tuple[Citation, ...]


class Span(NamedTuple):
    """A figure as low, expected and high; None where nothing bounds it."""

    low: Optional[float] = None
    expected: Optional[float] = None
    high: Optional[float] = None

    def times(self, factor: float) -> Span:
        return Span(*(None if value is None else value * factor for value in self))


class Conditions(NamedTuple):
    """Under what something was measured; None where the text does not tell."""

    family: Optional[str]
    model: Optional[str]
    media: Optional[str]
    rpm: Optional[int]
    raid_level: Optional[str]
    drives: Optional[int]
    access: Optional[str]
    read_percent: Optional[float]
    block_kib: Tuple[float, ...]
    write_back: Optional[bool]
    disk_cache: Optional[bool]
    queue_depth: Optional[int]
    acceleration: Optional[str]


@dataclass(frozen=True)
class Measurement:
    """One printed figure; ``bound`` is ``chart`` where only a lost chart had the number."""

    citation: Citation
    quantity: str
    value: Optional[float]
    bound: str
    fits: Tuple[str, ...]
    says: str
    under: Conditions


class Parameter(NamedTuple):
    name: str
    value: float
    unit: str
    fitted: bool
    says: str
    citations: Cites


class DriveClass(NamedTuple):
    """Hard disks of one speed; ``iops`` with one command each."""

    name: str
    from_rpm: int
    to_rpm: int
    iops: float
    says: str
    citations: Cites


class Penalty(NamedTuple):
    """Drive operations for one small host write."""

    operations: float
    extended: bool
    says: str
    citations: Cites


class SequentialRate(NamedTuple):
    """MB/s of one drive."""

    media: str
    rpm: Optional[int]
    generation: str
    directions: Tuple[str, ...]
    rate: Span
    fitted: bool
    says: str
    citations: Cites


class RandomRate(NamedTuple):
    """IOPS of one SSD at one mix and block."""

    media: str
    generation: str
    read_percent: float
    block_kib: float
    rate: Span
    fitted: bool
    says: str
    citations: Cites


class Ceiling(NamedTuple):
    """What a card gives at most, in MB/s; only where a paper prints it."""

    models: FrozenSet[str]
    family: str
    direction: str
    raid_levels: FrozenSet[str]
    """Empty: any level."""
    disk_cache: bool
    extended: bool
    mb_per_s: float
    citations: Cites


class Slot(NamedTuple):
    families: FrozenSet[str]
    mb_per_s: float
    says: str
    citations: Cites


class Gain(NamedTuple):
    """What write-back may add: told as 'up to', never reckoned in."""

    workloads: FrozenSet[str]
    access: str
    streams: Optional[str]
    least_write_percent: float
    most_write_percent: float
    says: str
    one_gb: str
    two_gb: str
    conflict: Optional[str]
    citations: Cites


class LinkRow(NamedTuple):
    block_kib: float
    iops: float
    mib_per_s: float
    corrected: Optional[str]


class LinkTable(NamedTuple):
    """Throughput of an adapter by block size, at one mix."""

    adapter: str
    read_percent: float
    rows: Tuple[LinkRow, ...]
    citation: Citation


class Adapter(NamedTuple):
    name: str
    words: FrozenSet[str]
    table: str
    says: Optional[str]
    citations: Cites


class Remark(NamedTuple):
    adapter: str
    says: str
    citation: Citation


@dataclass(frozen=True)
class Estimates:
    """``Book.data["estimate"]``."""

    parameters: Mapping[str, Parameter]
    drive_classes: Tuple[DriveClass, ...]
    penalties: Mapping[str, Penalty]
    sequential: Tuple[SequentialRate, ...]
    random: Tuple[RandomRate, ...]
    ceilings: Tuple[Ceiling, ...]
    slots: Tuple[Slot, ...]
    gains: Tuple[Gain, ...]
    measurements: Tuple[Measurement, ...]
    adapters: Tuple[Adapter, ...]
    tables: Tuple[LinkTable, ...]
    remarks: Tuple[Remark, ...]

    def value(self, name: str) -> float:
        return self.parameters[name].value


PARAMETERS = (
    "queue_gain",
    "random_queue_per_drive",
    "sequential_queue",
    "hdd_latency_limit_ms",
    "ssd_latency_limit_ms",
    "random_spread",
    "sequential_spread",
    "write_back_ratio",
    "write_back_ratio_writes",
    "pcie3_gain",
    "peak_from_kib",
    "assumed_random_block_kib",
    "cachecade_ssd_iops",
    "cachecade_least_iops",
    "cachecade_most_iops",
)
"""What the model reads by name; the book must have every one."""
