"""A setting on which every possible answer to the open questions agrees needs no answer to them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod
from typing import Callable, FrozenSet, List, Mapping, Optional, Sequence, Tuple

from app.core.facts import UNREAD
from app.core.outcome import Outcome
from app.core.rules import Rule, Value

MOST_CASES = 64
"""7 levels, 3 media and 3 access patterns are 63; more open facts than that are asked for first."""

_NOT_A_VOLUME = ("jbod", "undecided")
_WEAKEST_LAST = ("exact", "text", "site", "extended", "safety", "capability")

Decide = Callable[[Sequence[Rule], Sequence[Rule], FrozenSet[str]], Outcome]
"""Standing rules, open rules and the facts still unread -> the outcome."""


def agreed(
    outcome: Outcome,
    possible: Sequence[Rule],
    unread: FrozenSet[str],
    tokens: Mapping[str, Tuple[str, ...]],
    decide: Decide,
) -> Optional[Outcome]:
    """
    The outcome that holds whatever the missing facts turn out to be; None where they
    matter, or are too many to walk. ``possible`` are the rules nothing known contradicts.
    """
    if outcome.setting == "raid_level" or not outcome.missing:
        return None
    ranges = [[token for token in tokens[fact] if token not in _NOT_A_VOLUME] for fact in outcome.missing]
    if prod(map(len, ranges)) > MOST_CASES:
        return None
    found: List[Outcome] = []
    for words in product(*ranges):
        case = _outcome_of(dict(zip(outcome.missing, words)), possible, unread, decide)
        if not case.decided or (found and case.value != found[0].value):
            return None
        found.append(case)
    return _joined(outcome, found)


def _outcome_of(case: Mapping[str, str], possible: Sequence[Rule], unread: FrozenSet[str], decide: Decide) -> Outcome:
    left = unread - case.keys()
    alive = [rule for rule in possible if all(case[f] in rule.when[f] for f in case if f in rule.when)]
    waiting = [rule for rule in alive if any(f in left and UNREAD not in t for f, t in rule.when.items())]
    return decide([rule for rule in alive if rule not in waiting], waiting, left)


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
        dissent=(),
        conflicts=outcome.conflicts,
        asks=(),
    )
