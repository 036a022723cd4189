"""The patterns of load to run: those of the workload, else the papers' own matrix."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Tuple, Union

from app.core.benchmarks import BenchmarkData
from app.core.document import citation_documents
from app.core.ranks import NEARNESS
from app.core.situation import Situation
from app.core.statements import Cites

Number = Union[int, float]
RANDOM, SEQUENTIAL = "random", "sequential"


class Tested(NamedTuple):
    """Numbers to run, and where they come from: the request or a paper."""

    numbers: Tuple[Number, ...]
    source: str
    citations: Cites


def accesses(at: Situation) -> Tuple[str, ...]:
    """The access of the workload; both where it is mixed or nobody knows."""
    access = at.facts["access"]
    return (access,) if access in (RANDOM, SEQUENTIAL) else (RANDOM, SEQUENTIAL)


def access_specifications(data: BenchmarkData, at: Situation) -> List[Dict[str, Any]]:
    """One run for each access, mix and block; percent of reads and KiB."""
    found = []
    for access in accesses(at):
        mixes, blocks = _mixes(data, at, access), _blocks(data, at, access)
        for reads in mixes.numbers:
            for block in blocks.numbers:
                found.append(_specification(access, reads, block, mixes, blocks))
    return found


def _specification(access: str, reads: Number, block: Number, mixes: Tested, blocks: Tested) -> Dict[str, Any]:
    return {
        "name": f"{access}-{reads:g}r-{block:g}k".replace(".", "_"),
        "access": access,
        "read_percent": reads,
        "block_kib": block,
        "writes": reads < 100,
        "mix_from": mixes.source,
        "block_from": blocks.source,
        "citations": citation_documents(dict.fromkeys([*mixes.citations, *blocks.citations])),
    }


def _mixes(data: BenchmarkData, at: Situation, access: str) -> Tested:
    if at.read_percent is not None:
        return Tested((at.read_percent,), "workload", ())
    for era in NEARNESS[at.facts["era"]]:
        for row in data.matrix:
            if row.era == era and row.access == access:
                return Tested(row.read_percent, "paper", row.citations)
    return Tested((), "paper", ())


def _blocks(data: BenchmarkData, at: Situation, access: str) -> Tested:
    if at.block_kib is not None:
        return Tested((at.block_kib,), "workload", ())
    row = next((row for row in data.blocks if row.access == access), None)
    return Tested(row.block_kib, "paper", row.citations) if row is not None else Tested((), "paper", ())
