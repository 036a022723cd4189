"""Which drives to take, and what is said of drives already chosen."""

from __future__ import annotations

import pytest

from app.core.book import Book
from tests.asking import CARD_2016, asked, claims, codes, conflicts, questions


@pytest.mark.parametrize(
    ("access", "media"), [("random", "ssd"), ("sequential", "hdd"), ("mixed", "ssd")], ids=lambda value: str(value)
)
def test_the_pattern_chooses_the_medium(book: Book, access: str, media: str):
    answer = asked(book, "media", model=CARD_2016, workload={"access": access, "read_percent": 70})
    assert (answer["status"], answer["media"]["media"]) == ("advised", media)
    assert answer["media"]["reason"]
    assert answer["media"]["cost"]


@pytest.mark.parametrize(
    ("workload", "endurance"),
    [
        ("caching", "performance"),
        ("oltp", "performance"),
        ("data_warehouse", "performance"),
        ("vdi", "performance"),
        ("vdi_steady", "performance"),
        ("os_boot", "value"),
        ("streaming_media", "value"),
        ("collaboration", "value"),
        ("decision_support", "value"),
    ],
)
def test_every_named_workload_has_its_class_of_ssd(book: Book, workload: str, endurance: str):
    answer = asked(book, "media", model=CARD_2016, volume={"media": "ssd"}, workload={"name": workload})
    assert answer["media"]["endurance"] == endurance
    assert answer["media"]["endurance_basis"] == "workload"


@pytest.mark.parametrize(
    ("writes", "endurance", "warned"),
    [
        (0, "value", []),
        (1, "value", []),
        (1.1, "performance", []),
        (3, "performance", []),
        (4, "performance", ["check_drive_rating"]),
        (10, "performance", ["check_drive_rating"]),
        (11, "performance", ["endurance_beyond_classes"]),
    ],
)
def test_the_daily_writes_decide_before_the_name(book: Book, writes: float, endurance: str, warned: list[str]):
    workload = {"full_drive_writes_per_day": writes}
    answer = asked(book, "media", model=CARD_2016, volume={"media": "ssd"}, workload=workload)
    assert answer["status"] == "advised"
    assert answer["media"]["endurance"] == endurance
    assert codes(answer) == warned
    assert {"ucs-m4-ep-dwpd", "ucs-m4-ev-dwpd"} <= claims(answer["media"]["citations"])


def test_a_warehouse_that_is_only_read_may_take_the_value_class(book: Book):
    workload = {"name": "data_warehouse", "read_percent": 100}
    answer = asked(book, "media", model=CARD_2016, volume={"media": "ssd"}, workload=workload)
    assert answer["media"]["acceptable_endurance"] == ["value", "performance"]
    assert "K42" in conflicts(answer)


def test_an_ssd_that_wears_out_early_is_warned_about(book: Book):
    volume = {"media": "ssd", "endurance": "value"}
    answer = asked(book, "media", model=CARD_2016, volume=volume, workload={"name": "vdi"})
    assert codes(answer) == ["endurance_too_low"]


def test_an_ssd_that_bears_more_than_is_needed_is_told_as_a_matter_of_cost(book: Book):
    volume = {"media": "ssd", "endurance": "performance"}
    answer = asked(book, "media", model=CARD_2016, volume=volume, workload={"name": "os_boot"})
    assert codes(answer) == ["endurance_beyond_need"]


@pytest.mark.parametrize(
    ("media", "access", "code"),
    [("hdd", "random", "slower_media_than_advised"), ("ssd", "sequential", "dearer_media_than_advised")],
)
def test_drives_already_chosen_are_judged(book: Book, media: str, access: str, code: str):
    answer = asked(book, "media", volume={"media": media}, workload={"access": access, "read_percent": 50})
    assert code in codes(answer)
    assert answer["media"]["as_given"] == media


def test_hard_disks_for_streams_bring_the_disagreement_and_the_other_choice(book: Book):
    answer = asked(book, "media", workload={"name": "streaming_read"})
    assert "K17" in conflicts(answer)
    others = answer["media"]["alternatives"]
    assert [(item["media"], item["endurance"], item["acceleration"]) for item in others] == [
        ("ssd", "value", "fastpath")
    ]


def test_random_work_on_hard_disks_wants_the_fastest_spindles(book: Book):
    answer = asked(book, "media", volume={"media": "hdd", "rpm": 7200}, workload={"access": "random"})
    assert answer["media"]["rpm"]["rpm"][0] == 15000
    assert answer["media"]["rpm"]["given"] == 7200
    assert answer["media"]["endurance"] is None


def test_nothing_is_guessed_without_pattern_and_name(book: Book):
    answer = asked(book, "media", model=CARD_2016)
    assert (answer["status"], questions(answer)) == ("needs_input", ["workload.access"])
    assert answer["media"]["media"] is None


def test_flash_on_pcie_counts_as_flash(book: Book):
    answer = asked(book, "media", volume={"media": "nvme"}, workload={"name": "oltp"})
    assert codes(answer) == []
    assert answer["media"]["endurance"] == "performance"
