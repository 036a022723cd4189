"""Values that a paper gives and the answer does not, each with why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Mapping, Optional, Sequence, Set, Tuple

from app.core.ranks import deciding_step
from app.core.rules import RESOLUTION, STATEMENT, Citation, Conflict, Rule, Value

_GRAVITY = {"critical": 0, "high": 1, "medium": 2, "low": 3, "info": 4}


@dataclass(frozen=True)
class Dissent:
    """A value that a paper gives and the answer does not."""

    value: Value
    conflict: Optional[str]
    citations: Tuple[Citation, ...]
    why_not: str


def dissents(
    value: Value,
    winner: Rule,
    voices: Sequence[Rule],
    conflicts: Sequence[Conflict],
    sides: Mapping[str, Sequence[Rule]],
) -> Tuple[Dissent, ...]:
    """
    Every standing voice that says otherwise, and for a grave conflict its losing side even where
    it does not stand; ``sides`` has the rules of both sides of each conflict about this setting.
    """
    against = [rule for rule in voices if rule.tier != RESOLUTION and not agrees(rule, value)]
    heard = {claim for rule in against for claim in rule.claims}
    for conflict in conflicts:
        if conflict.is_grave:
            losers = [rule for rule in sides.get(conflict.id, ()) if _loses(rule, value, winner, heard)]
            against.extend(rule for rule in losers if rule not in against)
    return _grouped(against, winner, conflicts) if against else ()


def _loses(rule: Rule, value: Value, winner: Rule, heard: Set[str]) -> bool:
    """A statement of a paper that says otherwise, not yet heard, and not followed by the winner itself."""
    mine = set(rule.claims)
    is_statement = rule.tier == STATEMENT and bool(rule.values)
    return is_statement and not agrees(rule, value) and heard.isdisjoint(mine) and mine.isdisjoint(winner.claims)


def agrees(rule: Rule, value: Value) -> bool:
    """A prohibition supports every value but the ones it names, and says nothing where there is none."""
    if rule.prohibits:
        return value is not None and value not in rule.prohibits
    return value in rule.values or value in rule.acceptable


def _grouped(against: Sequence[Rule], winner: Rule, conflicts: Sequence[Conflict]) -> Tuple[Dissent, ...]:
    """One dissent for all who say the same within the same disagreement."""
    groups: Dict[Tuple[Value, Optional[Conflict]], List[Rule]] = {}
    for rule in against:
        if not rule.values and winner.values[0] is None:
            continue
        said = rule.values[0] if rule.values else None
        groups.setdefault((said, _conflict_of(rule, conflicts)), []).append(rule)
    found = []
    for (said, conflict), rules in groups.items():
        cites = tuple(dict.fromkeys([cite for rule in rules for cite in rule.citations]))
        why = conflict.resolution if conflict else f"Outranked by {deciding_step(winner, rules[0])}."
        found.append(Dissent(said, conflict.id if conflict else None, cites, why))
    return tuple(found)


def _conflict_of(rule: Rule, conflicts: Sequence[Conflict]) -> Optional[Conflict]:
    """The gravest disagreement in scope that this rule takes a side in."""
    best: Optional[Conflict] = None
    for conflict in conflicts:
        if not conflict.sides.isdisjoint(rule.claims) and (
            best is None or _GRAVITY[conflict.severity] < _GRAVITY[best.severity]
        ):
            best = conflict
    return best
