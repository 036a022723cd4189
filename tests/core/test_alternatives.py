"""The section ``alternatives``: levels and strips ranked, with what each leaves, survives and costs."""

from __future__ import annotations

import json

import pytest

from app.core.redundancy import Redundancy
from tests.core.estimate_samples import HBA, M4, answered, ranked, request


def order(found: dict[str, object]) -> list[str]:
    return [item["raid_level"] for item in found["levels"]]  # type: ignore[index, attr-defined]


def test_the_level_that_a_paper_names_comes_first_and_the_unsafe_ones_after_all_safe_ones() -> None:
    found = ranked(raid_level=None, work={"name": "oltp"})
    assert order(found) == ["raid5", "raid10", "raid50", "raid6", "raid60", "raid0", "jbod"]
    assert [item["rank"] for item in found["levels"]] == list(range(1, 8))
    assert found["levels"][0]["verdict"] == "advised"
    assert all(item["why"] and item["citations"] for item in found["levels"])
    json.dumps(found, allow_nan=False)


def test_speed_is_that_of_the_estimate() -> None:
    found = ranked(raid_level=None, work={"name": "oltp"})
    assert found["levels"][0]["iops"]["expected"] == 3310
    assert "Slower by" in next(item["why"] for item in found["levels"] if item["raid_level"] == "raid6")


def test_without_protection_mirrors_win_over_parity_and_the_conflict_is_listed() -> None:
    asked = request(include="alternatives", model=M4, protection="absent", drives=8, work={"read_percent": 0})
    answer = answered(asked)
    assert order(answer["alternatives"])[0] == "raid10"
    assert "K14" in {item["id"] for item in answer["conflicts"]}


def test_an_application_that_replicates_may_have_raid_0_first() -> None:
    answer = answered(request(include="alternatives", model=M4, raid_level=None, drives=8, work={"name": "hadoop"}))
    assert order(answer["alternatives"])[0] == "raid0"
    assert "K15" in {item["id"] for item in answer["conflicts"]}


def test_a_card_is_offered_only_levels_that_it_has() -> None:
    found = ranked(model="Embedded RAID (C220 M3 ROM55)", protection=None, raid_level=None, drives=8)
    assert not {"raid6", "raid50", "raid60"} & set(order(found))
    assert {"raid6", "raid50", "raid60"} <= {item["raid_level"] for item in found["not_possible"]}


def test_a_host_bus_adapter_has_one_choice() -> None:
    found = ranked(model=HBA, protection=None, raid_level="jbod", drives=12, rpm=7200)
    assert order(found) == ["jbod"]
    assert found["levels"][0]["failures_survived"] == {"guaranteed": 0, "best_case": 0}


@pytest.mark.parametrize(
    ("drives", "levels"),
    [
        (1, {"raid0", "jbod"}),
        (2, {"raid0", "raid1", "jbod"}),
        (3, {"raid0", "raid5", "raid6", "jbod"}),
        (4, {"raid0", "raid5", "raid6", "raid10", "jbod"}),
        (7, {"raid0", "raid5", "raid6", "jbod"}),
    ],
)
def test_the_number_of_drives_says_what_can_be_made(drives: int, levels: set[str]) -> None:
    assert set(order(ranked(raid_level=None, drives=drives))) == levels


def test_without_a_number_of_drives_it_is_asked_for() -> None:
    answer = answered(request(include="alternatives", drives=None))
    assert answer["status"] == "needs_input"
    assert [item["field"] for item in answer["questions"]] == ["volume.drives"]
    assert answer["alternatives"]["levels"] == []


def test_without_a_load_levels_are_still_ranked_and_the_missing_speed_is_told() -> None:
    found = ranked(raid_level=None, rpm=None, work={"read_percent": None})
    assert found["levels"]
    assert all(item["iops"] is None for item in found["levels"])
    assert {"volume.rpm", "workload.read_percent"} == {
        line.split(" is missing")[0] for line in found["speed_not_estimated"]
    }


def test_strips_are_ranked_among_those_of_the_card() -> None:
    strips = [item["strip_size_kib"] for item in ranked(model=M4, drives=8)["strip_sizes"]]
    assert strips[0] == 64
    assert sorted(strips) == [64, 128, 256, 512, 1024]
    assert sorted(item["strip_size_kib"] for item in ranked()["strip_sizes"])[0] == 8


@pytest.mark.parametrize(
    ("level", "drives", "spans", "data", "guaranteed", "best"),
    [
        ("raid0", 8, 1, 8, 0, 0),
        ("jbod", 8, 1, 8, 0, 0),
        ("raid1", 2, 1, 1, 1, 1),
        ("raid5", 8, 1, 7, 1, 1),
        ("raid6", 8, 1, 6, 2, 2),
        ("raid10", 8, 1, 4, 1, 4),
        ("raid50", 12, 2, 10, 1, 2),
        ("raid60", 12, 2, 8, 2, 4),
    ],
)
def test_room_and_failures_by_level(level: str, drives: int, spans: int, data: int, guaranteed: int, best: int) -> None:
    made = Redundancy(level, drives, spans)
    assert (made.data_drives, made.guaranteed, made.best_case) == (data, guaranteed, best)
    assert made.usable == data / drives
    assert made.is_redundant == (guaranteed > 0)


def test_a_rebuild_is_told_by_what_it_reads() -> None:
    assert "all 23 other drives in full" in Redundancy("raid5", 24, 1).rebuild
    assert "all 5 other drives of the same span" in Redundancy("raid50", 12, 2).rebuild
    assert "one drive, the failed one's mirror" in Redundancy("raid10", 24, 1).rebuild
    assert "one more of them may fail" in Redundancy("raid6", 8, 1).rebuild
    assert "whole volume" in Redundancy("raid0", 8, 1).rebuild
