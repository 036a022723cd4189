"""Safety, capability, generation, specificity, date, measured: who outranks whom, and the words for it."""

from __future__ import annotations

from app.core.ranks import STEPS, deciding_step, rank_key
from app.core.rules import ACCEPTED, CAPABILITY, EXTENSION, RESOLUTION, SAFETY, SITE
from tests.core.built import ERA, GUIDE, PAPER_2011, PAPER_2013, PAPER_2015, PAPER_2016, ranked, rule, when


def order(*rules) -> list[str]:
    return [item.id for item in ranked(*rules)]


def step(one, other) -> str:
    winner, rival = ranked(one, other)
    assert winner.id == one.id
    return deciding_step(winner, rival)


def test_tiers_decide_before_anything_a_paper_says():
    tiers = {"extension": EXTENSION, "resolution": RESOLUTION, "site": SITE, "safety": SAFETY}
    tiers |= {"accepted": ACCEPTED, "capability": CAPABILITY}
    rules = [rule(name, "write_through", tier=tier) for name, tier in tiers.items()]

    assert order(rule("statement", "x"), *rules) == [
        *("capability", "accepted", "safety", "site", "resolution", "statement", "extension")
    ]


def test_the_paper_of_the_generation_beats_a_newer_and_more_specific_one():
    newer = rule("newer", "write_through", document=GUIDE, when=when(raid="raid5", media="hdd", access="random"))

    assert step(rule("own", "x", document=PAPER_2016), newer) == "the paper of this controller's generation"


def test_the_2015_paper_counts_as_of_the_2016_generation():
    keys = [
        rank_key(rule("r", "x", document=paper), ERA)[1] for paper in (PAPER_2016, PAPER_2015, PAPER_2013, PAPER_2011)
    ]

    assert keys == [0, 0, 2, 3]
    assert rank_key(rule("r", "x", document=GUIDE), ERA)[1] == 4


def test_each_generation_counts_from_itself():
    for paper, era in ((PAPER_2011, "2011"), (PAPER_2013, "2013"), (PAPER_2016, "2016")):
        assert rank_key(rule("r", "x", document=paper), era)[1] == 0


def test_a_printed_row_beats_one_that_was_stretched_however_specific():
    stretched = rule("stretched", "x", tier=EXTENSION, when=when(raid="raid5", media="hdd"))

    assert step(rule("printed", "y", when=when(media="hdd")), stretched) == STEPS[2]


def test_the_more_specific_row_beats_the_general_one():
    assert step(
        rule("narrow", "x", when=when(raid="raid5", media="hdd")), rule("wide", "y", when=when(media="hdd"))
    ) == ("the more specific row")


def test_a_named_workload_is_more_specific_than_three_other_facts():
    named = rule("named", "x", when=when(workload="oltp"))
    three = rule("three", "y", when=when(raid="raid5", media="hdd", access="random"))

    assert order(three, named) == ["named", "three"]


def test_no_workload_at_all_is_no_name():
    assert order(
        rule("two", "x", when=when(raid="raid5", media="hdd")), rule("none", "y", when=when(workload="none"))
    ) == [
        "two",
        "none",
    ]


def test_a_baseline_is_a_purpose_of_its_own():
    baseline = rule("baseline", "x", when=when(deployment="benchmark_baseline"))

    assert order(rule("named", "y", when=when(workload="oltp", raid="raid5")), baseline) == ["baseline", "named"]


def test_a_table_beats_a_text_and_a_newer_paper_an_older_one():
    assert step(rule("table", "x"), rule("text", "y", basis="text")) == "the table over the text"
    assert step(rule("newer", "x", document=PAPER_2016), rule("older", "y", document=PAPER_2015)) == "the newer paper"


def test_measured_beats_asserted_at_last():
    assert step(rule("measured", "x", measured=True), rule("asserted", "y")) == "measured over asserted"


def test_of_two_equals_the_one_named_first_stands_first():
    assert step(rule("first", "x"), rule("second", "y")) == "the one named first"


def test_above_the_papers_the_tier_itself_is_the_step():
    rival = rule("r", "y")
    assert step(rule("c", "x", tier=CAPABILITY), rival) == "what this controller has"
    assert step(rule("a", "x", tier=ACCEPTED), rival) == "a risk accepted in writing"
    assert step(rule("s", "x", tier=SAFETY), rival) == "safety"
    assert step(rule("own", "x", tier=SITE), rival) == "this site's own rule"
    assert step(rule("k", "x", tier=RESOLUTION, conflict="K05"), rival) == "the listed resolution K05"


def test_a_date_without_digits_is_the_oldest():
    undated = rule("undated", "x", document=GUIDE.__class__("u", "U", "U", "undated", "guidance", None))

    assert rank_key(undated, ERA)[5] == 0
    assert rank_key(rule("r", "x", document=PAPER_2015), ERA)[5] == -201500


def test_among_resolutions_the_generation_of_what_they_follow_does_not_count():
    old = rule("old", "x", tier=RESOLUTION, conflict="K01", document=PAPER_2011, when=when(raid="raid5", media="hdd"))
    new = rule("new", "y", tier=RESOLUTION, conflict="K02", document=PAPER_2016, when=when(media="hdd"))

    assert order(new, old) == ["old", "new"]


def test_a_deployment_that_is_no_baseline_weighs_as_any_fact():
    plain = rule("plain", "x", when=when(deployment="benchmark"))

    assert order(rule("two", "y", when=when(raid="raid5", media="hdd")), plain) == ["two", "plain"]
