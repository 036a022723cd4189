"""What the rules that stand say about one setting, and who wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import FrozenSet, List, Mapping, Optional, Sequence, Tuple

from app.core.facts import UNREAD
from app.core.rules import (
    ACCEPTED,
    CAPABILITY,
    EXTENSION,
    RESOLUTION,
    SAFETY,
    SITE,
    STATEMENT,
    Citation,
    Conflict,
    Rule,
    Value,
)

ERA_OF_GENERATION = {"2011": "2011", "2013": "2013", "2015": "2016", "2016": "2016"}
"""The 2015 paper measures the chip that the 2016 one describes (SAS3108)."""
TIER_WORDS = {
    CAPABILITY: "what this controller has",
    ACCEPTED: "a risk accepted in writing",
    SAFETY: "safety",
}


@dataclass(frozen=True)
class Dissent:
    """A value that a paper gives and the answer does not."""

    value: Value
    conflict: Optional[str]
    citations: Tuple[Citation, ...]
    why_not: str


@dataclass(frozen=True, eq=False)
class Outcome:
    """The decision on one setting. ``value`` is None where undecided or where the controller has no such setting."""

    setting: str
    decided: bool
    value: Value
    acceptable: Tuple[Value, ...]
    basis: Optional[str]
    reason: str
    decided_by: str
    rule: Optional[Rule]
    would_be: Value
    """What the papers would have, were safety and capability not in the way."""
    citations: Tuple[Citation, ...]
    dissent: Tuple[Dissent, ...]
    conflicts: Tuple[str, ...]
    missing: Tuple[str, ...]
    """Facts without which nothing is decided."""
    asks: Tuple[str, ...]
    """Facts that could change the value given."""
    open_citations: Tuple[Citation, ...]
    rule_ids: Tuple[str, ...]
    """Every rule that spoke, the deciding one first."""


def decision(
    setting: str,
    standing: Sequence[Rule],
    open_rules: Sequence[Rule],
    conflicts: Sequence[Conflict],
    unread: FrozenSet[str],
    era: str,
    exact: bool,
    strips: Tuple[int, ...],
    claims: Mapping[str, Sequence[Rule]],
) -> Outcome:
    """
    ``standing`` rules hold, ``open_rules`` wait for a fact; both in order of
    rank. ``conflicts`` are those in scope that touch this setting.
    """
    advising = [rule for rule in standing if rule.values]
    winner = advising[0] if advising else None
    higher = [rule for rule in open_rules if rule.values and _outranks(rule, winner)]
    blocking, asking = _open_facts(winner, higher, standing, unread)
    if winner is None or blocking:
        return _undecided(setting, blocking, conflicts, higher or open_rules, standing)
    would_be = _would_be(advising)
    within = tuple(item for item in conflicts if _advised(item, setting, would_be))
    value, acceptable, clamped = _choice(setting, winner, strips)
    voices = [rule for rule in standing if rule.tier in (SITE, STATEMENT, EXTENSION, RESOLUTION)]
    return Outcome(
        setting=setting,
        decided=True,
        value=value,
        acceptable=acceptable,
        basis="capability" if clamped else _basis(winner, advising, era, exact),
        reason=_reason(winner, clamped, strips),
        decided_by=_deciding_step(winner, advising, value, era),
        rule=winner,
        would_be=would_be,
        citations=_citations(winner, voices, value),
        dissent=_dissents(setting, value, winner, voices, within, claims, era),
        conflicts=tuple(item.id for item in within),
        missing=(),
        asks=asking,
        open_citations=tuple(dict.fromkeys(c for rule in higher for c in rule.citations)) if asking else (),
        rule_ids=(winner.id, *(rule.id for rule in standing if rule is not winner)),
    )


def _outranks(rule: Rule, winner: Optional[Rule]) -> bool:
    return winner is None or (winner.values[0] not in rule.values and rule.rank < winner.rank)


def _open_facts(
    winner: Optional[Rule], higher: Sequence[Rule], standing: Sequence[Rule], unread: FrozenSet[str]
) -> Tuple[Tuple[str, ...], Tuple[str, ...]]:
    """
    Facts that block a decision, and facts that only ask: those whose silence a
    standing rule has provided for, and what the card can do, since a value for
    a setting that turns out not to exist does no harm.
    """
    provided = {
        fact
        for rule in standing
        if rule is winner or rule.tier in (SAFETY, SITE, RESOLUTION)
        for fact, tokens in rule.when.items()
        if UNREAD in tokens and fact in unread
    }
    blocking: List[str] = []
    asking: List[str] = []
    for rule in higher:
        missing = [fact for fact in rule.when if fact in unread and UNREAD not in rule.when[fact]]
        harmless = rule.tier == CAPABILITY or set(missing) <= provided
        (asking if winner is not None and harmless else blocking).extend(missing)
    return tuple(dict.fromkeys(blocking)), tuple(dict.fromkeys(asking))


def _undecided(
    setting: str,
    missing: Tuple[str, ...],
    conflicts: Sequence[Conflict],
    open_rules: Sequence[Rule],
    standing: Sequence[Rule],
) -> Outcome:
    cites = dict.fromkeys(c for rule in [*open_rules, *standing] for c in rule.citations)
    return Outcome(
        setting=setting,
        decided=False,
        value=None,
        acceptable=(),
        basis=None,
        reason="",
        decided_by="",
        rule=None,
        would_be=None,
        citations=(),
        dissent=(),
        conflicts=tuple(item.id for item in conflicts if not item.advised),
        missing=missing,
        asks=(),
        open_citations=tuple(cites),
        rule_ids=tuple(rule.id for rule in standing),
    )


def _would_be(advising: Sequence[Rule]) -> Value:
    for rule in advising:
        if rule.tier not in TIER_WORDS:
            return rule.values[0]
    return advising[0].values[0]


def _advised(conflict: Conflict, setting: str, value: Value) -> bool:
    wanted = conflict.advised.get(setting)
    return wanted is None or value in wanted


def _choice(setting: str, winner: Rule, strips: Tuple[int, ...]) -> Tuple[Value, Tuple[Value, ...], bool]:
    """Value, acceptable values, and whether the card forced another than the rule's own."""
    if setting != "strip_size_kib" or winner.values[0] is None:
        return winner.values[0], winner.acceptable, False
    wanted = [size for word in winner.values if (size := _size(word, strips)) in strips]
    accepted = tuple(dict.fromkeys(size for word in winner.acceptable if (size := _size(word, strips)) in strips))
    if wanted:
        return wanted[0], accepted, False
    if accepted:
        return accepted[0], accepted, False
    nearest = min(strips, key=lambda size: abs(size.bit_length() - int(_size(winner.values[0], strips)).bit_length()))
    return nearest, (nearest,), True


