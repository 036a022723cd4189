"""A level that cannot be made of these drives on this card gives way in the open."""

from __future__ import annotations

from typing import Any

from app.core.book import Book
from tests.asking import CARD_2016, asked, codes

PROTECTED = {"model": CARD_2016, "cache_protection": "optimal"}
UNPROTECTED = {"model": CARD_2016, "cache_protection": "absent"}


def settings_of(book: Book, **request: Any) -> dict[str, Any]:
    return asked(book, "settings", workload={"name": "oltp"}, **request)


def test_a_wished_level_that_needs_more_drives_is_refused_and_another_given(book: Book) -> None:
    answer = settings_of(
        book, controller=PROTECTED, volume={"media": "hdd", "drives": 3}, requested={"raid_level": "raid10"}
    )
    (refusal,) = answer["refusals"]
    assert (refusal["code"], refusal["field"], refusal["alternative"]) == (
        "too_few_drives",
        "requested.raid_level",
        "raid5",
    )
    assert answer["settings"]["raid_level"]["value"] == "raid5"


def test_a_wished_level_that_fits_is_given_with_its_own_settings(book: Book) -> None:
    answer = settings_of(
        book, controller=PROTECTED, volume={"media": "hdd", "drives": 6}, requested={"raid_level": "raid10"}
    )
    assert (answer["status"], answer["settings"]["raid_level"]["value"]) == ("advised", "raid10")


def test_levels_that_cannot_be_made_are_not_acceptable(book: Book) -> None:
    answer = settings_of(book, controller=UNPROTECTED, volume={"media": "hdd", "drives": 3, "raid_level": "raid5"})
    level = answer["settings"]["raid_level"]
    assert (level["value"], level["acceptable"], level["basis"]) == ("raid5", ["raid5"], "capability")
    assert "RAID 5 is given instead" in level["reason"]
    assert "level_substituted" in codes(answer)


def test_nothing_is_substituted_where_the_level_of_the_papers_can_be_made(book: Book) -> None:
    answer = settings_of(book, controller=UNPROTECTED, volume={"media": "hdd", "drives": 4, "raid_level": "raid5"})
    level = answer["settings"]["raid_level"]
    assert (level["value"], level["acceptable"]) == ("raid10", ["raid10", "raid5"])
    assert "level_substituted" not in codes(answer)
