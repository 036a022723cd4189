"""Requests of all kinds, for properties that hold whatever is asked."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

from hypothesis import strategies as st

from app.core.book import Book
from app.resources import rules_directory
from app.rulebook.load import load_book
from app.workflows.request import RequestBody

MODELS = (
    "MegaRAID 9266CV-8i",
    "UCSC-MRAID12G",
    "UCSC RAID SAS 2008M-8i",
    "UCSC-SAS12GHBA",
    "Embedded RAID (C240 M3)",
    "9260-8i",
    "MegaRAID 9361-8i",
    "MegaRAID 9440-8i",
    "MegaRAID 9560-8i",
    "MegaRAID 9660-16i",
    "PERC H730P",
    "PERC H755 Front",
    "PERC H965i",
    "a card nobody knows",
    None,
)
LEVELS = ("raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60", "jbod", None)
_TEXT = st.text(min_size=1, max_size=40).filter(lambda text: "\x00" not in text and text.strip())
_RISK = st.fixed_dictionaries(
    {"by": _TEXT, "reason": _TEXT, "until": st.sampled_from([datetime.date(2027, 1, 31), datetime.date(2020, 1, 1)])},
)


@cache
def rulebook() -> Book:
    """As a function, since Hypothesis prints what a test is given and a whole book is too much to print."""
    return load_book(rules_directory())


def _given(**choices: Any) -> st.SearchStrategy[dict[str, Any]]:
    """A mapping with some of these keys; None is left out."""
    return st.fixed_dictionaries({name: st.sampled_from(values) for name, values in choices.items()}).map(
        lambda found: {name: value for name, value in found.items() if value is not None}
    )


def requests() -> st.SearchStrategy[RequestBody]:
    """Most of them decided: what is left out is left out seldom."""
    risks = st.one_of(
        st.none(),
        _RISK.map(lambda risk: {**risk, "write_policy": "unprotected_write_back"}),
        _RISK.map(lambda risk: {**risk, "disk_cache_policy": "enabled"}),
    )
    return st.fixed_dictionaries(
        {
            "controller": _given(
                model=MODELS, cache_mib=(1024, 2048, 0, None), cache_protection=("optimal", "charging", "failed", None)
            ),
            "volume": _given(
                raid_level=LEVELS,
                media=("hdd", "ssd", "nvme", None),
                drives=(2, 4, 8, 12, 24, 1, 7, None),
                interface=("sas", "sata", None),
                exists=(None, None, True, False),
                holds_data=(None, None, True),
            ),
            "workload": _given(
                name=("oltp", "hadoop", "streaming_read", "vdi", "video_surveillance", None),
                access=("random", "sequential", None),
                read_percent=(0.0, 50.0, 70.0, 100.0),
                block_kib=(8.0, 64.0, 512.0),
                streams=(1, 8),
                deployment=("production", None, "benchmark"),
            ),
            "acceleration": _given(kind=("none", "cachecade", "fastpath", None)),
            "accept_risk": risks,
        }
    ).map(RequestBody.model_validate)
