"""
The section ``host``: operating system, BIOS and adapter around the volume.

Content: ``os`` and ``kernel`` (as recognised), ``settings`` (each with ``name``, ``value`` for the
deployment asked about, ``papers`` and ``today``, ``newer_than_papers``, ``how``), and every setting
once more under its plain name: ``io_scheduler``, ``cpu_governor``, ``irqbalance``,
``irq_affinity``, ``read_ahead_kb`` (KiB), ``nr_requests``, ``rq_affinity``, ``queue_depth``,
``partition_start_kib``; one that differs by purpose is ``{"benchmark": ..., "production": ...}``,
one that hangs on a medium or access nobody named is a mapping by that. Then ``tuned_profile`` (the
profile to build on), ``bios`` of the platform, ``bios_by_platform`` where none was named,
``option_rom``, ``drivers``, ``adapter``, ``cautions``, and ``strip_size_kib`` with
``raid_level`` and ``drives`` for the alignment. File texts are added outside of here.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from app.core.advice import Advice, Section, Warned
from app.core.book import Book
from app.core.document import citation_documents
from app.core.host_adapter import adapter_document
from app.core.host_bios import bios_content
from app.core.hosts import HostData, HostSetting, Kernel, Today
from app.core.situation import Situation
from app.core.statements import statement_documents, together

Plain = Dict[str, Any]
BENCHMARK, PRODUCTION = "benchmark", "production"


def host(book: Book, at: Situation, advice: Advice) -> Section:
    """The settings around the volume; what a paper says for its kernel, and what it is called today."""
    data: HostData = book.data["host"]
    os = at.request.host.os
    kernel = data.kernel(os)
    content: Plain = {"os": os, "platform": at.request.host.platform, "kernel": kernel.name, "queue": kernel.queue}
    settings = data.settings if data.is_linux(os) else ()
    for item in settings:
        content[item.name] = _plain(item, at, kernel)
    content["settings"] = [_setting_document(item, at, kernel) for item in settings]
    content["tuned_profile"] = data.tuned_profiles.get(at.facts["access"]) if settings and kernel.tuned else None
    content.update(bios_content(book, data, at))
    wanted = at.facts["acceleration"]
    content["drivers"] = statement_documents(
        item.statement for item in data.drivers if item.acceleration == wanted and at.facts["era"] == "2011"
    )
    content["adapter"] = adapter_document(data, at)
    content["cautions"] = statement_documents(data.warnings) if settings else []
    content.update(_alignment(at, advice))
    cites = together(*(group for item in settings for group in (item.paper_citations, item.citations)))
    content["citations"] = citation_documents(cites)
    warned = () if settings else (Warned("not_linux", f"The settings are those of Linux; {os} has none of them."),)
    return Section(content, warnings=warned)


def _plain(item: HostSetting, at: Situation, kernel: Kernel) -> Any:
    """One value where both purposes agree, else both."""
    tested, used = _benchmark(item, at, kernel), _production(item, at, kernel)
    return used if tested == used else {BENCHMARK: tested, PRODUCTION: used}


def _benchmark(item: HostSetting, at: Situation, kernel: Kernel) -> Any:
    if kernel.queue == "single" and item.single_queue is not None:
        return item.single_queue
    return item.for_benchmark if item.for_benchmark is not None else _production(item, at, kernel)


def _production(item: HostSetting, at: Situation, kernel: Kernel) -> Any:
    """What holds today for this medium and access; a mapping of the choices while they are not known."""
    if kernel.queue == "single" and item.single_queue is not None:
        return item.single_queue
    fitting = [entry for entry in item.today if _could_hold(entry, at)]
    sure = [entry for entry in fitting if _holds(entry, at)]
    if sure:
        return _listed(sure[0].value)
    return {entry.access or entry.media: _listed(entry.value) for entry in fitting} or None


def _could_hold(entry: Today, at: Situation) -> bool:
    known = ((entry.media, at.facts["media"]), (entry.access, at.facts["access"]))
    return all(wanted is None or fact in (wanted, "unread") for wanted, fact in known)


def _holds(entry: Today, at: Situation) -> bool:
    known = ((entry.media, at.facts["media"]), (entry.access, at.facts["access"]))
    return all(wanted is None or fact == wanted for wanted, fact in known)


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _setting_document(item: HostSetting, at: Situation, kernel: Kernel) -> Plain:
    benchmark = at.facts["deployment"] != "production"
    paper: Optional[Plain] = None
    if item.paper_value is not None:
        paper = {
            "value": item.paper_value,
            "purpose": item.paper_purpose,
            "citations": citation_documents(item.paper_citations),
        }
    return {
        "name": item.name,
        "value": _benchmark(item, at, kernel) if benchmark else _production(item, at, kernel),
        BENCHMARK: _benchmark(item, at, kernel),
        PRODUCTION: _production(item, at, kernel),
        "papers": paper,
        "today": _today(item),
        "newer_than_papers": kernel.queue == "multi" or paper is None,
        "called_today": item.called_today,
        "how": item.how,
        "note": item.note,
        "citations": citation_documents(item.citations),
    }


def _today(item: HostSetting) -> List[Plain]:
    return [
        {
            "media": entry.media,
            "access": entry.access,
            "value": _listed(entry.value),
            "certainty": entry.certainty,
        }
        for entry in item.today
    ]


def _alignment(at: Situation, advice: Advice) -> Plain:
    """What the file system has to be told; the words of its tools are added outside of here."""
    strip = advice.settings["strip_size_kib"].value if "strip_size_kib" in advice.settings else None
    return {
        "strip_size_kib": strip,
        "raid_level": advice.level,
        "drives": at.request.volume.drives,
    }
