"""
The book compiled for one paper generation: every rule is one bit, and each
token of each fact has the mask of the rules it leaves standing. Bits are in
order of rank, so the lowest bit left is the rule that decides. The facts of
the card, of the volume and of the work are each looked up together.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Callable, Dict, List, Mapping, Sequence, Tuple

from app.core.facts import FACTS, UNREAD
from app.core.rules import Condition

CARD = (
    *("protection", "cache", "family", "kind", "era", "exact", "raid5_key"),
    *("read_policy_setting", "write_policy_setting", "io_policy_setting", "disk_cache_setting"),
)
VOLUME = (
    "raid",
    "media",
    "drives",
    "level_given",
    "exists",
    "holds_data",
    "endurance",
    "plp",
    "accepted_risk",
    "wants",
)

_MOST_KEPT = 20_000

Standing = Tuple[int, int]
"""``(possible, holding)``: the conditions that nothing contradicts, and those of them that wait for nothing."""


class Index:
    """Answers which of ``conditions`` hold, and which are open, in three lookups."""

    def __init__(self, conditions: Sequence[Condition], tokens: Mapping[str, Tuple[str, ...]]) -> None:
        self.size = len(conditions)
        self.facts = tuple(fact for fact in FACTS if any(fact in condition for condition in conditions))
        """The facts that some condition reads."""
        masks = {fact: _masks(conditions, fact, tokens[fact]) for fact in self.facts}
        rest = [fact for fact in self.facts if fact not in CARD and fact not in VOLUME]
        names = ([f for f in self.facts if f in CARD], [f for f in self.facts if f in VOLUME], rest)
        self._groups = tuple(_Group(group, masks, (1 << self.size) - 1) for group in names)

    def standing(self, facts: Mapping[str, str]) -> Standing:
        """Where nothing that any condition reads is unread, both are the same object."""
        card, volume, work = self._groups
        one = card.kept.get(card.tokens(facts)) or card.met(facts)
        two = volume.kept.get(volume.tokens(facts)) or volume.met(facts)
        three = work.kept.get(work.tokens(facts)) or work.met(facts)
        possible = one[0] & two[0] & three[0]
        if one[0] is one[1] and two[0] is two[1] and three[0] is three[1]:
            return possible, possible
        return possible, one[1] & two[1] & three[1]


def _masks(conditions: Sequence[Condition], fact: str, tokens: Sequence[str]) -> Dict[str, int]:
    """For each token of ``fact`` the conditions that it satisfies or that do not read it."""
    found = {}
    for token in (*tokens, UNREAD):
        left = (1 << bit for bit, condition in enumerate(conditions) if token in condition.get(fact, (token,)))
        found[token] = sum(left)
    return found


class _Group:
    """Facts that are looked up together: each combination of tokens met once is kept with its masks."""

    def __init__(self, names: Sequence[str], masks: Mapping[str, Dict[str, int]], everything: int) -> None:
        self._masks = tuple((name, masks[name]) for name in names)
        self._everything = everything
        self.tokens: Callable[[Mapping[str, str]], Tuple[str, ...]] = (
            itemgetter(*names) if len(names) > 1 else lambda facts: tuple(facts[name] for name in names)
        )
        self.kept: Dict[Tuple[str, ...], Standing] = {}

    def met(self, facts: Mapping[str, str]) -> Standing:
        """For a combination that is new; all are dropped when there are too many."""
        if len(self.kept) >= _MOST_KEPT:
            self.kept.clear()
        possible = satisfied = self._everything
        for name, masks in self._masks:
            token = facts[name]
            if token == UNREAD:
                satisfied &= masks[UNREAD]
            else:
                possible &= masks[token]
        holding = possible & satisfied
        found = self.kept[self.tokens(facts)] = (possible, possible if holding == possible else holding)
        return found


def bits(mask: int) -> List[int]:
    """Positions of the set bits, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
