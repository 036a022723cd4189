"""The shapes of the sections about media, acceleration, cache, host and benchmark, for the OpenAPI document."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from app.api.sections_schema_base import Cited, Closed, Endurance, Kind, Number, Open, Said
from app.api.sections_schema_host import BenchmarkSection, HostSection


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


SECTION_MODELS: dict[str, type[BaseModel]] = {
    "media": MediaSection,
    "acceleration": AccelerationSection,
    "cache_gain": CacheGainSection,
    "cache_size": CacheSizeSection,
    "host": HostSection,
    "benchmark": BenchmarkSection,
}
"""By name in the answer."""
