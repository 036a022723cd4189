"""Small rules, documents and conflicts, so that a test shows all that matters to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.core.facts import FACTS
from app.core.outcome import Outcome, decision
from app.core.ranks import rank_key
from app.core.rules import STATEMENT, Citation, Conflict, Document, Rule, Value

PAPER_2011 = Document("p11", "The 2011 guide", "A", "2011-03", "paper", "2011")
PAPER_2013 = Document("p13", "The 2013 paper", "A", "2013-05", "paper", "2013")
PAPER_2015 = Document("p15", "The 2015 paper", "B", "2015", "paper", "2015")
PAPER_2016 = Document("p16", "The 2016 paper", "A", "2016-12", "paper", "2016")
GUIDE = Document("g24", "A newer guide", "C", "2024-01", "guidance", None)
HOUSE = Document("house-notes", "House notes", "raidwise", "2026-01", "house", None)

ERA = "2016"
STRIPS = (64, 128, 256, 512, 1024)
TOKENS: Mapping[str, tuple[str, ...]] = {**FACTS, "workload": ("none", "oltp"), "family": ("unknown", "sas3108")}


def when(**facts: str | Sequence[str]) -> dict[str, frozenset[str]]:
    return {fact: frozenset([words] if isinstance(words, str) else words) for fact, words in facts.items()}


def rule(
    name: str, *values: Value, document: Document = PAPER_2016, setting: str = "write_policy", **more: Any
) -> Rule:
    """A statement of a paper, valid everywhere unless ``when`` is among ``more``."""
    given = {
        "acceptable": values,
        "when": {},
        "tier": STATEMENT,
        "basis": "exact",
        "why": f"{name} says so.",
        "citations": (Citation(document, "Table 1", name, name),),
        "claims": (name,),
        **more,
    }
    return Rule(id=name, setting=setting, values=values, **given)


def ranked(*rules: Rule, era: str = ERA) -> list[Rule]:
    """In the order of a table of this generation."""
    ordered = sorted(rules, key=lambda item: rank_key(item, era))
    return [replace(item, rank=place, order=rank_key(item, era)) for place, item in enumerate(ordered)]


def conflict(name: str, side_a: Sequence[str], side_b: Sequence[str], severity: str = "high", **more: Any) -> Conflict:
    given = {
        "topic": "a topic",
        "resolution": f"{name} is settled so.",
        "scope": ({},),
        "settings": ("write_policy",),
        "citations": (),
        "advised": {},
        "sections": frozenset({"settings"}),
        "asks": (),
        **more,
    }
    return Conflict(id=name, severity=severity, side_a=tuple(side_a), side_b=tuple(side_b), **given)


def decided(
    standing: Sequence[Rule],
    waiting: Sequence[Rule] = (),
    conflicts: Sequence[Conflict] = (),
    unread: Sequence[str] = (),
    exact: bool = True,
    strips: tuple[int, ...] = STRIPS,
    setting: str = "write_policy",
    sides: Mapping[str, Sequence[Rule]] | None = None,
) -> Outcome:
    return decision(setting, standing, waiting, conflicts, frozenset(unread), ERA, exact, strips, sides or {})
