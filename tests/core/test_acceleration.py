"""CacheCade, FastPath or neither."""

from __future__ import annotations

import pytest

from app.core.book import Book
from tests.asking import CARD_2011, CARD_2013, TRI_MODE, asked, claims, codes, conflicts, questions

EITHER, CACHECADE, FASTPATH = {"cachecade", "fastpath"}, {"cachecade"}, {"fastpath"}


@pytest.mark.parametrize(
    ("workload", "offered", "claim"),
    [
        ("web_server", CACHECADE, "lsi-aq-web"),
        ("file_server", EITHER, "lsi-aq-file"),
        ("email_server", EITHER, "lsi-aq-email"),
        ("database", EITHER, "lsi-aq-db"),
        ("oltp", EITHER, "lsi-aq-oltp"),
        ("e_commerce", EITHER, "lsi-aq-ecommerce"),
        ("large_sequential_database", FASTPATH, "lsi-aq-large-seq-db"),
        ("streaming_read", FASTPATH, "lsi-aq-stream-read"),
        ("streaming_write", FASTPATH, "lsi-aq-stream-write"),
    ],
)
def test_every_row_of_the_table_of_applications_is_followed(book: Book, workload: str, offered: set[str], claim: str):
    answer = asked(book, "acceleration", model=CARD_2011, volume={"drives": 24}, workload={"name": workload})
    section = answer["acceleration"]
    assert answer["status"] == "advised"
    assert set(section["acceptable"]) == offered
    assert section["acceleration"] == section["value"] == section["acceptable"][0]
    assert section["basis"] == "exact"
    assert claim in claims(section["citations"])
    assert bool(section["condition"]) == (offered == EITHER and section["value"] == "cachecade")


@pytest.mark.parametrize("reads", [0, 50, 100])
def test_streams_never_get_cachecade(book: Book, reads: int):
    workload = {"access": "sequential", "read_percent": reads, "block_kib": 256}
    asks = {"kind": "cachecade", "ssd_cache_gib": 100}
    volume = {"raid_level": "raid5", "media": "hdd", "drives": 12}
    answer = asked(book, "acceleration", model=CARD_2011, volume=volume, workload=workload, acceleration=asks)
    assert answer["acceleration"]["acceptable"] == ["none", "fastpath"]
    assert "acceleration_does_not_help" in codes(answer)


@pytest.mark.parametrize(
    ("working_set", "cache", "value", "fits"),
    [
        (93, 128, "cachecade", "yes"),
        (128, 128, "cachecade", "yes"),
        (200, 128, "cachecade", "mostly"),
        (300, 128, "none", "no"),
        (1100, 400, "none", "no"),
        (1100, None, "none", "no"),
        (93, None, "cachecade", "unread"),
    ],
)
def test_the_busy_data_has_to_fit_into_the_ssds(book: Book, working_set: int, cache: int | None, value: str, fits: str):
    workload = {"access": "random", "read_percent": 90, "working_set_gib": working_set}
    asks = {"ssd_cache_gib": cache} if cache else {}
    answer = asked(book, "acceleration", model=CARD_2011, volume={"media": "hdd"}, workload=workload, acceleration=asks)
    assert answer["acceleration"]["acceleration"] == value
    assert answer["acceleration"]["hot_set"]["fits"] == fits


def test_much_writing_on_a_card_of_2011_is_no_work_for_cachecade(book: Book):
    workload = {"access": "random", "read_percent": 10}
    answer = asked(book, "acceleration", model=CARD_2011, volume={"media": "hdd"}, workload=workload)
    assert answer["acceleration"]["acceptable"] == ["none", "fastpath"]


def test_a_tri_mode_card_is_never_given_cachecade(book: Book):
    answer = asked(book, "acceleration", model=TRI_MODE, volume={"media": "hdd"}, workload={"name": "web_server"})
    section = answer["acceleration"]
    assert section["acceleration"] == "none"
    assert "end of life" in section["excluded"][0]["reason"]
    assert "storcli-cachecade-end" in claims(section["excluded"])


def test_a_later_card_is_told_that_the_version_counts(book: Book):
    workload = {"access": "random", "read_percent": 90}
    answer = asked(book, "acceleration", model=CARD_2013, volume={"media": "hdd"}, workload=workload)
    assert answer["acceleration"]["acceleration"] == "cachecade"
    assert codes(answer) == ["cachecade_version"]
    assert "K20" in conflicts(answer)


def test_a_volume_of_ssds_takes_fastpath(book: Book):
    workload = {"access": "random", "read_percent": 90}
    answer = asked(book, "acceleration", model=CARD_2011, volume={"media": "ssd"}, workload=workload)
    assert answer["acceleration"]["acceptable"] == ["fastpath"]
    assert answer["acceleration"]["keys_needed"] == ["fastpath"]


def test_an_adapter_without_volumes_accelerates_nothing(book: Book):
    answer = asked(book, "acceleration", model="UCSC-SAS12GHBA", workload={"name": "oltp"})
    assert answer["acceleration"]["acceleration"] == "none"


def test_the_comparison_has_all_four_ways(book: Book):
    compared = asked(book, "acceleration", model=CARD_2011, workload={"name": "oltp"})["acceleration"]["comparison"]
    found = [(item["solution"], item["gain"], item["cost_of_capacity"], item["cost_of_ownership"]) for item in compared]
    assert found == [
        ("server_memory", "highest", 4, 1),
        ("short_stroked_hard_disks", "low", 1, 4),
        ("cachecade", "moderate", 2, 2),
        ("fastpath", "high", 3, 1),
    ]


def test_the_pattern_is_asked_for_where_nobody_said_it(book: Book):
    answer = asked(book, "acceleration", model=CARD_2011)
    assert (answer["status"], questions(answer)) == ("needs_input", ["workload.access"])
