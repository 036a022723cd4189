"""A setting on which every possible answer to the open questions agrees needs no answer to them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from app.core.outcome import Outcome
from app.core.rules import Condition, Rule, Value

MOST_CASES = 64
"""7 levels, 3 media and 3 access patterns are 63; more open facts than that are asked for first."""

_NOT_A_VOLUME = ("jbod", "undecided")
_WEAKEST_LAST = ("exact", "text", "site", "extended", "safety", "capability")

Decide = Callable[[Mapping[str, str]], Outcome]
"""What would be decided if the open facts had these tokens."""


def agreed(
    outcome: Outcome,
    possible: Sequence[Rule],
    scopes: Sequence[Condition],
    tokens: Mapping[str, Tuple[str, ...]],
    decide: Decide,
) -> Optional[Outcome]:
    """
    The outcome that holds whatever the missing facts turn out to be; None where they
    matter, or are too many to walk. ``possible`` are the rules nothing known contradicts,
    ``scopes`` those of the disagreements about this setting.
    """
    if outcome.setting == "raid_level" or not outcome.missing:
        return None
    ranges = [[token for token in tokens[fact] if token not in _NOT_A_VOLUME] for fact in outcome.missing]
    if prod(map(len, ranges)) > MOST_CASES:
        return None
    conditions = [*(rule.when for rule in possible), *scopes]
    told_apart = [_representatives(fact, words, conditions) for fact, words in zip(outcome.missing, ranges)]
    found: List[Outcome] = []
    for words in product(*told_apart):
        answer = decide(dict(zip(outcome.missing, words)))
        if not answer.decided or (found and answer.value != found[0].value):
            return None
        found.append(answer)
    return _joined(outcome, found)


def _representatives(fact: str, tokens: Sequence[str], conditions: Sequence[Condition]) -> List[str]:
    """One token of each kind that these conditions tell apart."""
    readers = [condition[fact] for condition in conditions if fact in condition]
    found: Dict[Tuple[bool, ...], str] = {}
    for token in tokens:
        found.setdefault(tuple([token in wanted for wanted in readers]), token)
    return list(found.values())


def _joined(outcome: Outcome, found: Sequence[Outcome]) -> Outcome:
    first = found[0]
    acceptable: Tuple[Value, ...] = tuple(
        value for value in first.acceptable if all(value in other.acceptable for other in found)
    )
    names = " and ".join(outcome.missing)
    cites = tuple(dict.fromkeys(cite for item in found for cite in item.citations))
    return replace(
        first,
        acceptable=acceptable,
        basis=max((str(item.basis) for item in found), key=_WEAKEST_LAST.index),
        reason=f"{first.reason} It is the same whatever {names} is.",
        citations=cites,
        dissent=tuple(item for item in first.dissent if all(item in other.dissent for other in found)),
        conflicts=tuple(name for name in first.conflicts if all(name in other.conflicts for other in found)),
        asks=(),
    )
