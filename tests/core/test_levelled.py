"""The level as it is answered: "asked" written out, and another in place of one that cannot be made."""

from __future__ import annotations

from app.core.outcome import levelled
from tests.core.built import GUIDE, decided, ranked, rule


def level(name: str, *values: str, **more):
    return rule(name, *values, setting="raid_level", **more)


def outcome(*rules):
    return decided(ranked(*rules), setting="raid_level")


ALL = ("raid0", "raid1", "raid5", "raid10", "jbod")


def test_asked_is_written_out_wherever_it_stands():
    other = level("other", "raid10", document=GUIDE)
    found = levelled(outcome(level("own", "asked", acceptable=("asked", "raid10")), other), "raid5", ALL, "raid5")

    assert (found.value, found.acceptable) == ("raid5", ("raid5", "raid10"))
    assert found.basis == "exact"


def test_asked_in_a_dissent_is_written_out_and_none_where_it_is_the_value_after_all():
    own, other = level("own", "raid10"), level("other", "asked", document=GUIDE)

    assert [item.value for item in levelled(outcome(own, other), "raid5", ALL, "raid10").dissent] == ["raid5"]
    assert levelled(outcome(own, other), "raid10", ALL, "raid10").dissent == ()


def test_of_the_acceptable_only_what_can_be_made_is_left():
    own = level("own", "raid10", acceptable=("raid10", "raid5", "raid1"))

    assert levelled(outcome(own), "raid5", ("raid10", "raid1"), "raid10").acceptable == ("raid10", "raid1")


def test_a_level_that_cannot_be_made_gives_way_and_says_so():
    found = levelled(outcome(level("own", "raid10", acceptable=("raid10", "raid5"))), "raid0", ("raid5",), "raid5")

    assert (found.value, found.acceptable, found.basis) == ("raid5", ("raid5",), "capability")
    assert found.reason == (
        "own says so. These drives on this card cannot be made into that level: RAID 5 is given instead."
    )


def test_a_stand_in_that_no_paper_accepts_is_the_first_that_is_acceptable():
    found = levelled(
        outcome(level("own", "raid10", acceptable=("raid10", "raid5"))), "raid0", ("raid5", "jbod"), "jbod"
    )

    assert found.acceptable == ("jbod", "raid5")
    assert found.reason.endswith("JBOD is given instead.")


def test_what_is_not_decided_stays_open():
    open_one = decided([], setting="raid_level")

    assert levelled(open_one, "raid5", ALL, None).value is None
    assert levelled(open_one, "raid5", ALL, "raid5").decided is False
