"""Which conditions stand, by masks: the same as asking each of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core import index as module
from app.core.facts import UNREAD
from app.core.index import Index, bits
from app.core.rules import holds
from tests.core.built import TOKENS, when

NAMES = ("raid", "media", "access", "protection", "streams", "kind")
CONDITIONS = st.lists(
    st.dictionaries(st.sampled_from(NAMES), st.none(), max_size=4).flatmap(
        lambda names: st.fixed_dictionaries(
            {name: st.frozensets(st.sampled_from((*TOKENS[name], UNREAD)), min_size=1) for name in names}
        )
    ),
    max_size=12,
)
FACTS = st.fixed_dictionaries({name: st.sampled_from((*words, UNREAD)) for name, words in TOKENS.items()})


@given(CONDITIONS, FACTS)
def test_the_masks_say_what_each_condition_says(conditions, facts):
    masks = Index(conditions, TOKENS).standing(facts).masks
    answers = [holds(condition, facts) for condition in conditions]

    assert bits(masks.holding) == [place for place, answer in enumerate(answers) if answer is True]
    assert bits(masks.possible) == [place for place, answer in enumerate(answers) if answer is not False]


@given(CONDITIONS, FACTS, FACTS)
def test_equal_codes_mean_equal_standing(conditions, facts, others):
    everything = (1 << len(conditions)) - 1
    index = Index(conditions, TOKENS, [(everything, frozenset(NAMES))])
    one, other = index.standing(facts), index.standing(others)
    silent = [{name for name in index.facts if given[name] == UNREAD} for given in (facts, others)]

    codes = [s.card[2][0] | s.volume[2][0] | s.work[2][0] for s in (one, other)]
    if codes[0] == codes[1]:
        assert one.masks == other.masks
        assert silent[0] == silent[1]


def test_only_facts_that_a_condition_reads_are_looked_at():
    index = Index([when(raid="raid5"), when(media="hdd", raid="raid0")], TOKENS)

    assert index.facts == ("raid", "media")
    assert index.standing({"raid": "raid0", "media": "hdd"}).holding == 0b10


def test_no_conditions_at_all_stand_for_nothing():
    assert Index([], TOKENS).standing({}).masks == (0, 0)


def test_a_token_that_no_fact_has_is_an_error_and_no_guess():
    with pytest.raises(KeyError):
        Index([when(raid="raid5")], TOKENS).standing({"raid": "raid7"})


def test_what_was_kept_is_forgotten_when_there_is_too_much_and_says_the_same_again(monkeypatch):
    monkeypatch.setattr(module, "_MOST_KEPT", 2)
    index = Index([when(raid=[name]) for name in TOKENS["raid"]], TOKENS, [(1, frozenset())])

    first = [index.standing({"raid": name}).masks for name in TOKENS["raid"]]
    assert [index.standing({"raid": name}).masks for name in TOKENS["raid"]] == first


def test_bits_are_the_places_from_the_lowest():
    assert bits(0) == []
    assert bits(0b101001) == [0, 3, 5]
    assert bits(1 << 700) == [700]
