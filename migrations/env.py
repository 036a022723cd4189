"""What alembic runs. One migrator at a time, and none that waits long for a table in use."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection, text

from app.db.tables import Table

# Any fixed number: pg_advisory_xact_lock lets one migrator in, and lets go when its transaction ends or dies.
_LOCK = 0x7261_6964_7769_7365  # "raidwise"


def migrate(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Table.metadata, compare_server_default=True)
    with context.begin_transaction():
        # Another migrator is waited for, but a table held by a query is not: everything behind us would queue.
        connection.execute(text("SET LOCAL statement_timeout = '60s'"))
        connection.execute(text("SELECT pg_advisory_xact_lock(CAST(:key AS bigint))"), {"key": _LOCK})
        connection.execute(text("SET LOCAL lock_timeout = '4s'"))
        context.run_migrations()


migrate(context.config.attributes["connection"])
