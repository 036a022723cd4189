"""Advice is kept as it was given."""

from __future__ import annotations

import uuid

import pytest
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.advice import UnstorableTextError, find_advice, save_advice, save_rulebook
from app.db.session import async_engine, session_scope

ADVISED = {"status": "advised", "settings": {"strip_size_kib": {"value": 64}}}


@pytest.fixture
async def engine(database_url):
    made = async_engine(database_url)
    async with session_scope(made) as session:
        await save_rulebook(session, "v1", 5)
    yield made
    await made.dispose()


async def test_advice_comes_back_as_it_was_given(engine: AsyncEngine):
    key = uuid.uuid4()
    async with session_scope(engine) as session:
        await save_advice(session, key, "v1", {"volume": {"drives": 8}}, ADVISED)

    async with session_scope(engine) as session:
        found = await find_advice(session, key)

    assert found is not None
    assert (found.request, found.answer, found.status) == ({"volume": {"drives": 8}}, ADVISED, "advised")
    assert found.made_at.tzinfo is not None


async def test_nobody_knows_an_id_that_was_never_given(engine: AsyncEngine):
    async with session_scope(engine) as session:
        assert await find_advice(session, uuid.uuid4()) is None


async def test_a_request_that_fails_leaves_nothing(engine: AsyncEngine):
    key = uuid.uuid4()

    async def request():
        async with session_scope(engine) as session:
            await save_advice(session, key, "v1", {}, ADVISED)
            raise RuntimeError("the request failed")

    with pytest.raises(RuntimeError, match="the request failed"):
        await request()

    async with session_scope(engine) as session:
        assert await find_advice(session, key) is None


async def test_advice_of_an_unknown_rulebook_is_refused(engine: AsyncEngine):
    with pytest.raises(IntegrityError, match="fk_advice_rulebook_version"):
        async with session_scope(engine) as session:
            await save_advice(session, uuid.uuid4(), "never published", {}, ADVISED)


async def test_a_status_nobody_defined_is_refused(engine: AsyncEngine):
    with pytest.raises(IntegrityError, match="ck_advice_status"):
        async with session_scope(engine) as session:
            await save_advice(session, uuid.uuid4(), "v1", {}, {"status": "perhaps"})


async def test_saving_a_rulebook_twice_keeps_the_first(engine: AsyncEngine):
    async with session_scope(engine) as session:
        await save_rulebook(session, "v1", 99)


@pytest.mark.parametrize(
    ("request_body", "path"),
    [
        ({"workload": {"name": "a\0b"}}, r"request\.workload\.name"),
        ({"include": ["settings", "\ud800"]}, r"request\.include\[1\]"),
        ({"a\0b": 1}, r"request \(a key\)"),
    ],
)
async def test_text_that_jsonb_cannot_hold_is_refused_with_its_place(engine: AsyncEngine, request_body, path):
    with pytest.raises(UnstorableTextError, match=path):
        async with session_scope(engine) as session:
            await save_advice(session, uuid.uuid4(), "v1", request_body, ADVISED)


async def test_every_other_character_is_kept(engine: AsyncEngine):
    key = uuid.uuid4()
    text = "".join(map(chr, range(1, 0x250))) + "\N{GRINNING FACE}\uffff"
    async with session_scope(engine) as session:
        await save_advice(session, key, "v1", {"name": text}, ADVISED)

    async with session_scope(engine) as session:
        found = await find_advice(session, key)

    assert found is not None
    assert found.request == {"name": text}
