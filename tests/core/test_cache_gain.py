"""Table 2 row by row, and whether more cache helps."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.book import Book
from tests.asking import CARD_2013, SAS3108, TRI_MODE, asked, claims, codes, conflicts, questions

OPTIMAL = {"model": SAS3108, "cache_protection": "optimal"}
HDD = {"media": "hdd", "drives": 24}

ROWS: list[tuple[str, str, Any, set[str]]] = [
    ("multithreaded_reads", "gain_x", {"1gb": 4, "2gb": 4, "text": 4}, {"K10"}),
    ("multithreaded_writes", "gain_x", {"1gb": 40, "2gb": 40, "text": 40}, {"K10"}),
    ("bursty_writes", "burst_commands_absorbed", {"1gb": 2000, "2gb": 4000}, set()),
    ("bursty_writes", "latency_ratio_nocache", 4, set()),
    ("database_logging_small", "gain_x", {"1gb": 15, "2gb": 20, "text": 142}, {"K10", "K34"}),
    ("oltp", "gain_pct", {"1gb": 85, "2gb": 190}, set()),
    ("oltp_two_to_one", "gain_pct", {"1gb": 85, "2gb": 190}, set()),
    ("small_random_writes", "gain_x", {"1gb": 8, "2gb": 10}, {"K10"}),
    ("small_random_writes", "latency_us_wb", [30, 100], {"K10"}),
    ("small_random_writes", "latency_ms_nocache", [10, 30], {"K10"}),
    ("exchange", "database_write_latency_x", {"1gb": 250, "2gb": 250, "text": 300}, {"K10"}),
    ("exchange", "log_write_latency_x", {"1gb": 300, "2gb": 300, "text": 300}, {"K10"}),
    ("exchange", "gain_pct", {"1gb": 40, "2gb": 50}, {"K10"}),
    ("exchange_database", "gain_pct", {"1gb": 40, "2gb": 50}, {"K10"}),
    ("exchange_log", "log_write_latency_x", {"1gb": 300, "2gb": 300, "text": 300}, set()),
    ("sql_oltp", "gain_pct", {"1gb": 300, "2gb": 300}, set()),
    ("sql_oltp", "threads", [8, 50], set()),
    ("sql_oltp", "latency_decrease_pct", {"1gb": 60, "2gb": 60}, set()),
]


@pytest.mark.parametrize(("workload", "figure", "value", "disagreements"), ROWS)
def test_every_row_gives_its_figures(book: Book, workload: str, figure: str, value: Any, disagreements: set[str]):
    answer = asked(book, "cache_gain", controller=OPTIMAL, volume=HDD, workload={"name": workload})
    assert answer["status"] == "advised"
    assert answer["cache_gain"][figure] == value
    assert answer["cache_gain"]["basis"] == "exact"
    assert disagreements <= conflicts(answer)
    assert any(name.startswith("avago-t2-") for name in claims(answer["cache_gain"]["citations"]))


def test_both_figures_are_shown_where_text_and_table_disagree(book: Book):
    section = asked(book, "cache_gain", controller=OPTIMAL, volume=HDD, workload={"name": "multithreaded_writes"})
    found = section["cache_gain"]["gain_x_1gb"]
    assert found == {"low": 40, "high": 400, "table": 400, "text": 40, "for_sizing": 40}


def test_a_misprinted_unit_is_corrected_and_said(book: Book):
    answer = asked(book, "cache_gain", controller=OPTIMAL, volume=HDD, workload={"name": "small_random_writes"})
    (row,) = answer["cache_gain"]["rows"]
    figure = next(item for item in row["figures"] if item["name"] == "latency_ms_nocache")
    assert "wrong unit" in figure["corrected"]


def test_a_factor_is_the_most_that_was_reached(book: Book):
    for workload in {row[0] for row in ROWS}:
        answer = asked(book, "cache_gain", controller=OPTIMAL, volume=HDD, workload={"name": workload})
        sized = [f for row in answer["cache_gain"]["rows"] for f in row["figures"] if f"{f['name']}_1gb" in f]
        assert {figure["qualifier"] for figure in sized} <= {"up to", "more than"}


@pytest.mark.parametrize("name", ["cache_gain", "cache_size"])
@pytest.mark.parametrize(("media", "model"), [("ssd", SAS3108), ("nvme", "MegaRAID 9560-8i")])
def test_no_figure_is_given_for_flash(book: Book, name: str, media: str, model: str):
    card = {"model": model, "cache_protection": "optimal"}
    answer = asked(book, name, controller=card, volume={"media": media}, workload={"name": "oltp"})
    assert (answer["status"], codes(answer, "refusals")) == ("refused", [f"{name}_on_ssd"])
    assert not answer[name].get("rows")
    assert "avago-summary-hdd" in claims(answer["refusals"])


def test_another_family_is_told_that_figures_are_stretched_to_it(book: Book):
    answer = asked(book, "cache_gain", model=CARD_2013, volume=HDD, workload={"name": "database_logging_small"})
    assert answer["cache_gain"]["basis"] == "extended"
    assert "another family" in answer["cache_gain"]["reason"]
    assert {"K10", "K34"} <= conflicts(answer)


def test_work_that_the_table_does_not_name_gets_the_nearest_row(book: Book):
    workload = {"access": "random", "read_percent": 20, "block_kib": 8}
    answer = asked(book, "cache_gain", controller=OPTIMAL, volume=HDD, workload=workload)
    assert [row["row"] for row in answer["cache_gain"]["rows"]] == ["Small Random Writes"]
    assert answer["cache_gain"]["basis"] == "extended"


def test_work_far_from_every_row_gets_no_figure(book: Book):
    answer = asked(book, "cache_gain", controller=OPTIMAL, volume=HDD, workload={"name": "web_server"})
    assert answer["cache_gain"]["rows"] == []
    assert answer["status"] == "advised"


def test_medium_and_workload_are_asked_for(book: Book):
    assert questions(asked(book, "cache_gain", controller=OPTIMAL)) == ["volume.media", "workload.name"]


@pytest.mark.parametrize(
    ("state", "warned"), [("failed", ["gain_needs_protection"]), ("charging", []), ("optimal", [])]
)
def test_the_gain_is_there_only_while_the_cache_is_protected(book: Book, state: str, warned: list[str]):
    card = {"model": SAS3108, "cache_protection": state}
    assert codes(asked(book, "cache_gain", controller=card, volume=HDD, workload={"name": "oltp"})) == warned


def test_a_card_without_cache_is_told_what_one_would_bring(book: Book):
    card = {"model": SAS3108, "cache_mib": 0}
    assert codes(asked(book, "cache_gain", controller=card, volume=HDD, workload={"name": "oltp"})) == [
        "no_cache_on_card"
    ]


@pytest.mark.parametrize(
    ("workload", "sizes"),
    [
        ("sql_oltp", [1, 2]),
        ("multithreaded_reads", [1, 2]),
        ("multithreaded_writes", [1, 2]),
        ("exchange_log", [1, 2]),
        ("bursty_writes", [2]),
        ("database_logging_small", [2]),
        ("oltp", [2]),
        ("small_random_writes", [2]),
        ("exchange", [2]),
    ],
)
def test_the_sizes_that_do_best_follow_from_the_row(book: Book, workload: str, sizes: list[int]):
    answer = asked(book, "cache_size", controller=OPTIMAL, volume=HDD, workload={"name": workload})
    section = answer["cache_size"]
    assert section["cache_gb"] == sizes
    assert all(line["same_for_both"] for line in section["doubling"]) == (sizes == [1, 2])
    assert section["unmeasured_gb"] == [4]
    assert "K44" in conflicts(answer)


def test_a_smaller_cache_than_helps_and_one_nobody_measured_are_warned_about(book: Book):
    small = asked(
        book, "cache_size", controller={"model": SAS3108, "cache_mib": 1024}, volume=HDD, workload={"name": "oltp"}
    )
    large = asked(book, "cache_size", model="UCSC-MRAID12G", volume=HDD, workload={"name": "oltp"})
    huge = asked(
        book,
        "cache_size",
        controller={"model": "UCSC-MRAID12G", "cache_mib": 4096},
        volume=HDD,
        workload={"name": "oltp"},
    )
    assert codes(small) == ["larger_cache_helps"]
    assert large["cache_size"]["offered_gb"] == [1, 2, 4]
    assert codes(huge) == ["cache_size_unmeasured"]


def test_sizes_are_those_of_the_model(book: Book):
    assert asked(book, "cache_size", model=TRI_MODE, volume=HDD, workload={"name": "oltp"})["cache_size"][
        "offered_gb"
    ] == [8]
