"""One request in, one explained answer out."""

from __future__ import annotations

import datetime
from typing import Dict, List, Optional, Tuple

from app.core.advice import ADVISED, NEEDS_INPUT, REFUSED, Advice, Refusal, SettingAdvice, Warned
from app.core.book import Book
from app.core.facts import UNREAD
from app.core.installation import installation_refusals, installation_warnings
from app.core.judgement import judged
from app.core.outcome import Outcome
from app.core.refusals import fits, legal_level, level_refusal, structural_refusals
from app.core.remarks import needs_key, questions, warnings
from app.core.request import AdviceRequest
from app.core.rules import Conflict, Value
from app.core.sections import SECTIONS
from app.core.situation import Situation, situation
from app.core.table import Table

LEVEL_CODES = ("raid_on_hba", "raid5_key_missing", "level_not_available", "too_few_drives", "wrong_number_of_drives")


def advise(book: Book, request: AdviceRequest, today: datetime.date) -> Advice:
    """
    The answer of this book to this request on this day. Where the level asked
    for cannot be had, the settings are given for the legal alternative.
    """
    at = situation(book, request, today)
    table = book.tables[at.facts["era"]]
    refusals = [*structural_refusals(book, at), *installation_refusals(book, at)]
    _take_alternative(at, refusals)
    _set_aside_wish(book, at)
    level = _level_outcome(book, at, table)
    standing = table.standing(at.facts)
    scoped = table.conflicts(standing)
    outcomes = {"raid_level": level[0], **table.outcomes(standing, at.unread, at.exact, at.strips)}
    settings, warned = _settings(book, at, outcomes, level[1], refusals)
    answer = Advice(_status(at, refusals, outcomes), book.version, book.papers, at, _known_level(at))
    answer.settings = settings
    answer.refusals = refusals
    answer.questions = questions(book, at, tuple(outcomes.values()))
    answer.warnings = warnings(book, at, table, standing, settings) + warned + installation_warnings(book, at)
    extra = _add_sections(book, at, answer) if request.include != _SETTINGS_ALONE else ()
    answer.conflicts = _in_scope(book, scoped, outcomes, request.include, answer.warnings, extra)
    return answer


_SETTINGS_ALONE = ("settings",)


def _add_sections(book: Book, at: Situation, answer: Advice) -> Tuple[str, ...]:
    """
    Add the further sections asked for; where the settings were not, their
    questions and warnings go, and the sections alone are judged.
    """
    include = at.request.include
    found = {name: SECTIONS[name](book, at, answer) for name in include if name in SECTIONS}
    if not {"settings", "commands"} & set(include):
        answer.settings, answer.questions, answer.warnings = {}, [], []
        answer.refusals = [item for item in answer.refusals if not item.field.startswith("requested.")]
        answer.status = REFUSED if answer.refusals else ADVISED
    for name, section in found.items():
        answer.sections[name] = section.content
        answer.refusals.extend(section.refusals)
        answer.questions.extend(item for item in section.questions if item not in answer.questions)
        answer.warnings.extend(item for item in section.warnings if item not in answer.warnings)
    if any(section.refusals for section in found.values()):
        answer.status = REFUSED
    elif answer.status == ADVISED and any(section.questions for section in found.values()):
        answer.status = NEEDS_INPUT
    return tuple(name for section in found.values() for name in section.conflicts)


def _known_level(at: Situation) -> Optional[str]:
    return None if at.facts["raid"] == UNREAD else at.facts["raid"]


def _take_alternative(at: Situation, refusals: List[Refusal]) -> None:
    for refusal in refusals:
        if refusal.code in LEVEL_CODES and isinstance(refusal.alternative, str):
            at.with_level(refusal.alternative)


def _set_aside_wish(book: Book, at: Situation) -> None:
    """A level that was only wished for and cannot be made leaves the choice free; ``judged`` refuses the wish."""
    level = at.facts["raid"]
    if at.request.volume.raid_level is None and level != UNREAD and level_refusal(book, at, level) is not None:
        at.facts["level_given"] = "no"
        at.with_level(None)


