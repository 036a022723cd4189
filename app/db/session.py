"""Engines, and the one place that commits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import Engine, create_engine, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.pool import NullPool

# PostgreSQL allows 100 connections unless told otherwise: six processes of this size fit.
_POOL = 10
_OVERFLOW = 5
_STATEMENT_TIMEOUT = "30s"


def psycopg_url(url: str) -> str:
    """The address with the driver named: people write ``postgresql://``, which SQLAlchemy takes for psycopg2."""
    return make_url(url).set(drivername="postgresql+psycopg").render_as_string(hide_password=False)


def async_engine(url: str) -> AsyncEngine:
    """One for each process. A connection that died while idle is replaced, not handed out."""
    return create_async_engine(
        psycopg_url(url),
        pool_size=_POOL,
        max_overflow=_OVERFLOW,
        pool_pre_ping=True,
        connect_args={"options": f"-c statement_timeout={_STATEMENT_TIMEOUT} -c timezone=UTC"},
    )


def migration_engine(url: str) -> Engine:
    """Sync and without a pool: alembic is sync, and the connection ends with the migration."""
    return create_engine(psycopg_url(url), poolclass=NullPool)


@asynccontextmanager
async def session_scope(engine: AsyncEngine) -> AsyncIterator[AsyncSession]:
    """
    One request, one transaction: committed when the block ends, rolled back when it raises.

    Raises SQLAlchemy's ``OperationalError`` where the database cannot be reached.
    """
    async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
        yield session
