"""Requests as a provisioning tool writes them: most are complete, one in five leaves one or two things unsaid."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from app.core.book import Book

LEVELS = ("raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60")
PROTECTIONS = ("optimal",) * 6 + ("charging", "learning", "degraded", "failed", "absent")
DEPLOYMENTS = ("production",) * 8 + ("benchmark", "benchmark_baseline")
INCOMPLETE = 0.2


def requests(book: Book, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Of every model, workload, level, medium and mix, each as likely as the next; ``seed`` decides which."""
    dice = random.Random(seed)
    models, workloads = sorted(book.catalogue.models), sorted(book.workloads.by_name)
    for _ in range(count):
        body = {
            "controller": {
                "model": dice.choice(models),
                "cache_mib": dice.choice((512, 1024, 2048, 4096)),
                "cache_protection": dice.choice(PROTECTIONS),
            },
            "volume": {
                "raid_level": dice.choice(LEVELS),
                "media": dice.choice(("hdd", "hdd", "ssd")),
                "drives": dice.randrange(2, 33),
                "holds_data": dice.random() < 0.1,
            },
            "workload": _workload(dice, workloads),
        }
        if dice.random() < INCOMPLETE:
            for _ in range(dice.randrange(1, 3)):
                part = body[dice.choice(("controller", "volume", "workload"))]
                part.pop(dice.choice(sorted(part)), None) if part else None
        yield body


def _workload(dice: random.Random, names: list[str]) -> dict[str, Any]:
    common = {"streams": dice.choice((1, 2, 4, 16)), "deployment": dice.choice(DEPLOYMENTS)}
    if dice.random() < 0.6:
        return {"name": dice.choice(names), "block_kib": dice.choice((4, 8, 64, 256)), **common}
    return {
        "access": dice.choice(("random", "sequential", "mixed")),
        "read_percent": dice.randrange(101),
        "block_kib": dice.choice((4, 8, 16, 32, 64, 128, 256, 512, 1024)),
        "replicated_by_application": dice.random() < 0.3,
        **common,
    }
