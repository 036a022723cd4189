"""Three-valued conditions: one no decides, one silence leaves open."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.core.facts import UNREAD
from app.core.rules import holds
from tests.core.built import HOUSE, PAPER_2016, conflict, rule, when


def test_a_condition_holds_where_every_fact_has_one_of_its_tokens():
    assert holds(when(raid=["raid5", "raid6"], media="hdd"), {"raid": "raid6", "media": "hdd"}) is True


def test_no_condition_at_all_always_holds():
    assert holds({}, {}) is True


def test_one_wrong_token_is_a_no():
    assert holds(when(raid="raid5", media="hdd"), {"raid": "raid5", "media": "ssd"}) is False


def test_an_unread_fact_leaves_it_open():
    assert holds(when(raid="raid5", media="hdd"), {"raid": "raid5", "media": UNREAD}) is None


def test_a_fact_nobody_mentioned_is_unread():
    assert holds(when(media="hdd"), {}) is None


def test_a_no_outweighs_a_silence_before_and_after_it():
    condition = when(raid="raid5", media="hdd")

    assert holds(condition, {"raid": UNREAD, "media": "ssd"}) is False
    assert holds(condition, {"raid": "raid0", "media": UNREAD}) is False


def test_a_rule_that_lists_unread_is_fired_by_silence():
    assert holds(when(streams=["few", UNREAD]), {"streams": UNREAD}) is True


TOKENS = ("a", "b", UNREAD)
CONDITIONS = st.dictionaries(st.sampled_from("xyz"), st.frozensets(st.sampled_from(("a", "b")), min_size=1), max_size=3)
FACTS = st.fixed_dictionaries({name: st.sampled_from(TOKENS) for name in "xyz"})


@given(CONDITIONS, FACTS, st.sampled_from("xyz"), st.sampled_from(("a", "b")))
def test_learning_a_fact_never_turns_a_yes_into_anything_else(condition, facts, name, token):
    """Of rules that do not answer for silences: what is settled stays settled when an unread fact becomes known."""
    before = holds(condition, facts)
    if facts[name] == UNREAD and before is not None:
        assert holds(condition, {**facts, name: token}) is before


def test_rules_are_told_apart_by_what_they_are_not_by_what_they_say():
    assert rule("r", "write_through") != rule("r", "write_through")
    assert rule("r", "write_through", document=HOUSE).document is HOUSE


def test_the_sides_of_a_conflict_are_both_its_sides():
    found = conflict("K99", ["a", "b"], ["c"])

    assert found.sides == {"a", "b", "c"}
    assert found.is_grave
    assert not conflict("K98", [], [], severity="medium").is_grave
    assert PAPER_2016 in {PAPER_2016}
