"""What rules/choices says of media and acceleration, as the sections read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import FrozenSet, Mapping, NamedTuple, Optional, Tuple, Union

from app.core.statements import Cites, Statement

Number = Union[int, float]


class Pattern(NamedTuple):
    """Which drives suit an access pattern, and what speaks for the money."""

    access: str
    media: str
    reason: str
    cost: str
    citations: Cites


class EnduranceClass(NamedTuple):
    """A class of SSDs by the full writes of the drive a day that it bears at most."""

    name: str
    full_drive_writes_per_day: Number
    suits: str
    workloads: FrozenSet[str]
    read_only: FrozenSet[str]
    citations: Cites


class RatedLower(NamedTuple):
    """A drive of a class that is rated below what the class promises."""

    endurance: str
    full_drive_writes_per_day: Number
    drive: str
    citations: Cites


class Speed(NamedTuple):
    access: str
    rpm: Tuple[int, ...]
    advice: str
    also_cites: Tuple[str, ...]


class Alternative(NamedTuple):
    access: str
    media: str
    endurance: Optional[str]
    acceleration: Optional[str]
    when: str
    citations: Cites


@dataclass(frozen=True)
class MediaData:
    patterns: Mapping[str, Pattern]
    classes: Tuple[EnduranceClass, ...]
    rated_lower: Tuple[RatedLower, ...]
    by_mix: Statement
    speeds: Mapping[str, Speed]
    alternatives: Tuple[Alternative, ...]

    def endurance_class(self, name: str) -> EnduranceClass:
        return next(item for item in self.classes if item.name == name)


class QualifierRow(NamedTuple):
    """One application and the software that is recommended for it."""

    row: str
    workloads: FrozenSet[str]
    near: FrozenSet[str]
    values: Tuple[str, ...]
    citations: Cites


class Compared(NamedTuple):
    """One way to more speed; costs from 1 to 4."""

    solution: str
    ssd_needed: str
    existing_data: str
    accelerates: str
    good_for: str
    gain: str
    gain_note: Optional[str]
    cost_of_capacity: int
    cost_of_ownership: int
    citations: Cites


@dataclass(frozen=True)
class AccelerationData:
    qualifier: Tuple[QualifierRow, ...]
    reasons: Mapping[str, Statement]
    most_fits_from_percent: Number
    end_of_life_families: FrozenSet[str]
    end_of_life: Statement
    keys: Mapping[str, Tuple[str, ...]]
    practice: Mapping[str, Tuple[Statement, ...]]
    comparison: Tuple[Compared, ...]

    def row_of(self, workload: str) -> Tuple[Optional[QualifierRow], bool]:
        """The row of a named workload, and whether the row names it itself."""
        for row in self.qualifier:
            if workload in row.workloads or workload in row.near:
                return row, workload in row.workloads
        return None, False
