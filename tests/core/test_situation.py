"""What is known of a request, and what stays unread."""

from __future__ import annotations

import datetime

import pytest

from app.core.advise import _in_effect_now, advise
from app.core.book import Book
from app.core.facts import UNREAD
from app.core.hardware import Capability
from app.core.policies import RaidLevel
from app.core.reading import Silence, is_known
from app.core.request import AcceptedRisk, AdviceRequest, ControllerAsked, VolumeAsked, WorkloadAsked
from app.core.situation import situation
from tests.rules.walking import ALWAYS_KNOWN

DAY = datetime.date(2026, 11, 20)
CARD = "UCSC-MRAID12G"


def facts(book: Book, **parts) -> dict[str, str]:
    return situation(book, AdviceRequest(**parts), DAY).facts


def test_of_an_empty_request_everything_but_the_defaults_is_unread(book: Book):
    found = facts(book)

    silent = {fact for fact, token in found.items() if token == UNREAD}
    assert silent.isdisjoint(ALWAYS_KNOWN)
    assert {"raid", "media", "access", "reads", "block", "streams", "protection", "cache", "replicated"} <= silent
    assert found["deployment"] == "production"
    assert found["exists"] == found["holds_data"] == "no"


@pytest.mark.parametrize("model", [None, CARD, "9300-8E HBA", "Embedded RAID (C240 M3)", "no such card"])
def test_what_is_always_known_is_known_of_every_card(book: Book, model: str | None):
    found = facts(book, controller=ControllerAsked(model=model))

    assert not [fact for fact in ALWAYS_KNOWN if found[fact] == UNREAD]
    assert all(token in (*book.tokens[fact], UNREAD) for fact, token in found.items())
    assert set(found) == set(book.tokens)


def test_an_existing_volume_is_not_guessed_to_be_empty(book: Book):
    assert facts(book, volume=VolumeAsked(exists=True))["holds_data"] == UNREAD
    assert facts(book, volume=VolumeAsked(exists=True, holds_data=False))["holds_data"] == "no"
    assert facts(book, volume=VolumeAsked(holds_data=True))["exists"] == "yes"


def test_no_cache_means_nothing_to_protect(book: Book):
    assert facts(book, controller=ControllerAsked(model=CARD, cache_mib=0))["protection"] == "absent"
    assert facts(book, controller=ControllerAsked(model=CARD))["protection"] == UNREAD
    assert facts(book, controller=ControllerAsked(model="9300-8E HBA"))["cache"] == "no"


def test_a_protected_cache_is_a_cache_even_on_a_card_nobody_knows(book: Book):
    assert facts(book, controller=ControllerAsked(cache_protection="charging"))["cache"] == "yes"
    assert facts(book, controller=ControllerAsked(cache_protection="failed"))["cache"] == UNREAD


def test_explicit_numbers_win_over_the_profile_and_the_rest_is_named_as_assumed(book: Book):
    found = situation(book, AdviceRequest(workload=WorkloadAsked(name="oltp", read_percent=10)), DAY)

    assert found.facts["reads"] == "write_dominated"
    assert found.facts["access"] == "random"
    assumed = {item.field for item in found.assumed}
    assert "workload.access" in assumed
    assert "workload.read_percent" not in assumed


def test_what_the_card_prints_beats_the_catalogue(book: Book):
    live = Capability(
        io_policy=False, read_policy=True, raid_levels=(RaidLevel.RAID0,), strip_min_kib=128, strip_max_kib=256
    )
    found = situation(book, AdviceRequest(controller=ControllerAsked(model=CARD, capability=live)), DAY)

    assert found.facts["io_policy_setting"] == "no"
    assert found.facts["read_policy_setting"] == found.facts["write_policy_setting"] == "yes"
    assert found.raid_levels == {"raid0"}
    assert found.strips == (128, 256)


def test_what_the_card_does_not_print_is_left_to_the_catalogue(book: Book):
    found = situation(book, AdviceRequest(controller=ControllerAsked(model=CARD, capability=Capability())), DAY)

    assert found.facts["io_policy_setting"] == "yes"
    assert "raid5" in (found.raid_levels or ())
    assert found.strips == (64, 128, 256, 512, 1024)


def test_a_range_of_strips_that_holds_none_is_not_believed(book: Book):
    live = Capability(strip_min_kib=3, strip_max_kib=5)

    assert situation(book, AdviceRequest(controller=ControllerAsked(model=CARD, capability=live)), DAY).strips[0] == 64


def test_a_card_that_leaves_the_cache_of_ssds_alone_has_no_such_setting_for_them(book: Book):
    live = ControllerAsked(model=CARD, capability=Capability(ssd_disk_cache_change=False))

    assert facts(book, controller=live, volume=VolumeAsked(media="ssd"))["disk_cache_setting"] == "no"
    assert facts(book, controller=live, volume=VolumeAsked(media="hdd"))["disk_cache_setting"] == "yes"


def test_a_cache_without_a_write_policy_is_answered_with_nothing(book: Book):
    live = ControllerAsked(
        model=CARD, cache_mib=1024, cache_protection="optimal", capability=Capability(write_policy=False)
    )
    answer = advise(
        book, AdviceRequest(controller=live, volume=VolumeAsked(raid_level="raid5", media="hdd", drives=4)), DAY
    )

    assert answer.settings["write_policy"].value is None
    assert answer.settings["write_policy"].outcome.basis == "capability"


@pytest.mark.parametrize(("until", "token"), [(DAY, "write_policy"), (DAY - datetime.timedelta(1), "none")])
def test_a_risk_is_accepted_through_its_last_day(book: Book, until: datetime.date, token: str):
    risk = AcceptedRisk("write_policy", "unprotected_write_back", "lab", "scratch", until)

    assert facts(book, accept_risk=risk)["accepted_risk"] == token


@pytest.mark.parametrize(
    ("protection", "value", "in_effect"),
    [
        ("optimal", "protected_write_back", "protected_write_back"),
        ("charging", "protected_write_back", "write_through"),
        (UNREAD, "protected_write_back", None),
        (UNREAD, "write_through", "write_through"),
        ("optimal", None, None),
    ],
)
def test_configured_is_not_in_effect(book: Book, protection: str, value: str | None, in_effect: str | None):
    at = situation(book, AdviceRequest(controller=ControllerAsked(model=CARD, cache_protection=protection)), DAY)

    assert _in_effect_now(at, value) == in_effect


def test_silences_are_no_values_and_zero_is_one():
    assert not any(Silence)
    assert not any(is_known(silence) for silence in Silence)
    assert is_known(0)
    assert is_known("")
