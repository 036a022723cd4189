"""What servers reported, the plans made from it, and what became of these."""

from __future__ import annotations

import datetime
from collections.abc import Collection
from typing import Any
from uuid import UUID

from sqlalchemy import exists, func, insert, select
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncSession

from app.db.tables import Result, StoredPlan, StoredSnapshot


async def save_snapshot(session: AsyncSession, server: UUID, content_hash: str, content: str) -> bool:
    """False where it is there already: one hash, one content, so a second save has nothing to add."""
    values = {"server": server, "hash": content_hash, "content": content}
    statement = upsert(StoredSnapshot).values(values).on_conflict_do_nothing().returning(StoredSnapshot.hash)
    return await session.scalar(statement) is not None


async def find_snapshot(session: AsyncSession, server: UUID, content_hash: str) -> StoredSnapshot | None:
    return await session.get(StoredSnapshot, (server, content_hash))


async def snapshots_since(session: AsyncSession, server: UUID, moment: datetime.datetime) -> int:
    """How many different ones came."""
    query = select(func.count()).where(StoredSnapshot.server == server, StoredSnapshot.received_at > moment)
    return await session.scalar(query) or 0


async def save_plan(session: AsyncSession, **values: Any) -> None:
    await session.execute(insert(StoredPlan).values(**values))


async def find_plan(session: AsyncSession, server: UUID, plan: UUID) -> StoredPlan | None:
    """Only of this server: another's is as if it were not there."""
    return await session.scalar(select(StoredPlan).where(StoredPlan.id == plan, StoredPlan.server == server))


async def plan_by_key(session: AsyncSession, server: UUID, idempotency_key: str) -> StoredPlan | None:
    query = select(StoredPlan).where(StoredPlan.server == server, StoredPlan.idempotency_key == idempotency_key)
    return await session.scalar(query)


async def plan_still_open(
    session: AsyncSession, server: UUID, valid_at: datetime.datetime, closing: Collection[str], **same: str
) -> StoredPlan | None:
    """The newest that answers the same question, is valid at that moment, and of which no such outcome was reported."""
    closed = exists().where(Result.plan == StoredPlan.id, Result.outcome.in_(closing))
    query = (
        select(StoredPlan)
        .where(StoredPlan.server == server, StoredPlan.valid_until > valid_at, ~closed)
        .filter_by(**same)
        .order_by(StoredPlan.made_at.desc())
        .limit(1)
    )
    return await session.scalar(query)


async def plans_since(session: AsyncSession, server: UUID, moment: datetime.datetime) -> int:
    query = select(func.count()).where(StoredPlan.server == server, StoredPlan.made_at > moment)
    return await session.scalar(query) or 0


async def save_result(session: AsyncSession, plan: UUID, content_hash: str, **values: Any) -> bool:
    """False where this very report was kept before."""
    row = {"plan": plan, "hash": content_hash, **values}
    return await session.scalar(upsert(Result).values(row).on_conflict_do_nothing().returning(Result.hash)) is not None


async def results_of(session: AsyncSession, plan: UUID) -> int:
    return await session.scalar(select(func.count()).where(Result.plan == plan)) or 0


async def latest_result(session: AsyncSession, plan: UUID) -> Result | None:
    query = select(Result).where(Result.plan == plan).order_by(Result.at.desc(), Result.received_at.desc()).limit(1)
    return await session.scalar(query)
