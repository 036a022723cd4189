"""What rules/choices says of controller cache, as the sections read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import FrozenSet, List, NamedTuple, Optional, Tuple, Union

from app.core.rules import Condition, holds
from app.core.situation import Situation
from app.core.statements import Cites, Statement

Number = Union[int, float]


class GainFigure(NamedTuple):
    """A figure by cache size, or one range for all sizes; ``text`` where the text prints another."""

    name: str
    unit: str
    qualifier: str
    table_1gb: Optional[Number]
    table_2gb: Optional[Number]
    text: Optional[Number]
    range: Optional[Tuple[Number, ...]]
    corrected: Optional[str]
    citations: Cites

    @property
    def disagrees(self) -> bool:
        return self.text is not None and self.text not in (self.table_1gb, self.table_2gb)


class GainedRow(NamedTuple):
    """One row of the printed table."""

    row: str
    workloads: FrozenSet[str]
    near: FrozenSet[str]
    when: Optional[Condition]
    """None where the row speaks of named workloads only."""
    figures: Tuple[GainFigure, ...]
    notes: Tuple[Statement, ...]
    without_cache: str
    conflicts: Tuple[str, ...]
    citations: Cites


@dataclass(frozen=True)
class GainData:
    measured_on: str
    media: str
    setting: Statement
    spinning_only: Statement
    lower_counts: Statement
    protection: Statement
    general: Tuple[Statement, ...]
    rows: Tuple[GainedRow, ...]


@dataclass(frozen=True)
class SizeData:
    measured_gb: Tuple[int, ...]
    unmeasured_gb: Tuple[int, ...]
    unmeasured: Statement
    same: Statement
    grows: Statement
    by_model: Statement
    bursts: Statement


class Matched(NamedTuple):
    """Rows for a workload; ``named`` where the table itself names it."""

    rows: Tuple[GainedRow, ...]
    named: bool


def matched(data: GainData, at: Situation) -> Matched:
    """The rows that name this workload, else those of similar work, else those of its pattern."""
    name = at.facts["workload"]
    own = tuple(row for row in data.rows if name in row.workloads)
    if own:
        return Matched(own, True)
    near = tuple(row for row in data.rows if name in row.near)
    if near:
        return Matched(near, False)
    return Matched(tuple(row for row in data.rows if row.when is not None and _fits(row, at)), False)


def _fits(row: GainedRow, at: Situation) -> bool:
    return row.when is not None and holds(row.when, at.facts) is True


def shown_conflicts(rows: Tuple[GainedRow, ...]) -> Tuple[str, ...]:
    found: List[str] = [name for row in rows for name in row.conflicts]
    return tuple(dict.fromkeys(found))
