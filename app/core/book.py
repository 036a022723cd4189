"""The whole rulebook, compiled: what an answer is made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple

from app.core.catalogue import Catalogue
from app.core.facts import FACTS, Thresholds
from app.core.rules import Caution, Citation, Conflict, Document, Rule
from app.core.table import Table
from app.core.workload import Workloads


@dataclass(frozen=True)
class Level:
    """How many drives a RAID level takes (``rules/house/levels.yaml``)."""

    name: str
    minimum: int
    even: bool
    per_span_minimum: Optional[int]
    """For spanned levels: the drives must divide into two or more equal spans of at least this many."""
    says: str
    citations: Tuple[Citation, ...]
    instead: Tuple[str, ...]
    """Levels to offer in its place, best first."""

    def takes(self, drives: int) -> bool:
        if drives < self.minimum or (self.even and drives % 2):
            return False
        return self.per_span_minimum is None or self.spans(drives) is not None

    def spans(self, drives: int) -> Optional[int]:
        """The fewest equal spans that ``drives`` make; None where they make none."""
        if self.per_span_minimum is None:
            return 1
        least = self.per_span_minimum
        return next((n for n in range(2, drives // least + 1) if drives % n == 0), None)


@dataclass(frozen=True)
class QuestionText:
    message: str
    choices: Tuple[str, ...]


@dataclass(frozen=True)
class Book:
    """Everything compiled; ``version`` is the content hash and date."""

    version: str
    documents: Mapping[str, Document]
    rules: Tuple[Rule, ...]
    conflicts: Mapping[str, Conflict]
    cautions: Tuple[Caution, ...]
    catalogue: Catalogue
    workloads: Workloads
    thresholds: Thresholds
    levels: Mapping[str, Level]
    questions: Mapping[str, QuestionText]
    citations: Mapping[str, Citation]
    """Claim id -> where it stands; what refusals and warnings in code cite."""
    tokens: Mapping[str, Tuple[str, ...]]
    tables: Mapping[str, Table] = field(compare=False)
    data: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """What the further sections answer from, each under its name, as nouns of its own module."""

    @property
    def papers(self) -> int:
        return sum(document.kind == "paper" for document in self.documents.values())


def compiled_tables(
    rules: Sequence[Rule],
    conflicts: Sequence[Conflict],
    cautions: Sequence[Caution],
    tokens: Mapping[str, Tuple[str, ...]],
) -> Dict[str, Table]:
    return {era: Table(era, rules, conflicts, cautions, tokens) for era in FACTS["era"]}
