"""The section ``estimate``: IOPS, MB/s and latency, what limits them, and what they rest on."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

from app.core.advice import Advice, Question, Section, Warned
from app.core.book import Book
from app.core.document import citation_documents
from app.core.estimate_case import Case, assumptions, case, described, missing
from app.core.estimate_data import Estimates, Gain, Span
from app.core.estimate_document import gain_document, near_document, span_document
from app.core.estimate_figures import LINK, Figures, agree, latency, least
from app.core.estimate_flash import hot_reads
from app.core.estimate_link import Passed, adapter_named, link_document, passed
from app.core.estimate_nearness import Near, nearest
from app.core.estimate_random import random_figures
from app.core.estimate_sequential import sequential_figures
from app.core.situation import Situation

Plain = Dict[str, Any]
_MB = "As the papers print it for arrays, without saying whether 10^6 or 2^20 bytes; 2^20 where reckoned from IOPS."
_ADAPTER_FIELDS = ("workload.read_percent",)


def estimate(book: Book, at: Situation, advice: Advice) -> Section:
    """The estimate of the volume asked about, or the questions without which there is none."""
    data: Estimates = book.data["estimate"]
    adapter = adapter_named(data, at.request.adapter)
    wanted = missing(at)
    if adapter is not None and at.request.volume.media is None and at.request.volume.drives is None:
        return _adapter_alone(data, at)
    if wanted:
        return Section(_open(at, wanted, data), questions=wanted)
    here = case(book, at, advice)
    figures, near = figures_of(data, here)
    link = _link(data, at, here.read, here.block_kib)
    if link is not None:
        _hold_to_link(figures, link)
    content = _content(data, at, here, figures, near, link)
    gains = _gains(data, here)
    content["write_back_gains"] = [gain_document(item) for item in gains]
    conflicts = tuple(item.conflict for item in gains if item.conflict) + (("K33",) if link else ())
    return Section(content, warnings=_warnings(at, here, figures, near), conflicts=tuple(dict.fromkeys(conflicts)))


def figures_of(data: Estimates, at: Case) -> Tuple[Figures, List[Near]]:
    """The figures of a case, held against what was measured under the same conditions."""
    near = nearest(data, at)
    figures = random_figures(data, at) if at.is_random else sequential_figures(data, at)
    hot = at.accelerated and at.is_random and hot_reads(data, at, figures)
    spread = data.value("random_spread" if at.is_random else "sequential_spread")
    same = [one for one in near if one.same and one.measured.value is not None]
    for one in same:
        _meet(figures, one, spread)
    for one in near:
        _hold_under(figures, one)
    if (same or any(one.is_ceiling for one in near)) and not hot:
        agree(figures, at)
    for one in same:
        _admit_latency(figures, one)
    largest = _most_drives(near)
    if largest and at.drives > largest:
        figures.extensions.append(f"more drives than the {largest} that were measured")
    if at.is_random and at.media == "hdd" and figures.iops.expected and not hot and not _is_measured(near):
        figures.extensions.append(_MODEL_ONLY)
    return figures, near


_MODEL_ONLY = "a model's figure: no paper prints a number for this case, and where it drew a chart the chart is lost"


def _is_measured(near: List[Near]) -> bool:
    return any(
        one.same and one.measured.quantity in ("iops", "mb_per_s") and one.measured.bound != "chart" for one in near
    )


def _meet(figures: Figures, near: Near, spread: float) -> None:
    """
    What was printed for these very conditions lifts the low end to within its
    spread, a printed lower bound to itself.
    """
    item = near.measured
    if item.value is None or item.quantity not in ("iops", "mb_per_s") or near.differences:
        return
    span: Span = getattr(figures, item.quantity)
    low = item.value if item.bound == "at_least" else item.value * (1 - spread)
    setattr(figures, item.quantity, _lifted(span, low))


def _hold_under(figures: Figures, near: Near) -> None:
    """What was reached with write-back is the most that is reached without it."""
    item = near.measured
    if near.is_ceiling and item.value is not None and item.quantity in ("iops", "mb_per_s"):
        span: Span = getattr(figures, item.quantity)
        setattr(figures, item.quantity, Span(*(None if end is None else min(end, item.value) for end in span)))


def _admit_latency(figures: Figures, near: Near) -> None:
    """A printed latency widens the range down to it, even where Little's law does not agree (K26)."""
    item, low = near.measured, figures.latency_ms.low
    if item.quantity == "latency_ms" and item.bound == "equal" and item.value is not None and low is not None:
        figures.latency_ms = figures.latency_ms._replace(low=min(low, item.value))


def _most_drives(near: List[Near]) -> int:
    return max((one.measured.under.drives or 0 for one in near if one.measured.value is not None), default=0)


def _lifted(span: Span, low: float) -> Span:
    return span if span.low is None else span._replace(low=least(max(span.low, low), span.expected))


def _link(data: Estimates, at: Situation, read: float, block_kib: Optional[float]) -> Optional[Passed]:
    adapter = adapter_named(data, at.request.adapter)
    return passed(data, adapter, read, block_kib) if adapter is not None and block_kib is not None else None


