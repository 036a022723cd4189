"""The service tells a migrated database from another as alembic would."""

from __future__ import annotations

from alembic.script import ScriptDirectory

from app.db.migrate import configuration
from app.db.schema_version import newest_revision, schema_revision
from app.db.session import async_engine, session_scope


def test_the_newest_revision_is_alembics_head():
    assert [newest_revision()] == list(ScriptDirectory.from_config(configuration()).get_heads())


async def test_a_migrated_database_has_the_newest_revision(database_url: str):
    assert await revision_of(database_url) == newest_revision()


async def test_a_blank_database_has_none(blank_database: str):
    assert await revision_of(blank_database) is None


async def revision_of(url: str) -> str | None:
    engine = async_engine(url)
    try:
        async with session_scope(engine) as session:
            return await schema_revision(session)
    finally:
        await engine.dispose()
