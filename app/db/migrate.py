"""From any earlier schema to the newest: ``migrate(url)``. alembic's settings are here, so no alembic.ini."""

from __future__ import annotations

from alembic import command
from alembic.config import Config

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
