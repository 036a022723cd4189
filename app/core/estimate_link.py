"""The adapter in front of the array: what the VIC tables let through at this block size and mix."""

from __future__ import annotations

import math
import re
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from app.core.document import citation_document
from app.core.estimate_data import Adapter, Estimates, LinkRow, LinkTable
from app.core.estimate_figures import KIB, MIB
from app.core.rules import Citation

_NOT_A_WORD = re.compile(r"[^a-z0-9]+")


class Passed(NamedTuple):
    """Most that the adapter lets through; ``mib_per_s`` in 2^20 bytes a second."""

    adapter: Adapter
    iops: float
    mib_per_s: float
    printed: bool
    """A row of a table, not something between rows."""
    words: str
    corrected: Optional[str]
    citations: Tuple[Citation, ...]


def adapter_named(data: Estimates, name: Optional[str]) -> Optional[Adapter]:
    """The adapter that has the most of its words in this name; None for one that no paper measured."""
    if not name:
        return None
    words = set(_NOT_A_WORD.split(name.lower()))
    plain = " ".join(sorted(words))
    fitting = [item for item in data.adapters if all(word in plain for word in item.words)]
    return max(fitting, key=lambda item: len(item.words), default=None)


def passed(data: Estimates, adapter: Adapter, read: float, block_kib: float) -> Passed:
    """Throughput at this share of reads (0 to 1) and block: a printed row, or between printed rows."""
    tables = {item.read_percent: item for item in data.tables if item.adapter == adapter.table}
    exact = tables.get(round(read * 100, 6))
    if exact is not None:
        row, printed = _at(exact, block_kib)
        where = (
            f"{exact.citation.place}, {block_kib:g} KiB" if printed else f"between the rows of {exact.citation.place}"
        )
        cites = (exact.citation, *adapter.citations)
        return Passed(adapter, row.iops, row.mib_per_s, printed, where, row.corrected, cites)
    return _mixed(adapter, tables, read, block_kib)


def _at(table: LinkTable, block_kib: float) -> Tuple[LinkRow, bool]:
    """Between two rows the MiB/s are drawn straight over the doublings; outside, IOPS or MiB/s stay."""
    rows = table.rows
    for row in rows:
        if row.block_kib == block_kib:
            return row, True
    if block_kib < rows[0].block_kib:
        return _row(block_kib, rows[0].iops * block_kib * KIB / MIB), False
    if block_kib > rows[-1].block_kib:
        return _row(block_kib, rows[-1].mib_per_s), False
    over = next(number for number, row in enumerate(rows) if row.block_kib > block_kib)
    one, other = rows[over - 1], rows[over]
    share = math.log2(block_kib / one.block_kib) / math.log2(other.block_kib / one.block_kib)
    return _row(block_kib, one.mib_per_s + share * (other.mib_per_s - one.mib_per_s)), False


def _row(block_kib: float, mib_per_s: float) -> LinkRow:
    return LinkRow(block_kib, mib_per_s * MIB / (block_kib * KIB), mib_per_s, None)


def _mixed(adapter: Adapter, tables: Dict[float, LinkTable], read: float, block_kib: float) -> Passed:
    """Each way has its own limit, and both together that of the half-and-half table."""
    reads, writes, both = (_at(tables[mix], block_kib)[0].mib_per_s for mix in (100.0, 0.0, 50.0))
    limit = min(reads / read, writes / (1 - read), max(both, reads, writes))
    cites = tuple(tables[mix].citation for mix in (100.0, 0.0, 50.0)) + adapter.citations
    words = "no table has this mix: each way held to its own table, both together to the half-and-half one"
    row = _row(block_kib, limit)
    return Passed(adapter, row.iops, row.mib_per_s, False, words, None, cites)


def link_document(data: Estimates, found: Passed) -> Dict[str, Any]:
    remarks: List[Dict[str, Any]] = [
        {"says": item.says, "citation": citation_document(item.citation)}
        for item in data.remarks
        if item.adapter in ("any", found.adapter.table)
    ]
    return {
        "adapter": found.adapter.name,
        "iops": round(found.iops, 2),
        "mb_per_s": round(found.mib_per_s, 2),
        "mb_is": "2^20 bytes",
        "basis": "measured" if found.printed else "extended",
        "from": found.words,
        "corrected": found.corrected,
        "note": "Measured against LUNs in RAM over Fibre Channel: a bound of adapter and host, not of RAID. "
        + (found.adapter.says or ""),
        "remarks": remarks,
        "citations": [citation_document(cite) for cite in found.citations],
    }
