"""The section ``estimate``: bounds, silences, questions, the link, and what must hold for every request."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.document import citation_document
from app.core.request import (
    AccelerationAsked,
    AdviceRequest,
    ControllerAsked,
    VolumeAsked,
    WorkloadAsked,
)
from tests.core.estimate_samples import GEN3, HBA, M3, M4, answered, book, estimated, request

LEVELS = ("raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60", "jbod")
MODELS = (None, M3, GEN3, M4, HBA, "MegaRAID 9260-8i", "Embedded RAID (C220 M3 ROM55)", "PERC H755", "no such card")
QUANTITIES = ("iops", "mb_per_s", "latency_ms")


def stream(read: float = 100, block: float | None = 256, **more: Any) -> dict[str, Any]:
    return {"access": "sequential", "read_percent": read, "block_kib": block, **more}


def places(found: dict[str, Any]) -> set[tuple[str, str]]:
    return {(cite["document"], cite["place"]) for cite in found["citations"]}


def test_the_answer_holds_every_field_of_the_contract() -> None:
    found = estimated()
    assert {"iops", "mb_per_s", "latency_ms", "limited_by", "formula", "basis", "measurements", "fitted"} <= set(found)
    assert found["limited_by"] == "drives"
    assert found["basis"] == "measured"
    assert found["formula"].endswith("= 3310 IOPS")
    assert ("ucs-m3-2013", "Figure 20") in places(found)
    json.dumps(found, allow_nan=False)


def test_what_was_measured_with_write_back_is_the_most_without_it_and_no_measurement_of_it() -> None:
    found = estimated(protection="failed")
    assert found["basis"] != "measured"
    assert found["iops"]["high"] == 3300
    assert found["mb_per_s"]["high"] == pytest.approx(3300 * 8 / 1024, abs=0.1)
    assert "write-back on there, off here" in found["measurements"][0]["distance"]


def test_reads_alone_cost_one_operation_and_writes_alone_the_whole_penalty() -> None:
    reads = estimated(raid_level="raid6", work={"read_percent": 100, "queue_depth": 24})
    writes = estimated(raid_level="raid6", model=M4, work={"read_percent": 0})
    assert reads["iops"]["expected"] == pytest.approx(24 * 213, abs=1)
    assert "(0.00 + 1.00 x 6)" in writes["formula"]
    assert any("second parity" in line for line in writes["beyond_the_papers"])


def test_fewer_commands_than_drives_leave_drives_idle() -> None:
    one = estimated(raid_level="raid0", work={"read_percent": 100, "queue_depth": 1})
    assert one["iops"]["expected"] == 213
    assert one["latency_ms"]["expected"] == pytest.approx(1000 / 213, abs=0.01)


def test_one_drive_is_enough_for_an_estimate() -> None:
    found = estimated(model=M4, raid_level="raid0", drives=1, work={"read_percent": 100, "block_kib": 4})
    assert 290 <= found["iops"]["expected"] <= 300
    assert found["latency_ms"]["expected"] == pytest.approx(20, abs=0.1)


def test_the_most_drives_of_a_request_end_at_the_card_and_are_warned_about() -> None:
    answer = answered(request(raid_level="raid0", drives=4096, work=stream(block=64)))
    assert answer["estimate"]["mb_per_s"]["expected"] == 2800
    assert answer["estimate"]["limited_by"] == "controller"
    assert "beyond_measured_drives" in {item["code"] for item in answer["warnings"]}


def test_where_no_ceiling_is_printed_none_is_invented_and_the_slot_bounds_reason() -> None:
    found = estimated(model=M4, raid_level="raid0", drives=100, rpm=10000, work=stream(0))
    assert found["limited_by"] == "link"
    assert found["mb_per_s"]["high"] is None
    assert any("No paper prints a ceiling" in line for line in found["notes"])
    assert any("slot" in line for line in found["beyond_the_papers"])


def test_a_lower_bound_in_print_leaves_the_high_end_open() -> None:
    found = estimated(model=M4, raid_level="raid0", drives=8, rpm=10000, work=stream(0))
    assert found["mb_per_s"] == {"low": 1600, "expected": 1640, "high": None}
    assert ("ucs-m4-2016", "Figure 28") in places(found)


@pytest.mark.parametrize(
    ("field", "asked"),
    [
        ("volume.media", {"media": None}),
        ("volume.drives", {"drives": None}),
        ("volume.rpm", {"rpm": None}),
        ("workload.access", {"work": {"access": None}}),
        ("workload.read_percent", {"work": {"read_percent": None}}),
    ],
)
def test_what_is_missing_is_asked_for_and_no_number_given(field: str, asked: dict[str, Any]) -> None:
    answer = answered(request(**asked))
    assert answer["status"] == "needs_input"
    assert [item["field"] for item in answer["questions"]] == [field]
    assert answer["estimate"]["iops"] is None
    assert answer["estimate"]["no_number"][0].startswith(f"{field} is missing")


def test_an_ssd_needs_no_speed_of_rotation() -> None:
    assert estimated(media="ssd", rpm=None, model=M4, drives=8)["iops"]["expected"] > 0


@pytest.mark.parametrize("rpm", [1, 5400, 6499, 18000, 100_000])
def test_a_speed_of_which_no_paper_speaks_gets_no_number(rpm: int) -> None:
    found = estimated(rpm=rpm)
    assert found["iops"] is None
    assert found["no_number"][0] == f"No paper speaks of drives of {rpm} rpm."
    assert estimated(rpm=rpm, work=stream())["mb_per_s"] is None


@pytest.mark.parametrize(
    ("rpm", "iops"), [(6500, 79), (8499, 79), (8500, 143), (10520, 143), (12499, 143), (12500, 213), (17999, 213)]
)
def test_the_classes_of_hard_disks_meet_without_a_gap(rpm: int, iops: int) -> None:
    assert f"x {iops} IOPS" in estimated(rpm=rpm)["formula"]


def test_nvme_was_measured_by_nobody() -> None:
    for work in ({}, stream()):
        found = estimated(model="PERC H755", media="nvme", rpm=None, drives=8, work=work)
        assert (found["iops"], found["mb_per_s"], found["basis"]) == (None, None, "none")
        assert "No paper measured NVMe" in found["no_number"][0]


def test_ssds_of_2013_have_no_number_where_only_a_lost_chart_had_one() -> None:
    found = estimated(media="ssd", rpm=None, work={"read_percent": 50})
    assert found["iops"] is None
    assert "those are lost" in found["no_number"][0]
    assert any(item["bound"] == "chart" for item in found["measurements"])
    assert ("ucs-m3-2013", "Figure 13") in places(found)


def test_small_streams_are_bounded_from_above_only() -> None:
    found = estimated(model=M4, raid_level="raid10", drives=8, work=stream(0, 16))
    assert (found["mb_per_s"]["low"], found["mb_per_s"]["expected"]) == (None, None)
    assert found["limited_by"] is None
    assert estimated(work=stream(100, 63.9))["mb_per_s"]["expected"] is None
    assert estimated(work=stream(100, 64))["mb_per_s"]["expected"] == 2800


def test_large_random_requests_end_where_the_drives_and_the_card_do() -> None:
    drives = estimated(raid_level="raid0", drives=4, work={"read_percent": 100, "block_kib": 4096})
    card = estimated(raid_level="raid0", work={"read_percent": 100, "block_kib": 1024})
    assert drives["iops"]["expected"] * 4096 * 1024 <= 4 * 167e6 * 1.01
    assert card["mb_per_s"]["expected"] <= 2800
    assert card["limited_by"] == "controller"


def test_many_streams_may_be_as_slow_as_a_seek_a_request() -> None:
    few, many = (estimated(raid_level="raid0", work=stream(100, 64, streams=n)) for n in (1, 8))
    assert many["mb_per_s"]["low"] == pytest.approx(24 * 213 * 64 / 1024, abs=1)
    assert few["mb_per_s"]["expected"] == many["mb_per_s"]["expected"]


def test_write_back_gains_are_told_beside_the_figure_and_change_nothing() -> None:
    found = answered(request(model=M4, raid_level="raid0", drives=8, work={"read_percent": 0, "block_kib": 4}))
    (gain,) = found["estimate"]["write_back_gains"]
    assert (gain["up_to_with_1_gb"], gain["up_to_with_2_gb"]) == ("8 times", "10 times")
    assert {cite["place"] for cite in gain["citations"]} >= {"Table 2"}
    assert found["estimate"]["iops"]["high"] < 8 * found["estimate"]["iops"]["low"]


def test_a_card_without_cache_is_told_no_gain_of_one() -> None:
    assert estimated()["write_back_gains"]
    assert estimated(model="Embedded RAID (C220 M3 ROM55)", protection=None, drives=8)["write_back_gains"] == []
    assert estimated(model=HBA, protection=None, raid_level="jbod", drives=8)["write_back_gains"] == []


def test_ssds_are_told_no_gain_of_the_controller_cache() -> None:
    assert estimated(media="ssd", rpm=None, model=M4, drives=8)["write_back_gains"] == []


@pytest.mark.parametrize(
    ("asked", "conflict"),
    [
        ({"work": {"name": "oltp"}}, "K26"),
        ({"raid_level": "raid10", "work": stream(0, 64)}, "K25"),
        ({"media": "ssd", "rpm": None}, "K40"),
        ({"model": M4, "raid_level": "raid10", "drives": 12, "rpm": 7200, "work": stream(0)}, "K32"),
        ({"model": "Embedded RAID (C220 M3 ROM55)", "protection": None, "drives": 8}, "K43"),
        ({"model": M4, "drives": 8, "work": stream(0, 64, streams=8)}, "K10"),
    ],
)
def test_disagreements_about_figures_are_listed_with_both_sides(asked: dict[str, Any], conflict: str) -> None:
    answer = answered(request(**asked))
    listed = {item["id"]: item for item in answer["conflicts"]}
    assert conflict in listed
    assert listed[conflict]["citations"]


@pytest.mark.parametrize(
    ("adapter", "read", "block", "iops", "mib", "place"),
    [
        ("VIC 1240", 100, 4, 631686.93, 2467.53, "Table 4"),
        ("Cisco UCS VIC 1240", 0, 16, 247471.8, 3866.75, "Table 5"),
        ("VIC 1240 with I/O Expander", 100, 64, 95871.73, 5991.98, "Table 4"),
        ("Cisco VIC 1280", 50, 128, 84535.53, 10566.94, "Table 7"),
        ("vic-1240", 50, 32, 247832.10, 7744.75, "Table 6"),
    ],
)
def test_an_adapter_alone_is_answered_from_its_table(
    adapter: str, read: float, block: float, iops: float, mib: float, place: str
) -> None:
    work = WorkloadAsked(read_percent=read, block_kib=block)
    answer = answered(AdviceRequest(adapter=adapter, workload=work, include=("estimate",)))
    found = answer["estimate"]
    assert answer["status"] == "advised"
    assert (found["iops"]["expected"], found["mb_per_s"]["expected"]) == (iops, mib)
    assert found["limited_by"] == "link"
    assert ("vic-rhel62", place) in places(found)
    assert [item["id"] for item in answer["conflicts"]] == ["K33"]


def test_the_impossible_total_is_corrected_and_marked() -> None:
    work = WorkloadAsked(read_percent=50, block_kib=32)
    answer = answered(AdviceRequest(adapter="VIC 1240", workload=work, include=("estimate",)))
    assert "372980.08" in answer["estimate"]["link"]["corrected"]


def test_every_row_of_the_adapter_tables_is_arithmetically_sound() -> None:
    for table in book().data["estimate"].tables:
        assert len(table.rows) == 12
        for row in table.rows:
            assert row.iops * row.block_kib / 1024 == pytest.approx(row.mib_per_s, rel=0.005)


def test_the_adapter_holds_a_faster_array() -> None:
    found = estimated(model=GEN3, raid_level="raid0", adapter="VIC 1240", work=stream(100, 64))
    assert (found["limited_by"], found["mb_per_s"]["expected"]) == ("link", 3972)
    slower = estimated(adapter="VIC 1240")
    assert (slower["limited_by"], slower["iops"]["expected"]) == ("drives", 3310)


def test_an_adapter_that_nobody_measured_is_said_to_be_unknown() -> None:
    assert any("No paper measured 'VIC 1387'" in line for line in estimated(adapter="VIC 1387")["notes"])


def test_hot_reads_that_fit_the_ssd_cache_are_those_of_the_ssd() -> None:
    asked = AdviceRequest(
        controller=ControllerAsked("MegaRAID 9260-8i", cache_protection="optimal"),
        volume=VolumeAsked("raid5", "hdd", drives=8, rpm=7200),
        workload=WorkloadAsked(access="random", read_percent=100, block_kib=4, queue_depth=64, working_set_gib=30),
        acceleration=AccelerationAsked("cachecade", 32),
        include=("estimate",),
    )
    fits = answered(asked)["estimate"]
    assert (fits["iops"]["expected"], fits["iops"]["high"]) == (39000, 140000)
    large = asked._replace(workload=asked.workload._replace(working_set_gib=33))
    assert answered(large)["estimate"]["iops"]["expected"] < 2000


def test_the_distance_is_told_in_words() -> None:
    found = estimated(drives=20, rpm=10000)
    (run,) = (item for item in found["measurements"] if item["value"] == 3300)
    assert "24 drives there, 20 here" in run["distance"]
    assert "drives of 15000 rpm there, 10000 here" in run["distance"]


def test_every_number_of_the_book_has_a_place() -> None:
    data = book().data["estimate"]
    cited = [*data.parameters.values(), *data.drive_classes, *data.sequential, *data.random, *data.ceilings]
    assert all(item.citations for item in cited)
    assert all(citation_document(item.citation)["place"] for item in data.measurements)


def made(noun: Any, **parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Only these fields; ``st.builds`` would invent words for the others."""
    return st.fixed_dictionaries(parts).map(lambda found: noun(**found))


