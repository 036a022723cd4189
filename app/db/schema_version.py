"""How new a database's schema is, without alembic: the service asks this all day, and alembic takes 10 MB."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.resources import migrations_directory


def newest_revision() -> str:
    """Migrations are named by their revision, ``0001_advice.py``; a test compares with what alembic finds."""
    return max(path.name.partition("_")[0] for path in (migrations_directory() / "versions").glob("[0-9]*_*.py"))


async def schema_revision(session: AsyncSession) -> str | None:
    """None where no migration ever ran."""
    if await session.scalar(text("SELECT to_regclass('alembic_version')")) is None:
        return None
    found: str | None = await session.scalar(text("SELECT max(version_num) FROM alembic_version"))
    return found
