"""
The section ``media``: hard disks or SSDs, the spindles' speed, and the endurance of SSDs.

Content: ``media`` (``hdd`` or ``ssd``; None where nobody knows the pattern), ``as_given`` (the
medium of the request), ``reason``, ``cost`` (the money argument), ``rpm`` (``rpm`` from the best
down, ``advice``), ``endurance`` (``performance`` or ``value``, for SSDs), ``acceptable_endurance``,
``endurance_basis`` (``writes_per_day``, ``workload`` or ``mix``), ``endurance_reason``,
``full_drive_writes_per_day`` (``needed`` and ``up_to``, writes of the whole drive a day),
``classes``, ``alternatives`` and ``citations``.
"""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from app.core.advice import Advice, Question, Section, Warned
from app.core.book import Book
from app.core.choices import EnduranceClass, MediaData, Pattern
from app.core.document import citation_documents
from app.core.facts import UNREAD
from app.core.refusals import FLASH, cites
from app.core.situation import Situation
from app.core.statements import Cites, together


class Endured(NamedTuple):
    """The endurance class that is enough, and what decided it."""

    needed: EnduranceClass
    basis: str
    reason: str
    citations: Cites


def media(book: Book, at: Situation, advice: Advice) -> Section:
    """Which drives to take for this workload; a choice already made is judged."""
    data: MediaData = book.data["media"]
    pattern = data.patterns.get(at.facts["access"])
    given = at.request.volume.media
    endured = _endurance(data, at) if given != "hdd" else None
    question = _question(book, at, pattern, endured)
    content = _content(book, data, at, pattern, endured)
    warned = [*_media_warnings(pattern, given), *_endurance_warnings(data, at, endured)]
    return Section(content, questions=question, warnings=tuple(warned))


def _question(
    book: Book, at: Situation, pattern: Optional[Pattern], endured: Optional[Endured]
) -> Tuple[Question, ...]:
    """Asked where neither the pattern nor, for SSDs already chosen, the endurance can be told."""
    if pattern is not None or (at.request.volume.media in FLASH and endured is not None):
        return ()
    text = book.questions["workload.access"]
    return (Question("workload.access", text.message, text.choices),)


def _endurance(data: MediaData, at: Situation) -> Optional[Endured]:
    writes = at.request.workload.full_drive_writes_per_day
    if writes is not None:
        return _by_writes(data, float(writes))
    named = _by_workload(data, at)
    if named is not None:
        return named
    if at.facts["reads"] == UNREAD and at.facts["access"] == UNREAD:
        return None
    name = "value" if at.facts["reads"] == "all_reads" else "performance"
    return Endured(data.endurance_class(name), "mix", data.by_mix.says, data.by_mix.citations)


def _by_writes(data: MediaData, writes: float) -> Endured:
    """The cheapest class that bears them; the strongest where none does."""
    classes = sorted(data.classes, key=lambda item: item.full_drive_writes_per_day)
    enough = [item for item in classes if item.full_drive_writes_per_day >= writes]
    found = enough[0] if enough else classes[-1]
    reason = (
        f"{writes:g} full writes of the drive a day: the {found.name} class bears up to "
        f"{found.full_drive_writes_per_day:g}, the drive's own data sheet decides."
    )
    return Endured(found, "writes_per_day", reason, together(*(item.citations for item in classes)))


def _by_workload(data: MediaData, at: Situation) -> Optional[Endured]:
    name = at.facts["workload"]
    title = at.workload.title if at.workload is not None else name
    for item in data.classes:
        if name in item.read_only and at.facts["reads"] == "all_reads":
            reason = f"{title}, only read: the {item.name} class suffices, one that is loaded often needs more."
            return Endured(item, "workload", reason, item.citations)
    for item in data.classes:
        if name in item.workloads:
            reason = f"{title}: the {item.name} class is made for {item.suits}."
            return Endured(item, "workload", reason, item.citations)
    return None


def _content(
    book: Book, data: MediaData, at: Situation, pattern: Optional[Pattern], endured: Optional[Endured]
) -> Dict[str, Any]:
    given = at.request.volume.media
    content: Dict[str, Any] = {
        "media": pattern.media if pattern is not None else given,
        "as_given": given,
        "reason": pattern.reason if pattern is not None else None,
        "cost": pattern.cost if pattern is not None else None,
        "rpm": _rpm(book, data, at),
    }
    content.update(_endurance_content(at, endured))
    content["classes"] = [_class_document(item) for item in data.classes]
    content["alternatives"] = _alternatives(data, at, pattern)
    found = together(pattern.citations if pattern else (), endured.citations if endured else ())
    content["citations"] = citation_documents(found)
    return content


