"""A body arrives whole, in time, and within its limit, or it is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.api.bodies import DisconnectedError, read_body
from app.api.problems import ProblemError


def receiving(*messages: dict[str, Any]):
    """What a server hands on, piece by piece; after the last nothing ever comes."""
    left = list(messages)

    async def receive() -> dict[str, Any]:
        if not left:
            await asyncio.Event().wait()
        return left.pop(0)

    return receive


def piece(body: bytes, more: bool) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_pieces_make_one_body():
    receive = receiving(piece(b"ab", True), piece(b"", True), piece(b"c", False))
    assert asyncio.run(read_body({}, receive, 3)) == b"abc"


def test_a_body_that_stops_arriving_is_refused_and_the_connection_closed():
    with pytest.raises(ProblemError) as refused:
        asyncio.run(read_body({}, receiving(piece(b"{", True)), 100, seconds=0.01))
    assert refused.value.kind == "body-too-slow"
    assert refused.value.headers == {"connection": "close"}


def test_a_body_beyond_its_limit_is_refused_at_the_piece_that_is_too_much():
    with pytest.raises(ProblemError) as refused:
        asyncio.run(read_body({}, receiving(piece(b"ab", True), piece(b"cd", True)), 3))
    assert refused.value.kind == "body-too-large"


def test_a_client_that_left_is_told_apart():
    with pytest.raises(DisconnectedError):
        asyncio.run(read_body({}, receiving(piece(b"a", True), {"type": "http.disconnect"}), 3))
