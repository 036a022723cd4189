"""A setting on which every possible answer to the open questions agrees needs no answer to them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod
from typing import Callable, Dict, FrozenSet, List, Mapping, Optional, Sequence, Tuple

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
    told_apart = [_representatives(fact, words, possible) for fact, words in zip(outcome.missing, ranges)]
    cases = [dict(zip(outcome.missing, words)) for words in product(*told_apart)]
    if outcome.setting != "strip_size_kib" and _plainly_differ(cases, possible, unread):
        return None
    found: List[Outcome] = []
    for case in cases:
        answer = _outcome_of(case, possible, unread, decide)
        if not answer.decided or (found and answer.value != found[0].value):
            return None
        found.append(answer)
    return _joined(outcome, found)


def _representatives(fact: str, tokens: Sequence[str], possible: Sequence[Rule]) -> List[str]:
    """One token of each kind that these rules tell apart."""
    readers = [rule.when[fact] for rule in possible if fact in rule.when]
    found: Dict[Tuple[bool, ...], str] = {}
    for token in tokens:
        found.setdefault(tuple(token in wanted for wanted in readers), token)
    return list(found.values())


def _plainly_differ(cases: Sequence[Mapping[str, str]], possible: Sequence[Rule], unread: FrozenSet[str]) -> bool:
    """
    Two cases in which the first rule left needs nothing more, and the two rules differ: seen without
    writing out either decision. (A strip is seen only once it is held against what the card offers.)
    """
    voices = set()
    for case in cases:
        first = next((rule for rule in possible if rule.values and _is_left(rule, case)), None)
        if first is not None and not _waits(first, unread - case.keys()):
            voices.add(first.values[0])
    return len(voices) > 1


def _is_left(rule: Rule, case: Mapping[str, str]) -> bool:
    return all(token in rule.when[fact] for fact, token in case.items() if fact in rule.when)


def _waits(rule: Rule, left: FrozenSet[str]) -> bool:
    return any(fact in left and UNREAD not in tokens for fact, tokens in rule.when.items())


def _outcome_of(case: Mapping[str, str], possible: Sequence[Rule], unread: FrozenSet[str], decide: Decide) -> Outcome:
    left = unread - case.keys()
    alive = [rule for rule in possible if _is_left(rule, case)]
    waiting = [rule for rule in alive if _waits(rule, left)]
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