def _level_outcome(book: Book, at: Situation, table: Table) -> Tuple[Outcome, Value]:
    """
    The level is decided first. Where none was asked for, the one advised is
    looked at once more as if it stood, since some disagreements are about that level.
    """
    outcome = _decided_level(at, table)
    value = _level_value(book, at, outcome)
    if at.facts["raid"] == UNREAD and isinstance(value, str):
        at.with_level(value)
        again = _decided_level(at, table)
        better = _level_value(book, at, again)
        if again.decided and isinstance(better, str):
            at.with_level(better)
            return _written_out(book, at, table, again, value, better), better
    if at.facts["raid"] == UNREAD:
        return outcome, value
    return _written_out(book, at, table, outcome, at.facts["raid"], value), value


def _written_out(book: Book, at: Situation, table: Table, outcome: Outcome, asked: str, value: Value) -> Outcome:
    """With the level for "asked", without levels that cannot be made, and with the one given in their place."""
    words = [str(asked if word == "asked" else word) for word in (outcome.value, *outcome.acceptable) if word]
    makeable = tuple(word for word in words if fits(book, at, word))
    return table.for_level(outcome, asked, makeable, value)


def _decided_level(at: Situation, table: Table) -> Outcome:
    """While no level stands, what is said about single levels has no say in which to take."""
    facts = at.facts if at.facts["raid"] != UNREAD else {**at.facts, "raid": "undecided"}
    standing = table.standing(facts)
    return table.outcome("raid_level", standing, at.unread, at.exact, at.strips)


def _level_value(book: Book, at: Situation, outcome: Outcome) -> Value:
    """ "asked" is the level that stands; a level that these drives cannot make gives way to one they can."""
    if not outcome.decided:
        return None
    wanted = [at.facts["raid"] if word == "asked" else str(word) for word in (outcome.value, *outcome.acceptable)]
    known = [level for level in wanted if level != UNREAD]
    return legal_level(book, at, known) or (known[0] if known else None)


def _settings(
    book: Book, at: Situation, outcomes: Dict[str, Outcome], level: Value, refusals: List[Refusal]
) -> Tuple[Dict[str, SettingAdvice], List[Warned]]:
    """Each setting as given in the end; refusals and warnings about requested values are added."""
    found: Dict[str, SettingAdvice] = {}
    warned: List[Warned] = []
    requested = at.request.requested
    for setting, outcome in outcomes.items():
        value = level if setting == "raid_level" else outcome.value
        verdict = None
        if setting in requested:
            verdict_of = judged(book, at, outcome, value, requested[setting])
            value, verdict = verdict_of.value, verdict_of.verdict
            refusals.extend(item for item in (verdict_of.refusal,) if item is not None)
            warned.extend(item for item in (verdict_of.warning,) if item is not None)
        risk = at.risk if at.risk is not None and at.risk.setting == setting and value == at.risk.value else None
        now = _in_effect_now(at, value) if setting == "write_policy" else None
        found[setting] = SettingAdvice(outcome, value, now, verdict, risk)
    return found, warned


def _in_effect_now(at: Situation, value: Value) -> Optional[str]:
    """What the controller would be doing at this moment under the value given."""
    if value != "protected_write_back":
        return None if value is None else str(value)
    if at.facts["protection"] == UNREAD:
        return None
    return "protected_write_back" if at.facts["protection"] == "optimal" else "write_through"


def _status(at: Situation, refusals: List[Refusal], outcomes: Dict[str, Outcome]) -> str:
    if refusals:
        return REFUSED
    open_settings = any(not outcome.decided for outcome in outcomes.values())
    return NEEDS_INPUT if open_settings or needs_key(at) else ADVISED


def _in_scope(
    book: Book,
    scoped: Tuple[Conflict, ...],
    outcomes: Dict[str, Outcome],
    include: Tuple[str, ...],
    warned: List[Warned],
    extra: Tuple[str, ...],
) -> Tuple[Conflict, ...]:
    """
    Every listed disagreement whose scope holds and that touches a section of
    the answer; those about a setting only where that setting's outcome kept them.
    An outcome that is the same in any case keeps some whose scope waits for a fact.
    """
    kept = {name for outcome in outcomes.values() for name in outcome.conflicts}
    asked = {"settings" if name == "commands" else name for name in include}
    found = {c.id for c in scoped if c.sections & asked and (not c.settings or c.id in kept)}
    later = {name for setting, outcome in outcomes.items() if setting != "raid_level" for name in outcome.conflicts}
    found.update(name for name in later - found if book.conflicts[name].sections & asked)
    found.update(extra)
    found.update(item.conflict for item in warned if item.conflict is not None and item.code == "about_this_card")
    return tuple(book.conflicts[name] for name in sorted(found))
