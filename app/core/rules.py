"""Documents, citations and rules, as the rulebook compiles them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import FrozenSet, Mapping, NamedTuple, Optional, Tuple, Union

from app.core.facts import UNREAD

Value = Union[str, int, None]

CAPABILITY, ACCEPTED, SAFETY, SITE, RESOLUTION, STATEMENT, EXTENSION = range(7)
"""Tiers in the order in which they decide: a lower number outranks a higher one."""
TIER_NAMES = (
    "capability: what the controller has",
    "accepted risk",
    "safety",
    "the site's own",
    "listed resolution",
    "statement of a paper",
    "extension of a printed row",
)


@dataclass(frozen=True, eq=False)
class Document:
    """A paper, a vendor's guidance or our own notes. Each exists once, and is compared as what it is."""

    id: str
    title: str
    publisher: str
    date: str
    kind: str
    """``paper``, ``guidance`` (newer than the papers), ``site`` or ``house``."""
    generation: Optional[str]
    certainty: Optional[str] = None
    """How sure guidance is: ``verified`` where a source shows it, ``assumed`` where only memory does."""


class Citation(NamedTuple):
    """Where something is said: the document and the place in it."""

    document: Document
    place: str
    row: Optional[str]
    claim: str


Condition = Mapping[str, FrozenSet[str]]
"""Fact name -> tokens of which any one satisfies it; all facts must be satisfied."""


@dataclass(frozen=True, eq=False)
class Rule:
    """
    One thing that one place says about one setting.

    ``values`` are equally good in the source's eyes, the preferred first;
    ``acceptable`` are those an answer may honour when asked for.
    """

    id: str
    setting: str
    values: Tuple[Value, ...]
    acceptable: Tuple[Value, ...]
    when: Condition
    tier: int
    basis: str
    why: str
    citations: Tuple[Citation, ...]
    claims: Tuple[str, ...]
    conflict: Optional[str] = None
    measured: bool = False
    extends: Optional[str] = None
    """The row this one was stretched from, in words, where it is an extension."""
    prohibits: Tuple[Value, ...] = ()
    rank: int = 0
    """Place in the order of its generation's table; a lower number outranks."""
    order: Tuple[object, ...] = ()
    """What put it in that place (``ranks.rank_key``)."""
    line: str = ""
    """File and line it was read from."""

    @property
    def document(self) -> Document:
        return self.citations[0].document


@dataclass(frozen=True, eq=False)
class Conflict:
    """A disagreement between or inside papers, with its resolution (``rules/conflicts.yaml``)."""

    id: str
    topic: str
    severity: str
    resolution: str
    scope: Tuple[Condition, ...]
    """Any one of these holding puts it in scope; empty: never in scope of an answer."""
    settings: Tuple[str, ...]
    side_a: Tuple[str, ...]
    side_b: Tuple[str, ...]
    citations: Tuple[Citation, ...]
    advised: Mapping[str, FrozenSet[str]]
    """Only in scope where the papers would advise one of these values."""
    sections: FrozenSet[str]
    """Sections of the answer that it touches; ``settings`` for most."""
    asks: Tuple[str, ...]
    """Facts that are asked for wherever it is in scope, should nobody have said them."""
    sides: FrozenSet[str] = field(init=False)
    """The claims of both sides."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "sides", frozenset((*self.side_a, *self.side_b)))

    @property
    def is_grave(self) -> bool:
        return self.severity in ("high", "critical")


@dataclass(frozen=True, eq=False)
class Caution:
    """A warning that the book raises when its condition holds."""

    code: str
    message: str
    when: Condition
    conflict: Optional[str]
    citations: Tuple[Citation, ...]
    advised: Mapping[str, FrozenSet[str]]


def holds(condition: Condition, facts: Mapping[str, str]) -> Optional[bool]:
    """
    One False decides it. Short of that, one unread fact leaves it open (None),
    so that a rule never fires, and never falls back, on something nobody looked at.
    """
    answer: Optional[bool] = True
    for name, tokens in condition.items():
        token = facts.get(name, UNREAD)
        if token in tokens:
            continue
        if token != UNREAD:
            return False
        answer = None
    return answer
