"""The shapes of the sections about media, acceleration, cache, host and benchmark, for the OpenAPI document."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.api.schemas import Alignment, Citation

Closed = ConfigDict(extra="forbid")
Open = ConfigDict(extra="allow")
Number = int | float
Kind = Literal["cachecade", "fastpath", "none"]
Access = Literal["random", "sequential", "mixed"]
Endurance = Literal["performance", "value"]
ByAccess = dict[str, Number]


class Cited(BaseModel):
    """Something with the places that say it."""

    model_config = Closed
    citations: list[Citation]


class Said(Cited):
    says: str = Field(description="One sentence in our own words")


class RpmAdvice(Cited):
    rpm: list[int] = Field(description="Speeds of spindles, the best first")
    advice: str
    given: int | None = Field(description="The speed of the request")


class EnduranceClass(Cited):
    endurance: Endurance
    full_drive_writes_per_day_up_to: Number = Field(description="Full writes of the drive a day, at most")
    suits: str


class MediaAlternative(Cited):
    media: Literal["hdd", "ssd", "nvme"]
    endurance: Endurance | None
    acceleration: Kind | None
    when: str


class DailyWrites(BaseModel):
    """Full writes of the drive a day."""

    model_config = Closed
    needed: Number | None
    up_to: Number


class MediaSection(Cited):
    """Hard disks or SSDs, and the endurance of SSDs."""

    media: Literal["hdd", "ssd", "nvme"] | None = Field(description="Null while the access pattern is not known")
    as_given: Literal["hdd", "ssd", "nvme"] | None
    reason: str | None
    cost: str | None = Field(description="What speaks for the money")
    rpm: RpmAdvice | None
    endurance: Endurance | None = Field(description="The class that is enough, where SSDs are bought")
    acceptable_endurance: list[Endurance]
    endurance_basis: Literal["writes_per_day", "workload", "mix"] | None
    endurance_reason: str | None
    full_drive_writes_per_day: DailyWrites | None = None
    classes: list[EnduranceClass]
    alternatives: list[MediaAlternative]


class ExcludedKind(Cited):
    value: Kind
    reason: str


class HotSet(BaseModel):
    """The busy data against the SSDs that would cache it, in GiB."""

    model_config = Closed
    working_set_gib: Number | None
    ssd_cache_gib: Number | None
    limit_gib: Number | None = Field(description="The most that the card takes")
    fits: Literal["yes", "mostly", "no", "unread"]


class ComparedSolution(Cited):
    """One way to more speed; costs from 1 to 4."""

    solution: str
    ssd_needed: str
    existing_data: str
    accelerates: str
    good_for: str
    gain: Literal["low", "moderate", "high", "highest"]
    gain_note: str | None
    cost_of_capacity: int
    cost_of_ownership: int


class AccelerationSection(Cited):
    """CacheCade, FastPath or neither; `acceleration` and `value` are the same."""

    acceleration: Kind | None
    value: Kind | None
    acceptable: list[Kind]
    asked: Kind | None
    basis: Literal["exact", "extended", "text", "capability"] | None
    row: str | None = Field(description="Row of the table of applications")
    reason: str | None
    condition: str | None = Field(description="What decides where two would do")
    excluded: list[ExcludedKind]
    hot_set: HotSet
    keys_needed: list[str]
    practice: list[Said]
    comparison: list[ComparedSolution]


class GainFigure(Cited):
    """A figure, and under its own name the lower of text and table for 1 and 2 GB."""

    model_config = Open
    name: str
    unit: str
    qualifier: Literal["up to", "more than", "within", "around"]
    corrected: str | None


class GainRow(Cited):
    row: str
    figures: list[GainFigure]
    without_cache: str
    notes: list[Said]


class CacheGainSection(Cited):
    """
    What controller cache brought in the maker's test. Every figure stands at the
    top too: `gain_x` (times), `gain_pct`, `latency_decrease_pct` (percent),
    `latency_us_wb` (microseconds), `latency_ms_nocache` (milliseconds),
    `burst_commands_absorbed`; `<name>_1gb` and `_2gb` show text and table.
    """

    model_config = Open
    rows: list[GainRow]
    basis: Literal["exact", "extended"] | None
    reason: str


class Doubling(BaseModel):
    """One figure at 1 and 2 GB: the lower of text and table, and the table alone."""

    model_config = Open
    row: str
    figure: str
    unit: str
    table_1gb: Number
    table_2gb: Number
    same_for_both: bool


class CacheSizeSection(BaseModel):
    """Whether more controller cache helps; sizes in GB."""

    model_config = Open
    cache_gb: list[int] = Field(description="Sizes that do best by the table")
    preferred_cache_gb: int | None
    reason: str
    doubling: list[Doubling] | None = None
    unmeasured_gb: list[int] | None = None
    offered_gb: list[Number] | None = Field(None, description="Sizes that the model comes with")
    fitted_gb: Number | None = None


class PaperValue(Cited):
    value: str
    purpose: Literal["benchmark", "deployment"]


class TodayValue(BaseModel):
    model_config = Closed
    media: Literal["hdd", "ssd", "nvme"] | None
    access: Access | None
    value: Any
    certainty: Literal["verified", "assumed"]


class HostSetting(Cited):
    name: str
    value: Any = Field(description="For the deployment of the request")
    benchmark: Any
    production: Any
    papers: PaperValue | None
    today: list[TodayValue]
    newer_than_papers: bool
    called_today: str | None
    how: str
    note: str | None


class BiosTable(Cited):
    title: str
    status: Literal["recommended", "used"]
    purpose: str
    basis: Literal["exact", "extended"]
    settings: dict[str, str]
    odd: str = Field(description="Where the table contradicts itself")


class WrittenFile(BaseModel):
    model_config = Closed
    path: str
    text: str


class HostSection(Cited):
    """Operating system, BIOS and adapter. Every setting stands at the top too, under its plain name."""

    model_config = Open
    os: str | None
    platform: str | None
    kernel: str
    queue: Literal["single", "multi"]
    settings: list[HostSetting]
    tuned_profile: str | None
    bios: BiosTable | None
    bios_by_platform: list[BiosTable]
    bios_note: str
    option_rom: list[Said]
    drivers: list[Said]
    adapter: dict[str, Any] | None
    cautions: list[Said]
    strip_size_kib: int | None
    raid_level: str | None
    drives: int | None
    files: list[WrittenFile] = Field(description="A tuned profile and a udev rule, ready to be put in place")
    alignment: Alignment | None


class LoadSetting(Cited):
    name: str
    value: str | Number | ByAccess
    printed: str | Number | ByAccess
    basis: Literal["exact", "extended"]
    note: str | None


class AccessSpecification(Cited):
    name: str
    access: Literal["random", "sequential"]
    read_percent: Number
    block_kib: Number
    writes: bool
    mix_from: Literal["workload", "paper"]
    block_from: Literal["workload", "paper"]


class FioJob(BaseModel):
    """A job file. None names a device: fio refuses it until the variable does."""

    model_config = Closed
    file: str
    says: str
    destructive: bool
    text: str


class BenchmarkSection(Cited):
    """How the papers tested, as a plan. A value by access is a mapping where nobody named the access."""

    model_config = Open
    tool: Literal["iometer", "fio"] | None
    generation: Literal["2013", "2016"]
    iometer_version: str
    run_time_min: Number
    ramp_s: Number | ByAccess
    workers: int | str | ByAccess
    dataset_percent: Number
    settings: list[LoadSetting]
    latency_ms: Number | dict[str, Number] = Field(description="The longest response time that counts")
    outstanding: int | dict[str, int | None] | None = Field(description="Requests under way in all")
    outstanding_series: list[int]
    access_specifications: list[AccessSpecification]
    to_run: list[str] = Field(description="The procedures that this volume calls for, in their order")
    conditioning: dict[str, Any] | None
    repeats: dict[str, Any]
    hot_spot: dict[str, Any]
    full_disk_access: dict[str, Any]
    precondition_s: Number | None = Field(
        description="One pass of conditioning at least; null where size or rate is unknown"
    )
    precondition_min: list[Number] | None = Field(description="Minutes of each pass, from and to")
    runs: int
    agree_within_percent: Number
    hot_spot_gib: Number
    max_sectors: int = Field(description="The hot spot in sectors of 512 bytes")
    total_qd: int
    prime_min: Number
    capture_min: Number
    qd: list[int] = Field(description="Outstanding requests of the regions from hot to cold")
    fastpath_demonstration: dict[str, Any]
    adapter_test: dict[str, Any] | None
    destructive: str
    device_variable: str
    fio: list[FioJob]


SECTION_MODELS: dict[str, type[BaseModel]] = {
    "media": MediaSection,
    "acceleration": AccelerationSection,
    "cache_gain": CacheGainSection,
    "cache_size": CacheSizeSection,
    "host": HostSection,
    "benchmark": BenchmarkSection,
}
"""By name in the answer."""
