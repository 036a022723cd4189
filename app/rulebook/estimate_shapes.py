"""The shape of rules/estimates/*.yaml: what was measured, and the model that reckons between."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from app.rulebook.schema import Shape, Words

Level = Literal["raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60", "jbod"]
Direction = Literal["read", "write"]


class Elsewhere(Shape):
    """A place whose claim another file registers."""

    document: str
    place: str
    row: str | None = None
    claim: str


class Cited(Shape):
    """
    What it rests on: a place of its own, which registers the claim, claims of
    other entries, or a place elsewhere.
    """

    claim: str | None = None
    document: str | None = None
    place: str | None = None
    row: str | None = None
    cites: Words = Field(default=[])
    source: Elsewhere | None = None


class UnderEntry(Shape):
    """The conditions of a measurement; what a text does not tell is left out."""

    family: str | None = None
    model: str | None = None
    media: Literal["hdd", "ssd", "nvme"] | None = None
    rpm: int | None = None
    raid_level: Level | None = None
    drives: int | None = None
    access: Literal["random", "sequential"] | None = None
    read_percent: float | None = None
    block_kib: list[float] = Field(default=[])
    write_back: bool | None = None
    disk_cache: bool | None = None
    queue_depth: int | None = None
    acceleration: Literal["cachecade"] | None = None


class MeasurementEntry(Shape):
    claim: str
    document: str
    place: str
    row: str | None = None
    quantity: Literal["iops", "mb_per_s", "latency_ms", "gain_percent"]
    value: float | None = None
    bound: Literal["equal", "about", "at_least", "at_most", "chart"]
    fits: Words = Field(default=[])
    says: str
    under: UnderEntry


class ParameterEntry(Cited):
    name: str
    value: float
    unit: str
    fitted: bool = False
    says: str


class DriveClassEntry(Cited):
    name: str
    from_rpm: int
    to_rpm: int
    iops: float
    says: str


class PenaltyEntry(Cited):
    raid_level: Level
    operations: float
    extended: bool = False
    says: str


class SequentialEntry(Cited):
    """MB/s of one drive."""

    media: Literal["hdd", "ssd", "nvme"]
    rpm: int | None = None
    generation: str
    directions: list[Direction]
    low: float | None = None
    expected: float
    high: float | None = None
    fitted: bool = False
    says: str


class RandomEntry(Cited):
    """IOPS of one SSD at one mix and block."""

    media: Literal["ssd", "nvme"]
    generation: str
    read_percent: float
    block_kib: float
    low: float
    expected: float
    high: float | None = None
    fitted: bool = False
    says: str


class CeilingEntry(Cited):
    models: Words
    family: str
    direction: Direction
    raid_levels: list[Level] = Field(default=[])
    disk_cache: bool = False
    extended: bool = False
    mb_per_s: float


class SlotEntry(Cited):
    families: Words
    mb_per_s: float
    says: str


class GainEntry(Cited):
    workloads: Words
    access: Literal["random", "sequential"]
    streams: Literal["many"] | None = None
    least_write_percent: float = 0
    most_write_percent: float = 100
    says: str
    one_gb: str
    two_gb: str
    conflict: str | None = None


class AdapterEntry(Cited):
    name: str
    words: Words
    table: str
    says: str | None = None


class TableRow(Shape):
    block_kib: float
    iops: float
    mb_per_s: float
    corrected: str | None = None


class TableEntry(Cited):
    adapter: str
    read_percent: float
    rows: list[TableRow]


class RemarkEntry(Cited):
    adapter: str
    says: str


class EstimatesFile(Shape):
    """rules/estimates/*.yaml; each file holds some of these."""

    parameters: list[ParameterEntry] = Field(default=[])
    drive_classes: list[DriveClassEntry] = Field(default=[])
    penalties: list[PenaltyEntry] = Field(default=[])
    sequential: list[SequentialEntry] = Field(default=[])
    random: list[RandomEntry] = Field(default=[])
    ceilings: list[CeilingEntry] = Field(default=[])
    slots: list[SlotEntry] = Field(default=[])
    gains: list[GainEntry] = Field(default=[])
    measurements: list[MeasurementEntry] = Field(default=[])
    adapters: list[AdapterEntry] = Field(default=[])
    tables: list[TableEntry] = Field(default=[])
    remarks: list[RemarkEntry] = Field(default=[])
