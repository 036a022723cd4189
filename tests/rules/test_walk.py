"""
Every combination of the discrete facts has an answer, without a disagreement
left open and without danger (design section 5.6). What danger is stands in
``safety.py``, apart from the engine; how the combinations are gone through, in ``walking.py``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from app.core.book import Book
from app.core.facts import FIELDS, SETTINGS, UNREAD
from app.core.outcome import Outcome
from app.core.policies import STRIP_SIZES_KIB
from app.core.rules import Rule
from app.core.table import Table
from tests.rules.walking import ALWAYS_KNOWN, ERAS, Ending, Walk

Count = Callable[[str, int], None]

SILENT = {"initialization": ("house-silent-on-initialisation",)}
"""Rules that answer with nothing because the papers say nothing, not because the card has nothing."""

ASKED_WITHOUT_A_RULE = {"raid_level"}
"""Where nothing stands for a level and none was given, the level itself is asked for."""


def strips_of(book: Book, setting: str, era: str) -> list[tuple[int, ...]]:
    """Every range of strips that some card of this generation offers; one stands for all where it does not matter."""
    if setting != "strip_size_kib":
        return [STRIP_SIZES_KIB]
    return sorted({model.strip_sizes_kib for model in book.catalogue.models.values() if model.era == era})


def decided_endings(
    walk: Walk, strips: tuple[int, ...], endings: dict[Ending, int]
) -> Iterator[tuple[Ending, Outcome]]:
    outcomes: dict[tuple[int, int, int], Outcome] = {}
    for ending in endings:
        key = (ending.possible, ending.holding, ending.unread)
        if key not in outcomes:
            outcomes[key] = walk.outcome(ending, strips)
        yield ending, outcomes[key]


@pytest.mark.parametrize(("setting", "era"), list(product(SETTINGS, ERAS)))
def test_every_combination_is_answered_safely_and_without_a_tie(
    book: Book, setting: str, era: str, count: Count
) -> None:
    walk = Walk(book, setting, era)
    endings = walk.endings()
    assert sum(endings.values()) == walk.combinations

    wrong: list[str] = []
    for strips in strips_of(book, setting, era):
        for ending, outcome in decided_endings(walk, strips, endings):
            wrong += [f"{problem}: {described(walk, ending)}" for problem in problems(walk, ending, outcome, strips)]
    assert not wrong, "\n".join(wrong[:20])
    count("combinations of discrete facts walked", walk.combinations)
    count("endings they have, each decided by the engine", len(endings))


def problems(walk: Walk, ending: Ending, outcome: Outcome, strips: tuple[int, ...]) -> Iterator[str]:
    if outcome.rule is None:
        yield from _problems_of_a_question(walk, ending, outcome)
        return
    if outcome.value in ending.given or ending.granted.intersection(outcome.acceptable):
        yield f"{outcome.rule.id} gives {outcome.value} (or grants one of {outcome.acceptable}), which is not safe"
    if outcome.value is None and not _may_be_null(outcome, outcome.rule):
        yield f"{outcome.rule.id} gives nothing and says neither capability nor silence"
    if walk.setting == "strip_size_kib" and not {outcome.value, *outcome.acceptable} <= {None, *strips}:
        yield f"{outcome.rule.id} gives {outcome.value}, and the card offers {strips}"
    if not outcome.reason or not outcome.citations:
        yield f"{outcome.rule.id} gives no reason or no place"
    for rival in walk.rivals(ending, outcome.rule):
        yield f"{outcome.rule.id} and {rival.id} are of one rank and disagree"


def _problems_of_a_question(walk: Walk, ending: Ending, outcome: Outcome) -> Iterator[str]:
    unread = walk.unread(ending)
    if not unread and walk.setting not in ASKED_WITHOUT_A_RULE:
        yield "nothing is unread, and nothing is answered"
    if not outcome.missing and walk.setting not in ASKED_WITHOUT_A_RULE:
        yield "there is no answer and no question"
    for fact in outcome.missing:
        if fact not in unread or fact not in FIELDS:
            yield f"it asks for {fact}, which is known or belongs to no field"


def _may_be_null(outcome: Outcome, rule: Rule) -> bool:
    return outcome.basis == "capability" or rule.id in SILENT.get(outcome.setting, ())


def described(walk: Walk, ending: Ending) -> str:
    rules = ", ".join(rule.id for rule in walk.rules_of(ending.possible)[:5])
    return f"{walk.setting} {walk.era}, unread {walk.unread(ending)}, rules {rules}"


def random_facts(book: Book, dice: random.Random, era: str) -> dict[str, str]:
    """Any facts at all, now and then unread; "undecided" is left to the walk of the level."""
    found = {}
    for fact, known in book.tokens.items():
        words = [token for token in known if token != "undecided"]
        silent = fact not in ALWAYS_KNOWN and dice.random() < 0.25
        found[fact] = UNREAD if silent else dice.choice(words)
    return {**found, "era": era}


def outcome_in_full(table: Table, setting: str, facts: dict[str, str]) -> Outcome:
    standing = table.standing(facts)
    unread = frozenset(name for name, token in facts.items() if token == UNREAD)
    return table.outcome(setting, standing, unread, True, STRIP_SIZES_KIB)


@pytest.mark.parametrize("era", ERAS)
def test_a_combination_ends_where_the_whole_table_decides(book: Book, era: str, count: Count) -> None:
    """The walk drops rules that cannot decide; here nothing is dropped, and the decision is the same."""
    dice = random.Random(f"walk {era}")
    table = book.tables[era]
    walks = {setting: Walk(book, setting, era) for setting in SETTINGS}
    for _ in range(600):
        facts = random_facts(book, dice, era)
        for setting, walk in walks.items():
            shown = walk.outcome(walk.ending_of(facts), STRIP_SIZES_KIB)
            full = outcome_in_full(table, setting, facts)

            assert (full.value, full.acceptable, full.decided) == (shown.value, shown.acceptable, shown.decided), facts
            assert set(full.missing) == set(shown.missing), facts
            assert set(full.asks) == set(shown.asks), facts
    count("sampled combinations decided with nothing dropped", 600 * len(SETTINGS))


@pytest.mark.parametrize("era", ERAS)
def test_facts_that_no_rule_of_a_setting_reads_change_nothing(book: Book, era: str, count: Count) -> None:
    dice = random.Random(f"others {era}")
    table = book.tables[era]
    changed = 0
    for _ in range(400):
        facts = random_facts(book, dice, era)
        for setting in SETTINGS:
            before = outcome_in_full(table, setting, facts)
            for fact in sorted(set(book.tokens) - table.reads(setting) - {"era"}):
                other = {**facts, fact: random_facts(book, dice, era)[fact]}
                assert outcome_in_full(table, setting, other) is before, (setting, fact, facts[fact], other[fact])
                changed += 1
    count("changes of a fact that no rule reads, without effect", changed)


def test_every_place_in_the_walk_is_a_fact_that_somebody_can_be_asked_for(book: Book) -> None:
    for setting, era in product(SETTINGS, ERAS):
        for fact in Walk(book, setting, era).facts:
            assert fact in ALWAYS_KNOWN or fact in FIELDS, (setting, fact)
