"""From any earlier schema to the newest: ``migrate(url)``. alembic's settings are here, so no alembic.ini."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import AsyncSession

from app.db.session import migration_engine
from app.resources import migrations_directory


def migrate(url: str) -> None:
    """
    Bring the schema up to date; two processes at once take turns (the lock is in ``migrations/env.py``).

    Raises SQLAlchemy's ``OperationalError`` where the database cannot be reached or a table stays locked.
    """
    engine = migration_engine(url)
    with engine.connect() as connection:
        config = configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    engine.dispose()


def configuration() -> Config:
    """For alembic's own commands too: ``alembic.command.revision(configuration(), ...)``."""
    config = Config()
    config.set_main_option("script_location", str(migrations_directory()).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


async def missing_migrations(session: AsyncSession) -> tuple[str, ...]:
    """Newest revisions that this database has not had; empty where its schema is the code's."""
    connection = await session.connection()
    had = await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_heads())
    return tuple(head for head in ScriptDirectory.from_config(configuration()).get_heads() if head not in had)
