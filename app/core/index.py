"""
The book compiled for one paper generation: every rule is one bit, and each
token of each fact has the mask of the rules it leaves standing. Bits are in
order of rank, so the lowest bit left is the rule that decides.
"""

from __future__ import annotations

from typing import Dict, List, Mapping, Sequence, Tuple

from app.core.facts import FACTS, UNREAD
from app.core.rules import Condition


class Index:
    """Answers which of ``conditions`` hold, and which are open, in one pass over the facts."""

    def __init__(self, conditions: Sequence[Condition], tokens: Mapping[str, Tuple[str, ...]]) -> None:
        self.size = len(conditions)
        self.all = (1 << self.size) - 1
        self._known: List[Tuple[str, Dict[str, int]]] = []
        self._unread: Dict[str, int] = {}
        for fact in FACTS:
            if not any(fact in condition for condition in conditions):
                continue
            masks = {token: self._standing(conditions, fact, token) for token in tokens[fact]}
            self._known.append((fact, masks))
            self._unread[fact] = self._standing(conditions, fact, UNREAD)

    def _standing(self, conditions: Sequence[Condition], fact: str, token: str) -> int:
        mask = 0
        for bit, condition in enumerate(conditions):
            if fact not in condition or token in condition[fact]:
                mask |= 1 << bit
        return mask

    @property
    def facts(self) -> Tuple[str, ...]:
        """The facts that some condition reads."""
        return tuple(fact for fact, _ in self._known)

    def standing(self, facts: Mapping[str, str]) -> Tuple[int, int]:
        """``(possible, holding)``: rules not contradicted, and those of them with nothing unread."""
        possible = holding = self.all
        unread = self._unread
        for fact, masks in self._known:
            token = facts[fact]
            if token == UNREAD:
                holding &= unread[fact]
            else:
                possible &= masks[token]
        return possible, possible & holding


def bits(mask: int) -> List[int]:
    """Positions of the set bits, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
