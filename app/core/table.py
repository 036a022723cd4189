"""All rules for one paper generation, ranked, with every decision made so far."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable, Dict, FrozenSet, List, Mapping, Optional, Sequence, Set, Tuple

from app.core.facts import SETTINGS, Facts
from app.core.index import Index, Standing, bits
from app.core.outcome import Outcome, levelled
from app.core.ranks import rank_key
from app.core.rules import Caution, Conflict, Rule, Value
from app.core.shelf import Pieces, Shelf

_MOST_KEPT = 10_000

AtHand = Tuple[List[Shelf], List[Callable[[int], Optional[Outcome]]]]
"""For each setting where its decisions are made, and how those at hand are taken by their code."""


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
        self._caution_span = (len(ordered) + len(scopes), (1 << len(cautions)) - 1)
        shift = len(ordered)
        self._pieces = {
            setting: Pieces(setting, era, ordered[at : at + mask.bit_length()], at, scopes, shift, tokens)
            for setting, (at, mask) in self._span.items()
        }
        parts = [self._pieces[setting].part for setting in SETTINGS[1:]]
        parts.append((self._conflict_span[1] << shift, frozenset()))
        self.index = Index(conditions, tokens, parts)
        self._shelves: Dict[Tuple[bool, Tuple[int, ...]], List[Shelf]] = {}
        self._at_hand: Dict[Tuple[bool, Tuple[int, ...]], AtHand] = {}
        self._levelled: Dict[Tuple[Outcome, str, Tuple[str, ...], Value], Outcome] = {}
        self._in_scope: Dict[int, Tuple[Conflict, ...]] = {}

    def standing(self, facts: Facts) -> Standing:
        return self.index.standing(facts)

    def reads(self, setting: str) -> FrozenSet[str]:
        """What the rules and disagreements of this setting speak of; no other fact changes its outcome."""
        scopes = [scope for scope, conflict in zip(self._scopes, self._scoped) if setting in conflict.settings]
        return self._pieces[setting].reads.union(*scopes)

    def outcome(
        self, setting: str, standing: Standing, unread: FrozenSet[str], exact: bool, strips: Tuple[int, ...]
    ) -> Outcome:
        """The decision on one setting, for a card that offers these strips; equal standings give one object."""
        return self._for_card(exact, strips)[SETTINGS.index(setting)].outcome(standing.masks, unread)

    def outcomes(
        self, standing: Standing, unread: FrozenSet[str], exact: bool, strips: Tuple[int, ...]
    ) -> Dict[str, Outcome]:
        """The decisions on all settings but the level, which is decided before them."""
        shelves, takes = self._at_hand.get((exact, strips)) or self._take_to_hand(exact, strips)
        (_, _, card), (_, _, volume), (_, _, work) = standing
        # Written out: half the time of a loop over the six, on the way of every request.
        strip, read, write, io, disk, initialization = takes
        c1, c2, c3, c4, c5, c6, _ = card
        v1, v2, v3, v4, v5, v6, _ = volume
        w1, w2, w3, w4, w5, w6, _ = work
        found: Dict[str, Any] = {
            "strip_size_kib": strip(c1 | v1 | w1),
            "read_policy": read(c2 | v2 | w2),
            "write_policy": write(c3 | v3 | w3),
            "io_policy": io(c4 | v4 | w4),
            "disk_cache_policy": disk(c5 | v5 | w5),
            "initialization": initialization(c6 | v6 | w6),
        }
        if None in found.values():
            return self._fetched(shelves, standing, unread)
        return found

    def _fetched(self, shelves: List[Shelf], standing: Standing, unread: FrozenSet[str]) -> Dict[str, Outcome]:
        """Where a code is not at hand."""
        (_, _, card), (_, _, volume), (_, _, work) = standing
        return {
            shelf.setting: shelf.at_hand.get(code := one | two | three) or shelf.fetched(standing.masks, unread, code)
            for shelf, one, two, three in zip(shelves, card, volume, work)
        }

    def _take_to_hand(self, exact: bool, strips: Tuple[int, ...]) -> AtHand:
        shelves = self._for_card(exact, strips)[1:]
        found = self._at_hand[exact, strips] = (shelves, [shelf.at_hand.get for shelf in shelves])
        return found

    def _for_card(self, exact: bool, strips: Tuple[int, ...]) -> List[Shelf]:
        """In the order of SETTINGS. Only the strip size depends on what the card offers; the rest is shared."""
        found = self._shelves.get((exact, strips))
        if found is None:
            like = next((shelves for (kind, _), shelves in self._shelves.items() if kind == exact), [])
            alike = {shelf.setting: shelf for shelf in like if shelf.setting != "strip_size_kib"}
            found = self._shelves[exact, strips] = [
                alike.get(setting) or Shelf(self._pieces[setting], exact, strips) for setting in SETTINGS
            ]
        return found

    def for_level(self, outcome: Outcome, asked: str, makeable: Tuple[str, ...], value: Value) -> Outcome:
        """
        The decision on the level with "asked" written out, of the acceptable those that can be made, and ``value``
        in place of one that cannot; the same object each time.
        """
        key = (outcome, asked, makeable, value)
        found = self._levelled.get(key)
        if found is None:
            if len(self._levelled) >= _MOST_KEPT:
                self._levelled.clear()
            found = self._levelled[key] = levelled(outcome, asked, makeable, value)
        return found

    def conflicts(self, standing: Standing) -> Tuple[Conflict, ...]:
        """Those whose scope holds, in the order of their ids, each once."""
        (_, _, card), (_, _, volume), (_, _, work) = standing
        code = card[-1] | volume[-1] | work[-1]
        found = self._in_scope.get(code)
        if found is None:
            if len(self._in_scope) >= _MOST_KEPT:
                self._in_scope.clear()
            shift, mask = self._conflict_span
            held = bits((standing.holding >> shift) & mask)
            found = self._in_scope[code] = tuple(dict.fromkeys(self._scoped[bit] for bit in held))
        return found

    def cautions(self, standing: Standing) -> List[Caution]:
        shift, mask = self._caution_span
        return [self._cautions[bit] for bit in bits((standing.holding >> shift) & mask)]

    @property
    def kept(self) -> int:
        """How many decisions were made so far and are kept."""
        return sum(len(shelf.kept) for shelf in self._each_shelf())

    def forget_outcomes(self) -> None:
        """Drop the kept decisions and what they were made from, so that a benchmark can measure making them."""
        for shelf in self._each_shelf():
            shelf.forget()
        self._levelled.clear()

    def _each_shelf(self) -> Set[Shelf]:
        return {shelf for shelves in self._shelves.values() for shelf in shelves}
