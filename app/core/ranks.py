"""Which of two rules decides: the order of design section 5.2, as a key to sort by."""

from __future__ import annotations

from typing import FrozenSet, Tuple

from app.core.rules import ACCEPTED, CAPABILITY, SAFETY, SITE, STATEMENT, Rule

ERA_OF_GENERATION = {"2011": "2011", "2013": "2013", "2015": "2016", "2016": "2016"}
"""The 2015 paper measures the chip that the 2016 one describes (SAS3108)."""
TIER_WORDS = {
    CAPABILITY: "what this controller has",
    ACCEPTED: "a risk accepted in writing",
    SAFETY: "safety",
}

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


STEPS = (
    "a statement over what was stretched",
    "the paper of this controller's generation",
    "the printed row over one that was stretched",
    "the more specific row",
    "the table over the text",
    "the newer paper",
    "measured over asserted",
)
"""What each part of ``rank_key`` stands for."""


def deciding_step(winner: Rule, rival: Rule) -> str:
    """Which step of the order put ``winner`` above ``rival``; both from one table."""
    if winner.tier in TIER_WORDS:
        return TIER_WORDS[winner.tier]
    if winner.tier == SITE:
        return "this site's own rule"
    if winner.conflict is not None:
        return f"the listed resolution {winner.conflict}"
    for step, mine, other in zip(STEPS, winner.order, rival.order):
        if mine != other:
            return step
    return "the one named first"
