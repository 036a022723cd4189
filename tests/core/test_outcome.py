"""One setting: who wins, what is acceptable, on what footing, who dissents, and what is asked instead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.core.facts import UNREAD
from app.core.rules import CAPABILITY, EXTENSION, RESOLUTION, SAFETY, SITE
from tests.core.built import GUIDE, HOUSE, PAPER_2013, PAPER_2016, conflict, decided, ranked, rule, when

BACK, THROUGH = "protected_write_back", "write_through"


def test_the_highest_rule_that_holds_gives_the_value_and_its_place():
    found = decided(ranked(rule("old", BACK, document=PAPER_2013), rule("own", THROUGH)))

    assert (found.value, found.acceptable, found.basis) == (THROUGH, (THROUGH,), "exact")
    assert found.reason == "own says so."
    assert found.decided_by == "the paper of this controller's generation"
    assert [cite.claim for cite in found.citations] == ["own"]


def test_what_is_outranked_is_shown_as_dissent_with_the_step():
    found = decided(ranked(rule("old", BACK, document=PAPER_2013), rule("own", THROUGH)))

    (item,) = found.dissent
    assert (item.value, item.conflict) == (BACK, None)
    assert item.why_not == "Outranked by the paper of this controller's generation."
    assert [cite.claim for cite in item.citations] == ["old"]


def test_whoever_agrees_is_cited_beside_the_winner_and_is_no_dissent():
    found = decided(ranked(rule("own", THROUGH), rule("other", THROUGH, document=GUIDE)))

    assert [cite.claim for cite in found.citations] == ["own", "other"]
    assert found.dissent == ()
    assert found.decided_by == "nothing disagrees"


def test_a_rule_that_only_forbids_decides_nothing_and_dissents_where_its_value_is_given():
    ban = rule("ban", prohibits=(BACK,))

    assert not decided([ban]).decided
    (item,) = decided(ranked(rule("own", BACK), ban)).dissent
    assert (item.value, [cite.claim for cite in item.citations]) == (None, ["ban"])
    assert decided(ranked(rule("own", THROUGH), ban)).dissent == ()


def test_a_listed_resolution_decides_and_names_itself():
    resolution = rule("K99/1", THROUGH, tier=RESOLUTION, conflict="K99", claims=("a",))
    found = decided(ranked(rule("a", BACK), resolution), conflicts=[conflict("K99", ["a"], ["b"])])

    assert found.decided_by == "the listed resolution K99"
    assert found.conflicts == ("K99",)
    (item,) = found.dissent
    assert (item.value, item.conflict, item.why_not) == (BACK, "K99", "K99 is settled so.")


def test_the_losing_side_of_a_grave_conflict_speaks_though_it_does_not_stand():
    loser = rule("b", BACK)
    found = decided(ranked(rule("a", THROUGH)), conflicts=[conflict("K99", ["a"], ["b"])], sides={"K99": (loser,)})

    assert [(item.value, item.conflict) for item in found.dissent] == [(BACK, "K99")]


def test_the_losing_side_of_a_light_conflict_that_does_not_stand_keeps_silent():
    light = conflict("K99", ["a"], ["b"], severity="low")

    assert decided(ranked(rule("a", THROUGH)), conflicts=[light], sides={"K99": (rule("b", BACK),)}).dissent == ()


def test_a_voice_in_two_conflicts_is_filed_under_the_graver():
    two = [conflict("K01", ["b"], [], severity="medium"), conflict("K02", ["b"], [], severity="critical")]
    (item,) = decided(ranked(rule("a", THROUGH), rule("b", BACK)), conflicts=two).dissent

    assert item.conflict == "K02"


def test_a_conflict_about_one_value_is_in_scope_where_the_papers_would_have_it():
    about_back = conflict("K41", ["x"], [], advised={"write_policy": frozenset({BACK})})
    safety = rule("s", THROUGH, tier=SAFETY, basis="safety")

    assert decided(ranked(safety, rule("p", BACK)), conflicts=[about_back]).conflicts == ("K41",)
    assert decided(ranked(safety, rule("p", THROUGH)), conflicts=[about_back]).conflicts == ()


def test_safety_is_the_basis_only_where_it_changed_something():
    safety = rule("s", THROUGH, tier=SAFETY, basis="safety", document=HOUSE)

    assert decided(ranked(safety, rule("p", BACK))).basis == "safety"
    assert decided(ranked(safety, rule("p", THROUGH))).basis == "exact"
    assert decided(ranked(safety)).basis == "safety"


def test_a_setting_that_is_not_there_has_capability_as_its_basis_whatever_papers_say():
    found = decided(ranked(rule("c", None, tier=CAPABILITY, basis="capability"), rule("p", BACK)))

    assert (found.value, found.basis, found.would_be) == (None, "capability", BACK)


@pytest.mark.parametrize(
    ("document", "exact", "basis"),
    [(PAPER_2016, True, "exact"), (PAPER_2016, False, "extended"), (PAPER_2013, True, "extended")],
)
def test_a_row_for_another_generation_or_card_is_an_extension(document, exact: bool, basis: str):
    assert decided(ranked(rule("p", BACK, document=document)), exact=exact).basis == basis


def test_guidance_and_house_belong_to_every_generation():
    assert decided(ranked(rule("g", BACK, document=GUIDE, basis="text"))).basis == "text"


def test_extensions_and_the_sites_own_speak_with_the_papers():
    found = decided(ranked(rule("site", THROUGH, tier=SITE, basis="site"), rule("e", BACK, tier=EXTENSION)))

    assert (found.value, found.basis, found.decided_by) == (THROUGH, "site", "this site's own rule")
    assert [item.value for item in found.dissent] == [BACK]


def strip(name: str, *values, **more):
    return rule(name, *values, setting="strip_size_kib", **more)


@pytest.mark.parametrize(
    ("values", "strips", "value"),
    [
        (("lowest",), (8, 16, 64), 8),
        (("lowest",), (64, 128), 64),
        (("largest",), (64, 128), 128),
        ((256, 512, 1024), (64, 512), 512),
        ((64, 32, 16, 8), (8, 16), 16),
    ],
)
def test_a_strip_is_what_this_card_offers_of_what_the_page_allows(values, strips, value: int):
    found = decided(ranked(strip("p", *values)), strips=strips, setting="strip_size_kib")

    assert (found.value, found.basis) == (value, "exact")


def test_an_accepted_strip_comes_before_the_nearest():
    found = decided(ranked(strip("p", 1024, acceptable=(1024, 64))), strips=(64, 128), setting="strip_size_kib")

    assert (found.value, found.acceptable, found.basis) == (64, (64,), "exact")


def test_a_card_that_offers_none_of_it_gets_the_nearest_and_is_told():
    found = decided(ranked(strip("p", 1024)), strips=(8, 16, 32), setting="strip_size_kib")

    assert (found.value, found.acceptable, found.basis) == (32, (32,), "capability")
    assert found.reason == "p says so. This controller offers 8, 16, 32 KiB; the nearest is given."


def test_a_higher_rule_that_waits_and_says_otherwise_leaves_the_setting_open():
    low, high = rule("low", THROUGH), rule("high", BACK, when=when(media="hdd", raid="raid5"))
    standing = [item for item in ranked(low, high) if item.id == "low"]
    waiting = [item for item in ranked(low, high) if item.id == "high"]

    found = decided(standing, waiting, unread=["media"])
    assert (found.decided, found.missing, found.value) == (False, ("media",), None)
    assert [cite.claim for cite in found.open_citations] == ["high", "low"]


def test_a_higher_rule_that_waits_and_agrees_leaves_nothing_open():
    rules = ranked(rule("low", THROUGH), rule("high", THROUGH, when=when(media="hdd")))

    assert decided(rules[1:], rules[:1], unread=["media"]).value == THROUGH


def test_a_lower_rule_that_waits_never_matters():
    rules = ranked(rule("low", BACK, document=PAPER_2013, when=when(media="hdd")), rule("high", THROUGH))

    assert decided(rules[:1], rules[1:], unread=["media"]).value == THROUGH


def test_a_silence_that_the_winner_answers_for_is_asked_about_and_blocks_nothing():
    meanwhile = rule("meanwhile", THROUGH, when=when(streams=["few", UNREAD]))
    many = rule("many", BACK, when=when(streams="many", media="hdd"))
    rules = ranked(meanwhile, many)

    found = decided(rules[1:], rules[:1], unread=["streams"])
    assert (found.value, found.asks) == (THROUGH, ("streams",))
    assert [cite.claim for cite in found.open_citations] == ["many"]


def test_what_the_card_can_do_is_asked_and_blocks_nothing():
    rules = ranked(rule("c", None, tier=CAPABILITY, when=when(io_policy_setting="no")), rule("p", "direct"))

    found = decided(rules[1:], rules[:1], unread=["io_policy_setting"])
    assert (found.value, found.asks) == ("direct", ("io_policy_setting",))


def test_where_nothing_speaks_at_all_nothing_is_decided_and_nothing_named():
    found = decided([])

    assert (found.decided, found.missing, found.open_citations, found.rule) == (False, (), (), None)


def test_an_open_setting_shows_the_conflicts_that_do_not_hang_on_a_value():
    two = [conflict("K01", [], []), conflict("K41", [], [], advised={"write_policy": frozenset({BACK})})]

    assert decided([], conflicts=two).conflicts == ("K01",)


def test_a_silence_is_answered_for_by_safety_or_a_resolution_that_stands_and_by_no_other_loser():
    many = rule("many", BACK, when=when(streams="many", media="hdd"))
    own = rule("own", THROUGH, when=when(media="hdd"))
    for tier, answered in ((SAFETY, True), (RESOLUTION, True), (EXTENSION, False)):
        conflict_of = "K99" if tier == RESOLUTION else None
        provides = rule("p", THROUGH, tier=tier, conflict=conflict_of, when=when(streams=["few", UNREAD]))
        rules = ranked(many, own, provides)
        standing = [item for item in rules if item.id != "many"]
        waiting = [replace(item, rank=-1) for item in rules if item.id == "many"]

        assert decided(standing, waiting, unread=["streams"]).decided is answered, tier


def test_an_open_setting_names_itself_and_says_nothing():
    found = decided([rule("ban", prohibits=(BACK,))])

    assert (found.setting, found.reason, found.decided_by, found.basis, found.asks) == (
        "write_policy",
        "",
        "",
        None,
        (),
    )
    assert [cite.claim for cite in found.open_citations] == ["ban"]


@pytest.mark.parametrize(("word", "said"), [("lowest", 64), ("largest", 1024), (256, 256)])
def test_a_strip_in_dissent_is_said_as_the_number_it_is_on_this_card(word, said: int):
    rules = ranked(strip("own", 128), strip("other", word, document=GUIDE))

    assert [item.value for item in decided(rules, setting="strip_size_kib").dissent] == [said]


def test_the_smallest_strip_is_no_dissent_where_it_is_what_is_given():
    rules = ranked(strip("own", 64), strip("other", "lowest", document=GUIDE), strip("third", 512, document=GUIDE))

    assert [item.value for item in decided(rules, setting="strip_size_kib").dissent] == [512]


@pytest.mark.parametrize(
    "loser",
    [
        rule("b", THROUGH),
        rule("b", prohibits=(THROUGH,)),
        rule("b", BACK, tier=EXTENSION),
        rule("b", BACK, claims=("a",)),
        rule("b", BACK, claims=("heard",)),
    ],
    ids=["agrees", "only forbids", "is stretched", "is followed by the winner", "was heard"],
)
def test_a_side_that_does_not_lose_keeps_silent(loser):
    grave = conflict("K99", ["a"], ["b", "heard"])
    rules = ranked(rule("a", THROUGH), rule("heard", BACK, document=GUIDE))
    found = decided(rules, conflicts=[grave], sides={"K99": (loser,)})

    assert [[cite.claim for cite in item.citations] for item in found.dissent] == [["heard"]]


def test_of_two_conflicts_as_grave_the_first_is_named():
    two = [conflict("K01", ["b"], []), conflict("K02", ["b"], [])]

    assert [item.conflict for item in decided(ranked(rule("a", THROUGH), rule("b", BACK)), conflicts=two).dissent] == [
        "K01"
    ]


def test_what_blocks_names_the_places_of_what_waits_above_before_those_below():
    low, high, lower = (
        rule("low", THROUGH),
        rule("high", BACK, when=when(media="hdd", raid="raid5")),
        rule("lower", BACK, document=GUIDE),
    )
    every = ranked(low, high, replace(lower, when=when(media="ssd")))
    standing, waiting = [item for item in every if item.id == "low"], [item for item in every if item.id != "low"]

    assert [cite.claim for cite in decided(standing, waiting, unread=["media"]).open_citations] == ["high", "low"]


def test_without_a_question_nothing_open_is_cited():
    rules = ranked(rule("low", THROUGH), rule("high", THROUGH, when=when(media="hdd")))

    assert decided(rules[1:], rules[:1], unread=["media"]).open_citations == ()
