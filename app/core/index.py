"""
The book compiled for one paper generation: every rule is one bit, and each
token of each fact has the mask of the rules it leaves standing. Bits are in
order of rank, so the lowest bit left is the rule that decides. The facts of
the card, of the volume and of the work are each looked up together.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Callable, Dict, FrozenSet, List, Mapping, NamedTuple, Sequence, Tuple

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
_BITS = 32

Codes = Tuple[int, ...]
Part = Tuple[int, FrozenSet[str]]
"""Some of the conditions, as a mask, and the facts they read."""


class Masks(NamedTuple):
    """``possible`` are the conditions that nothing contradicts, ``holding`` those of them that wait for nothing."""

    possible: int
    holding: int


Met = Tuple[int, int, Codes]
"""Possible, holding and codes, as far as the facts of one group go."""


class Standing(NamedTuple):
    """
    How all conditions stand. Where the codes of one part (the bits of the three groups
    together) are equal, its conditions stand alike and wait for the same facts.
    """

    card: Met
    volume: Met
    work: Met

    @property
    def masks(self) -> Masks:
        card, volume, work = self
        return Masks(card[0] & volume[0] & work[0], card[1] & volume[1] & work[1])

    @property
    def holding(self) -> int:
        return self.card[1] & self.volume[1] & self.work[1]


class Index:
    """Answers which of ``conditions`` hold, and which are open, in three lookups."""

    def __init__(
        self,
        conditions: Sequence[Condition],
        tokens: Mapping[str, Tuple[str, ...]],
        parts: Sequence[Part] = (),
    ) -> None:
        self.size = len(conditions)
        self.facts = tuple(fact for fact in FACTS if any(fact in condition for condition in conditions))
        """The facts that some condition reads."""
        masks = {fact: _masks(conditions, fact, tokens[fact]) for fact in self.facts}
        rest = [fact for fact in self.facts if fact not in CARD and fact not in VOLUME]
        names = ([f for f in self.facts if f in CARD], [f for f in self.facts if f in VOLUME], rest)
        everything = (1 << self.size) - 1
        self._groups = tuple(_Group(group, masks, everything, parts, place) for place, group in enumerate(names))

    def standing(self, facts: Mapping[str, str]) -> Standing:
        card, volume, work = self._groups
        one = card.kept.get(card.tokens(facts)) or card.met(facts)
        two = volume.kept.get(volume.tokens(facts)) or volume.met(facts)
        three = work.kept.get(work.tokens(facts)) or work.met(facts)
        return _new(Standing, (one, two, three))


_new = tuple.__new__
"""Half the cost of calling the class, on the way of every request."""


def _masks(conditions: Sequence[Condition], fact: str, tokens: Sequence[str]) -> Dict[str, int]:
    """For each token of ``fact`` the conditions that it satisfies or that do not read it."""
    found = {}
    for token in (*tokens, UNREAD):
        left = (1 << bit for bit, condition in enumerate(conditions) if token in condition.get(fact, (token,)))
        found[token] = sum(left)
    return found


class _Group:
    """Facts that are looked up together: each combination of tokens met once is kept with its masks and codes."""

    def __init__(
        self,
        names: Sequence[str],
        masks: Mapping[str, Dict[str, int]],
        everything: int,
        parts: Sequence[Part],
        place: int,
    ) -> None:
        self._masks = tuple((name, masks[name]) for name in names)
        self._everything, self._parts, self._place = everything, parts, place
        self.tokens: Callable[[Mapping[str, str]], Tuple[str, ...]] = (
            itemgetter(*names) if len(names) > 1 else lambda facts: tuple(facts[name] for name in names)
        )
        self.kept: Dict[Tuple[str, ...], Met] = {}
        self._codes: List[Dict[object, int]] = [{} for _ in parts]

    def met(self, facts: Mapping[str, str]) -> Met:
        """For a combination that is new; all are dropped when there are too many."""
        if len(self.kept) >= _MOST_KEPT:
            self.kept.clear()
        possible = satisfied = self._everything
        silent = frozenset(name for name, _ in self._masks if facts[name] == UNREAD)
        for name, masks in self._masks:
            if name in silent:
                satisfied &= masks[UNREAD]
            else:
                possible &= masks[facts[name]]
        holding = possible & satisfied
        found = self.kept[self.tokens(facts)] = (possible, holding, self._coded(possible, holding, silent))
        return found

    def _coded(self, possible: int, holding: int, silent: FrozenSet[str]) -> Codes:
        """A number for each part; numbers are never given twice, and those of the three groups do not overlap."""
        found = []
        for (mask, reads), codes in zip(self._parts, self._codes):
            number = codes.setdefault((possible & mask, holding & mask, silent & reads), len(codes) + 1)
            found.append(number << _BITS * self._place)
        return tuple(found)


def bits(mask: int) -> List[int]:
    """Positions of the set bits, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
