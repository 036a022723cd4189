"""Thousands of different requests, built from the vocabulary: no memo of whole answers helps."""

from __future__ import annotations

import json
import random
from typing import Any

from app.core.book import Book

_LEVELS = ("raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60")
_PROTECTIONS = ("optimal", "optimal", "optimal", "charging", "learning", "degraded", "failed", "absent")
_REQUESTED = {
    "write_policy": ("write_through", "protected_write_back", "unprotected_write_back"),
    "read_policy": ("read_ahead", "no_read_ahead"),
    "strip_size_kib": (64, 128, 256, 1024),
    "io_policy": ("direct", "cached"),
}


def bodies(book: Book, count: int, seed: int = 1) -> list[bytes]:
    """As provisioning tools write them: most facts given, some left out, now and then a wish."""
    dice = random.Random(seed)
    models, workloads = sorted(book.catalogue.models), sorted(book.workloads.by_name)
    found: dict[bytes, None] = {}
    while len(found) < count:
        request = {
            "controller": _controller(dice, models),
            "volume": _volume(dice),
            "workload": _workload(dice, workloads),
            **_wishes(dice),
        }
        found[json.dumps(request).encode()] = None
    return list(found)


def _some(dice: random.Random, share: float, **fields: Any) -> dict[str, Any]:
    """Each field with this probability."""
    return {name: value for name, value in fields.items() if dice.random() < share}


def _controller(dice: random.Random, models: list[str]) -> dict[str, Any]:
    rest = {"cache_mib": dice.choice((0, 512, 1024, 2048, 4096)), "cache_protection": dice.choice(_PROTECTIONS)}
    return {"model": dice.choice(models), **_some(dice, 0.85, **rest)}


def _volume(dice: random.Random) -> dict[str, Any]:
    media = dice.choice(("hdd", "hdd", "ssd"))
    drives = dice.choice((2, 3, 4, 5, 6, 8, 12, 16, 24))
    known = _some(dice, 0.9, raid_level=dice.choice(_LEVELS), media=media, drives=drives)
    if media == "hdd":
        known.update(_some(dice, 0.6, rpm=dice.choice((7200, 10000, 15000))))
    return {**known, **_some(dice, 0.3, holds_data=dice.random() < 0.5)}


def _workload(dice: random.Random, names: list[str]) -> dict[str, Any]:
    if dice.random() < 0.5:
        return {"name": dice.choice(names), **_some(dice, 0.4, block_kib=dice.choice((4, 8, 16, 64, 256)))}
    return _some(
        dice,
        0.9,
        access=dice.choice(("random", "sequential", "mixed")),
        read_percent=dice.randrange(101),
        block_kib=dice.choice((4, 8, 16, 32, 64, 128, 256, 512, 1024)),
        streams=dice.choice((1, 2, 4, 16)),
        queue_depth=dice.randrange(1, 257),
    )


def _wishes(dice: random.Random) -> dict[str, Any]:
    if dice.random() < 0.8:
        return {}
    name = dice.choice(sorted(_REQUESTED))
    return {"requested": {name: dice.choice(_REQUESTED[name])}}