def _size(word: Value, strips: Tuple[int, ...]) -> int:
    """ "lowest" and "largest" are what the queried controller offers, never constants (K04)."""
    if word == "lowest":
        return strips[0]
    return strips[-1] if word == "largest" else int(str(word))


def _basis(winner: Rule, advising: Sequence[Rule], era: str, exact: bool) -> str:
    """Safety and capability are the basis only where they changed what the papers say."""
    if winner.tier in (SAFETY, CAPABILITY):
        paper = next((rule for rule in advising if rule.tier not in TIER_WORDS), None)
        if winner.values[0] is None or paper is None or winner.values[0] not in paper.values:
            return winner.basis
        winner = paper
    if winner.basis in ("exact", "text") and not (exact and _of_era(winner, era)):
        return "extended"
    return winner.basis


def _of_era(rule: Rule, era: str) -> bool:
    return any(
        ERA_OF_GENERATION.get(cite.document.generation or "") == era or cite.document.kind != "paper"
        for cite in rule.citations
    )


def _reason(winner: Rule, clamped: bool, strips: Tuple[int, ...]) -> str:
    if not clamped:
        return winner.why
    offered = ", ".join(f"{size}" for size in strips)
    return f"{winner.why} This controller offers {offered} KiB; the nearest is given."


def _deciding_step(winner: Rule, advising: Sequence[Rule], value: Value, era: str) -> str:
    if winner.tier in TIER_WORDS:
        return TIER_WORDS[winner.tier]
    if winner.tier == SITE:
        return "this site's own rule"
    if winner.conflict is not None:
        return f"listed resolution {winner.conflict}"
    rival = next((rule for rule in advising[1:] if value not in rule.values), None)
    if rival is None:
        return "nothing disagrees"
    return _difference(winner, rival, era)


