"""Warnings, questions and refusals that follow from arithmetic, from the card, or from what was asked for."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from app.core.advice import Advice
from app.core.advise import advise
from app.core.book import Book, Level
from app.core.facts import FACTS
from app.core.request import AcceptedRisk, AdviceRequest, ControllerAsked, VolumeAsked, WorkloadAsked
from app.core.table import Table

DAY = datetime.date(2026, 11, 20)
CARD = ControllerAsked(model="UCSC-MRAID12G", cache_mib=2048, cache_protection="optimal")
VOLUME = VolumeAsked(raid_level="raid5", media="hdd", drives=8)
WORK = WorkloadAsked(access="random", read_percent=70, block_kib=8)
WHOLE = AdviceRequest(controller=CARD, volume=VOLUME, workload=WORK)


def warned(answer: Advice) -> dict[str, str]:
    return {item.code: item.message for item in answer.warnings}


def refused(answer: Advice) -> dict[str, str]:
    return {item.code: item.message for item in answer.refusals}


def asked(book: Book, **parts) -> Advice:
    return advise(book, WHOLE._replace(**parts), DAY)


def test_mixed_media_are_told(book: Book):
    answer = asked(book, volume=VOLUME._replace(mixed_media=("hdd", "ssd")))

    assert "mixes hdd and ssd" in warned(answer)["mixed_media"]


def test_more_drives_than_bays_are_told(book: Book):
    answer = asked(book, controller=CARD._replace(backplane_drives=4))

    assert warned(answer)["more_drives_than_backplane"] == "The backplane has 4 bays; 8 drives were given."
    assert "more_drives_than_backplane" not in warned(asked(book, controller=CARD._replace(backplane_drives=8)))


def test_a_mirror_of_four_is_told_of(book: Book):
    assert "raid1_of_many" in warned(asked(book, volume=VOLUME._replace(raid_level="raid1", drives=4)))
    assert "raid1_of_many" not in warned(asked(book, volume=VOLUME._replace(raid_level="raid1", drives=2)))


def test_protection_of_no_cache_is_told_and_not_believed(book: Book):
    answer = asked(book, controller=CARD._replace(cache_mib=0))

    assert "protection_without_cache" in warned(answer)
    assert answer.settings["write_policy"].value == "write_through"


def test_a_risk_that_has_nothing_to_act_on_is_told(book: Book):
    risk = AcceptedRisk("write_policy", "unprotected_write_back", "lab", "scratch", DAY)
    answer = asked(book, controller=ControllerAsked(model="9300-8E HBA"), volume=VolumeAsked(), accept_risk=risk)

    assert "accepted_risk_unused" in warned(answer)


def test_a_workload_in_words_of_ones_own_is_asked_about(book: Book):
    answer = asked(book, workload=WorkloadAsked(name="whatever we do"))

    assert "workload.name" in [question.field for question in answer.questions]


def test_with_nothing_missing_and_nothing_said_the_purpose_is_asked(book: Book):
    """Where no rule of a setting waits for anything, the question is what the volume is for."""
    bare = replace(book, rules=(), tables=type(book.tables)({era: empty(table) for era, table in book.tables.items()}))
    answer = advise(bare, WHOLE, DAY)

    assert answer.status == "needs_input"
    assert "workload.name" in [question.field for question in answer.questions]
    without = advise(bare, WHOLE._replace(workload=WorkloadAsked()), DAY)
    assert "workload.access" in [question.field for question in without.questions]


def empty(table: Table) -> Table:
    return Table(table.era, (), (), (), FACTS)


@pytest.mark.parametrize(
    ("wanted", "value", "code"),
    [
        ({"write_policy": "wb"}, "protected_write_back", "ambiguous_write_back"),
        ({"write_policy": "perhaps"}, "protected_write_back", "unknown_value"),
        ({"read_policy": "adaptive_read_ahead"}, "no_read_ahead", "adaptive_read_ahead_not_available"),
        ({"strip_size_kib": 100}, 64, "strip_not_available"),
        ({"raid_level": "raid9"}, "raid5", "unknown_value"),
    ],
)
def test_a_wish_that_cannot_be_is_refused_and_the_value_stays(book: Book, wanted: dict, value: object, code: str):
    answer = asked(book, requested=wanted)
    (setting,) = wanted

    assert code in refused(answer)
    assert answer.settings[setting].value == value
    assert answer.settings[setting].requested == "refused"


def test_a_wish_that_no_paper_shares_is_warned_about(book: Book):
    answer = asked(book, requested={"read_policy": "read_ahead"})

    assert answer.settings["read_policy"].requested == "warned"
    assert (
        "No paper advises read_policy read_ahead here; no_read_ahead is given."
        in warned(answer)["requested_not_advised"]
    )


def test_a_wish_beside_silence_is_shown_as_nothing_given(book: Book):
    answer = asked(book, volume=VOLUME._replace(raid_level="raid10"), requested={"initialization": "none"})

    assert answer.settings["initialization"].value == "none"


def test_cached_io_on_a_cache_that_nothing_protects_is_refused(book: Book):
    answer = asked(
        book,
        controller=CARD._replace(model="MegaRAID 9266-8i", cache_protection="learning"),
        requested={"io_policy": "cached"},
    )

    assert "cached_io_unprotected" in refused(answer)
    assert answer.settings["io_policy"].value == "direct"


def test_what_a_card_has_not_cannot_be_wished_for(book: Book):
    hba = asked(
        book,
        controller=ControllerAsked(model="9300-8E HBA"),
        volume=VolumeAsked(drives=4),
        requested={"io_policy": "direct"},
    )
    bare = asked(
        book, controller=ControllerAsked(model="Embedded RAID (C240 M3)"), requested={"read_policy": "read_ahead"}
    )

    assert "not_available" in refused(hba)
    assert "no_read_cache" in refused(bare)


def test_a_level_that_neither_it_nor_another_could_make_names_another_controller(book: Book):
    only = {**book.levels, "raid5": replace(book.levels["raid5"], instead=())}
    answer = advise(replace(book, levels=only), WHOLE._replace(volume=VOLUME._replace(drives=2)), DAY)

    assert refused(answer)["too_few_drives"].endswith("2 drives were given.")


@pytest.mark.parametrize(
    ("drives", "spans"),
    [(6, 2), (8, 2), (9, 3), (7, None), (5, None), (11, None), (4096, 2)],
)
def test_spanned_levels_take_equal_spans(book: Book, drives: int, spans: int | None):
    level: Level = book.levels["raid50"]

    assert level.takes(drives) is (spans is not None)
    if drives >= level.minimum:
        assert level.spans(drives) == spans


def test_levels_without_spans_have_one(book: Book):
    assert book.levels["raid5"].spans(7) == 1
