"""
The section ``cache_size``: whether more controller cache helps this workload.

Content: ``cache_gb`` (sizes in GB that do best by the table, the smallest first),
``preferred_cache_gb``, ``doubling`` (one line a figure: ``1gb``, ``2gb``, ``same_for_both``),
``reason``, ``unmeasured_gb`` with its sentence, ``offered_gb`` (sizes this model comes with),
``fitted_gb`` (the size of the request) and ``citations``.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

from app.core.advice import Advice, Section, Warned
from app.core.book import Book
from app.core.cache_gain import gain_questions, plain_figures, ssd_refusal
from app.core.document import citation_documents
from app.core.gains import GainData, GainFigure, Matched, SizeData, matched
from app.core.refusals import FLASH, fact_cites
from app.core.situation import Situation
from app.core.statements import statement_document, together

_MIB_PER_GB = 1024


def cache_size(book: Book, at: Situation, advice: Advice) -> Section:
    """What doubling the cache brings, row by row; 4 GB were never measured."""
    data: SizeData = book.data["cache_size"]
    gains: GainData = book.data["cache_gain"]
    if at.facts["media"] in FLASH:
        refusal = ssd_refusal(gains, "cache_size_on_ssd")
        return Section({"cache_gb": [], "preferred_cache_gb": None, "reason": refusal.message}, refusals=(refusal,))
    found = matched(gains, at)
    content = _content(data, at, found)
    return Section(content, questions=gain_questions(book, at, found), warnings=_warnings(data, at, content))


def _sized(found: Matched) -> List[Tuple[str, GainFigure]]:
    return [(row.row, figure) for row in found.rows for figure in row.figures if figure.range is None]


def _content(data: SizeData, at: Situation, found: Matched) -> Dict[str, Any]:
    sized = _sized(found)
    grows = any(figure.table_1gb != figure.table_2gb for _, figure in sized)
    best = list(data.measured_gb[-1:] if grows else data.measured_gb) if sized else []
    cites = together(*(row.citations for row in found.rows), data.by_model.citations, data.unmeasured.citations)
    return {
        "cache_gb": best,
        "preferred_cache_gb": best[0] if best else None,
        "reason": _reason(data, found, sized),
        "doubling": [_doubling(row, figure) for row, figure in sized],
        "bursts": statement_document(data.bursts),
        "unmeasured_gb": list(data.unmeasured_gb),
        "unmeasured": data.unmeasured.says,
        "offered_gb": offered_gb(at),
        "offered_citations": citation_documents(fact_cites(at, "cache_mib_options")),
        "fitted_gb": _in_gb(at.request.controller.cache_mib),
        "citations": citation_documents(cites),
    }


def _reason(data: SizeData, found: Matched, sized: List[Tuple[str, GainFigure]]) -> str:
    if not sized:
        return f"No row of the table compares cache sizes for this workload. {data.by_model.says}"
    told = [f"{row}: {_told(data, figure)}" for row, figure in sized]
    return f"{'; '.join(told)}. {data.unmeasured.says} {data.by_model.says}"


def _told(data: SizeData, figure: GainFigure) -> str:
    if figure.table_1gb == figure.table_2gb:
        return f"{data.same.says} ({figure.table_1gb:g}, {figure.unit})"
    return f"{data.grows.says} ({figure.table_1gb:g} against {figure.table_2gb:g}, {figure.unit})"


def _doubling(row: str, figure: GainFigure) -> Dict[str, Any]:
    both = plain_figures(figure)[figure.name]
    return {
        "row": row,
        "figure": figure.name,
        "unit": figure.unit,
        "1gb": both["1gb"],
        "2gb": both["2gb"],
        "table_1gb": figure.table_1gb,
        "table_2gb": figure.table_2gb,
        "same_for_both": figure.table_1gb == figure.table_2gb,
    }


def offered_gb(at: Situation) -> Optional[List[float]]:
    """GB of cache that the model comes with; None where nobody says."""
    options = at.model.value("cache_mib_options")
    if not isinstance(options, tuple):
        return None
    return [found for found in (_in_gb(int(str(option))) for option in options) if found is not None]


def _in_gb(mib: Optional[int]) -> Optional[float]:
    if mib is None:
        return None
    return mib // _MIB_PER_GB if mib % _MIB_PER_GB == 0 else mib / _MIB_PER_GB


def _warnings(data: SizeData, at: Situation, content: Dict[str, Any]) -> Tuple[Warned, ...]:
    found = []
    fitted, best = content["fitted_gb"], content["cache_gb"]
    if best and fitted is not None and fitted < best[0]:
        message = f"The card has {fitted:g} GB; by the table {best[0]} GB serve this workload better."
        found.append(Warned("larger_cache_helps", message, None, data.bursts.citations))
    if fitted is not None and fitted in data.unmeasured_gb:
        found.append(Warned("cache_size_unmeasured", data.unmeasured.says, "K44", data.unmeasured.citations))
    return tuple(found)