def _hold_to_link(figures: Figures, link: Passed) -> None:
    if (figures.iops.expected or 0) > link.iops or (figures.mb_per_s.expected or 0) > link.mib_per_s:
        figures.limited_by = LINK
        figures.formula += f", held to {link.mib_per_s:.0f} MiB/s by the {link.adapter.name}"
    figures.iops = Span(*(None if value is None else min(value, link.iops) for value in figures.iops))
    figures.mb_per_s = Span(*(None if value is None else min(value, link.mib_per_s) for value in figures.mb_per_s))
    figures.latency_ms = latency(figures.outstanding, figures.iops) if figures.outstanding else figures.latency_ms
    figures.rest_on(link.citations)


def _content(
    data: Estimates, at: Situation, here: Case, figures: Figures, near: List[Near], link: Optional[Passed]
) -> Plain:
    cites = [*(one.measured.citation for one in near), *figures.citations]
    found: Plain = {
        "iops": span_document(figures.iops),
        "mb_per_s": span_document(figures.mb_per_s),
        "latency_ms": span_document(figures.latency_ms),
        "mb_is": _MB,
        "limited_by": figures.limited_by if figures.iops.expected or figures.mb_per_s.expected else None,
        "formula": figures.formula or None,
        "basis": _basis(figures, near),
        "for": described(here),
        "notes": [*assumptions(here), *figures.notes],
        "no_number": list(dict.fromkeys(figures.silences)),
        "beyond_the_papers": list(dict.fromkeys(figures.extensions)),
        "fitted": list(dict.fromkeys(figures.fitted)),
        "measurements": [near_document(one) for one in near],
        "link": link_document(data, link) if link is not None else None,
        "citations": citation_documents(dict.fromkeys(cites)),
    }
    if at.request.adapter and link is None:
        found["notes"].append(_unlinked(at, data))
    return found


def _unlinked(at: Situation, data: Estimates) -> str:
    if adapter_named(data, at.request.adapter) is None:
        known = ", ".join(item.name for item in data.adapters)
        return f"No paper measured '{at.request.adapter}'; those measured are {known}."
    return "The adapter's tables go by block size; name one (workload.block_kib)."


def _basis(figures: Figures, near: List[Near]) -> str:
    """``measured`` under these very conditions, ``modelled`` near them, ``extended`` beyond, ``none`` at all."""
    if figures.iops.expected is None and figures.mb_per_s.expected is None:
        return "none"
    if _is_measured(near):
        return "measured"
    return "extended" if figures.extensions else "modelled"


def _gains(data: Estimates, at: Case) -> List[Gain]:
    """What write-back or read-ahead was told to add to such a load on hard disks."""
    if at.media != "hdd" or at.level == "jbod" or not at.has_cache:
        return []
    writes = (1 - at.read) * 100
    return [
        item
        for item in data.gains
        if item.access == ("random" if at.is_random else "sequential")
        and (not item.workloads or at.workload in item.workloads)
        and (item.streams is None or at.many_streams)
        and item.least_write_percent <= writes <= item.most_write_percent
    ]


def _warnings(at: Situation, here: Case, figures: Figures, near: List[Near]) -> Tuple[Warned, ...]:
    found = []
    largest = _most_drives(near)
    if largest and here.drives > largest:
        message = (
            f"{here.drives} drives are more than the {largest} that were measured; the figures beyond are reckoned."
        )
        found.append(Warned("beyond_measured_drives", message, None, tuple(one.measured.citation for one in near[:1])))
    if not at.exact and figures.iops.expected is not None:
        message = "No paper measured this generation of card; the figures are those of the drives on the nearest one."
        found.append(Warned("estimate_of_another_generation", message, None, ()))
    return tuple(found)


def _open(at: Situation, wanted: Tuple[Question, ...], data: Estimates) -> Plain:
    reasons = [f"{item.field} is missing: {item.message}" for item in wanted]
    if at.request.adapter and adapter_named(data, at.request.adapter) is None:
        reasons.append(_unlinked(at, data))
    return {
        "iops": None,
        "mb_per_s": None,
        "latency_ms": None,
        "limited_by": None,
        "formula": None,
        "basis": "none",
        "no_number": reasons,
        "measurements": [],
        "fitted": [],
        "citations": [],
    }


def _adapter_alone(data: Estimates, at: Situation) -> Section:
    """Nothing is said about drives: the adapter itself is what is asked about."""
    wanted = tuple(item for item in missing(at) if item.field in _ADAPTER_FIELDS)
    if at.block_kib is None:
        wanted += (Question("workload.block_kib", "Which block size, in KiB? The adapter's tables go by it.", ()),)
    if wanted:
        return Section(_open(at, wanted, data), questions=wanted)
    link = _link(data, at, float(at.read_percent or 0) / 100, float(at.block_kib or 0))
    if link is None:
        return Section(_open(at, (), data))
    content = _open(at, (), data)
    content.update(
        iops=_printed(link, link.iops),
        mb_per_s=_printed(link, link.mib_per_s),
        mb_is="2^20 bytes",
        limited_by=LINK,
        formula=f"{link.words}: {link.iops:.0f} x {at.block_kib:g} KiB = {link.mib_per_s:.2f} MiB/s",
        basis="measured" if link.printed else "extended",
        no_number=["The array behind the adapter is not described; volume.media and volume.drives would tell."],
        link=link_document(data, link),
        citations=citation_documents(link.citations),
    )
    return Section(content, conflicts=("K33",))


def _printed(link: Passed, value: float) -> Plain:
    """A row of a table to the digit; between rows it is the most that passes."""
    exact = round(value, 2)
    return {"low": exact if link.printed else None, "expected": exact, "high": exact}
