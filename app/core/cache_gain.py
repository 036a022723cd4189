"""
The section ``cache_gain``: what controller cache brought in the maker's test, row by row.

Content: ``basis`` (``exact``: this card and a row that names the workload, else ``extended``),
``measured_on``, ``rows`` (each with ``row``, ``figures``, ``without_cache``, ``notes``), and every
figure once more under its plain name: ``gain_x`` (times), ``gain_pct``, ``latency_decrease_pct``
(percent), ``latency_us_wb`` (microseconds), ``latency_ms_nocache`` (milliseconds),
``burst_commands_absorbed`` and so on. A figure by size is ``{"1gb": ..., "2gb": ..., "text": ...}``
with the lower of text and table for each size, and ``<name>_1gb``/``_2gb`` show both as ``low`` and
``high``. ``qualifier`` says how a figure is meant: nearly all are "up to".
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from app.core.advice import Advice, Question, Refusal, Section, Warned
from app.core.book import Book
from app.core.document import citation_documents
from app.core.facts import UNREAD
from app.core.gains import GainData, GainedRow, GainFigure, Matched, Number, matched, shown_conflicts
from app.core.refusals import FLASH
from app.core.situation import Situation
from app.core.statements import statement_documents, together


def cache_gain(book: Book, at: Situation, advice: Advice) -> Section:
    """The gains for this workload; none for SSDs, which were not measured."""
    data: GainData = book.data["cache_gain"]
    if at.facts["media"] in FLASH:
        return Section(_no_figures(data), refusals=(ssd_refusal(data, "cache_gain_on_ssd"),))
    found = matched(data, at)
    questions = gain_questions(book, at, found)
    return Section(
        _content(data, at, found),
        questions=questions,
        warnings=_warnings(data, at, found),
        conflicts=shown_conflicts(found.rows),
    )


def ssd_refusal(data: GainData, code: str) -> Refusal:
    said = data.spinning_only
    return Refusal(code, "volume.media", said.says, said.citations, data.media)


def gain_questions(book: Book, at: Situation, found: Matched) -> Tuple[Question, ...]:
    """The medium where nobody said it, and the workload where no row can be told."""
    fields = ["volume.media"] if at.facts["media"] == UNREAD else []
    unknown = at.facts["workload"] == "none" and UNREAD in (at.facts["access"], at.facts["reads"])
    if not found.rows and unknown:
        fields.append("workload.name")
    return tuple(Question(name, book.questions[name].message, book.questions[name].choices) for name in fields)


def _no_figures(data: GainData) -> Dict[str, Any]:
    return {
        "rows": [],
        "basis": None,
        "reason": data.spinning_only.says,
        "citations": citation_documents(data.spinning_only.citations),
    }


def _content(data: GainData, at: Situation, found: Matched) -> Dict[str, Any]:
    on_this_card = at.facts["family"] == data.measured_on
    content: Dict[str, Any] = {
        "rows": [_row_document(row) for row in found.rows],
        "basis": ("exact" if found.named and on_this_card else "extended") if found.rows else None,
        "reason": _reason(data, at, found),
        "measured_on": data.measured_on,
        "general": statement_documents(data.general),
        "citations": citation_documents(together(*(row.citations for row in found.rows), data.setting.citations)),
    }
    for row in found.rows:
        for figure in row.figures:
            content.update(plain_figures(figure))
    return content


def _reason(data: GainData, at: Situation, found: Matched) -> str:
    if not found.rows:
        return "No row of the table speaks of this workload, so no figure is given."
    parts = [data.setting.says, "Every factor is the most that was reached, not what to expect."]
    if not found.named:
        parts.append("The table does not name this workload; the rows of similar work are shown.")
    if at.facts["family"] != data.measured_on:
        parts.append("This card is of another family, so the figures are stretched to it.")
    if any(figure.disagrees for row in found.rows for figure in row.figures):
        parts.append(data.lower_counts.says)
    return " ".join(parts)


def plain_figures(figure: GainFigure) -> Dict[str, Any]:
    """The figure under its plain name, and by size."""
    if figure.range is not None:
        low, high = figure.range[0], figure.range[-1]
        return {figure.name: low if low == high else list(figure.range)}
    sizes = {"1gb": figure.table_1gb, "2gb": figure.table_2gb}
    found: Dict[str, Any] = {figure.name: {size: _lower(figure, number) for size, number in sizes.items()}}
    if figure.text is not None:
        found[figure.name]["text"] = figure.text
    for size, number in sizes.items():
        found[f"{figure.name}_{size}"] = _both(figure, number)
    return found


def _lower(figure: GainFigure, number: Optional[Number]) -> Optional[Number]:
    shown = [item for item in (number, figure.text) if item is not None]
    return min(shown) if shown else None


def _both(figure: GainFigure, number: Optional[Number]) -> Dict[str, Any]:
    shown = [item for item in (number, figure.text) if item is not None]
    return {"low": min(shown), "high": max(shown), "table": number, "text": figure.text, "for_sizing": min(shown)}


def _row_document(row: GainedRow) -> Dict[str, Any]:
    return {
        "row": row.row,
        "figures": [_figure_document(figure) for figure in row.figures],
        "without_cache": row.without_cache,
        "notes": statement_documents(row.notes),
        "citations": citation_documents(row.citations),
    }


def _figure_document(figure: GainFigure) -> Dict[str, Any]:
    found: Dict[str, Any] = {
        "name": figure.name,
        "unit": figure.unit,
        "qualifier": figure.qualifier,
        "corrected": figure.corrected,
    }
    found.update(plain_figures(figure))
    found["citations"] = citation_documents(figure.citations)
    return found


def _warnings(data: GainData, at: Situation, found: Matched) -> Tuple[Warned, ...]:
    if not found.rows:
        return ()
    if at.facts["cache"] == "no":
        message = "This controller has no cache: the figures are what a card with cache would bring."
        return (Warned("no_cache_on_card", message, None, data.setting.citations),)
    if at.facts["protection"] in ("degraded", "failed", "absent"):
        said = data.protection
        return (Warned("gain_needs_protection", said.says, None, said.citations),)
    return ()
