"""Requests for the sections that estimate, and the book that answers them."""

from __future__ import annotations

import datetime
import functools
import os
from pathlib import Path
from typing import Any

from app.core.advise import advise
from app.core.book import Book
from app.core.document import advice_document
from app.core.request import AdviceRequest, ControllerAsked, VolumeAsked, WorkloadAsked
from app.rulebook.load import load_book

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("RAIDWISE_SHARED") or ROOT.parent / "shared")
TODAY = datetime.date(2026, 11, 20)
M3, GEN3, M4, HBA = "MegaRAID 9266CV-8i", "MegaRAID 9271CV-8i", "UCSC-MRAID12G", "UCSC-SAS12GHBA"


@functools.cache
def book() -> Book:
    return load_book(ROOT / "rules")


def answered(request: AdviceRequest) -> dict[str, Any]:
    return advice_document(advise(book(), request, TODAY))


def request(
    include: str = "estimate",
    model: str | None = M3,
    protection: str | None = "optimal",
    work: dict[str, Any] | None = None,
    adapter: str | None = None,
    **volume: Any,
) -> AdviceRequest:
    """24 hard disks of 15,000 rpm on RAID 5 at random 70:30 in 8 KiB, but for what is said."""
    drives = {"raid_level": "raid5", "media": "hdd", "drives": 24, "rpm": 15000, **volume}
    load = {"access": "random", "read_percent": 70, "block_kib": 8, **(work or {})}
    return AdviceRequest(
        controller=ControllerAsked(model=model, cache_protection=protection),
        volume=VolumeAsked(**drives),
        workload=WorkloadAsked(**load),
        include=(include,),
        adapter=adapter,
    )


def estimated(**asked: Any) -> dict[str, Any]:
    """The section ``estimate`` of the answer."""
    return answered(request(**asked))["estimate"]


def ranked(**asked: Any) -> dict[str, Any]:
    """The section ``alternatives`` of the answer."""
    return answered(request(include="alternatives", **asked))["alternatives"]
