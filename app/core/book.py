"""The whole rulebook, compiled: what an answer is made from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Dict, FrozenSet, List, Mapping, Optional, Sequence, Tuple

from app.core.catalogue import Catalogue
from app.core.facts import FACTS, SETTINGS, Facts, Thresholds
from app.core.index import Index, bits
from app.core.outcome import ERA_OF_GENERATION, Outcome, decision
from app.core.regardless import agreed
from app.core.rules import STATEMENT, Caution, Citation, Conflict, Document, Rule
from app.core.workload import Workloads

NEARNESS = {
    "2011": ("2011", "2013", "2016", "2015"),
    "2013": ("2013", "2016", "2015", "2011"),
    "2016": ("2016", "2015", "2013", "2011"),
}
"""For a controller of this paper generation, the papers from nearest to farthest."""

_MOST_OUTCOMES_KEPT = 20_000


def rank_key(rule: Rule, era: str) -> Tuple[object, ...]:
    """
    The order of design section 5.2: tier (capability, accepted risk, safety,
    the site's own, listed resolution, statement), generation, specificity, date, measured.
    """
    generation = rule.document.generation or ""
    order = NEARNESS[era]
    nearness = order.index(generation) if generation in order else len(order)
    if ERA_OF_GENERATION.get(generation) == era:
        nearness = 0
    within_statements = nearness if rule.tier >= _FIRST_OF_PAPERS else 0
    tier = min(rule.tier, _FIRST_OF_PAPERS)
    table_first = 0 if rule.basis == "exact" else 1
    extension_last = rule.tier - tier
    return (
        tier,
        within_statements,
        extension_last,
        -_specificity(rule),
        table_first,
        _newest_first(rule.document.date),
        0 if rule.measured else 1,
    )


_FIRST_OF_PAPERS = STATEMENT


def _specificity(rule: Rule) -> int:
    """A named workload says more than a level or a medium does, and a baseline is a purpose of its own."""
    return sum(_weight(fact, tokens) for fact, tokens in rule.when.items())


def _weight(fact: str, tokens: FrozenSet[str]) -> int:
    if fact == "deployment" and tokens == {"benchmark_baseline"}:
        return 10
    return 5 if fact == "workload" and tokens != {"none"} else 1


def _newest_first(date: str) -> int:
    digits = "".join(ch for ch in date if ch.isdigit())
    return -int(digits.ljust(6, "0")[:6]) if digits else 0


class Table:
    """All rules, conflict scopes and cautions for one paper generation, ready for one pass over the facts."""

    def __init__(
        self,
        era: str,
        rules: Sequence[Rule],
        conflicts: Sequence[Conflict],
        cautions: Sequence[Caution],
        tokens: Mapping[str, Tuple[str, ...]],
        claims: Mapping[str, Sequence[Rule]],
    ) -> None:
        self.era = era
        ordered: List[Rule] = []
        self._span: Dict[str, Tuple[int, int]] = {}
        for setting in SETTINGS:
            mine = sorted((r for r in rules if r.setting == setting), key=lambda r: rank_key(r, era))
            self._span[setting] = (len(ordered), (1 << len(mine)) - 1)
            ordered.extend(replace(rule, rank=place) for place, rule in enumerate(mine))
        self.rules: Tuple[Rule, ...] = tuple(ordered)
        scopes = [(conflict, condition) for conflict in conflicts for condition in conflict.scope]
        self._scopes = tuple(condition for _, condition in scopes)
        self._scoped = tuple(conflict for conflict, _ in scopes)
        self._cautions = tuple(cautions)
        conditions = [rule.when for rule in ordered] + [c for _, c in scopes] + [c.when for c in cautions]
        self._conflict_span = (len(ordered), (1 << len(scopes)) - 1)
        self._touching = {
            setting: sum(1 << bit for bit, conflict in enumerate(self._scoped) if setting in conflict.settings)
            for setting in SETTINGS
        }
        self._reads = {
            setting: frozenset(fact for rule in ordered if rule.setting == setting for fact in rule.when)
            for setting in SETTINGS
        }
        self._caution_span = (len(ordered) + len(scopes), (1 << len(cautions)) - 1)
        self.index = Index(conditions, tokens)
        self._claims = claims
        self._tokens = tokens
        self._outcomes: Dict[Tuple[object, ...], Outcome] = {}
        self._levelled: Dict[Tuple[Outcome, str], Outcome] = {}
        self._in_scope: Dict[int, Tuple[Conflict, ...]] = {}

    def standing(self, facts: Facts) -> Tuple[int, int]:
        return self.index.standing(facts)

    def reads(self, setting: str) -> FrozenSet[str]:
        """What the rules and disagreements of this setting speak of; no other fact changes its outcome."""
        scopes = [scope for scope, conflict in zip(self._scopes, self._scoped) if setting in conflict.settings]
        return self._reads[setting].union(*scopes)

    def outcome(
        self,
        setting: str,
        standing: Tuple[int, int],
        unread: FrozenSet[str],
        exact: bool,
        strips: Tuple[int, ...],
    ) -> Outcome:
        """
        The decision on one setting; standings that are equal in the rules and
        disagreements of this setting give the very same object.
        """
        shift, mask = self._span[setting]
        possible, holding = (standing[0] >> shift) & mask, (standing[1] >> shift) & mask
        scoped = (standing[1] >> self._conflict_span[0]) & self._touching[setting]
        asked = unread & self._reads[setting] if possible != holding else _NOTHING
        key = (setting, possible, holding, scoped, asked, exact, strips if setting == "strip_size_kib" else None)
        found = self._outcomes.get(key)
        if found is None:
            if len(self._outcomes) >= _MOST_OUTCOMES_KEPT:
                self.forget_outcomes()
            mine = tuple(dict.fromkeys(self._scoped[bit] for bit in bits(scoped)))
            rules = [self.rules[shift + bit] for bit in bits(possible)]
            holds = [self.rules[shift + bit] for bit in bits(holding)]
            found = self._outcomes[key] = self._decided(setting, rules, holds, mine, unread, exact, strips)
        return found

    def _decided(
        self,
        setting: str,
        possible: Sequence[Rule],
        holding: Sequence[Rule],
        conflicts: Tuple[Conflict, ...],
        unread: FrozenSet[str],
        exact: bool,
        strips: Tuple[int, ...],
    ) -> Outcome:
        def decide(standing: Sequence[Rule], waiting: Sequence[Rule], left: FrozenSet[str]) -> Outcome:
            return decision(setting, standing, waiting, conflicts, left, self.era, exact, strips, self._claims)

        outcome = decide(holding, [rule for rule in possible if rule not in holding], unread)
        return agreed(outcome, possible, unread, self._tokens, decide) or outcome

    def for_level(self, outcome: Outcome, level: str) -> Outcome:
        """The decision on the level with "asked" written out as the level that stands; the same object each time."""
        found = self._levelled.get((outcome, level))
        if found is None:
            found = self._levelled[outcome, level] = replace(
                outcome,
                value=level if outcome.value == "asked" else outcome.value,
                acceptable=tuple(dict.fromkeys(level if word == "asked" else word for word in outcome.acceptable)),
                dissent=tuple(item for item in outcome.dissent if item.value != level or outcome.value != "asked"),
            )
        return found

    def conflicts(self, standing: Tuple[int, int]) -> Tuple[Conflict, ...]:
        """Those whose scope holds, in the order of their ids, each once."""
        shift, mask = self._conflict_span
        held = (standing[1] >> shift) & mask
        found = self._in_scope.get(held)
        if found is None:
            found = self._in_scope[held] = tuple(dict.fromkeys(self._scoped[bit] for bit in bits(held)))
        return found

    def cautions(self, standing: Tuple[int, int]) -> List[Caution]:
        shift, mask = self._caution_span
        return [self._cautions[bit] for bit in bits((standing[1] >> shift) & mask)]

    def forget_outcomes(self) -> None:
        """Drop the interned decisions, so that a benchmark can measure making them."""
        self._outcomes.clear()
        self._levelled.clear()


_NOTHING: FrozenSet[str] = frozenset()


@dataclass(frozen=True)
class Level:
    """How many drives a RAID level takes (``rules/house/levels.yaml``)."""

    name: str
    minimum: int
    exactly: Optional[int]
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
        if self.exactly is not None and drives != self.exactly:
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
    claims: Dict[str, List[Rule]] = {}
    for rule in rules:
        for claim in rule.claims:
            claims.setdefault(claim, []).append(rule)
    return {era: Table(era, rules, conflicts, cautions, tokens, claims) for era in FACTS["era"]}
