"""Two entries of one file that answer one question differently: a slip, since no order could tell which is meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from app.core.rules import Rule
from app.rulebook.errors import RuleFileError

Question = tuple[str, int, str, frozenset[tuple[str, frozenset[str]]]]


def two_answers(rules: Iterable[Rule]) -> Iterator[RuleFileError]:
    """For each pair with one file, tier, setting and condition, and no value in common; at the later of the two."""
    asked: dict[Question, list[Rule]] = {}
    for rule in rules:
        name = rule.line.rpartition(":")[0]
        asked.setdefault((name, rule.tier, rule.setting, frozenset(rule.when.items())), []).append(rule)
    for (name, _, setting, _), answers in asked.items():
        for one, other in combinations(answers, 2):
            if one.values and other.values and not set(one.values) & set(other.values):
                problem = f"{setting}: {one.id} says {one.values[0]} and {other.id} {other.values[0]} in the same case"
                yield RuleFileError(name, int(other.line.rpartition(":")[2]), problem)
