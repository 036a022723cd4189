"""
The decisions on one setting, kept under the rules that stand for it. Where
nothing open could change it, a decision is put together from pieces by the
masks of its rules; ``outcome.decision`` says in full what it must come to.
"""

from __future__ import annotations

from typing import Callable, Dict, FrozenSet, List, Mapping, Sequence, Tuple

from app.core.dissent import Dissent, agrees, dissents
from app.core.facts import UNREAD
from app.core.index import Masks, bits
from app.core.outcome import (
    Outcome,
    advised,
    basis_of,
    choice,
    citations_of,
    deciding_words,
    decision,
    reason_of,
    spoken,
)
from app.core.ranks import TIER_WORDS
from app.core.regardless import agreed
from app.core.rules import SITE, Citation, Condition, Conflict, Rule, Value

_MOST_KEPT = 10_000


class Pieces:
    """What decisions on one setting of one paper generation have in common."""

    def __init__(
        self,
        setting: str,
        era: str,
        rules: Sequence[Rule],
        shift: int,
        scopes: Sequence[Tuple[Conflict, Condition]],
        scoped_shift: int,
        tokens: Mapping[str, Tuple[str, ...]],
    ) -> None:
        self.setting, self.era, self.rules, self.tokens = setting, era, tuple(rules), tokens
        self.shift, self.scoped, self.scoped_shift = shift, tuple(conflict for conflict, _ in scopes), scoped_shift
        self.mask = self._where(lambda rule: True)
        self.advising = self._where(lambda rule: bool(rule.values))
        self.papers = self._where(lambda rule: bool(rule.values) and rule.tier not in TIER_WORDS)
        self.voices = self._where(lambda rule: rule.tier >= SITE)
        self.reads = frozenset(fact for rule in rules for fact in rule.when)
        self.scopes = [(bit, scope) for bit, (conflict, scope) in enumerate(scopes) if setting in conflict.settings]
        self.scope_reads = frozenset(fact for _, scope in self.scopes for fact in scope)
        self.touching = sum(1 << bit for bit, _ in self.scopes)
        self.sides = _sides(rules, self.scoped, setting)
        self._left: Dict[Tuple[str, str], int] = {}
        self._having: Dict[Value, int] = {}
        self._agreeing: Dict[Value, int] = {}
        self._citations: Dict[Tuple[int, int, Value], Tuple[Citation, ...]] = {}
        self._dissent: Dict[Tuple[int, int, Value, Tuple[Conflict, ...]], Tuple[Dissent, ...]] = {}
        self._within: Dict[Tuple[int, Value], Tuple[Conflict, ...]] = {}

    @property
    def part(self) -> Tuple[int, FrozenSet[str]]:
        """Its rules and the disagreements that touch it, among all conditions of the table; and what they read."""
        return self.mask << self.shift | self.touching << self.scoped_shift, self.reads | self.scope_reads

    def _where(self, chosen: Callable[[Rule], bool]) -> int:
        return sum(1 << place for place, rule in enumerate(self.rules) if chosen(rule))

    def having(self, value: Value) -> int:
        """Rules that have this value among theirs."""
        if value not in self._having:
            self._having[value] = self._where(lambda rule: value in rule.values)
        return self._having[value]

    def agreeing(self, value: Value) -> int:
        if value not in self._agreeing:
            self._agreeing[value] = self._where(lambda rule: agrees(rule, value))
        return self._agreeing[value]

    def first(self, mask: int) -> Rule:
        """The highest of these rules."""
        return self.rules[(mask & -mask).bit_length() - 1]

    def all_of(self, mask: int) -> List[Rule]:
        return [self.rules[place] for place in bits(mask)]

    def if_known(self, standing: Masks, case: Mapping[str, str], left: FrozenSet[str]) -> Masks:
        """How the rules would stand if some facts were known and ``left`` were still unread; the scopes stay."""
        possible = standing.possible
        for fact, token in case.items():
            possible &= self._left_by(fact, token)
        holding = possible
        for fact in left & (self.reads | self.scope_reads):
            holding &= self._left_by(fact, UNREAD)
        mine = self.part[0]
        return Masks(possible, (holding & mine) | (standing.holding & ~mine))

    def _left_by(self, fact: str, token: str) -> int:
        """What a token leaves standing, all that is not of this setting included."""
        if (fact, token) not in self._left:
            against = self._where(lambda rule: token not in rule.when.get(fact, (token,)))
            out = sum(1 << bit for bit, scope in self.scopes if token not in scope.get(fact, (token,)))
            self._left[fact, token] = ~(against << self.shift | out << self.scoped_shift)
        return self._left[fact, token]

    def within(self, scope: int, would_be: Value) -> Tuple[Conflict, ...]:
        """The disagreements in scope that touch this setting, where the papers would have this value."""
        found = self._within.get((scope, would_be))
        if found is None:
            mine = self.conflicts(scope)
            found = tuple(conflict for conflict in mine if advised(conflict, self.setting, would_be))
            self._within[scope, would_be] = found
        return found

    def conflicts(self, scope: int) -> Tuple[Conflict, ...]:
        return tuple(dict.fromkeys(self.scoped[bit] for bit in bits(scope & self.touching)))

    def citations(self, winner: Rule, agreeing: int, value: Value) -> Tuple[Citation, ...]:
        key = (winner.rank, agreeing, value)
        found = self._citations.get(key)
        if found is None:
            found = self._citations[key] = citations_of(winner, self.all_of(agreeing), value)
        return found

    def dissent(self, winner: Rule, against: int, value: Value, within: Tuple[Conflict, ...]) -> Tuple[Dissent, ...]:
        key = (winner.rank, against, value, within)
        found = self._dissent.get(key)
        if found is None:
            found = self._dissent[key] = dissents(value, winner, self.all_of(against), within, self.sides)
        return found

    def forget(self) -> None:
        self._citations.clear()
        self._dissent.clear()
        self._within.clear()


