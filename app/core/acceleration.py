"""
The section ``acceleration``: CacheCade, FastPath or neither.

Content: ``acceleration`` and ``value`` (``cachecade``, ``fastpath``, ``none``; None where nobody
knows the pattern), ``acceptable`` (the value first), ``asked`` (the kind of the request),
``basis`` (``exact``: the table names the workload, ``extended``: the row nearest, ``text``: by
pattern), ``row``, ``reason``, ``condition`` (what must hold where two would do), ``excluded``
(each with its reason), ``hot_set`` (GiB, and whether it ``fits``), ``keys_needed``,
``practice``, ``comparison`` (costs from 1 to 4) and ``citations``.
"""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from app.core.advice import Advice, Question, Section, Warned
from app.core.book import Book
from app.core.choices import AccelerationData, Compared, QualifierRow
from app.core.document import citation_documents
from app.core.facts import UNREAD
from app.core.hot_set import EXCEEDS, FITS, HotSet, hot_set, hot_set_document
from app.core.refusals import FLASH, fact_cites
from app.core.situation import Situation
from app.core.statements import Cites, Statement, statement_documents, together

CACHECADE, FASTPATH, NONE = "cachecade", "fastpath", "none"
_READS = ("all_reads", "read_dominated")
_WRITES = ("write_dominated", "all_writes")


class Candidates(NamedTuple):
    """What would do as far as the workload goes, the preferred first, and why."""

    values: Tuple[str, ...]
    basis: str
    row: Optional[QualifierRow]
    reason: Statement


class Excluded(NamedTuple):
    value: str
    reason: str
    citations: Cites


def acceleration(book: Book, at: Situation, advice: Advice) -> Section:
    """The acceleration for this workload on this volume and card."""
    data: AccelerationData = book.data["acceleration"]
    hot = hot_set(at, data.most_fits_from_percent)
    found = _candidates(data, at)
    if found is None:
        text = book.questions["workload.access"]
        content = _content(data, at, hot, None, None, (), ())
        return Section(content, questions=(Question("workload.access", text.message, text.choices),))
    excluded = _excluded(data, at, hot, found.values)
    out = [item.value for item in excluded]
    left = tuple(value for value in found.values if value not in out)
    value = left[0] if left else NONE
    content = _content(data, at, hot, found, value, _acceptable(at, found, hot, left, out), excluded)
    warned = _warnings(data, at, value, excluded)
    return Section(content, warnings=warned, conflicts=_conflicts(warned))


def _candidates(data: AccelerationData, at: Situation) -> Optional[Candidates]:
    """From the printed row of the workload, else from its pattern; None where nobody knows either."""
    reasons = data.reasons
    if at.facts["kind"] in ("hba", "embedded"):
        return Candidates((), "capability", None, reasons["none_on_hba"])
    row, exact = data.row_of(at.facts["workload"])
    if row is not None:
        named = reasons["row" if exact else "near_row"]
        said = Statement(f"{named.says} {_pattern(data, at).says}", together(row.citations, named.citations))
        return Candidates(_ordered(row.values, at), "exact" if exact else "extended", row, said)
    if at.facts["access"] == UNREAD:
        return None
    if at.facts["access"] == "sequential":
        return Candidates((FASTPATH,), "text", None, reasons["sequential"])
    return Candidates(_ordered((CACHECADE, FASTPATH), at), "text", None, _pattern(data, at))


def _pattern(data: AccelerationData, at: Situation) -> Statement:
    if at.facts["access"] == "sequential":
        return data.reasons["sequential"]
    return data.reasons["random_writes" if at.facts["reads"] in _WRITES else "random_reads"]


def _ordered(values: Tuple[str, ...], at: Situation) -> Tuple[str, ...]:
    """CacheCade first only while reads are not known to be few."""
    if at.facts["reads"] in (*_WRITES, "mixed"):
        return tuple(sorted(values, key=lambda value: value == CACHECADE))
    return values


def _excluded(data: AccelerationData, at: Situation, hot: HotSet, values: Tuple[str, ...]) -> Tuple[Excluded, ...]:
    """What cannot be had or does not help here; CacheCade is always looked at, for it is often asked for."""
    found: List[Excluded] = []
    for value in (CACHECADE, FASTPATH):
        said = _against_cachecade(data, at, hot, values) if value == CACHECADE else _against_fastpath(data, at)
        if said is not None:
            found.append(Excluded(value, said.says, said.citations))
    return tuple(found)


