"""How the papers tested, as a plan for this volume."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.book import Book
from tests.asking import CARD_2011, CARD_2013, CARD_2016, asked, claims, codes, conflicts

TABLE_9 = {
    "iometer_version": "1.1.0",
    "run_time_min": 30,
    "record": "all",
    "data_pattern": "repeating bytes",
    "transfer_delay": "1 I/O operation",
    "align": "request size",
    "reply": "none",
}


@pytest.mark.parametrize(
    ("access", "ramp", "workers"), [("random", 20, 8), ("sequential", 60, 1)], ids=lambda value: str(value)
)
def test_a_12_gigabit_card_is_tested_by_table_9(book: Book, access: str, ramp: int, workers: int):
    answer = asked(book, "benchmark", model=CARD_2016, workload={"access": access})
    section = answer["benchmark"]
    assert answer["status"] == "advised"
    assert {name: section[name] for name in TABLE_9} == TABLE_9
    assert (section["ramp_s"], section["workers"]) == (ramp, workers)
    assert {"K27", "K28"} <= conflicts(answer)


def test_random_load_has_as_many_workers_as_drives(book: Book):
    answer = asked(book, "benchmark", model=CARD_2016, volume={"drives": 12}, workload={"access": "random"})
    assert answer["benchmark"]["workers"] == 12


def test_an_access_nobody_named_keeps_both_numbers(book: Book):
    assert asked(book, "benchmark", model=CARD_2016)["benchmark"]["ramp_s"] == {"random": 20, "sequential": 60}


def test_a_6_gigabit_card_is_tested_by_the_paper_of_its_time(book: Book):
    section = asked(book, "benchmark", model=CARD_2013, workload={"access": "random"})["benchmark"]
    found = {name: section[name] for name in ("run_time_min", "ramp_s", "workers", "dataset_percent")}
    assert found == {"run_time_min": 30, "ramp_s": 120, "workers": "all", "dataset_percent": 70}
    borrowed = {item["name"]: item["basis"] for item in section["settings"]}
    assert (borrowed["ramp_s"], borrowed["align"]) == ("exact", "extended")


@pytest.mark.parametrize(
    ("media", "limit", "strict"),
    [("hdd", 20, True), ("ssd", 2, False), ("nvme", 2, False), (None, {"hdd": 20, "ssd": 2}, True)],
)
def test_the_latency_limit_follows_the_medium(book: Book, media: str | None, limit: Any, strict: bool):
    section = asked(book, "benchmark", volume={"media": media})["benchmark"]
    assert section["latency_ms"] == limit
    stricter = section.get("latency_ms_stricter")
    assert (stricter and (stricter["read"], stricter["write"])) == (([10, 12], [8, 10]) if strict else None)


@pytest.mark.parametrize(
    ("access", "drives", "outstanding", "basis"),
    [("random", 24, 48, "exact"), ("sequential", 24, 24, "exact"), ("random", 8, 16, "extended")],
)
def test_outstanding_requests_follow_the_drives(book: Book, access: str, drives: int, outstanding: int, basis: str):
    volume = {"media": "hdd", "drives": drives}
    section = asked(book, "benchmark", model=CARD_2013, volume=volume, workload={"access": access})["benchmark"]
    assert (section["outstanding"], section["outstanding_basis"]) == (outstanding, basis)


def test_ssds_get_a_series_of_outstanding_requests_to_try(book: Book):
    section = asked(book, "benchmark", model=CARD_2016, volume={"media": "ssd", "drives": 8})["benchmark"]
    assert section["outstanding"] is None
    assert section["outstanding_series"] == sorted(section["outstanding_series"])
    assert "ucs-m4-qd-varied" in claims(section["outstanding_citations"])


def test_the_workloads_own_pattern_is_what_runs(book: Book):
    section = asked(book, "benchmark", model=CARD_2013, workload={"name": "oltp"})["benchmark"]
    (spec,) = section["access_specifications"]
    assert (spec["access"], spec["read_percent"], spec["block_kib"], spec["writes"]) == ("random", 70, 8, True)


def test_without_a_workload_the_papers_matrix_runs(book: Book):
    section = asked(book, "benchmark", model=CARD_2016)["benchmark"]
    mixes = {(spec["access"], spec["read_percent"]) for spec in section["access_specifications"]}
    assert mixes == {*(("random", reads) for reads in (100, 0, 70, 50)), ("sequential", 100), ("sequential", 0)}


@pytest.mark.parametrize(("gb", "rate", "least", "each"), [(50, 50, 1024, 1800), (1600, 400, 4096, 4096)])
def test_conditioning_takes_as_long_as_the_formula_says(book: Book, gb: int, rate: int, least: int, each: int):
    plan = asked(book, "benchmark", benchmark={"device_gb": gb, "write_mb_per_s": rate})["benchmark"]["conditioning"]
    assert plan["duration_s"] == least
    assert [item["run_s"] for item in plan["passes"]] == [each, each]
    assert plan["total_s"] == 2 * each
    assert [(item["access"], item["block_kib"]) for item in plan["passes"]] == [("sequential", 128), ("random", 4)]


def test_the_printed_example_of_the_formula_comes_out(book: Book):
    plan = asked(book, "benchmark")["benchmark"]["conditioning"]
    assert (plan["example"]["least_s"], plan["duration_s"], plan["minutes_each"]) == (1024, None, [30, 60])


def test_hard_disks_need_no_conditioning(book: Book):
    assert asked(book, "benchmark", volume={"media": "hdd"})["benchmark"]["conditioning"] is None


def test_two_runs_must_agree_within_ten_percent(book: Book):
    found = asked(book, "benchmark")["benchmark"]["repeats"]
    assert (found["runs"], found["minutes_each"], found["agree_within_percent"]) == (2, 60, 10)


def test_the_hot_spot_has_the_printed_sectors(book: Book):
    spot = asked(book, "benchmark", model=CARD_2011)["benchmark"]["hot_spot"]
    assert (spot["range_gib"], spot["max_sectors"]) == (30, 62_914_560)
    assert (spot["workers"], spot["outstanding_per_worker"], spot["outstanding_total"]) == (2, 64, 128)


def test_the_hot_spot_grows_with_the_working_set(book: Book):
    spot = asked(book, "benchmark", workload={"working_set_gib": 93})["benchmark"]["hot_spot"]
    assert (spot["max_sectors"], spot["printed_max_sectors"]) == (93 * 2**30 // 512, 62_914_560)


def test_graduated_regions_have_the_printed_sectors(book: Book):
    section = asked(book, "benchmark", model=CARD_2011)["benchmark"]
    found = [
        (r["name"], r["qd"], r["printed_range_gib"], r["printed_max_sectors"])
        for r in section["full_disk_access"]["regions"]
    ]
    assert found == [
        ("hot", 32, 100, 209_715_200),
        ("warm", 4, 200, 419_430_400),
        ("cool", 2, 400, 838_860_800),
        ("cold", 1, 800, 1_677_721_600),
    ]
    assert section["qd"] == [32, 4, 2, 1]
    assert (section["full_disk_access"]["prime_min"], section["full_disk_access"]["capture_min"]) == (5, 1)


def test_regions_are_shares_of_a_device_whose_size_is_known(book: Book):
    section = asked(book, "benchmark", benchmark={"device_gb": 1600})["benchmark"]
    assert [region["range_gib"] for region in section["full_disk_access"]["regions"]] == [200, 400, 800, 1600]


def test_an_adapter_brings_its_load_generator(book: Book):
    found = asked(book, "benchmark", adapter="VIC 1240")["benchmark"]["adapter_test"]
    assert (found["processes"], found["threads"]) == (64, 512)
    assert {"vic-threads", "vic-odirect", "vic-cmd-read", "vic-cmd-mixed"} <= claims(found)
    assert asked(book, "benchmark")["benchmark"]["adapter_test"] is None


def test_a_volume_with_data_is_warned_about(book: Book):
    assert codes(asked(book, "benchmark", volume={"holds_data": True})) == ["benchmark_destroys_data"]


@pytest.mark.parametrize(
    ("kind", "media", "first"),
    [
        ("cachecade", "hdd", ["conditioning", "hot_spot", "full_disk_access"]),
        ("fastpath", "ssd", ["conditioning", "fastpath_demonstration", "access_specifications"]),
        ("none", "ssd", ["conditioning", "access_specifications"]),
        ("none", "hdd", ["access_specifications"]),
    ],
)
def test_the_volume_says_which_procedures_to_run(book: Book, kind: str, media: str, first: list[str]):
    answer = asked(book, "benchmark", model=CARD_2011, volume={"media": media}, acceleration={"kind": kind})
    section = answer["benchmark"]
    assert section["to_run"] == [*first, "repeats"]
    assert all(section[name] is not None for name in section["to_run"])


def test_the_figures_of_the_procedures_stand_at_the_top_too(book: Book):
    asks = {"device_gb": 50, "write_mb_per_s": 50}
    section = asked(book, "benchmark", model=CARD_2011, volume={"media": "ssd"}, benchmark=asks)["benchmark"]
    assert (section["precondition_s"], section["precondition_min"]) == (1024, [30, 60])
    assert (section["runs"], section["agree_within_percent"]) == (2, 10)
    assert (section["hot_spot_gib"], section["max_sectors"], section["total_qd"]) == (30, 62_914_560, 128)
    assert (section["prime_min"], section["capture_min"]) == (5, 1)


@pytest.mark.parametrize(("gb", "rate"), [(1e9, 5e-324), (1e9, 0.001), (480, None), (None, 400)])
def test_a_duration_that_cannot_be_meant_or_reckoned_is_not_given(book: Book, gb: float | None, rate: float | None):
    asks = {"device_gb": gb, "write_mb_per_s": rate}
    plan = asked(book, "benchmark", volume={"media": "ssd"}, benchmark=asks)["benchmark"]["conditioning"]
    assert plan["duration_s"] is None
    assert [item["run_s"] for item in plan["passes"]] == [3600, 3600]
