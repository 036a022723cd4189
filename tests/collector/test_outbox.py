"""Results wait on disk, whole, until they are delivered."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from app.collector import outbox
from app.collector.clock import Clock
from app.collector.disk import Disk
from app.collector.hosting import Host
from app.collector.places import Places
from app.collector.refusals import RefusedError
from app.collector.voice import Voice

PLAN, OTHER = "0f8fad5b-d9cb-469f-a165-70867728950e", "7c9e6679-7425-40de-944b-e07fc1f90ae7"


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(Places(state=str(tmp_path)), Disk(), Clock(), Voice(io.StringIO(), io.StringIO()))


def test_a_result_waits_until_it_was_delivered(host: Host):
    outbox.put(host, PLAN, {"outcome": "done", "code": 0})

    (one,) = outbox.waiting(host)
    assert (one.plan, one.document["outcome"], one.document["format"]) == (PLAN, "done", outbox.FORMAT)
    outbox.delivered(host, one)
    assert outbox.waiting(host) == []


def test_of_one_plan_the_latest_waits(host: Host):
    outbox.put(host, PLAN, {"outcome": "locked"})
    outbox.put(host, OTHER, {"outcome": "done"})
    outbox.put(host, PLAN, {"outcome": "failed"})

    assert {one.plan: one.document["outcome"] for one in outbox.waiting(host)} == {PLAN: "failed", OTHER: "done"}


def test_a_result_put_while_another_is_being_delivered_is_not_lost(host: Host):
    outbox.put(host, PLAN, {"outcome": "locked"})
    (first,) = outbox.waiting(host)
    outbox.put(host, PLAN, {"outcome": "done"})

    outbox.delivered(host, first)

    assert [one.document["outcome"] for one in outbox.waiting(host)] == ["done"]


def test_plans_made_on_this_host_are_nothing_to_deliver(host: Host, tmp_path: Path):
    outbox.put(host, "20261120T120000Z-0a1b2c3d", {"outcome": "done"})

    assert outbox.waiting(host) == []
    assert len(list((tmp_path / "results").iterdir())) == 1


def test_what_the_service_will_never_take_is_set_aside_and_kept(host: Host, tmp_path: Path):
    outbox.put(host, PLAN, {"outcome": "done"})
    outbox.set_aside(host, outbox.waiting(host)[0])

    assert outbox.waiting(host) == []
    assert [path.suffix for path in (tmp_path / "results").iterdir()] == [outbox.REFUSED]


def test_whatever_a_tool_printed_a_result_can_be_read_by_everybody(host: Host):
    outbox.put(host, PLAN, {"outcome": "failed", "detail": "\ud800\0" * 30_000, "differs": ["x" * 9_999] * 9_999})

    document = outbox.waiting(host)[0].document
    assert json.dumps(document, ensure_ascii=False).encode()
    assert "\0" not in document["detail"]
    assert (len(document["detail"]), len(document["differs"]), len(document["differs"][0])) == (20_000, 4_096, 2_000)


def test_a_file_that_is_no_result_is_named(host: Host, tmp_path: Path):
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "x.json").write_text("{")

    with pytest.raises(RefusedError, match=r"x\.json is no result"):
        outbox.waiting(host)


def test_a_disk_that_is_full_is_told(host: Host):
    class Full(Disk):
        def append(self, handle: int, data: bytes) -> None:
            raise OSError(28, "No space left on device")

    with pytest.raises(RefusedError) as found:
        outbox.put(host._replace(disk=Full()), PLAN, {"outcome": "done"})
    assert found.value.name == "disk_full"
