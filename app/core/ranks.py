"""Which of two rules decides: the order of design section 5.2, as a key to sort by."""

from __future__ import annotations

from typing import FrozenSet, Tuple

from app.core.outcome import ERA_OF_GENERATION
from app.core.rules import STATEMENT, Rule

NEARNESS = {
    "2011": ("2011", "2013", "2016", "2015"),
    "2013": ("2013", "2016", "2015", "2011"),
    "2016": ("2016", "2015", "2013", "2011"),
}
"""For a controller of this paper generation, the papers from nearest to farthest."""


def rank_key(rule: Rule, era: str) -> Tuple[object, ...]:
    """
    The order of design section 5.2: tier (capability, accepted risk, safety,
    the site's own, listed resolution, statement), generation, specificity, date, measured.
    """
    generation = rule.document.generation or ""
    order = NEARNESS[era]
    nearness = order.index(generation) if generation in order else len(order)
    if ERA_OF_GENERATION.get(generation) == era:
        nearness = 0
    within_statements = nearness if rule.tier >= _FIRST_OF_PAPERS else 0
    tier = min(rule.tier, _FIRST_OF_PAPERS)
    table_first = 0 if rule.basis == "exact" else 1
    extension_last = rule.tier - tier
    return (
        tier,
        within_statements,
        extension_last,
        -_specificity(rule),
        table_first,
        _newest_first(rule.document.date),
        0 if rule.measured else 1,
    )


_FIRST_OF_PAPERS = STATEMENT


def _specificity(rule: Rule) -> int:
    """A named workload says more than a level or a medium does, and a baseline is a purpose of its own."""
    return sum(_weight(fact, tokens) for fact, tokens in rule.when.items())


def _weight(fact: str, tokens: FrozenSet[str]) -> int:
    if fact == "deployment" and tokens == {"benchmark_baseline"}:
        return 10
    return 5 if fact == "workload" and tokens != {"none"} else 1


def _newest_first(date: str) -> int:
    digits = "".join(ch for ch in date if ch.isdigit())
    return -int(digits.ljust(6, "0")[:6]) if digits else 0
