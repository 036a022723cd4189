"""
The section ``benchmark``: how the papers tested, as a plan for this volume.

Content: the settings of the load generator under their plain names (``iometer_version``,
``run_time_min`` minutes, ``ramp_s`` seconds, ``workers``, ``record``, ``data_pattern``,
``transfer_delay``, ``align``, ``reply``, ``dataset_percent`` of the volume), a value that depends on
an access nobody named as ``{"random": ..., "sequential": ...}``; ``settings`` shows each with
its note, ``basis`` and citations. ``latency_ms`` and ``latency_ms_stricter`` limit what counts;
``outstanding`` requests in all (or ``outstanding_series`` to try), ``metric``,
``access_specifications``, ``preparation``, ``to_run`` (the procedures this volume calls for, in
order), ``conditioning`` (SSDs; seconds), ``repeats``, ``hot_spot`` and ``full_disk_access`` (GiB and
sectors of 512 bytes), ``fastpath_demonstration``, and ``adapter_test`` where a VIC is named; their
main figures once more as ``precondition_s``, ``precondition_min`` (minutes of each pass, from and
to), ``runs``, ``agree_within_percent``, ``hot_spot_gib``, ``max_sectors``, ``total_qd``, ``prime_min``,
``capture_min`` and ``qd`` (from hot to cold). The jobs for fio are added outside of here.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

from app.core.access_specs import access_specifications, accesses
from app.core.advice import Advice, Section, Warned
from app.core.benchmark_procedures import (
    adapter_document,
    conditioning_document,
    demonstration_document,
    full_disk_document,
    hot_spot_document,
    repeats_document,
)
from app.core.benchmarks import BenchmarkData, LoadSetting, Number, Outstanding, Setting
from app.core.book import Book
from app.core.document import citation_documents
from app.core.facts import UNREAD
from app.core.ranks import NEARNESS
from app.core.refusals import FLASH
from app.core.situation import Situation
from app.core.statements import Cites, statement_documents, together

Plain = Dict[str, Any]


def benchmark(book: Book, at: Situation, advice: Advice) -> Section:
    """A plan for every request: what is not known is left open in it, not asked."""
    data: BenchmarkData = book.data["benchmark"]
    settings = _settings(data, at)
    content: Plain = {"tool": at.request.benchmark.tool, "generation": settings[0][0]}
    content.update({item.name: _value(item, at) for _, item in settings})
    content["settings"] = [_setting_document(era, item, at) for era, item in settings]
    content.update(_latency(data, at))
    content.update(_outstanding(data, at))
    content["metric"] = _metric(data, at)
    content["access_specifications"] = access_specifications(data, at)
    content["preparation"] = statement_documents(data.preparation)
    content.update(_procedures(data, at))
    content.update(_plain_figures(content))
    content["destructive"] = _DESTRUCTIVE
    content["citations"] = citation_documents(_cites(data, settings))
    return Section(content, warnings=_warnings(at))


_DESTRUCTIVE = "Runs that write destroy what the volume holds; their jobs name no device until you do."


def _settings(data: BenchmarkData, at: Situation) -> List[Tuple[str, LoadSetting]]:
    """Each setting from the nearest generation that prints it, the nearest generation's first."""
    found: Dict[str, Tuple[str, LoadSetting]] = {}
    for era in NEARNESS[at.facts["era"]]:
        for item in data.setups.get(era, ()):
            found.setdefault(item.name, (era, item))
    return list(found.values())


def _value(item: LoadSetting, at: Situation) -> Setting:
    """A number for this access where there is one; as many workers as drives where the paper has it so."""
    if isinstance(item.value, (str, int, float)):
        return item.value
    access = at.facts["access"]
    values: Dict[str, Number] = dict(item.value)
    if item.as_many_as_drives in values and at.request.volume.drives is not None:
        values[str(item.as_many_as_drives)] = at.request.volume.drives
    return values.get(access, values)


def _setting_document(era: str, item: LoadSetting, at: Situation) -> Plain:
    return {
        "name": item.name,
        "value": _value(item, at),
        "printed": item.value,
        "basis": "exact" if era == at.facts["era"] else "extended",
        "note": item.note,
        "citations": citation_documents(item.citations),
    }


