"""Requests for the tests: one by hand, and any number that hypothesis makes from the vocabulary."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

SHARED = Path(os.environ.get("RAIDWISE_SHARED") or Path(__file__).resolve().parents[2].parent / "shared")

OLTP: dict[str, Any] = {
    "controller": {"model": "UCSC-MRAID12G", "cache_mib": 2048, "cache_protection": "optimal"},
    "volume": {"raid_level": "raid5", "media": "hdd", "drives": 8, "rpm": 10000},
    "workload": {"name": "oltp", "read_percent": 70, "block_kib": 8},
}

MODELS = (
    "UCSC-MRAID12G",
    "MegaRAID 9266CV-8i",
    "UCSC-SAS12GHBA",
    "PERC H755 Front",
    "MegaRAID9560-8i4GB",
    "Embedded RAID (C220 M3 ROM55)",
    "9300-8E HBA",
    "a card nobody knows",
)
PROTECTIONS = ("optimal", "charging", "learning", "degraded", "failed", "absent", "unread")
LEVELS = ("raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60", "jbod")
WORKLOADS = ("oltp", "hadoop", "exchange_log", "video_surveillance", "caching", "vdi", "something else: entirely")


def _fields(**strategies: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Any of these fields, each now and then null."""
    return st.fixed_dictionaries({}, optional={name: st.none() | each for name, each in strategies.items()})


controllers = _fields(
    model=st.sampled_from(MODELS),
    cache_mib=st.sampled_from((0, 1024, 4096)),
    cache_protection=st.sampled_from(PROTECTIONS),
    features=st.lists(st.sampled_from(("fastpath", "cachecade")), max_size=2),
    raid5_key=st.booleans(),
    backplane_drives=st.integers(1, 48),
    installed_with=st.lists(st.sampled_from(MODELS), max_size=2),
)
volumes = _fields(
    raid_level=st.sampled_from(LEVELS),
    media=st.sampled_from(("hdd", "ssd", "nvme")),
    interface=st.sampled_from(("sas", "sata", "nvme")),
    drives=st.integers(1, 40),
    rpm=st.sampled_from((7200, 10000, 15000)),
    power_loss_protection=st.booleans(),
    holds_data=st.booleans(),
    exists=st.booleans(),
    endurance=st.sampled_from(("performance", "value")),
)
numbers = _fields(
    read_percent=st.integers(0, 100) | st.floats(0, 100),
    block_kib=st.integers(1, 2048) | st.floats(0.5, 2048),
    streams=st.integers(1, 64),
    queue_depth=st.integers(1, 256),
    working_set_gib=st.floats(0, 1e6),
    full_drive_writes_per_day=st.floats(0, 50),
)
purposes = _fields(
    name=st.sampled_from(WORKLOADS),
    access=st.sampled_from(("random", "sequential", "mixed")),
    replicated_by_application=st.booleans(),
    deployment=st.sampled_from(("production", "benchmark", "benchmark_baseline")),
)
workloads = st.builds(lambda purpose, mix: {**purpose, **mix}, purposes, numbers)
wishes = _fields(
    raid_level=st.sampled_from((*LEVELS, "raid7")),
    strip_size_kib=st.sampled_from((-1, 8, 64, 256, 1024, 4096)),
    read_policy=st.sampled_from(("read_ahead", "no_read_ahead", "adaptive_read_ahead", "?")),
    write_policy=st.sampled_from(("write_back", "write_through", "protected_write_back", "unprotected_write_back")),
    io_policy=st.sampled_from(("direct", "cached")),
    disk_cache_policy=st.sampled_from(("enabled", "disabled", "drive_default")),
    initialization=st.sampled_from(("full", "fast", "none")),
)
risks = st.sampled_from(
    (
        {"write_policy": "unprotected_write_back", "by": "storage", "reason": "scratch: ok", "until": "2099-01-31"},
        {"disk_cache_policy": "enabled", "by": "storage", "reason": "benchmark", "until": "2001-01-31"},
    )
)
sections = st.lists(st.sampled_from(("settings", "commands")), max_size=3)
accelerations = _fields(kind=st.sampled_from(("none", "cachecade", "fastpath")), ssd_cache_gib=st.integers(0, 2000))
requests = _fields(
    controller=controllers,
    volume=volumes,
    workload=workloads,
    acceleration=accelerations,
    requested=wishes,
    accept_risk=risks,
    include=sections,
)