def _difference(winner: Rule, rival: Rule, era: str) -> str:
    if _of_era(winner, era) and not _of_era(rival, era):
        return "the paper of this controller's generation"
    if len(winner.when) > len(rival.when):
        return "the more specific row"
    if winner.document.date > rival.document.date:
        return "the newer paper"
    return "measured over asserted" if winner.measured and not rival.measured else "the nearer row"


def _agrees(rule: Rule, value: Value) -> bool:
    if rule.prohibits:
        return value not in rule.prohibits
    return value in rule.values or value in rule.acceptable


def _citations(winner: Rule, voices: Sequence[Rule], value: Value) -> Tuple[Citation, ...]:
    cites = list(winner.citations)
    for rule in voices:
        if rule is not winner and _agrees(rule, value):
            cites.extend(rule.citations)
    return tuple(dict.fromkeys(cites))


def _dissents(
    setting: str,
    value: Value,
    winner: Rule,
    voices: Sequence[Rule],
    conflicts: Sequence[Conflict],
    claims: Mapping[str, Sequence[Rule]],
    era: str,
) -> Tuple[Dissent, ...]:
    """Every standing voice that says otherwise, and the losing side of a grave conflict even if it does not stand."""
    against = [rule for rule in voices if rule.tier != RESOLUTION and not _agrees(rule, value)]
    heard = {claim for rule in against for claim in rule.claims}
    for conflict in conflicts:
        sides = (*conflict.side_a, *conflict.side_b)
        if conflict.is_grave and not heard.intersection(sides):
            losers = [rule for claim in sides for rule in claims.get(claim, ()) if rule.setting == setting]
            against.extend(rule for rule in losers if not _agrees(rule, value) and rule not in against)
    return tuple(_grouped(against, value, winner, conflicts, era))


def _grouped(
    against: Sequence[Rule], value: Value, winner: Rule, conflicts: Sequence[Conflict], era: str
) -> List[Dissent]:
    groups: dict[Tuple[Value, Optional[str]], List[Rule]] = {}
    for rule in against:
        conflict = _conflict_of(rule, conflicts)
        said = rule.values[0] if rule.values else None
        groups.setdefault((said, conflict.id if conflict else None), []).append(rule)
    found = []
    for (said, conflict_id), rules in groups.items():
        item = next((c for c in conflicts if c.id == conflict_id), None)
        cites = tuple(dict.fromkeys(cite for rule in rules for cite in rule.citations))
        why = item.resolution if item else f"Outranked by {_why_outranked(winner, rules[0], era)}."
        found.append(Dissent(said, conflict_id, cites, why))
    return found


def _why_outranked(winner: Rule, rival: Rule, era: str) -> str:
    if winner.tier in TIER_WORDS:
        return TIER_WORDS[winner.tier]
    if winner.tier == SITE:
        return "this site's own rule"
    if winner.conflict is not None:
        return f"the listed resolution {winner.conflict}"
    return _difference(winner, rival, era)


_GRAVITY = {"critical": 0, "high": 1, "medium": 2, "low": 3, "info": 4}


def _conflict_of(rule: Rule, conflicts: Sequence[Conflict]) -> Optional[Conflict]:
    mine = [c for c in conflicts if set(rule.claims) & {*c.side_a, *c.side_b}]
    return min(mine, key=lambda c: _GRAVITY[c.severity], default=None)
