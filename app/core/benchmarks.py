"""What rules/benchmark says of testing, as the section reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, NamedTuple, Optional, Tuple, Union

from app.core.statements import Cites, Statement

Number = Union[int, float]
Setting = Union[str, Number, Mapping[str, Number]]


class LoadSetting(NamedTuple):
    """One setting of the load generator; a mapping has a number for each access."""

    name: str
    value: Setting
    as_many_as_drives: Optional[str]
    note: Optional[str]
    citations: Cites


class Limit(NamedTuple):
    media: str
    ms: Number
    citations: Cites


class StricterLimit(NamedTuple):
    read_ms: Tuple[Number, ...]
    write_ms: Tuple[Number, ...]
    media: str
    citations: Cites


class Outstanding(NamedTuple):
    """Requests under way at the best point, for this many drives."""

    access: str
    media: str
    drives: int
    outstanding: int
    beyond: Optional[Statement]
    citations: Cites


class Series(NamedTuple):
    numbers: Tuple[int, ...]
    why: Statement


class Mixes(NamedTuple):
    """Shares of reads that a paper ran for one access."""

    era: str
    access: str
    read_percent: Tuple[Number, ...]
    citations: Cites


class Blocks(NamedTuple):
    access: str
    block_kib: Tuple[Number, ...]
    citations: Cites


class Metrics(NamedTuple):
    """What is looked at, by access."""

    by_access: Mapping[str, str]
    citations: Cites


class Run(NamedTuple):
    """One pattern of load; sizes in KiB."""

    access: str
    read_percent: Number
    block_kib: Number
    name: Optional[str] = None


class Conditioning(NamedTuple):
    """Writing SSDs through before they are measured."""

    passes: Tuple[Run, ...]
    align_kib: Number
    minutes: Tuple[Number, ...]
    mb_per_gb: Number
    formula: str
    example_device_gb: Number
    example_write_mb_per_s: Number
    why: Statement
    fastpath: Statement


class Repeats(NamedTuple):
    runs: int
    minutes: Number
    agree_within_percent: Number
    why: Statement


class HotSpot(NamedTuple):
    workers: int
    outstanding_per_worker: int
    range_gib: Number
    prime: Run
    run: Run
    volume: str
    why: Statement


class Region(NamedTuple):
    """A part of the volume from its start, and how busy it is."""

    name: str
    percent: Number
    outstanding: int
    range_gib: Number
    citations: Cites


class FullDisk(NamedTuple):
    prime_min: Number
    capture_min: Number
    run: Run
    regions: Tuple[Region, ...]
    why: Statement


class AdapterCommand(NamedTuple):
    name: str
    read_percent: Number
    arguments: str
    citations: Cites


class AdapterTest(NamedTuple):
    """How the Fibre Channel adapters were loaded."""

    tool: str
    processes: int
    threads_per_process: int
    luns: int
    block_bytes: int
    direct: bool
    commands: Tuple[AdapterCommand, ...]
    why: Statement


@dataclass(frozen=True)
class BenchmarkData:
    setups: Mapping[str, Tuple[LoadSetting, ...]]
    """By paper generation."""
    latency: Tuple[Limit, ...]
    stricter_latency: StricterLimit
    outstanding: Tuple[Outstanding, ...]
    series: Series
    matrix: Tuple[Mixes, ...]
    blocks: Tuple[Blocks, ...]
    metrics: Metrics
    preparation: Tuple[Statement, ...]
    conditioning: Conditioning
    repeats: Repeats
    hot_spot: HotSpot
    full_disk: FullDisk
    demonstration: Tuple[Run, ...]
    demonstration_why: Statement
    sector_bytes: int
    adapter: AdapterTest
