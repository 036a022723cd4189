"""Rows of servers: what the statements promise beyond what the API shows."""

from __future__ import annotations

import asyncio
import datetime
import uuid

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import servers as rows
from app.db.session import async_engine, session_scope
from app.db.tables import RequestNonce

NOON = datetime.datetime(2026, 11, 20, 12, tzinfo=datetime.UTC)
MINUTE = datetime.timedelta(minutes=1)


@pytest.fixture
async def engine(database_url: str):
    made = async_engine(database_url)
    yield made
    await made.dispose()


@pytest.fixture
async def server(engine: AsyncEngine) -> uuid.UUID:
    key = uuid.uuid4()
    async with session_scope(engine) as session:
        values = {"name": "db7", "machine": key.hex, "controllers": [], "key": "k", "sealed_secret": b"sealed"}
        assert await rows.save_server(session, key, **values)
    return key


async def noted(engine: AsyncEngine, server: uuid.UUID, nonce: str, at: datetime.datetime) -> bool:
    async with session_scope(engine) as session:
        return await rows.note_request(session, server, nonce, at, 10 * MINUTE)


async def test_a_nonce_is_new_once_among_many_at_once(engine: AsyncEngine, server: uuid.UUID):
    found = await asyncio.gather(*(noted(engine, server, "n", NOON) for _ in range(8)))

    assert sorted(found) == [False] * 7 + [True]


async def test_a_nonce_is_forgotten_once_nobody_would_believe_its_time(engine: AsyncEngine, server: uuid.UUID):
    for minute in range(30):
        assert await noted(engine, server, f"n{minute}", NOON + minute * MINUTE)

    async with session_scope(engine) as session:
        kept = await session.scalar(select(func.count()).where(RequestNonce.server == server))
    assert kept == 11


async def test_the_first_use_of_a_key_is_remembered(engine: AsyncEngine, server: uuid.UUID):
    await noted(engine, server, "a", NOON)
    await noted(engine, server, "b", NOON + MINUTE)

    async with session_scope(engine) as session:
        row = await rows.hold_server(session, server)
    assert (row.key_first_used_at, row.last_seen_at) == (NOON, NOON + MINUTE)


async def test_a_report_that_was_overtaken_does_not_become_the_latest(engine: AsyncEngine, server: uuid.UUID):
    for name, minute in (("new", 5), ("old", 1)):
        async with session_scope(engine) as session:
            await rows.note_snapshot(session, server, name, NOON + minute * MINUTE, NOON)

    async with session_scope(engine) as session:
        assert (await rows.hold_server(session, server)).snapshot == "new"


async def test_a_machine_is_one_server(engine: AsyncEngine, server: uuid.UUID):
    async with session_scope(engine) as session:
        values = {"name": "x", "machine": server.hex, "controllers": [], "key": "k", "sealed_secret": b"other"}
        assert not await rows.save_server(session, uuid.uuid4(), **values)
