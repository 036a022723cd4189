"""The migrations build what the code expects."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from app.db.migrate import configuration, migrate
from app.db.session import migration_engine
from app.db.tables import Table

ROOT = Path(__file__).resolve().parents[2]


def differences(url):
    with migration_engine(url).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return compare_metadata(context, Table.metadata)


def tables(url):
    with migration_engine(url).connect() as connection:
        rows = connection.execute(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"))
        return rows.scalars().all()


def test_the_migrations_and_the_tables_agree(database_url):
    assert differences(database_url) == []


def test_migrating_twice_changes_nothing(empty_database):
    migrate(empty_database)
    assert differences(empty_database) == []


def test_two_migrators_at_once_take_turns(blank_database):
    # Processes, as two replicas are: alembic keeps its context in module globals, so threads cannot share it.
    script = "import sys; from app.db.migrate import migrate; migrate(sys.argv[1])"
    both = [subprocess.Popen([sys.executable, "-c", script, blank_database], cwd=ROOT) for _ in range(2)]

    assert [one.wait(60) for one in both] == [0, 0]

    assert tables(blank_database) == sorted([*Table.metadata.tables, "alembic_version"])


def test_every_migration_can_be_taken_back(empty_database):
    with migration_engine(empty_database).connect() as connection:
        config = configuration()
        config.attributes["connection"] = connection
        command.downgrade(config, "base")

    assert tables(empty_database) == ["alembic_version"]


def test_a_migration_does_not_queue_behind_a_table_in_use(empty_database):
    with migration_engine(empty_database).connect() as reader:
        reader.execute(text("SELECT * FROM advice"))
        with migration_engine(empty_database).connect() as connection:
            config = configuration()
            config.attributes["connection"] = connection
            with pytest.raises(OperationalError, match="lock timeout"):
                command.downgrade(config, "base")


def columns(url):
    with migration_engine(url).connect() as connection:
        rows = connection.execute(
            text(
                "SELECT table_name, column_name, data_type, is_nullable, column_default "
                "FROM information_schema.columns WHERE table_schema = 'public'"
            )
        )
        return {tuple(row) for row in rows}


def test_the_servers_tables_come_beside_what_earlier_code_uses(blank_database):
    with migration_engine(blank_database).connect() as connection:
        config = configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    earlier = columns(blank_database)

    migrate(blank_database)

    assert earlier < columns(blank_database)