def _rpm(book: Book, data: MediaData, at: Situation) -> Optional[Dict[str, Any]]:
    """Of hard disks; None where the volume is on SSDs already."""
    speed = data.speeds.get(at.facts["access"])
    if speed is None or at.request.volume.media in FLASH:
        return None
    found = citation_documents(cites(book, *speed.also_cites))
    return {"rpm": list(speed.rpm), "advice": speed.advice, "given": at.request.volume.rpm, "citations": found}


def _endurance_content(at: Situation, endured: Optional[Endured]) -> Dict[str, Any]:
    if endured is None:
        return {"endurance": None, "acceptable_endurance": [], "endurance_basis": None, "endurance_reason": None}
    needed = endured.needed
    return {
        "endurance": needed.name,
        "acceptable_endurance": [needed.name] if needed.name == "performance" else [needed.name, "performance"],
        "endurance_basis": endured.basis,
        "endurance_reason": endured.reason,
        "full_drive_writes_per_day": {
            "needed": at.request.workload.full_drive_writes_per_day,
            "up_to": needed.full_drive_writes_per_day,
        },
    }


def _class_document(item: EnduranceClass) -> Dict[str, Any]:
    return {
        "endurance": item.name,
        "full_drive_writes_per_day_up_to": item.full_drive_writes_per_day,
        "suits": item.suits,
        "citations": citation_documents(item.citations),
    }


def _alternatives(data: MediaData, at: Situation, pattern: Optional[Pattern]) -> List[Dict[str, Any]]:
    fitting = [item for item in data.alternatives if pattern is not None and item.access == pattern.access]
    mostly_reads = at.facts["reads"] in ("all_reads", "read_dominated", UNREAD)
    skipped = "performance" if mostly_reads else "value"
    return [
        {
            "media": item.media,
            "endurance": item.endurance,
            "acceleration": item.acceleration,
            "when": item.when,
            "citations": citation_documents(item.citations),
        }
        for item in fitting
        if item.endurance != skipped
    ]


def _media_warnings(pattern: Optional[Pattern], given: Optional[str]) -> List[Warned]:
    if pattern is None or given is None or given == pattern.media or (given == "nvme" and pattern.media == "ssd"):
        return []
    if pattern.media == "ssd":
        message = "The volume is on hard disks; SSDs are advised for this pattern. " + pattern.reason
        return [Warned("slower_media_than_advised", message, None, pattern.citations)]
    message = "The volume is on SSDs; hard disks are advised for this pattern. " + pattern.cost
    return [Warned("dearer_media_than_advised", message, None, pattern.citations)]


def _endurance_warnings(data: MediaData, at: Situation, endured: Optional[Endured]) -> List[Warned]:
    if endured is None:
        return []
    found = []
    given = at.request.volume.endurance
    if given == "value" and endured.needed.name == "performance":
        message = "SSDs of the value class wear out early here; take the performance class. " + endured.reason
        found.append(Warned("endurance_too_low", message, "K42", endured.citations))
    if given == "performance" and endured.needed.name == "value":
        message = "SSDs of the performance class bear more than this needs; the value class is cheaper. "
        found.append(Warned("endurance_beyond_need", message + endured.reason, None, endured.citations))
    return found + _rating_warnings(data, at, endured)


def _rating_warnings(data: MediaData, at: Situation, endured: Endured) -> List[Warned]:
    writes = at.request.workload.full_drive_writes_per_day
    if writes is None:
        return []
    if writes > endured.needed.full_drive_writes_per_day:
        message = (
            f"{writes:g} full writes a day are more than any class here bears. Use more or larger drives, or ones "
            "rated higher."
        )
        return [Warned("endurance_beyond_classes", message, "K42", endured.citations)]
    return [
        Warned(
            "check_drive_rating",
            f"Look at the data sheet: {item.drive} is rated for {item.full_drive_writes_per_day:g} full writes a day, "
            f"{writes:g} are needed.",
            "K42",
            item.citations,
        )
        for item in data.rated_lower
        if item.endurance == endured.needed.name and item.full_drive_writes_per_day < writes
    ]
