"""Decisions put together from pieces say what the whole decision says, and equal standings give one object."""

from __future__ import annotations

import dataclasses
import random

import pytest

from app.core import shelf as module
from app.core import table as table_module
from app.core.book import Book
from app.core.facts import SETTINGS, UNREAD
from app.core.index import bits
from app.core.outcome import decision
from app.core.policies import STRIP_SIZES_KIB
from app.core.regardless import agreed
from app.core.rules import holds
from tests.rules.walking import ALWAYS_KNOWN, ERAS


def facts_of(book: Book, dice: random.Random, era: str, silent: float) -> dict[str, str]:
    found = {}
    for fact, tokens in book.tokens.items():
        known = [token for token in tokens if token != "undecided"]
        found[fact] = UNREAD if fact not in ALWAYS_KNOWN and dice.random() < silent else dice.choice(known)
    return {**found, "era": era}


def in_full(table, setting: str, facts: dict[str, str], exact: bool, strips=STRIP_SIZES_KIB):
    """By asking every rule of the setting, one after another."""
    masks = table.standing(facts).masks
    mine = [place for place, rule in enumerate(table.rules) if rule.setting == setting]
    standing = [table.rules[place] for place in bits(masks.holding) if place in mine]
    waiting = [table.rules[place] for place in bits(masks.possible & ~masks.holding) if place in mine]
    scoped = [conflict for conflict in table.conflicts(table.standing(facts)) if setting in conflict.settings]
    unread = frozenset(name for name, token in facts.items() if token == UNREAD)
    sides = table._pieces[setting].sides
    return decision(setting, standing, waiting, scoped, unread, table.era, exact, strips, sides)


@pytest.mark.parametrize("era", ERAS)
def test_every_part_of_a_decision_is_that_of_the_whole(book: Book, era: str):
    dice = random.Random(f"shelf {era}")
    table = book.tables[era]
    for number in range(150):
        facts = facts_of(book, dice, era, silent=0.0 if number % 3 else 0.05)
        unread = frozenset(name for name, token in facts.items() if token == UNREAD)
        strips = ((8, 16, 32), (64, 128), (512, 1024), STRIP_SIZES_KIB)[number % 4]
        given = table.outcomes(table.standing(facts), unread, bool(number % 2), strips)
        for setting in SETTINGS[1:]:
            whole = in_full(table, setting, facts, bool(number % 2), strips)
            if whole.decided:
                for part in dataclasses.fields(whole):
                    assert getattr(given[setting], part.name) == getattr(whole, part.name), (setting, part.name, facts)


def in_any_case(table, setting: str, facts: dict[str, str], exact: bool, book: Book):
    """As a whole, and where it waits, by trying every case of what it waits for."""
    outcome = in_full(table, setting, facts, exact)
    possible = [rule for rule in table.rules if rule.setting == setting and holds(rule.when, facts) is not False]
    scopes = [scope for _, scope in table._pieces[setting].scopes]

    def decide(case):
        return in_full(table, setting, {**facts, **case}, exact)

    return agreed(outcome, possible, scopes, book.tokens, decide) or outcome


@pytest.mark.parametrize("era", ERAS)
def test_what_waits_is_looked_at_case_by_case(book: Book, era: str):
    dice = random.Random(f"open {era}")
    table = book.tables[era]
    table.forget_outcomes()
    waited = together = 0
    for number in range(240):
        facts = facts_of(book, dice, era, silent=0.12 if number % 2 else 0.3)
        unread = frozenset(name for name, token in facts.items() if token == UNREAD)
        given = table.outcomes(table.standing(facts), unread, True, STRIP_SIZES_KIB)
        for setting in SETTINGS[1:]:
            whole = in_any_case(table, setting, facts, True, book)
            waited += not whole.decided
            together += "It is the same whatever" in whole.reason
            for part in dataclasses.fields(whole):
                assert getattr(given[setting], part.name) == getattr(whole, part.name), (setting, part.name, facts)
    assert waited > 20
    assert together > 3


def test_equal_standings_give_the_very_same_object(book: Book):
    dice = random.Random("same")
    table = book.tables["2016"]
    facts = facts_of(book, dice, "2016", silent=0.1)
    unread = frozenset(name for name, token in facts.items() if token == UNREAD)
    first = table.outcomes(table.standing(facts), unread, True, STRIP_SIZES_KIB)
    again = table.outcomes(table.standing(dict(facts)), unread, True, STRIP_SIZES_KIB)

    assert all(first[setting] is again[setting] for setting in first)
    for setting in first:
        assert table.outcome(setting, table.standing(facts), unread, True, STRIP_SIZES_KIB) is first[setting]


def test_only_the_strip_hangs_on_what_the_card_offers(book: Book):
    facts = facts_of(book, random.Random("strips"), "2016", silent=0.0)
    table = book.tables["2016"]
    standing = table.standing(facts)
    wide, narrow = (table.outcomes(standing, frozenset(), True, strips) for strips in (STRIP_SIZES_KIB, (64, 128)))

    assert all(wide[setting] is narrow[setting] for setting in wide if setting != "strip_size_kib")


def test_what_is_dropped_when_there_is_too_much_is_decided_alike_again(book: Book, monkeypatch):
    for place in (module, table_module):
        monkeypatch.setattr(place, "_MOST_KEPT", 3)
    dice = random.Random("drop")
    table = book.tables["2013"]
    table.forget_outcomes()
    every = [facts_of(book, dice, "2013", silent=0.05) for _ in range(40)]

    def values():
        for facts in every:
            unread = frozenset(name for name, token in facts.items() if token == UNREAD)
            table.conflicts(table.standing(facts))
            found = table.outcomes(table.standing(facts), unread, True, STRIP_SIZES_KIB)
            yield [(outcome.value, outcome.reason) for outcome in found.values()]

    first = list(values())
    assert list(values()) == first
    assert table.kept <= 3 * len(SETTINGS) * 4
    table.forget_outcomes()
    assert table.kept == 0
