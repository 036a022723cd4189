"""Warnings and questions about a situation: from the book's cautions, from the card, and from plain arithmetic."""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

from app.core.advice import Question, SettingAdvice, Warned
from app.core.book import Book
from app.core.facts import FIELDS, UNREAD
from app.core.index import Standing
from app.core.outcome import Outcome
from app.core.refusals import card_has_level, cites, fact_cites
from app.core.rules import CAPABILITY, SAFETY, Citation, holds
from app.core.situation import Situation
from app.core.table import Table

_FIELD_OF_SETTING = {"raid_level": "volume.raid_level"}


def warnings(
    book: Book, at: Situation, table: Table, standing: Standing, settings: Dict[str, SettingAdvice]
) -> List[Warned]:
    """In the order in which an admin should read them: the data first."""
    found = [
        Warned(item.code, item.message, item.conflict, item.citations)
        for item in table.cautions(standing)
        if all(_would_be(settings, name) in wanted for name, wanted in item.advised.items())
    ]
    found += [
        Warned("about_this_card", note.message, note.conflict, note.citations)
        for note in at.model.notes
        if holds(note.when, at.facts)
    ]
    return found + _about_the_request(book, at) + _about_the_level(at, settings) + _about_risk(book, at, settings)


def _would_be(settings: Dict[str, SettingAdvice], name: str) -> object:
    return settings[name].outcome.would_be if name in settings else None


def _about_the_request(book: Book, at: Situation) -> List[Warned]:
    asked, found = at.request, []
    if asked.controller.model and not at.model_known:
        message = (
            f"'{asked.controller.model}' is not in the catalogue; it is judged by the facts given with it and "
            "by the newest paper."
        )
        found.append(Warned("unknown_controller", message))
    if asked.controller.cache_mib == 0 and asked.controller.cache_protection in ("optimal", "charging", "learning"):
        found.append(
            Warned(
                "protection_without_cache",
                "The controller is said to have no cache and yet a protected one; it is judged as having none.",
            )
        )
    if asked.volume.holds_data and asked.volume.exists is False:
        message = "The volume is said to hold data and not to exist; it is judged as existing, and nothing creates it."
        found.append(Warned("contradictory_volume", message))
    if asked.volume.mixed_media:
        media = " and ".join(asked.volume.mixed_media)
        found.append(
            Warned(
                "mixed_media",
                f"The drive group mixes {media}; it is judged by the slowest and least protected of them.",
            )
        )
    if asked.volume.raid_level == "raid1" and (asked.volume.drives or 0) > 2:
        message = "The papers know RAID 1 of two drives; more are for RAID 10."
        found.append(Warned("raid1_of_many", message, None, cites(book, "ucs-m3-msm-min-r1", "ucs-m3-msm-min-r10")))
    return found + _about_the_card(at)


def _about_the_level(at: Situation, settings: Dict[str, SettingAdvice]) -> List[Warned]:
    """Where the level of the papers gave way to one that can be made."""
    outcome = settings["raid_level"].outcome
    if outcome.rule is None or outcome.basis != "capability" or outcome.rule.tier == CAPABILITY:
        return []
    return [Warned("level_substituted", outcome.reason, None, fact_cites(at, "raid_levels"))]


def _about_the_card(at: Situation) -> List[Warned]:
    found = []
    drives, backplane = at.request.volume.drives, at.request.controller.backplane_drives
    most = at.model.value("max_drives")
    if isinstance(most, int) and drives is not None and drives > most:
        message = (
            f"The catalogue knows {at.model.name} with up to {most} drives; {drives} were given. Take the "
            "count from the controller."
        )
        found.append(Warned("more_drives_than_known", message, None, fact_cites(at, "max_drives")))
    if backplane is not None and drives is not None and drives > backplane:
        found.append(
            Warned("more_drives_than_backplane", f"The backplane has {backplane} bays; {drives} drives were given.")
        )
    if at.facts["raid"] == "jbod" and card_has_level(at, "jbod") is None:
        message = (
            f"Nothing says that {at.model.name} can present drives as they are; look at its personality, or "
            "take an HBA."
        )
        found.append(Warned("jbod_not_known", message))
    kind = at.facts["acceleration"]
    if kind != "none" and at.model.value(kind) == "by_key" and kind not in at.request.controller.features:
        message = f"{kind} needs a licence key on this card; nothing says that it is installed."
        found.append(Warned("feature_key", message, None, fact_cites(at, kind)))
    return found