def _against_cachecade(
    data: AccelerationData, at: Situation, hot: HotSet, values: Tuple[str, ...]
) -> Optional[Statement]:
    live = at.request.controller.capability
    if at.model.value(CACHECADE) in ("no", False) or (live is not None and live.cachecade is False):
        said = data.end_of_life if at.facts["family"] in data.end_of_life_families else data.reasons["not_on_card"]
        return Statement(said.says, together(said.citations, fact_cites(at, CACHECADE)))
    if at.facts["media"] in FLASH:
        return data.reasons["ssd_already"]
    if at.facts["access"] == "sequential" or CACHECADE not in values:
        return data.reasons["sequential"]
    if at.facts["reads"] in _WRITES and at.facts["era"] == "2011":
        return data.reasons["random_writes"]
    return data.reasons["exceeds"] if hot.verdict == EXCEEDS else None


def _against_fastpath(data: AccelerationData, at: Situation) -> Optional[Statement]:
    if at.model.value(FASTPATH) in ("no", False):
        said = data.reasons["not_on_card"]
        return Statement(said.says, together(said.citations, fact_cites(at, FASTPATH)))
    return data.reasons["needs_ssd"] if at.facts["media"] == "hdd" else None


def _acceptable(
    at: Situation, found: Candidates, hot: HotSet, left: Tuple[str, ...], out: List[str]
) -> Tuple[str, ...]:
    """FastPath stays possible for a volume on hard disks, its data moved to SSDs, unless CacheCade suits it well."""
    offered = left or (NONE,)
    if CACHECADE in left and hot.verdict == FITS:
        return (CACHECADE,)
    movable = FASTPATH in found.values and at.facts["media"] == "hdd" and at.model.value(FASTPATH) not in ("no", False)
    return (*offered, FASTPATH) if movable and FASTPATH in out else offered


def _warnings(data: AccelerationData, at: Situation, value: str, excluded: Tuple[Excluded, ...]) -> Tuple[Warned, ...]:
    asked = at.request.acceleration.kind
    found = []
    for item in excluded:
        if item.value == asked:
            message = f"{_NAMES[item.value]} was asked for and does not help here. {item.reason}"
            found.append(Warned("acceleration_does_not_help", message, None, item.citations))
    if value == CACHECADE and at.facts["era"] != "2011":
        said = data.reasons["version"]
        found.append(Warned("cachecade_version", said.says, "K20", said.citations))
    return tuple(found)


_NAMES = {CACHECADE: "CacheCade", FASTPATH: "FastPath"}


def _conflicts(warned: Tuple[Warned, ...]) -> Tuple[str, ...]:
    return tuple(item.conflict for item in warned if item.conflict is not None)


def _content(
    data: AccelerationData,
    at: Situation,
    hot: HotSet,
    found: Optional[Candidates],
    value: Optional[str],
    acceptable: Tuple[str, ...],
    excluded: Tuple[Excluded, ...],
) -> Dict[str, Any]:
    condition = data.reasons["condition"] if len(acceptable) > 1 and value == CACHECADE else None
    fit = data.reasons[hot.verdict] if value == CACHECADE and hot.verdict in (FITS, "mostly_fits") else None
    reason = _reason(data, found, value, fit)
    said = together(*(item.citations for item in (reason, condition) if item is not None))
    return {
        "acceleration": value,
        "value": value,
        "acceptable": list(acceptable),
        "asked": at.request.acceleration.kind,
        "basis": found.basis if found is not None else None,
        "row": found.row.row if found is not None and found.row is not None else None,
        "reason": reason.says if reason is not None else None,
        "condition": condition.says if condition is not None else None,
        "excluded": [
            {"value": item.value, "reason": item.reason, "citations": citation_documents(item.citations)}
            for item in excluded
        ],
        "hot_set": hot_set_document(hot),
        "keys_needed": list(data.keys.get(value or "", ())) if _by_key(at, value) else [],
        "practice": statement_documents(data.practice.get(value or "", ())),
        "comparison": [_compared(item) for item in data.comparison],
        "citations": citation_documents(said),
    }


def _by_key(at: Situation, value: Optional[str]) -> bool:
    return value is not None and at.model.value(value) != "built_in"


def _reason(
    data: AccelerationData, found: Optional[Candidates], value: Optional[str], fit: Optional[Statement]
) -> Optional[Statement]:
    if found is None:
        return None
    parts = [found.reason] + ([fit] if fit is not None else [])
    if value == NONE and found.values:
        parts.append(data.reasons["nothing_left"])
    return Statement(" ".join(item.says for item in parts), together(*(item.citations for item in parts)))


def _compared(item: Compared) -> Dict[str, Any]:
    found: Dict[str, Any] = item._asdict()
    found["citations"] = citation_documents(item.citations)
    return found
