"""All rules for one paper generation, ranked, with every decision made so far."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, FrozenSet, List, Mapping, NamedTuple, Sequence, Tuple

from app.core.facts import SETTINGS, Facts
from app.core.index import Index, Standing, bits
from app.core.outcome import Outcome, decision
from app.core.ranks import rank_key
from app.core.regardless import agreed
from app.core.rules import Caution, Conflict, Rule

_MOST_OUTCOMES_KEPT = 10_000
"""For one setting of one kind of card."""


class _Shelf(NamedTuple):
    """
    The decisions on one setting. They depend on its rules that hold and the disagreements that touch
    it (``matters``); on rules that wait for a fact only where one that advises outranks all that hold.
    """

    setting: str
    rules: int
    advising: int
    matters: int
    reads: FrozenSet[str]
    kept: Dict[object, Outcome]


class Table:
    """All rules, conflict scopes and cautions for one paper generation, ready for one pass over the facts."""

    def __init__(
        self,
        era: str,
        rules: Sequence[Rule],
        conflicts: Sequence[Conflict],
        cautions: Sequence[Caution],
        tokens: Mapping[str, Tuple[str, ...]],
    ) -> None:
        self.era = era
        ordered: List[Rule] = []
        self._span: Dict[str, Tuple[int, int]] = {}
        for setting in SETTINGS:
            mine = sorted((r for r in rules if r.setting == setting), key=lambda r: rank_key(r, era))
            self._span[setting] = (len(ordered), (1 << len(mine)) - 1)
            ordered.extend(replace(rule, rank=n, order=rank_key(rule, era)) for n, rule in enumerate(mine))
        self.rules: Tuple[Rule, ...] = tuple(ordered)
        scopes = [(conflict, condition) for conflict in conflicts for condition in conflict.scope]
        self._scopes = tuple(condition for _, condition in scopes)
        self._scoped = tuple(conflict for conflict, _ in scopes)
        self._cautions = tuple(cautions)
        conditions = [rule.when for rule in ordered] + [c for _, c in scopes] + [c.when for c in cautions]
        self._conflict_span = (len(ordered), (1 << len(scopes)) - 1)
        self._reads = {
            setting: frozenset(fact for rule in ordered if rule.setting == setting for fact in rule.when)
            for setting in SETTINGS
        }
        self._caution_span = (len(ordered) + len(scopes), (1 << len(cautions)) - 1)
        self.index = Index(conditions, tokens)
        self._sides = {setting: _sides(ordered, conflicts, setting) for setting in SETTINGS}
        self._tokens = tokens
        self._shelves: Dict[Tuple[bool, Tuple[int, ...]], List[_Shelf]] = {}
        self._levelled: Dict[Tuple[Outcome, str], Outcome] = {}
        self._in_scope: Dict[int, Tuple[Conflict, ...]] = {}

    def standing(self, facts: Facts) -> Standing:
        return self.index.standing(facts)

    def reads(self, setting: str) -> FrozenSet[str]:
        """What the rules and disagreements of this setting speak of; no other fact changes its outcome."""
        scopes = [scope for scope, conflict in zip(self._scopes, self._scoped) if setting in conflict.settings]
        return self._reads[setting].union(*scopes)

    def outcome(
        self, setting: str, standing: Standing, unread: FrozenSet[str], exact: bool, strips: Tuple[int, ...]
    ) -> Outcome:
        """
        The decision on one setting; standings that are equal in the rules and
        disagreements of this setting give the very same object.
        """
        shelf = self._shelves_of(exact, strips)[SETTINGS.index(setting)]
        return self._kept(shelf, standing, unread, exact, strips)

    def outcomes(
        self, standing: Standing, unread: FrozenSet[str], exact: bool, strips: Tuple[int, ...]
    ) -> Dict[str, Outcome]:
        """The decisions on all settings but the level, which is decided before them."""
        shelves = self._shelves_of(exact, strips)
        return {shelf.setting: self._kept(shelf, standing, unread, exact, strips) for shelf in shelves[1:]}

    def _kept(
        self, shelf: _Shelf, standing: Standing, unread: FrozenSet[str], exact: bool, strips: Tuple[int, ...]
    ) -> Outcome:
        holding = standing[1]
        key: object = holding & shelf.matters
        if standing[0] is not holding:
            open_rules = (standing[0] ^ holding) & shelf.rules
            advice = holding & shelf.advising
            if open_rules & shelf.advising & ((advice & -advice) - 1):
                key = (key, open_rules, unread & shelf.reads)
        found = shelf.kept.get(key)
        if found is None:
            if len(shelf.kept) >= _MOST_OUTCOMES_KEPT:
                shelf.kept.clear()
            found = shelf.kept[key] = self._made(shelf.setting, standing, unread, exact, strips)
        return found

    def _shelves_of(self, exact: bool, strips: Tuple[int, ...]) -> List[_Shelf]:
        """For cards of this kind; only the strip size depends on what the card offers, the rest is shared."""
        found = self._shelves.get((exact, strips))
        if found is None:
            like = next((shelves for (kind, _), shelves in self._shelves.items() if kind == exact), None)
            found = self._shelves[exact, strips] = [
                like[place] if like is not None and setting != "strip_size_kib" else self._empty_shelf(setting)
                for place, setting in enumerate(SETTINGS)
            ]
        return found

    def _empty_shelf(self, setting: str) -> _Shelf:
        shift, mask = self._span[setting]
        touching = sum(1 << bit for bit, conflict in enumerate(self._scoped) if setting in conflict.settings)
        places = range(shift, shift + mask.bit_length())
        advising = sum(1 << place for place in places if self.rules[place].values)
        matters = mask << shift | touching << self._conflict_span[0]
        return _Shelf(setting, mask << shift, advising, matters, self._reads[setting], {})

    def _made(
        self, setting: str, standing: Standing, unread: FrozenSet[str], exact: bool, strips: Tuple[int, ...]
    ) -> Outcome:
        shift, mask = self._span[setting]
        possible, holding = (standing[0] >> shift) & mask, (standing[1] >> shift) & mask
        rules = [self.rules[shift + bit] for bit in bits(possible)]
        holds = [self.rules[shift + bit] for bit in bits(holding)]
        mine = tuple(conflict for conflict in self.conflicts(standing) if setting in conflict.settings)
        return self._decided(setting, rules, holds, mine, unread, exact, strips)

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
        sides = self._sides[setting]

        def decide(standing: Sequence[Rule], waiting: Sequence[Rule], left: FrozenSet[str]) -> Outcome:
            return decision(setting, standing, waiting, conflicts, left, self.era, exact, strips, sides)

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

    def conflicts(self, standing: Standing) -> Tuple[Conflict, ...]:
        """Those whose scope holds, in the order of their ids, each once."""
        shift, mask = self._conflict_span
        held = (standing[1] >> shift) & mask
        found = self._in_scope.get(held)
        if found is None:
            found = self._in_scope[held] = tuple(dict.fromkeys(self._scoped[bit] for bit in bits(held)))
        return found

    def cautions(self, standing: Standing) -> List[Caution]:
        shift, mask = self._caution_span
        return [self._cautions[bit] for bit in bits((standing[1] >> shift) & mask)]

    def forget_outcomes(self) -> None:
        """Drop the kept decisions, so that a benchmark can measure making them."""
        for shelf in [shelf for shelves in self._shelves.values() for shelf in shelves]:
            shelf.kept.clear()
        self._levelled.clear()


def _sides(rules: Sequence[Rule], conflicts: Sequence[Conflict], setting: str) -> Dict[str, Tuple[Rule, ...]]:
    """The rules of both sides of each grave disagreement about ``setting``, in the order in which they are listed."""
    found: Dict[str, Tuple[Rule, ...]] = {}
    mine = [rule for rule in rules if rule.setting == setting]
    for conflict in conflicts:
        if conflict.is_grave and setting in conflict.settings:
            claims = dict.fromkeys((*conflict.side_a, *conflict.side_b))
            found[conflict.id] = tuple(rule for claim in claims for rule in mine if claim in rule.claims)
    return found
