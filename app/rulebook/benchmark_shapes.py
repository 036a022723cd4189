"""Shapes of rules/benchmark/*.yaml: how the papers tested."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from app.rulebook.schema import Shape, Words
from app.rulebook.statement_shapes import Reasoned, Said

Access = Literal["random", "sequential"]
Era = Literal["2013", "2016"]


class SettingEntry(Shape):
    """One setting of the load generator: a number, a word, or a number for each access."""

    name: str = Field(pattern=r"^[a-z_]+$")
    number: float | None = None
    word: str | None = None
    by_access: dict[Access, float] | None = None
    as_many_as_drives: Access | None = None
    note: str | None = None
    cites: Words

    @model_validator(mode="after")
    def _one_value(self) -> SettingEntry:
        if sum(value is not None for value in (self.number, self.word, self.by_access)) != 1:
            raise ValueError("exactly one of number, word, by_access")
        return self


class SetupEntry(Shape):
    era: Era
    title: str
    settings: list[SettingEntry]


class LatencyEntry(Shape):
    media: Literal["hdd", "ssd"]
    ms: float
    cites: Words


class StricterEntry(Shape):
    read_ms: list[float]
    write_ms: list[float]
    media: Literal["hdd", "ssd"]
    cites: Words


class OutstandingEntry(Shape):
    access: Access
    media: Literal["hdd", "ssd"]
    drives: int
    outstanding: int
    beyond: Reasoned | None = None
    cites: Words


class SeriesEntry(Reasoned):
    numbers: list[int]


class MatrixEntry(Shape):
    era: Era
    access: Access
    read_percent: list[float]
    cites: Words


class BlocksEntry(Shape):
    access: Access
    block_kib: list[float]
    cites: Words


class MetricsEntry(Shape):
    random: str
    sequential: str
    cites: Words


class RunEntry(Shape):
    """One pattern of load."""

    access: Access
    read_percent: float = 0
    block_kib: float
    name: str | None = None


class ExampleEntry(Shape):
    device_gb: float
    write_mb_per_s: float


class ConditioningEntry(Shape):
    passes: list[RunEntry]
    align_kib: float
    minutes: list[float]
    mb_per_gb: float
    formula: str
    example: ExampleEntry
    why: Reasoned
    fastpath: Reasoned


class RepeatsEntry(Shape):
    runs: int
    minutes: float
    agree_within_percent: float
    why: Reasoned


class HotSpotEntry(Shape):
    workers: int
    outstanding_per_worker: int
    range_gib: float
    prime: RunEntry
    run: RunEntry
    volume: str
    why: Reasoned


class RegionEntry(Shape):
    name: str
    percent: float
    outstanding: int
    range_gib: float
    cites: Words


class FullDiskEntry(Shape):
    prime_min: float
    capture_min: float
    run: RunEntry
    regions: list[RegionEntry]
    why: Reasoned


class DemonstrationEntry(Shape):
    runs: list[RunEntry]
    why: Reasoned


class CommandEntry(Shape):
    name: str
    read_percent: float
    arguments: str
    cites: Words


class AdapterEntry(Shape):
    tool: str
    processes: int
    threads_per_process: int
    luns: int
    block_bytes: int
    direct: bool
    commands: list[CommandEntry]
    why: Reasoned


class BenchmarkFile(Shape):
    """rules/benchmark/*.yaml: each file fills some of the parts."""

    claims: list[Said] = Field([])
    setups: list[SetupEntry] | None = None
    latency: list[LatencyEntry] | None = None
    stricter_latency: StricterEntry | None = None
    outstanding: list[OutstandingEntry] | None = None
    outstanding_series: SeriesEntry | None = None
    matrix: list[MatrixEntry] | None = None
    blocks: list[BlocksEntry] | None = None
    metrics: MetricsEntry | None = None
    preparation: list[Reasoned] | None = None
    conditioning: ConditioningEntry | None = None
    repeats: RepeatsEntry | None = None
    hot_spot: HotSpotEntry | None = None
    full_disk_access: FullDiskEntry | None = None
    fastpath_demonstration: DemonstrationEntry | None = None
    sector_bytes: int | None = None
    adapter: AdapterEntry | None = None
