"""Numbers become tokens at the house's own lines; nobody's word is nobody's word."""

from __future__ import annotations

import pytest

from app.core.facts import (
    FACTS,
    FIELDS,
    UNREAD,
    Thresholds,
    block_token,
    drives_token,
    reads_token,
    streams_token,
    yes_no,
)

LIMITS = Thresholds(70, 30, 4, 16, 64, 256)


@pytest.mark.parametrize(
    ("percent", "token"),
    [
        (None, UNREAD),
        (100, "all_reads"),
        (99.9, "read_dominated"),
        (70, "read_dominated"),
        (69.999, "mixed"),
        (30.001, "mixed"),
        (30, "write_dominated"),
        (0.001, "write_dominated"),
        (0, "all_writes"),
        (101, "all_reads"),
        (-1, "all_writes"),
    ],
)
def test_the_share_of_reads_is_cut_at_seventy_and_thirty(percent: float | None, token: str):
    assert reads_token(percent, LIMITS) == token


@pytest.mark.parametrize(
    ("kib", "token"),
    [
        (None, UNREAD),
        (0.5, "tiny"),
        (16, "tiny"),
        (16.01, "small"),
        (63, "small"),
        (64, "medium"),
        (255, "medium"),
        (256, "large"),
        (1e6, "large"),
    ],
)
def test_blocks_are_cut_at_sixteen_sixty_four_and_two_hundred_fifty_six(kib: float | None, token: str):
    assert block_token(kib, LIMITS) == token


@pytest.mark.parametrize(("streams", "token"), [(None, UNREAD), (1, "few"), (3, "few"), (4, "many"), (10**6, "many")])
def test_many_streams_begin_at_four(streams: int | None, token: str):
    assert streams_token(streams, LIMITS) == token


@pytest.mark.parametrize(
    ("drives", "token"), [(None, UNREAD), (1, "one"), (2, "two"), (3, "several"), (4096, "several")]
)
def test_drives_are_one_two_or_several(drives: int | None, token: str):
    assert drives_token(drives) == token


def test_nobody_said_is_not_a_no():
    assert [yes_no(None), yes_no(False), yes_no(True)] == [UNREAD, "no", "yes"]


def test_no_fact_has_unread_among_its_own_tokens():
    assert not [fact for fact, tokens in FACTS.items() if UNREAD in tokens]


def test_every_field_belongs_to_a_fact():
    assert set(FIELDS) <= set(FACTS)
