"""What the rules that stand say about one setting, and who wins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import FrozenSet, List, Mapping, Optional, Sequence, Tuple

from app.core.dissent import Dissent, agrees, dissents
from app.core.facts import UNREAD
from app.core.ranks import ERA_OF_GENERATION, TIER_WORDS, deciding_step
from app.core.rules import CAPABILITY, RESOLUTION, SAFETY, SITE, Citation, Conflict, Rule, Value


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


def decision(
    setting: str,
    standing: Sequence[Rule],
    open_rules: Sequence[Rule],
    conflicts: Sequence[Conflict],
    unread: FrozenSet[str],
    era: str,
    exact: bool,
    strips: Tuple[int, ...],
    sides: Mapping[str, Sequence[Rule]],
) -> Outcome:
    """
    ``standing`` rules hold, ``open_rules`` wait for a fact; both in order of
    rank. ``conflicts`` are those in scope that touch this setting, ``sides`` the rules of both their sides.
    """
    advising = [rule for rule in standing if rule.values]
    winner = advising[0] if advising else None
    higher = [rule for rule in open_rules if rule.values and _outranks(rule, winner)]
    blocking, asking = _open_facts(winner, higher, standing, unread)
    if winner is None or blocking:
        return _undecided(setting, blocking, conflicts, higher or open_rules, standing)
    paper = next((rule for rule in advising if rule.tier not in TIER_WORDS), None)
    would_be = (paper or winner).values[0]
    within = tuple(item for item in conflicts if advised(item, setting, would_be))
    value, acceptable, clamped = choice(winner, strips)
    voices = [rule for rule in standing if rule.tier >= SITE]
    return Outcome(
        setting=setting,
        decided=True,
        value=value,
        acceptable=acceptable,
        basis="capability" if clamped else basis_of(winner, paper, era, exact),
        reason=reason_of(winner, clamped, strips),
        decided_by=deciding_words(winner, next((rule for rule in advising if value not in rule.values), None)),
        rule=winner,
        would_be=would_be,
        citations=citations_of(winner, voices, value),
        dissent=spoken(dissents(value, winner, voices, within, sides), value, strips),
        conflicts=tuple(item.id for item in within),
        missing=(),
        asks=asking,
        open_citations=tuple(dict.fromkeys(c for rule in higher for c in rule.citations)) if asking else (),
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
    )


def advised(conflict: Conflict, setting: str, value: Value) -> bool:
    wanted = conflict.advised.get(setting)
    return wanted is None or value in wanted


def choice(winner: Rule, strips: Tuple[int, ...]) -> Tuple[Value, Tuple[Value, ...], bool]:
    """Value, acceptable values, and whether the card forced another than the rule's own."""
    if winner.setting != "strip_size_kib" or winner.values[0] is None:
        return winner.values[0], winner.acceptable, False
    wanted = [size for word in winner.values if (size := _size(word, strips)) in strips]
    accepted = tuple(dict.fromkeys(size for word in winner.acceptable if (size := _size(word, strips)) in strips))
    if wanted:
        return wanted[0], accepted, False
    if accepted:
        return accepted[0], accepted, False
    nearest = min(strips, key=lambda size: abs(size.bit_length() - int(_size(winner.values[0], strips)).bit_length()))
    return nearest, (nearest,), True


def spoken(dissent: Tuple[Dissent, ...], value: Value, strips: Tuple[int, ...]) -> Tuple[Dissent, ...]:
    """With "lowest" and "largest" as this card offers them; a voice that so comes to ``value`` is no dissent."""
    if not any(item.value in ("lowest", "largest") for item in dissent):
        return dissent
    said = [
        replace(item, value=_size(item.value, strips)) if item.value in ("lowest", "largest") else item
        for item in dissent
    ]
    return tuple(item for item in said if item.value != value)


def _size(word: Value, strips: Tuple[int, ...]) -> int:
    """ "lowest" and "largest" are what the queried controller offers, never constants (K04)."""
    if word == "lowest":
        return strips[0]
    return strips[-1] if word == "largest" else int(str(word))


def basis_of(winner: Rule, paper: Optional[Rule], era: str, exact: bool) -> str:
    """Safety and capability are the basis only where they changed what the highest ``paper`` says."""
    if winner.tier in (SAFETY, CAPABILITY):
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


def reason_of(winner: Rule, clamped: bool, strips: Tuple[int, ...]) -> str:
    if not clamped:
        return winner.why
    offered = ", ".join(f"{size}" for size in strips)
    return f"{winner.why} This controller offers {offered} KiB; the nearest is given."


def deciding_words(winner: Rule, rival: Optional[Rule]) -> str:
    """Which step of the order the value owes itself to, against the highest rule that would have another."""
    if winner.tier in TIER_WORDS or winner.tier == SITE or winner.conflict is not None:
        return deciding_step(winner, winner)
    return "nothing disagrees" if rival is None else deciding_step(winner, rival)


def citations_of(winner: Rule, voices: Sequence[Rule], value: Value) -> Tuple[Citation, ...]:
    cites = list(winner.citations)
    for rule in voices:
        if rule is not winner and agrees(rule, value):
            cites.extend(rule.citations)
    return tuple(dict.fromkeys(cites))


def levelled(outcome: Outcome, asked: str, makeable: Tuple[str, ...], value: Value) -> Outcome:
    """
    A decision on the level with "asked" written out. Where the papers' level cannot be made of these
    drives on this card, ``value`` stands in its place, and the basis and the reason say so.
    """
    wanted = asked if outcome.value == "asked" else outcome.value
    words = dict.fromkeys(asked if word == "asked" else word for word in outcome.acceptable)
    found = replace(
        outcome,
        value=wanted,
        acceptable=tuple(word for word in words if word in makeable),
        dissent=tuple(item for item in _levelled_dissent(outcome.dissent, asked) if item.value != wanted),
    )
    if not outcome.decided or value == wanted:
        return found
    spoken = "JBOD" if value == "jbod" else f"RAID {str(value)[4:]}"
    reason = f"{outcome.reason} These drives on this card cannot be made into that level: {spoken} is given instead."
    makes = found.acceptable if value in found.acceptable else (value, *found.acceptable)
    return replace(found, value=value, acceptable=makes, basis="capability", reason=reason)


def _levelled_dissent(dissent: Tuple[Dissent, ...], asked: str) -> Tuple[Dissent, ...]:
    return tuple(replace(item, value=asked) if item.value == "asked" else item for item in dissent)
