"""The sections are what their shapes promise, whatever is known of the volume."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from app.api.sections_schema import SECTION_MODELS
from app.core.book import Book
from tests.asking import CARD_2011, CARD_2013, CARD_2016, TRI_MODE, asked

MODELS = [None, CARD_2011, CARD_2013, CARD_2016, TRI_MODE, "UCSC-SAS12GHBA", "Embedded RAID (C240 M4)"]
VOLUMES: list[dict[str, Any]] = [{}, {"media": "hdd", "drives": 24, "rpm": 15000}, {"media": "ssd"}, {"media": "nvme"}]
ACCELERATIONS: list[dict[str, Any]] = [{}, {"kind": "cachecade", "ssd_cache_gib": 200}, {"kind": "fastpath"}]
AROUND: dict[str, Any] = {
    "adapter": "VIC 1240",
    "host": {"os": "RHEL 6.2", "platform": "UCS C240 M3"},
    "benchmark": {"device_gb": 480.5, "write_mb_per_s": 410.2},
}


def workloads(book: Book) -> list[dict[str, Any]]:
    patterns = itertools.product(["random", "sequential", "mixed"], [0, 33.3, 100])
    named: list[dict[str, Any]] = [{"name": name} for name in book.workloads.by_name]
    return [{}, *named, *({"access": access, "read_percent": reads, "block_kib": 4} for access, reads in patterns)]


@pytest.mark.parametrize("name", SECTION_MODELS)
def test_every_section_is_what_its_shape_promises(book: Book, name: str):
    asks = itertools.product(MODELS, VOLUMES, ACCELERATIONS, workloads(book), ({}, AROUND))
    for model, volume, acceleration, workload, around in itertools.islice(asks, 0, None, 7):
        request = {"volume": volume, "acceleration": acceleration, "workload": workload, **around}
        answer = asked(book, name, model=model, **request)
        SECTION_MODELS[name].model_validate(answer[name])
        assert answer["status"] in ("advised", "refused", "needs_input")
        assert (answer["status"] == "needs_input") == (bool(answer["questions"]) and not answer["refusals"])