def _sides(rules: Sequence[Rule], conflicts: Sequence[Conflict], setting: str) -> Dict[str, Tuple[Rule, ...]]:
    """The rules of both sides of each grave disagreement about ``setting``, in the order in which they are listed."""
    found: Dict[str, Tuple[Rule, ...]] = {}
    for conflict in conflicts:
        if conflict.is_grave and setting in conflict.settings:
            claims = dict.fromkeys((*conflict.side_a, *conflict.side_b))
            found[conflict.id] = tuple(rule for claim in claims for rule in rules if claim in rule.claims)
    return found


class Shelf:
    """For cards of one kind: whether a paper speaks of this very generation, and which strips are offered."""

    __slots__ = ("at_hand", "exact", "kept", "matters", "pieces", "rules", "setting", "strips")

    def __init__(self, pieces: Pieces, exact: bool, strips: Tuple[int, ...]) -> None:
        self.pieces, self.exact, self.strips = pieces, exact, strips
        self.kept: Dict[object, Outcome] = {}
        self.at_hand: Dict[int, Outcome] = {}
        """The same by the codes of a standing, which are at hand without looking at the rules."""
        self.setting = pieces.setting
        self.rules = pieces.mask << pieces.shift
        self.matters = pieces.part[0]

    def fetched(self, standing: Masks, unread: FrozenSet[str], code: int) -> Outcome:
        """For a code that is not at hand."""
        if len(self.at_hand) >= _MOST_KEPT:
            self.at_hand.clear()
        found = self.at_hand[code] = self.outcome(standing, unread)
        return found

    def forget(self) -> None:
        self.kept.clear()
        self.at_hand.clear()
        self.pieces.forget()

    def outcome(self, standing: Masks, unread: FrozenSet[str]) -> Outcome:
        """Equal standings give the very same object."""
        opened, holding = (standing.possible ^ standing.holding) & self.rules, standing.holding
        if opened and self._could_change(opened, holding):
            waiting = (standing.possible ^ holding) & self.matters
            key = (holding & self.matters, waiting, unread & self.pieces.part[1])
            return self.kept.get(key) or self._keep(key, self._in_full(standing, unread))
        return self.kept.get(holding & self.matters) or self._settled(holding)

    def _could_change(self, opened: int, holding: int) -> bool:
        """Whether a rule that waits for a fact outranks what holds, and says otherwise."""
        pieces = self.pieces
        advice = (holding >> pieces.shift) & pieces.advising
        if not advice:
            return True
        low = advice & -advice
        higher = (opened >> pieces.shift) & pieces.advising & (low - 1)
        return bool(higher & ~pieces.having(pieces.first(low).values[0]))

    def _settled(self, holding: int) -> Outcome:
        """Where nothing open could change it: from pieces."""
        pieces = self.pieces
        mine = (holding >> pieces.shift) & pieces.mask
        if not mine & pieces.advising:
            return self._keep(holding & self.matters, self._in_full(Masks(holding, holding), frozenset()))
        winner = pieces.first(mine & pieces.advising)
        papers = mine & pieces.papers
        paper = pieces.first(papers) if papers else None
        would_be = (paper or winner).values[0]
        within = pieces.within((holding >> pieces.scoped_shift) & pieces.touching, would_be)
        value, acceptable, clamped = choice(winner, self.strips)
        agreeing = mine & pieces.voices & pieces.agreeing(value)
        rivals = mine & pieces.advising & ~pieces.having(value)
        outcome = Outcome(
            setting=self.setting,
            decided=True,
            value=value,
            acceptable=acceptable,
            basis="capability" if clamped else basis_of(winner, paper, pieces.era, self.exact),
            reason=reason_of(winner, clamped, self.strips),
            decided_by=deciding_words(winner, pieces.first(rivals) if rivals else None),
            rule=winner,
            would_be=would_be,
            citations=pieces.citations(winner, agreeing, value),
            dissent=spoken(pieces.dissent(winner, mine & pieces.voices & ~agreeing, value, within), value, self.strips),
            conflicts=tuple([conflict.id for conflict in within]),
            missing=(),
            asks=(),
            open_citations=(),
        )
        return self._keep(holding & self.matters, outcome)

    def _in_full(self, standing: Masks, unread: FrozenSet[str]) -> Outcome:
        """With everything that is open looked at: what blocks, what is asked, what is the same in any case."""
        pieces = self.pieces
        possible = pieces.all_of((standing.possible >> pieces.shift) & pieces.mask)
        outcome = self._decision(standing, unread)

        def decide(case: Mapping[str, str]) -> Outcome:
            left = unread.difference(case)
            then = pieces.if_known(standing, case, left)
            opened = then.possible ^ then.holding
            if opened & self.rules and self._could_change(opened, then.holding):
                return self._decision(then, left)
            return self.kept.get(then.holding & self.matters) or self._settled(then.holding)

        scopes = [scope for _, scope in pieces.scopes]
        return agreed(outcome, possible, scopes, pieces.tokens, decide) or outcome

    def _decision(self, standing: Masks, unread: FrozenSet[str]) -> Outcome:
        pieces = self.pieces
        return decision(
            self.setting,
            pieces.all_of((standing.holding >> pieces.shift) & pieces.mask),
            pieces.all_of(((standing.possible ^ standing.holding) >> pieces.shift) & pieces.mask),
            pieces.conflicts(standing.holding >> pieces.scoped_shift),
            unread,
            pieces.era,
            self.exact,
            self.strips,
            pieces.sides,
        )

    def _keep(self, key: object, outcome: Outcome) -> Outcome:
        if len(self.kept) >= _MOST_KEPT:
            self.kept.clear()
            self.pieces.forget()
        self.kept[key] = outcome
        return outcome
