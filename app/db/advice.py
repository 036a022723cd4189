"""Advice that was given, kept with the rulebook version that gave it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select, tuple_
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncSession

from app.db.tables import Advice, RulebookVersion


class UnstorableTextError(ValueError):
    """PostgreSQL has no place for this character in ``jsonb``; ``path`` says where it stood."""

    def __init__(self, path: str, character: str) -> None:
        super().__init__(f"{path}: the character U+{ord(character):04X} cannot be stored")
        self.path = path


async def save_rulebook(
    session: AsyncSession, version: str, documents: int, content: Mapping[str, Any] | None = None
) -> None:
    """Once for each version: a version is a hash of its content, so a second save has nothing to add."""
    values = {"version": version, "documents": documents, "content": content}
    await session.execute(upsert(RulebookVersion).values(values).on_conflict_do_nothing())


async def save_advice(
    session: AsyncSession, advice_id: UUID, version: str, request: Mapping[str, Any], answer: Mapping[str, Any]
) -> None:
    """
    Keep an answer, given as the JSON of the wire; its ``status`` is a column too.

    Raises ``UnstorableTextError`` for a NUL or half a surrogate pair, before anything is sent,
    and SQLAlchemy's ``IntegrityError`` for an unknown rulebook version or an id that is taken.
    """
    for name, value in (("request", request), ("answer", answer)):
        _refuse_unstorable(value, name)
    row = {
        "id": advice_id,
        "rulebook_version": version,
        "request": request,
        "answer": answer,
        "status": answer["status"],
    }
    await session.execute(insert(Advice).values(row))


async def find_advice(session: AsyncSession, advice_id: UUID) -> Advice | None:
    return await session.get(Advice, advice_id)


async def find_rulebook(session: AsyncSession, version: str) -> RulebookVersion | None:
    return await session.get(RulebookVersion, version)


async def advice_of_other_versions(
    session: AsyncSession, version: str, after: UUID | None, limit: int
) -> Sequence[Advice]:
    """Kept answers that another rulebook made, oldest first, beginning behind the answer ``after``."""
    query = select(Advice).where(Advice.rulebook_version != version).order_by(Advice.made_at, Advice.id).limit(limit)
    if after is not None:
        last = select(Advice.made_at, Advice.id).where(Advice.id == after).subquery()
        query = query.where(tuple_(Advice.made_at, Advice.id) > tuple_(last.c.made_at, last.c.id))
    return (await session.scalars(query)).all()


def _refuse_unstorable(value: object, path: str) -> None:
    """jsonb refuses ``\\u0000`` and lone surrogates (PostgreSQL manual, 8.14); guessing another text would lie."""
    if isinstance(value, str):
        for character in value:
            if character == "\0" or "\ud800" <= character <= "\udfff":
                raise UnstorableTextError(path, character)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            _refuse_unstorable(str(key), f"{path} (a key)")
            _refuse_unstorable(inner, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for position, inner in enumerate(value):
            _refuse_unstorable(inner, f"{path}[{position}]")