def _latency(data: BenchmarkData, at: Situation) -> Plain:
    media = "ssd" if at.facts["media"] in FLASH else at.facts["media"]
    limits = {limit.media: limit.ms for limit in data.latency}
    strict = data.stricter_latency
    cites = together(*(limit.citations for limit in data.latency if media in (limit.media, UNREAD)))
    found: Plain = {"latency_ms": limits.get(media, limits), "latency_citations": citation_documents(cites)}
    if media in (strict.media, UNREAD):
        found["latency_ms_stricter"] = {
            "read": list(strict.read_ms),
            "write": list(strict.write_ms),
            "media": strict.media,
            "citations": citation_documents(strict.citations),
        }
    return found


def _outstanding(data: BenchmarkData, at: Situation) -> Plain:
    """Scaled by drive where another number of drives was tested; a series to try where none was."""
    rows = {row.access: row for row in data.outstanding if at.facts["media"] == row.media}
    wanted = [rows[access] for access in accesses(at) if access in rows]
    found = {row.access: _for_drives(row, at) for row in wanted}
    alone = found[wanted[0].access] if len(wanted) == 1 else (found or None)
    cites = together(*(row.citations for row in wanted), data.series.why.citations)
    beyond = [row.beyond for row in wanted if row.beyond is not None]
    return {
        "outstanding": alone if at.request.volume.drives is not None else None,
        "outstanding_per_drive": {row.access: row.outstanding / row.drives for row in wanted},
        "outstanding_basis": _outstanding_basis(wanted, at),
        "outstanding_series": list(data.series.numbers),
        "outstanding_note": " ".join([data.series.why.says, *(item.says for item in beyond)]),
        "outstanding_citations": citation_documents(together(cites, *(item.citations for item in beyond))),
    }


def _for_drives(row: Outstanding, at: Situation) -> Optional[int]:
    drives = at.request.volume.drives
    return None if drives is None else max(1, round(row.outstanding * drives / row.drives))


def _outstanding_basis(rows: List[Outstanding], at: Situation) -> Optional[str]:
    if not rows or at.request.volume.drives is None:
        return None
    printed = at.facts["era"] == "2013" and all(row.drives == at.request.volume.drives for row in rows)
    return "exact" if printed else "extended"


def _metric(data: BenchmarkData, at: Situation) -> Plain:
    found: Plain = {access: data.metrics.by_access[access] for access in accesses(at)}
    found["citations"] = citation_documents(data.metrics.citations)
    return found


def _procedures(data: BenchmarkData, at: Situation) -> Plain:
    flash = at.facts["media"] != "hdd" or at.facts["acceleration"] != "none"
    return {
        "to_run": _to_run(at),
        "conditioning": conditioning_document(data, at) if flash else None,
        "repeats": repeats_document(data.repeats),
        "hot_spot": hot_spot_document(data, at),
        "full_disk_access": full_disk_document(data, at),
        "fastpath_demonstration": demonstration_document(data),
        "adapter_test": adapter_document(data.adapter) if at.request.adapter is not None else None,
    }


def _plain_figures(content: Plain) -> Plain:
    """The figures of the procedures once more, each under a name of its own."""
    conditioning = content["conditioning"] or {}
    return {
        "precondition_s": conditioning.get("duration_s"),
        "precondition_min": conditioning.get("minutes_each"),
        "runs": content["repeats"]["runs"],
        "agree_within_percent": content["repeats"]["agree_within_percent"],
        "hot_spot_gib": content["hot_spot"]["range_gib"],
        "max_sectors": content["hot_spot"]["max_sectors"],
        "total_qd": content["hot_spot"]["outstanding_total"],
        "prime_min": content["full_disk_access"]["prime_min"],
        "capture_min": content["full_disk_access"]["capture_min"],
        "qd": [region["qd"] for region in content["full_disk_access"]["regions"]],
    }


def _to_run(at: Situation) -> List[str]:
    """The procedures that this volume calls for, in their order."""
    if at.facts["acceleration"] == "cachecade":
        return ["conditioning", "hot_spot", "full_disk_access", "repeats"]
    if at.facts["acceleration"] == "fastpath":
        return ["conditioning", "fastpath_demonstration", "access_specifications", "repeats"]
    first = ["conditioning"] if at.facts["media"] in FLASH else []
    return [*first, "access_specifications", "repeats"]


def _cites(data: BenchmarkData, settings: List[Tuple[str, LoadSetting]]) -> Cites:
    procedures = (data.conditioning.why.citations, data.repeats.why.citations)
    return together(*(item.citations for _, item in settings), *procedures)


def _warnings(at: Situation) -> Tuple[Warned, ...]:
    if at.request.volume.holds_data is not True:
        return ()
    message = "The volume holds data. Only run the jobs that read; conditioning and every run with writes destroy it."
    return (Warned("benchmark_destroys_data", message),)
