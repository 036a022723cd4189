"""What contradicts itself or is left out is judged on the side of the data, and the answer says so."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from app.core.book import Book
from tests.asking import CARD_2013, CARD_2016, asked, codes, conflicts, questions

OLTP = {"name": "oltp"}
RISK = {
    "write_policy": "unprotected_write_back",
    "by": "storage on call",
    "reason": "scratch data",
    "until": datetime.date(2026, 6, 30),
}


def settings_of(book: Book, **request: Any) -> dict[str, Any]:
    return asked(book, "settings", **request)


def test_a_risk_is_not_used_against_a_safer_wish(book: Book) -> None:
    answer = settings_of(
        book,
        controller={"model": CARD_2016, "cache_protection": "failed"},
        volume={"raid_level": "raid5", "media": "hdd"},
        workload=OLTP,
        requested={"write_policy": "write_through"},
        accept_risk=RISK,
    )
    assert answer["settings"]["write_policy"]["value"] == "write_through"
    assert "accepted_risk" not in answer["settings"]["write_policy"]
    assert "accepted_risk_unused" in codes(answer)


def test_a_volume_that_holds_data_exists_whatever_is_said(book: Book) -> None:
    answer = settings_of(
        book,
        controller={"model": CARD_2016, "cache_protection": "optimal"},
        volume={"raid_level": "raid5", "media": "hdd", "exists": False, "holds_data": True},
        workload=OLTP,
    )
    assert answer["settings"]["initialization"]["value"] == "none"
    assert "contradictory_volume" in codes(answer)


@pytest.mark.parametrize("protection", ["optimal", "charging", "learning"])
def test_a_cache_of_no_size_protects_nothing(book: Book, protection: str) -> None:
    answer = settings_of(
        book,
        controller={"model": CARD_2016, "cache_mib": 0, "cache_protection": protection},
        volume={"raid_level": "raid5", "media": "hdd"},
        workload=OLTP,
    )
    assert answer["settings"]["write_policy"]["value"] in (None, "write_through")
    assert "protection_without_cache" in codes(answer)


def test_the_card_is_asked_for_its_protection_wherever_write_back_was_held_back(book: Book) -> None:
    answer = settings_of(book, model=CARD_2013, volume={"raid_level": "raid5", "media": "hdd"}, workload=OLTP)
    assert answer["settings"]["write_policy"]["basis"] == "safety"
    assert "controller.cache_protection" in questions(answer)


def test_the_medium_is_asked_for_where_the_papers_part_over_it(book: Book) -> None:
    answer = settings_of(
        book,
        controller={"model": CARD_2016, "cache_protection": "optimal"},
        volume={"raid_level": "raid5"},
        workload={"access": "random", "read_percent": 50},
    )
    assert "K16" in conflicts(answer)
    assert "volume.media" in questions(answer)


def test_cached_io_is_refused_on_an_unprotected_cache_with_the_disagreement_behind_it(book: Book) -> None:
    answer = settings_of(
        book,
        controller={"model": CARD_2016, "cache_protection": "failed"},
        volume={"raid_level": "raid5", "media": "hdd"},
        workload={"access": "sequential", "read_percent": 90},
        requested={"io_policy": "cached"},
    )
    assert codes(answer, "refusals") == ["cached_io_unprotected"]
    assert "K22" in conflicts(answer)


def test_nvme_drives_are_refused_on_a_card_for_sas_and_sata(book: Book) -> None:
    answer = settings_of(book, model=CARD_2016, volume={"raid_level": "raid1", "media": "nvme"}, workload=OLTP)
    assert "interface_not_available" in codes(answer, "refusals")
