"""How a server becomes known, and how every request of it is proven to be its own."""

from __future__ import annotations

import datetime
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID, uuid4

from sqlalchemy.ext.asyncio import AsyncSession

from app.core.signed_request import SKEW, Sent, Stamp, is_stamped_by
from app.db import servers as rows
from app.db.tables import AdminToken, JoinToken, Server
from app.workflows.kept import Shelf
from app.workflows.vault import Vault

_SECRET_BYTES = 32
_NOBODY = b"\0" * _SECRET_BYTES
_REMEMBERED = datetime.timedelta(seconds=2 * SKEW)
"""A request is believed from SKEW before our clock to SKEW after it: its nonce must be known for the whole span."""


class ServerRefusedError(Exception):
    """A request of a server or administrator that is not granted; ``kind`` is the problem's name on the wire."""

    def __init__(self, kind: str, detail: str, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.kind = kind
        self.retry_after = retry_after


class Identity(NamedTuple):
    """What a host says it is. ``machine`` and ``controllers`` are hashes: nothing is told by them but sameness."""

    name: str
    machine: str
    controllers: tuple[str, ...]


class Enrolled(NamedTuple):
    """A server's key, and whether it was made just now."""

    server: UUID
    key: str
    secret: bytes
    is_new: bool


class Joining(NamedTuple):
    """A join token as its maker sees it, the only time that it is shown."""

    id: UUID
    token: str
    valid_until: datetime.datetime
    for_server: UUID | None


class Caller(NamedTuple):
    """A server that proved who it is, with the key it proved it by."""

    server: UUID
    key: str
    secret: bytes


@dataclass(frozen=True)
class Servers:
    """The servers of one database."""

    shelf: Shelf
    vault: Vault
    now: Callable[[], datetime.datetime]

    async def admin(self, token: str) -> UUID:
        """The administrator's token. Raises ``ServerRefusedError``: ``unauthorized``."""
        token_id = _id_in(token, "rwa")
        async with self.shelf.session() as session:
            found = await rows.find_admin_token(session, token_id) if token_id is not None else None
        if not _is_token(found, token) or found is None or found.valid_until <= self.now():
            raise _unauthorized()
        return found.id

    async def make_join_token(
        self, admin: UUID, hours: int, for_server: UUID | None, idempotency_key: str | None
    ) -> Joining:
        """
        A token that enrols one server; the same one where the administrator repeats a key.

        Raises ``ServerRefusedError``: ``idempotency-key-reused``, ``not-found`` for a server that is not there.
        """
        token_id, token = self._join_token(admin, idempotency_key)
        request = f"hours={hours} server={for_server}"
        until = self.now() + datetime.timedelta(hours=hours)
        async with self.shelf.session() as session:
            if for_server is not None and await rows.find_server(session, for_server) is None:
                raise ServerRefusedError("not-found", f"No server is known as {for_server}.")
            values = {"request": request, "made_by": admin, "valid_until": until, "for_server": for_server}
            kept = await rows.save_join_token(session, token_id, sha256=_sha256(token), **values)
        if kept.request != request:
            raise ServerRefusedError("idempotency-key-reused", "This Idempotency-Key was used for another join token.")
        return Joining(kept.id, token, kept.valid_until, kept.for_server)

    def _join_token(self, admin: UUID, idempotency_key: str | None) -> tuple[UUID, str]:
        """With a key both halves follow from it, so that a repetition can be answered though only a hash is kept."""
        if idempotency_key is None:
            return _new_token("rwj")
        material = self.vault.derived(f"join-token\n{admin}\n{idempotency_key}")
        token_id = UUID(bytes=hashlib.sha256(b"id\n" + material).digest()[:16], version=4)
        return token_id, f"rwj_{token_id.hex}_{material.hex()}"

    async def enrol(self, token: str, identity: Identity) -> Enrolled:
        """
        A key for this host. Until the host has used it, the same token and machine get the same key again.

        Raises ``ServerRefusedError``: ``unauthorized`` (also for a token that another machine used),
        ``already-enrolled``.
        """
        token_id = _id_in(token, "rwj")
        async with self.shelf.session() as session:
            found = await rows.find_join_token(session, token_id) if token_id is not None else None
            if not _is_token(found, token) or found is None or found.valid_until <= self.now():
                raise _unauthorized()
            if found.used_by is not None:
                return await self._again(session, found.used_by, identity)
            enrolled = await self._enrolled(session, found, identity)
            await rows.mark_join_token(session, found.id, enrolled.server, self.now())
            return enrolled

    async def _again(self, session: AsyncSession, server: UUID, identity: Identity) -> Enrolled:
        row = await rows.hold_server(session, server)
        if row.machine != identity.machine:
            raise _unauthorized()
        if row.key_first_used_at is not None:
            raise _already(row)
        return Enrolled(row.id, row.key, self._secret(row), is_new=False)

    async def _enrolled(self, session: AsyncSession, token: JoinToken, identity: Identity) -> Enrolled:
        server = token.for_server or uuid4()
        key, secret = secrets.token_hex(4), secrets.token_bytes(_SECRET_BYTES)
        values = {
            **identity._asdict(),
            "controllers": list(identity.controllers),
            "key": key,
            "sealed_secret": self.vault.sealed(secret, str(server)),
        }
        present = await rows.server_of_machine(session, identity.machine)
        if present is not None and present.id != token.for_server:
            raise _already(present)
        if token.for_server is not None:
            await rows.hold_server(session, server)
            await rows.renew_server(session, server, **values)
        elif not await rows.save_server(session, server, **values):
            # Two tokens, one machine, one moment: the other came first.
            raise _already(await rows.server_of_machine(session, identity.machine))
        return Enrolled(server, key, secret, is_new=True)

    async def caller(self, server: UUID, stamp: Stamp, sent: Sent) -> Caller:
        """
        The server that signed this request just now, for the first time.

        Raises ``ServerRefusedError``: ``unauthorized`` whether the server is unknown or the signature is wrong,
        ``clock-skew``, ``replayed``.
        """
        async with self.shelf.session() as session:
            row = await rows.find_server(session, server)
            secret = self._secret(row) if row is not None else _NOBODY
            is_theirs = is_stamped_by(stamp, sent, secret)
            if row is None or not is_theirs or stamp.key != row.key:
                raise _unauthorized()
            at = self.now()
            self._judge_time(stamp, at)
            if not await rows.note_request(session, server, stamp.nonce, at, _REMEMBERED):
                raise ServerRefusedError("replayed", "This request was sent before; sign a new one.")
        return Caller(server, row.key, secret)

    def _judge_time(self, stamp: Stamp, at: datetime.datetime) -> None:
        if abs(stamp.time - at.timestamp()) > SKEW:
            raise ServerRefusedError(
                "clock-skew",
                f"The request's time is {stamp.time} and ours {int(at.timestamp())}: more than {SKEW} s apart.",
            )

    def _secret(self, row: Server) -> bytes:
        return self.vault.opened(row.sealed_secret, str(row.id))


async def make_admin_token(session: AsyncSession, name: str, valid_until: datetime.datetime) -> str:
    """A new administrator's token, of which only a hash is kept."""
    token_id, token = _new_token("rwa")
    await rows.save_admin_token(session, token_id, name, _sha256(token), valid_until)
    return token


def _new_token(kind: str) -> tuple[UUID, str]:
    token_id = uuid4()
    return token_id, f"{kind}_{token_id.hex}_{secrets.token_hex(_SECRET_BYTES)}"


def _id_in(token: str, kind: str) -> UUID | None:
    """The id in ``rwj_<id>_<secret>``; None for anything else."""
    found = re.fullmatch(rf"{kind}_([0-9a-f]{{32}})_[0-9a-f]{{64}}", token, re.ASCII)
    return UUID(hex=found[1]) if found is not None else None


def _is_token(row: AdminToken | JoinToken | None, token: str) -> bool:
    kept = row.sha256 if row is not None else _NOBODY
    return hmac.compare_digest(kept, _sha256(token)) and row is not None


def _sha256(token: str) -> bytes:
    """Enough for a random secret of 256 bits: there is nothing to guess, so nothing to slow down."""
    return hashlib.sha256(token.encode()).digest()


def _unauthorized() -> ServerRefusedError:
    return ServerRefusedError("unauthorized", "What proves who asks is missing, wrong or no longer valid.")


def _already(row: Server | None) -> ServerRefusedError:
    who = f" as server {row.id}" if row is not None else ""
    return ServerRefusedError(
        "already-enrolled",
        f"This machine is enrolled{who} and its key is in use. Make a join token for that server to give it a new key.",
    )
