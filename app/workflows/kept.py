"""Answers that are kept: saved with the rulebook version that made them, and found again by their id."""

from __future__ import annotations

import datetime
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from app.core.book import Book
from app.core.book_document import book_document
from app.db.advice import advice_of_other_versions, find_advice, find_rulebook, save_advice, save_rulebook
from app.db.schema_version import newest_revision, schema_revision
from app.db.session import async_engine, session_scope


class DatabaseUnavailableError(Exception):
    """There is no database, it cannot be reached, or it has not been migrated."""


@dataclass(frozen=True)
class Kept:
    """One answer as it was given. Never changed afterwards."""

    id: UUID
    made_at: datetime.datetime
    rulebook_version: str
    request: Mapping[str, Any]
    answer: Mapping[str, Any]


class Shelf:
    """The kept answers of one database, which is first reached when first asked for."""

    def __init__(self, url: str | None) -> None:
        self._url = url
        self._engine: AsyncEngine | None = None
        self._written: set[str] = set()

    async def keep(self, book: Book, request: Mapping[str, Any], answer: Mapping[str, Any]) -> Kept:
        """Raises ``DatabaseUnavailableError``; the answer is then not kept."""
        key = uuid4()
        async with self.session() as session:
            await save_rulebook(session, book.version, book.papers, self._content(book))
            await save_advice(session, key, book.version, request, answer)
            kept = await _found(session, key)
        self._written.add(book.version)
        return kept

    def _content(self, book: Book) -> Mapping[str, Any] | None:
        """Written once by each process: a version is a hash of its content."""
        return None if book.version in self._written else book_document(book)

    async def keep_rulebook(self, book: Book) -> None:
        """For what points at the version that made it. Raises ``DatabaseUnavailableError``."""
        if book.version not in self._written:
            async with self.session() as session:
                await save_rulebook(session, book.version, book.papers, self._content(book))
            self._written.add(book.version)

    async def rulebook(self, version: str) -> Mapping[str, Any] | None:
        """The content of a version that made a kept answer. Raises ``DatabaseUnavailableError``."""
        async with self.session() as session:
            found = await find_rulebook(session, version)
            return found.content if found is not None else None

    async def of_other_versions(self, version: str, after: UUID | None, limit: int) -> list[Kept]:
        """Answers that another rulebook made, oldest first. Raises ``DatabaseUnavailableError``."""
        async with self.session() as session:
            rows = await advice_of_other_versions(session, version, after, limit)
            return [Kept(row.id, row.made_at, row.rulebook_version, row.request, row.answer) for row in rows]

    async def find(self, key: UUID) -> Kept | None:
        """Raises ``DatabaseUnavailableError``."""
        async with self.session() as session:
            if await find_advice(session, key) is None:
                return None
            return await _found(session, key)

    async def check(self) -> None:
        """Raises ``DatabaseUnavailableError`` where answers could not be kept now."""
        async with self.session() as session:
            revision = await schema_revision(session)
        # A newer schema only adds to ours: while replicas are replaced one by one, the old ones go on.
        if revision is None or revision < newest_revision():
            raise DatabaseUnavailableError(
                f"The schema is {revision}, not {newest_revision()}: migrations are missing."
            )

    async def close(self) -> None:
        if self._engine is not None:
            await self._engine.dispose()
            self._engine = None

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncSession]:
        """One transaction, committed at the end. Raises ``DatabaseUnavailableError``."""
        if self._url is None:
            raise DatabaseUnavailableError("No database is configured (DATABASE_URL).")
        if self._engine is None:
            self._engine = async_engine(self._url)
        try:
            async with session_scope(self._engine) as session:
                yield session
        except (DBAPIError, PoolTimeoutError, OSError) as error:
            raise DatabaseUnavailableError(f"The database did not answer: {type(error).__name__}.") from error


async def _found(session: AsyncSession, key: UUID) -> Kept:
    row = await find_advice(session, key)
    if row is None:
        raise LookupError(str(key))
    return Kept(row.id, row.made_at, row.rulebook_version, row.request, row.answer)