loads = made(
    WorkloadAsked,
    name=st.sampled_from([None, "oltp", "hadoop", "video_surveillance", "exchange", "free text"]),
    access=st.sampled_from([None, "random", "sequential", "mixed"]),
    read_percent=st.none() | st.sampled_from([0, 100]) | st.floats(0, 100),
    block_kib=st.none() | st.floats(0.01, 1_048_576),
    streams=st.none() | st.integers(1, 1_000_000),
    queue_depth=st.none() | st.integers(1, 1_000_000),
    working_set_gib=st.none() | st.floats(0, 1e9),
)
volumes = made(
    VolumeAsked,
    raid_level=st.none() | st.sampled_from(LEVELS),
    media=st.sampled_from([None, "hdd", "ssd", "nvme"]),
    drives=st.none() | st.integers(1, 4096),
    rpm=st.none() | st.sampled_from([5400, 7200, 10000, 15000]) | st.integers(1, 100_000),
)
requests = made(
    AdviceRequest,
    controller=made(
        ControllerAsked,
        model=st.sampled_from(MODELS),
        cache_protection=st.sampled_from([None, "optimal", "charging", "failed", "absent", "unread"]),
    ),
    volume=volumes,
    workload=loads,
    acceleration=made(
        AccelerationAsked,
        kind=st.sampled_from([None, "none", "cachecade"]),
        ssd_cache_gib=st.none() | st.floats(0, 1e6),
    ),
    adapter=st.sampled_from([None, "VIC 1240", "VIC 1280", "some card"]),
    include=st.sampled_from([("estimate",), ("alternatives",), ("settings", "estimate", "alternatives")]),
)


