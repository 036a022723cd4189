"""
Every combination of the facts that the rules of one setting read, in one paper
generation, without visiting each: facts are taken one after another, and
combinations that left the same rules standing, open and forbidden go on as
one, with their number.

What no longer matters is dropped on the way. Once a rule holds and waits for
nothing, rules of lower rank cannot decide; of them only those stay that answer
for a silence (``unread`` among their tokens), since these can let a decision
stand that would otherwise wait. Tokens that no rule tells apart (most
workloads, most families) are one class by themselves, since their masks are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from app.core.book import Book
from app.core.facts import FACTS, UNREAD
from app.core.index import bits
from app.core.outcome import Outcome, decision
from app.core.ranks import rank_key
from app.core.regardless import agreed
from app.core.rules import RESOLUTION, SAFETY, SITE, Rule
from tests.rules.safety import READS, never_given
from tests.rules.safety import never as never_granted

ALWAYS_KNOWN = (
    *("deployment", "acceleration", "kind", "accepted_risk", "workload", "family"),
    *("level_given", "exists", "era", "exact", "wants"),
)
"""Facts that a request always settles, by what it says or by a default that the echo names (test_situation)."""


class Ending(NamedTuple):
    """Combinations that end alike: the rules that matter, what is unread of theirs, and what would be wrong."""

    possible: int
    holding: int
    unread: int
    granted: frozenset[object]
    """Values that must not be among the acceptable."""
    given: frozenset[object]
    """Values that must not be the answer."""


class Walk:
    def __init__(self, book: Book, setting: str, era: str) -> None:
        self.book, self.setting, self.era = book, setting, era
        mine = [rule for rule in book.tables[era].rules if rule.setting == setting and rule.values]
        self.rules: list[Rule] = [rule for rule in mine if era in rule.when.get("era", {era})]
        best: dict[str, int] = {}
        for place, rule in enumerate(self.rules):
            for fact in rule.when:
                best.setdefault(fact, place)
        self.dangers = tuple(fact for fact in READS[setting] if fact != "era")
        others = sorted((fact for fact in best if fact not in (*self.dangers, "era")), key=lambda fact: best[fact])
        self.facts: tuple[str, ...] = (*self.dangers, *others)
        self.reads = [self._mask(lambda rule, f=fact: f in rule.when) for fact in self.facts]
        self.provides = self._mask(
            lambda rule: rule.tier in (SAFETY, SITE, RESOLUTION) and any(UNREAD in t for t in rule.when.values())
        )
        self.ties = self._ends_of_ties()
        self.decided: dict[tuple[int, int, frozenset[str], tuple[int, ...]], Outcome] = {}
        self.satisfied: dict[tuple[tuple[str, str], ...], int] = {}

    def _mask(self, chosen: Callable[[Rule], bool]) -> int:
        return sum(1 << place for place, rule in enumerate(self.rules) if chosen(rule))

    def _ends_of_ties(self) -> list[int]:
        """For each rule the mask of all rules of its rank or a higher one."""
        keys = [rank_key(rule, self.era) for rule in self.rules]
        last = {key: place for place, key in enumerate(keys)}
        return [(1 << (last[key] + 1)) - 1 for key in keys]

    def tokens(self, fact: str) -> tuple[str, ...]:
        known = tuple(token for token in self.book.tokens[fact] if token != "undecided" or self.setting == "raid_level")
        return known if fact in ALWAYS_KNOWN else (*known, UNREAD)

    def classes(self, fact: str) -> list[tuple[bool, int, int]]:
        """(is unread, rules left standing, number of tokens): tokens that no rule tells apart are one class."""
        found: dict[tuple[bool, int], int] = {}
        for token in self.tokens(fact):
            left = self._mask(lambda rule, t=token: t in rule.when.get(fact, {t}))
            found[token == UNREAD, left] = found.get((token == UNREAD, left), 0) + 1
        return [(silent, left, number) for (silent, left), number in found.items()]

    @property
    def combinations(self) -> int:
        number = 1
        for fact in self.facts:
            number *= len(self.tokens(fact))
        return number

    def endings(self) -> dict[Ending, int]:
        """Every ending with the number of combinations that lead to it."""
        states = self._dangers()
        for place in range(len(self.dangers), len(self.facts)):
            classes = self.classes(self.facts[place])
            found: dict[Ending, int] = {}
            for state, number in states.items():
                for silent, left, tokens in classes:
                    after = self._reduced(state, place, silent, left)
                    found[after] = found.get(after, 0) + number * tokens
            states = found
        return states

    def _dangers(self) -> dict[Ending, int]:
        everything = (1 << len(self.rules)) - 1
        found: dict[Ending, int] = {}
        for words in product(*map(self.tokens, self.dangers)):
            facts = {**dict(zip(self.dangers, words, strict=True)), "era": self.era}
            granted, given = never_granted(self.setting, facts), never_given(self.setting, facts)
            state = Ending(everything, everything, 0, granted, given)
            for place, word in enumerate(words):
                left = self._mask(lambda rule, f=self.facts[place], w=word: w in rule.when.get(f, {w}))
                state = self._reduced(state, place, word == UNREAD, left)
            found[state] = found.get(state, 0) + 1
        return found

    def _reduced(self, state: Ending, place: int, silent: bool, left: int) -> Ending:
        possible, holding, unread = state.possible, state.holding, state.unread
        if silent:
            holding &= left
            unread |= 1 << place
        else:
            possible &= left
            holding &= possible
        settled = holding & ~self._waiting(place)
        if settled:
            first = settled & -settled
            upto = self.ties[first.bit_length() - 1]
            higher = possible & (first - 1)
            possible &= (upto | self.provides) if higher else upto
            holding &= possible
        if unread:
            for at in bits(unread):
                if not possible & self.reads[at]:
                    unread &= ~(1 << at)
        return Ending(possible, holding, unread, state.granted, state.given)

    def _waiting(self, place: int) -> int:
        """Rules that read a fact not taken yet."""
        mask = 0
        for at in range(place + 1, len(self.facts)):
            mask |= self.reads[at]
        return mask

    def outcome(self, ending: Ending, strips: tuple[int, ...]) -> Outcome:
        """What the engine's own functions decide about the rules that matter."""
        unread = frozenset(self.unread(ending))
        outcome = self._decision(ending.possible, ending.holding, unread, strips)

        def decide(case: Mapping[str, str]) -> Outcome:
            left = unread.difference(case)
            possible = ending.possible & self._satisfied(tuple(case.items()))
            holding = possible & self._satisfied(tuple((fact, UNREAD) for fact in sorted(left)))
            return self._decision(possible, holding, left, strips)

        return agreed(outcome, self.rules_of(ending.possible), (), self.book.tokens, decide) or outcome

    def _decision(self, possible: int, holding: int, unread: frozenset[str], strips: tuple[int, ...]) -> Outcome:
        key = (possible, holding, unread, strips)
        if key not in self.decided:
            standing, waiting = self.rules_of(holding), self.rules_of(possible & ~holding)
            self.decided[key] = decision(self.setting, standing, waiting, (), unread, self.era, True, strips, {})
        return self.decided[key]

    def _satisfied(self, words: tuple[tuple[str, str], ...]) -> int:
        """Rules that these tokens of these facts satisfy."""
        if words not in self.satisfied:
            self.satisfied[words] = self._mask(lambda rule: all(t in rule.when.get(f, {t}) for f, t in words))
        return self.satisfied[words]

    def unread(self, ending: Ending) -> list[str]:
        return [self.facts[at] for at in bits(ending.unread)]

    def rules_of(self, mask: int) -> list[Rule]:
        return [self.rules[at] for at in bits(mask)]

    def rivals(self, ending: Ending, winner: Rule) -> Iterator[Rule]:
        """
        Rules of the winner's own rank that hold as well and would have another value. Where a rule of
        higher rank waits that has the winner's value, it settles the matter whenever it comes to hold.
        """
        key = rank_key(winner, self.era)
        higher = [rule for rule in self.rules_of(ending.possible) if rank_key(rule, self.era) < key]
        if any(set(rule.values) & set(winner.values) for rule in higher):
            return
        for rule in self.rules_of(ending.holding):
            if rank_key(rule, self.era) == key and not set(rule.values) & set(winner.values):
                yield rule

    def ending_of(self, facts: Mapping[str, str]) -> Ending:
        """Where one combination ends, step by step as ``endings`` goes."""
        everything = (1 << len(self.rules)) - 1
        known = {**facts, "era": self.era}
        state = Ending(everything, everything, 0, never_granted(self.setting, known), never_given(self.setting, known))
        for place, fact in enumerate(self.facts):
            token = facts[fact]
            left = self._mask(lambda rule, f=fact, t=token: t in rule.when.get(f, {t}))
            state = self._reduced(state, place, token == UNREAD, left)
        return state


ERAS = FACTS["era"]