def _about_risk(book: Book, at: Situation, settings: Dict[str, SettingAdvice]) -> List[Warned]:
    if at.risk_expired and at.request.accept_risk is not None:
        message = (
            f"The accepted risk ended on {at.request.accept_risk.until.isoformat()}; the answer is given without it."
        )
        return [Warned("accepted_risk_expired", message)]
    if at.risk is None and at.request.accept_risk is not None:
        message = f"A safer {at.request.accept_risk.setting} was asked for, so the accepted risk is not used."
        return [Warned("accepted_risk_unused", message)]
    if at.risk is None:
        return []
    advice = settings.get(at.risk.setting)
    if advice is None or advice.value != at.risk.value:
        return [Warned("accepted_risk_unused", f"The accepted risk for {at.risk.setting} has nothing to act on here.")]
    message = (
        f"Risk accepted by {at.risk.by} until {at.risk.until.isoformat()}: {at.risk.reason}. "
        f"{at.risk.setting} is {at.risk.value}, and a power cut can lose data."
    )
    return [
        Warned(
            "accepted_risk",
            message,
            "K18" if at.risk.setting == "write_policy" else "K02",
            cites(book, "ucs-m4-bbu-always", "ucs-m3-writecache-risk"),
        )
    ]


def questions(book: Book, at: Situation, outcomes: Sequence[Outcome]) -> List[Question]:
    """Each field once, with the places that depend on it."""
    wanted: Dict[str, List[Citation]] = {}
    for outcome in outcomes:
        for field in _fields(at, outcome):
            wanted.setdefault(field, []).extend(outcome.open_citations)
    for field, citations in _always_asked(book, at, outcomes):
        wanted.setdefault(field, []).extend(citations)
    return [_question(book, field, citations) for field, citations in wanted.items()]


def _fields(at: Situation, outcome: Outcome) -> List[str]:
    facts = outcome.missing or outcome.asks
    if outcome.decided or facts:
        return [FIELDS[fact] for fact in facts if fact in FIELDS]
    if outcome.setting == "raid_level" or at.facts["raid"] == UNREAD:
        return ["volume.raid_level"]
    return ["workload.access"] if at.facts["access"] == UNREAD else ["workload.name"]


def _always_asked(book: Book, at: Situation, outcomes: Sequence[Outcome]) -> List[Tuple[str, Tuple[Citation, ...]]]:
    """Silences that an answer was given in spite of."""
    found: List[Tuple[str, Tuple[Citation, ...]]] = []
    if not at.model_known:
        found.append(("controller.model", ()))
    if at.request.workload.name and at.workload is None:
        found.append(("workload.name", ()))
    if at.facts["protection"] == UNREAD and at.facts["cache"] != "no" and _hangs_on_protection(at, outcomes):
        found.append(("controller.cache_protection", cites(book, "ucs-m4-bbu-always", "avago-protect-dram")))
    if at.facts["raid5_key"] == UNREAD and at.facts["raid"] == "raid5":
        found.append(("controller.raid5_key", fact_cites(at, "raid_levels", "raid5_key")))
    if at.facts["raid"] == "raid0" and at.facts["replicated"] == UNREAD:
        found.append(
            ("workload.replicated_by_application", cites(book, "ucs-m3-r0-not-apps", "ucs-m3-hadoop-replication"))
        )
    for name in sorted({name for outcome in outcomes for name in outcome.conflicts}):
        conflict = book.conflicts[name]
        found.extend((FIELDS[fact], conflict.citations) for fact in conflict.asks if at.facts[fact] == UNREAD)
    return found


def _hangs_on_protection(at: Situation, outcomes: Sequence[Outcome]) -> bool:
    """Whether write-back was in question: undecided, what the papers would have, or held back for safety alone."""
    write = next(outcome for outcome in outcomes if outcome.setting == "write_policy")
    if not write.decided or write.would_be != "write_through":
        return True
    return write.rule is not None and write.rule.tier == SAFETY and at.facts["raid"] != "jbod"


def _question(book: Book, field: str, citations: List[Citation]) -> Question:
    text = book.questions.get(field)
    message = text.message if text is not None else f"What is {field}?"
    return Question(field, message, text.choices if text is not None else (), tuple(dict.fromkeys(citations)))


def needs_key(at: Situation) -> bool:
    """Whether the level depends on a key that nobody has spoken of."""
    return at.facts["raid5_key"] == UNREAD and at.facts["raid"] == "raid5" and card_has_level(at, "raid5") is not False
