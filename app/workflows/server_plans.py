"""What an enrolled server reports, the plan it asks for, and what became of it; each as often as it likes."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy.ext.asyncio import AsyncSession

from app.core.book import Book
from app.core.plan import canonical, signed
from app.db import server_plans as rows
from app.db.servers import hold_server, note_snapshot
from app.db.tables import StoredPlan
from app.workflows.kept import Shelf
from app.workflows.server_documents import PlanAsked, PlanHead, UnreadableSnapshotError, planned_document
from app.workflows.servers import Caller, ServerRefusedError

_HOUR = datetime.timedelta(hours=1)
MOST_SNAPSHOTS = 60
"""Different ones, of one server in one hour; the same again costs nothing and counts nothing."""
MOST_PLANS = 60
"""New ones, of one server in one hour."""
CLOSING = (
    "done",
    "recovered",
    "plan_malformed",
    "plan_forged",
    "plan_foreign",
    "plan_expired",
    "plan_outside",
    "identity",
)
"""
Results after which the same question has another plan. Not among them: a refusal that may pass, and ``failed``. What
failed would fail again, so that plan stays the answer for half its validity, and the collector does not try it twice.
"""
MOST_RESULTS = 1000
"""Different ones, of one plan."""


class KeptSnapshot(NamedTuple):
    hash: str
    is_new: bool


class Planned(NamedTuple):
    """A signed plan as the collector takes it, and whether it was made just now."""

    id: UUID
    document: Mapping[str, Any]
    is_new: bool


class KeptResult(NamedTuple):
    hash: str
    is_new: bool


def snapshot_content(document: Mapping[str, Any]) -> str:
    """What the hash of a snapshot is taken of: all but the moment, so that what did not change is not kept twice."""
    return canonical({key: value for key, value in document.items() if key != "taken_at"}).decode()


def content_hash(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


@dataclass(frozen=True)
class ServerPlans:
    """Snapshots, plans and results of the servers in one database."""

    shelf: Shelf
    book: Book
    now: Callable[[], datetime.datetime]

    async def keep_snapshot(
        self, caller: Caller, named: str, document: Mapping[str, Any], taken_at: datetime.datetime | None
    ) -> KeptSnapshot:
        """Raises ``ServerRefusedError``: ``invalid-request`` where the name is not its hash, ``too-many-requests``."""
        content = snapshot_content(document)
        found = content_hash(content)
        if found != named:
            raise ServerRefusedError("invalid-request", f"The snapshot's hash is {found}, not what the path says.")
        now = self.now()
        async with self.shelf.session() as session:
            await hold_server(session, caller.server)
            is_new = await rows.save_snapshot(session, caller.server, found, content)
            if is_new and await rows.snapshots_since(session, caller.server, now - _HOUR) > MOST_SNAPSHOTS:
                raise _too_many(f"{MOST_SNAPSHOTS} different snapshots an hour are kept of one server.")
            await note_snapshot(session, caller.server, found, min(taken_at or now, now), now)
        return KeptSnapshot(found, is_new)

    async def plan(self, caller: Caller, asked: PlanAsked, idempotency_key: str | None) -> Planned:
        """
        The plan for what was asked. The same question about the same snapshot has the same plan for half of the plan's
        validity, until a result closes it.

        Raises ``ServerRefusedError``: ``no-snapshot``, ``idempotency-key-reused``, ``too-many-requests``,
        ``invalid-request``.
        """
        await self.shelf.keep_rulebook(self.book)
        async with self.shelf.session() as session:
            server = await hold_server(session, caller.server)
            if idempotency_key is not None:
                earlier = await rows.plan_by_key(session, caller.server, idempotency_key)
                if earlier is not None:
                    return _repeated(earlier, asked)
            name = asked.snapshot or server.snapshot
            snapshot = await rows.find_snapshot(session, caller.server, name) if name is not None else None
            if snapshot is None:
                raise ServerRefusedError("no-snapshot", "Report a snapshot first; a plan is made from it.")
            found = await self._open(session, caller, asked, snapshot.hash)
            if found is None:
                return await self._made(session, caller, asked, snapshot.content, snapshot.hash, idempotency_key)
            return Planned(found.id, json.loads(found.document), is_new=False)

    async def _open(self, session: AsyncSession, caller: Caller, asked: PlanAsked, snapshot: str) -> StoredPlan | None:
        same = {
            "snapshot": snapshot,
            "request_hash": content_hash(asked.text),
            "rulebook_version": self.book.version,
            "key": caller.key,
        }
        valid_at = self.now() + datetime.timedelta(hours=asked.hours / 2)
        return await rows.plan_still_open(session, caller.server, valid_at, CLOSING, **same)

    async def _made(
        self,
        session: AsyncSession,
        caller: Caller,
        asked: PlanAsked,
        content: str,
        snapshot: str,
        idempotency_key: str | None,
    ) -> Planned:
        now = self.now().replace(microsecond=0)
        if await rows.plans_since(session, caller.server, now - _HOUR) >= MOST_PLANS:
            raise _too_many(f"{MOST_PLANS} plans an hour are made for one server.")
        head = PlanHead(uuid4(), now, now + datetime.timedelta(hours=asked.hours), caller.server)
        document = signed(await self._document(content, asked, head), caller.key, caller.secret)
        await rows.save_plan(
            session,
            id=head.id,
            server=caller.server,
            made_at=head.made_at,
            valid_until=head.valid_until,
            key=caller.key,
            snapshot=snapshot,
            rulebook_version=self.book.version,
            request=asked.text,
            request_hash=content_hash(asked.text),
            idempotency_key=idempotency_key,
            changes=len(document["changes"]),
            document=json.dumps(document),
        )
        return Planned(head.id, document, is_new=True)

    async def _document(self, content: str, asked: PlanAsked, head: PlanHead) -> dict[str, Any]:
        try:
            return await asyncio.to_thread(planned_document, self.book, content, asked, head)
        except UnreadableSnapshotError as error:
            raise ServerRefusedError("invalid-request", str(error)) from None

    async def find_plan(self, caller: Caller, plan: UUID) -> Planned:
        """Raises ``ServerRefusedError``: ``not-found``, also for another server's plan."""
        async with self.shelf.session() as session:
            found = await rows.find_plan(session, caller.server, plan)
        if found is None:
            raise _no_plan(plan)
        return Planned(found.id, json.loads(found.document), is_new=False)

    async def keep_result(
        self, caller: Caller, plan: UUID, document: Mapping[str, Any], outcome: str, at: datetime.datetime
    ) -> KeptResult:
        """Raises ``ServerRefusedError``: ``not-found``, ``too-many-requests``."""
        content = canonical(document).decode()
        found = content_hash(content)
        async with self.shelf.session() as session:
            await hold_server(session, caller.server)
            if await rows.find_plan(session, caller.server, plan) is None:
                raise _no_plan(plan)
            is_new = await rows.save_result(session, plan, found, at=at, outcome=outcome, document=content)
            if is_new and await rows.results_of(session, plan) > MOST_RESULTS:
                raise _too_many(f"{MOST_RESULTS} different results are kept of one plan.")
        return KeptResult(found, is_new)


def _repeated(earlier: StoredPlan, asked: PlanAsked) -> Planned:
    if earlier.request != asked.text:
        raise ServerRefusedError("idempotency-key-reused", "This Idempotency-Key was used for another plan.")
    return Planned(earlier.id, json.loads(earlier.document), is_new=False)


def _no_plan(plan: UUID) -> ServerRefusedError:
    return ServerRefusedError("not-found", f"This server has no plan {plan}.")


def _too_many(detail: str) -> ServerRefusedError:
    return ServerRefusedError("too-many-requests", f"{detail} Come again later.", retry_after=600)
