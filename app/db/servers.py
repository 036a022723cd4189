"""Who may enrol servers, the servers, and the signed requests that were seen of them."""

from __future__ import annotations

import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import case, delete, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncSession

from app.db.tables import AdminToken, JoinToken, RequestNonce, Server


async def save_admin_token(
    session: AsyncSession, token_id: UUID, name: str, sha256: bytes, valid_until: datetime.datetime
) -> None:
    values = {"id": token_id, "name": name, "sha256": sha256, "valid_until": valid_until}
    await session.execute(insert(AdminToken).values(values))


async def find_admin_token(session: AsyncSession, token_id: UUID) -> AdminToken | None:
    return await session.get(AdminToken, token_id)


async def save_join_token(session: AsyncSession, token_id: UUID, **values: Any) -> JoinToken:
    """The token as it is kept: the earlier one where this id was given before."""
    await session.execute(upsert(JoinToken).values(id=token_id, **values).on_conflict_do_nothing())
    return await session.get_one(JoinToken, token_id)


async def find_join_token(session: AsyncSession, token_id: UUID) -> JoinToken | None:
    """Held until the transaction ends: two who use it at once take turns."""
    return await session.scalar(select(JoinToken).where(JoinToken.id == token_id).with_for_update())


async def mark_join_token(session: AsyncSession, token_id: UUID, server: UUID, at: datetime.datetime) -> None:
    await session.execute(update(JoinToken).where(JoinToken.id == token_id).values(used_by=server, used_at=at))


async def save_server(session: AsyncSession, server: UUID, **values: Any) -> bool:
    """False where its machine has enrolled already; nothing is changed then."""
    statement = upsert(Server).values(id=server, **values).on_conflict_do_nothing().returning(Server.id)
    return await session.scalar(statement) is not None


async def renew_server(session: AsyncSession, server: UUID, **values: Any) -> None:
    """Another key for a server that is there; what it signed with the earlier one is believed no more."""
    values = {**values, "key_first_used_at": None}
    await session.execute(update(Server).where(Server.id == server).values(**values))


async def find_server(session: AsyncSession, server: UUID) -> Server | None:
    return await session.get(Server, server)


async def hold_server(session: AsyncSession, server: UUID) -> Server:
    """The server, held until the transaction ends: what it asks at once is done one after the other."""
    query = select(Server).where(Server.id == server).with_for_update().execution_options(populate_existing=True)
    return (await session.scalars(query)).one()


async def note_request(
    session: AsyncSession, server: UUID, nonce: str, at: datetime.datetime, kept_for: datetime.timedelta
) -> bool:
    """False where this nonce was seen before. Those too old to be believed are forgotten."""
    earliest = at - kept_for
    await session.execute(delete(RequestNonce).where(RequestNonce.server == server, RequestNonce.seen_at < earliest))
    values = {"server": server, "nonce": nonce, "seen_at": at}
    statement = upsert(RequestNonce).values(values).on_conflict_do_nothing().returning(RequestNonce.nonce)
    if await session.scalar(statement) is None:
        return False
    first = case((Server.key_first_used_at.is_(None), at), else_=Server.key_first_used_at)
    await session.execute(update(Server).where(Server.id == server).values(key_first_used_at=first, last_seen_at=at))
    return True


async def note_snapshot(
    session: AsyncSession, server: UUID, content_hash: str, taken_at: datetime.datetime, at: datetime.datetime
) -> None:
    """The server's latest, unless a later one came first: reports may overtake each other."""
    later = or_(Server.snapshot_taken_at.is_(None), Server.snapshot_taken_at <= taken_at)
    values = {"snapshot": content_hash, "snapshot_taken_at": taken_at, "snapshot_reported_at": at}
    await session.execute(update(Server).where(Server.id == server, later).values(**values))


async def server_of_machine(session: AsyncSession, machine: str) -> Server | None:
    return await session.scalar(select(Server).where(Server.machine == machine))