@settings(max_examples=300, deadline=None)
@given(requests)
def test_any_request_is_answered_with_low_not_above_expected_not_above_high(asked: AdviceRequest) -> None:
    answer = answered(asked)
    json.dumps(answer, allow_nan=False)
    for name in QUANTITIES if "estimate" in answer else ():
        span = answer["estimate"][name] or {}
        known = [span[end] for end in ("low", "expected", "high") if span.get(end) is not None]
        assert known == sorted(known)
        assert all(value >= 0 for value in known)


@settings(max_examples=150, deadline=None)
@given(
    level=st.sampled_from(["raid0", "raid5", "raid6", "jbod"]),
    model=st.sampled_from(MODELS),
    media=st.sampled_from(["hdd", "ssd"]),
    rpm=st.sampled_from([7200, 10000, 15000]),
    drives=st.integers(3, 200),
    access=st.sampled_from(["random", "sequential"]),
    read=st.sampled_from([0, 10, 50, 70, 100]),
    queue=st.none() | st.integers(1, 512),
    protection=st.sampled_from(["optimal", "absent"]),
)
def test_another_drive_never_makes_it_slower(
    level: str, model: str | None, media: str, rpm: int, drives: int, access: str, read: int, queue: int | None,
    protection: str,
) -> None:  # fmt: skip
    work = {"access": access, "read_percent": read, "block_kib": 64, "queue_depth": queue}
    few, more = (
        estimated(model=model, protection=protection, raid_level=level, media=media, rpm=rpm, drives=n, work=work)
        for n in (drives, drives + 1)
    )
    name = "iops" if access == "random" else "mb_per_s"
    if few["for"]["raid_level"] == more["for"]["raid_level"] and few[name] and more[name]:
        assert more[name]["expected"] >= few[name]["expected"] * 0.999
