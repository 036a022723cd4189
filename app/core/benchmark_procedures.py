"""Conditioning, repeats, hot spot and graduated regions, with their arithmetic."""

from __future__ import annotations

from typing import Any, Dict, Optional, Union

from app.core.benchmarks import AdapterTest, BenchmarkData, Conditioning, Region, Repeats, Run
from app.core.document import citation_documents
from app.core.situation import Situation
from app.core.statements import together

Number = Union[int, float]
Plain = Dict[str, Any]
_KIB_PER_GIB = 1024**2
_SECONDS_PER_MINUTE = 60
_SECONDS_PER_YEAR = 365 * 24 * 3600


def sectors(gib: Number, sector_bytes: int) -> int:
    """How many sectors make this range."""
    return int(gib * _KIB_PER_GIB * 1024) // sector_bytes


def run_document(run: Run) -> Plain:
    return {"access": run.access, "read_percent": run.read_percent, "block_kib": run.block_kib}


def conditioning_s(rule: Conditioning, device_gb: Number, write_mb_per_s: Number) -> Optional[float]:
    """Seconds that one pass takes at least; None for more than a year, which is a slip of the pen."""
    found = device_gb * rule.mb_per_gb / write_mb_per_s
    return found if found <= _SECONDS_PER_YEAR else None


def conditioning_document(data: BenchmarkData, at: Situation) -> Plain:
    """``least_s`` is one pass over the device; None where size or write rate are not known."""
    rule, asked = data.conditioning, at.request.benchmark
    least: Optional[float] = None
    if asked.device_gb is not None and asked.write_mb_per_s is not None:
        least = conditioning_s(rule, asked.device_gb, asked.write_mb_per_s)
    shortest, longest = (minutes * _SECONDS_PER_MINUTE for minutes in (rule.minutes[0], rule.minutes[-1]))
    each = longest if least is None else max(least, shortest)
    return {
        "passes": [{"name": item.name, **run_document(item), "run_s": each} for item in rule.passes],
        "align_kib": rule.align_kib,
        "minutes_each": list(rule.minutes),
        "formula": rule.formula,
        "example": _example(rule),
        "device_gb": asked.device_gb,
        "write_mb_per_s": asked.write_mb_per_s,
        "least_s": least,
        "duration_s": least,
        "duration_min": None if least is None else round(least / _SECONDS_PER_MINUTE, 1),
        "total_s": each * len(rule.passes),
        "why": rule.why.says,
        "with_fastpath": rule.fastpath.says,
        "destructive": True,
        "citations": citation_documents(together(rule.why.citations, rule.fastpath.citations)),
    }


def _example(rule: Conditioning) -> Plain:
    gb, rate = rule.example_device_gb, rule.example_write_mb_per_s
    return {"device_gb": gb, "write_mb_per_s": rate, "least_s": conditioning_s(rule, gb, rate)}


def repeats_document(rule: Repeats) -> Plain:
    return {
        "runs": rule.runs,
        "minutes_each": rule.minutes,
        "agree_within_percent": rule.agree_within_percent,
        "why": rule.why.says,
        "citations": citation_documents(rule.why.citations),
    }


def hot_spot_document(data: BenchmarkData, at: Situation) -> Plain:
    """The paper's spot, or one as large as the working set that was named."""
    rule = data.hot_spot
    size = at.request.workload.working_set_gib or rule.range_gib
    return {
        "for": "cachecade",
        "volume": rule.volume,
        "workers": rule.workers,
        "outstanding_per_worker": rule.outstanding_per_worker,
        "outstanding_total": rule.workers * rule.outstanding_per_worker,
        "range_gib": size,
        "max_sectors": sectors(size, data.sector_bytes),
        "printed_range_gib": rule.range_gib,
        "printed_max_sectors": sectors(rule.range_gib, data.sector_bytes),
        "prime": run_document(rule.prime),
        "run": run_document(rule.run),
        "why": rule.why.says,
        "destructive": False,
        "citations": citation_documents(rule.why.citations),
    }


def full_disk_document(data: BenchmarkData, at: Situation) -> Plain:
    """Regions from hot to cold, as printed and as shares of the device where its size is known."""
    rule = data.full_disk
    cites = together(*(region.citations for region in rule.regions), rule.why.citations)
    return {
        "for": "cachecade",
        "prime_min": rule.prime_min,
        "capture_min": rule.capture_min,
        "run": run_document(rule.run),
        "regions": [_region(region, data, at.request.benchmark.device_gb) for region in rule.regions],
        "why": rule.why.says,
        "destructive": False,
        "citations": citation_documents(cites),
    }


def _region(region: Region, data: BenchmarkData, device_gb: Optional[Number]) -> Plain:
    found: Plain = {
        "name": region.name,
        "qd": region.outstanding,
        "percent": region.percent,
        "start_sector": 0,
        "printed_range_gib": region.range_gib,
        "printed_max_sectors": sectors(region.range_gib, data.sector_bytes),
    }
    if device_gb is not None:
        found["range_gib"] = device_gb * region.percent / 100
        found["max_sectors"] = sectors(found["range_gib"], data.sector_bytes)
    return found


def demonstration_document(data: BenchmarkData) -> Plain:
    return {
        "for": "fastpath",
        "runs": [{**run_document(item), "writes": item.read_percent < 100} for item in data.demonstration],
        "why": data.demonstration_why.says,
        "citations": citation_documents(data.demonstration_why.citations),
    }


def adapter_document(rule: AdapterTest) -> Plain:
    return {
        "tool": rule.tool,
        "processes": rule.processes,
        "threads_per_process": rule.threads_per_process,
        "threads": rule.processes * rule.threads_per_process,
        "luns": rule.luns,
        "block_bytes": rule.block_bytes,
        "direct": rule.direct,
        "commands": [
            {
                "name": item.name,
                "read_percent": item.read_percent,
                "arguments": item.arguments,
                "citations": citation_documents(item.citations),
            }
            for item in rule.commands
        ],
        "why": rule.why.says,
        "citations": citation_documents(rule.why.citations),
    }
