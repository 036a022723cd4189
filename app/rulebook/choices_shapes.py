"""Shapes of rules/choices/*.yaml: media, acceleration, and what controller cache brings."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from app.rulebook.schema import Shape, When, Words
from app.rulebook.statement_shapes import Reasoned, Said

Access = Literal["random", "sequential", "mixed"]
Endurance = Literal["performance", "value"]
Solution = Literal["cachecade", "fastpath"]


class MediaPattern(Shape):
    access: Access
    media: Literal["hdd", "ssd"]
    reason: str
    cost: str
    cites: Words


class EnduranceEntry(Shape):
    name: Endurance
    full_drive_writes_per_day: float
    suits: str
    workloads: Words
    read_only: Words = Field([])
    """Workloads that may take this class where they only read."""
    cites: Words


class RatedLowerEntry(Shape):
    endurance: Endurance = Field(alias="class")
    full_drive_writes_per_day: float
    drive: str
    cites: Words


class SpeedEntry(Shape):
    access: Access
    rpm: list[int]
    advice: str
    also_cites: Words = Field([])
    """Claims of other sections, cited where the book has them."""


class MediaAlternative(Shape):
    access: Access
    media: Literal["hdd", "ssd", "nvme"]
    endurance: Endurance | None = None
    acceleration: Solution | None = None
    when: str
    cites: Words


class MediaEntry(Shape):
    patterns: list[MediaPattern]
    classes: list[EnduranceEntry]
    rated_lower: list[RatedLowerEntry]
    by_mix: Reasoned
    speeds: list[SpeedEntry]
    alternatives: list[MediaAlternative]


class QualifierEntry(Shape):
    claim: str
    workloads: Words
    near: Words = Field([])
    """Workloads that the row does not name but fits."""
    values: list[Solution]


class ComparedEntry(Shape):
    """One line of the comparison; costs are the paper's one to four money signs."""

    solution: str
    claim: str
    ssd_needed: str
    existing_data: str
    accelerates: str
    good_for: str = Field(alias="for")
    gain: Literal["low", "moderate", "high", "highest"]
    gain_note: str | None = None
    cost_of_capacity: int = Field(ge=1, le=4)
    cost_of_ownership: int = Field(ge=1, le=4)


class EndOfLife(Reasoned):
    families: Words


class AccelerationEntry(Shape):
    qualifier: list[QualifierEntry]
    reasons: dict[str, Reasoned]
    most_fits_from_percent: float
    end_of_life: EndOfLife
    keys: dict[Solution, Words]
    practice: dict[Solution, Words]
    comparison: list[ComparedEntry]


class FigureEntry(Shape):
    """One figure of a row: a number for each cache size, or one range for all."""

    name: str = Field(pattern=r"^[a-z0-9_]+$")
    unit: str
    qualifier: Literal["up to", "more than", "within", "around"] = "up to"
    table_1gb: float | None = None
    table_2gb: float | None = None
    text: float | None = None
    """What the text prints where it differs from the table."""
    range: list[float] | None = None
    corrected: str | None = None
    cites: Words = Field([])

    @model_validator(mode="after")
    def _one_kind(self) -> FigureEntry:
        sizes = self.table_1gb is not None and self.table_2gb is not None
        if sizes == (self.range is not None):
            raise ValueError("either a number for both cache sizes, or a range")
        return self


class GainRow(Shape):
    row: str
    claims: Words
    """The rows of the printed table, and the texts beside it."""
    workloads: Words
    near: Words = Field([])
    when: When = Field({})
    """Facts under which the row speaks of an unnamed workload."""
    figures: list[FigureEntry]
    notes: list[Reasoned] = Field([])
    without_cache: str
    conflicts: Words = Field([])


class GainEntry(Shape):
    measured_on: str
    """The controller family."""
    media: str
    setting: Reasoned
    spinning_only: Reasoned
    lower_counts: Reasoned
    protection: Reasoned
    general: list[Reasoned]
    rows: list[GainRow]


class SizeEntry(Shape):
    measured_gb: list[int]
    unmeasured_gb: list[int]
    unmeasured: Reasoned
    same: Reasoned
    grows: Reasoned
    by_model: Reasoned
    bursts: Reasoned


class ChoicesFile(Shape):
    """rules/choices/*.yaml: each file fills one of the parts."""

    claims: list[Said] = Field([])
    media: MediaEntry | None = None
    acceleration: AccelerationEntry | None = None
    cache_gain: GainEntry | None = None
    cache_size: SizeEntry | None = None
