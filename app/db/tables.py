"""The tables, as the migrations make them; a test compares the two."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    MetaData,
    Text,
    UniqueConstraint,
    func,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

# Without fixed names PostgreSQL invents them, and a later migration cannot drop what it cannot name.
_NAMES = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


class Table(DeclarativeBase):
    metadata = MetaData(naming_convention=_NAMES)
    type_annotation_map = {dict[str, Any]: JSONB, str: Text, datetime: DateTime(timezone=True)}  # noqa: RUF012 - SQLAlchemy reads it


class RulebookVersion(Table):
    """One rulebook that gave advice. Stored advice points here, so that it can be explained years later."""

    __tablename__ = "rulebook_versions"

    version: Mapped[str] = mapped_column(primary_key=True)
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
    documents: Mapped[int]
    content: Mapped[dict[str, Any] | None]


class Advice(Table):
    """One answer, with the request it answers and the rulebook that made it. Never changed afterwards."""

    __tablename__ = "advice"
    __table_args__ = (
        CheckConstraint("status IN ('advised', 'refused', 'needs_input')", name="status"),
        # Keyset pages: ORDER BY made_at, id with (made_at, id) > (:made_at, :id).
        Index(None, "made_at", "id"),
        Index(None, "rulebook_version"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
    rulebook_version: Mapped[str] = mapped_column(ForeignKey("rulebook_versions.version"))
    request: Mapped[dict[str, Any]]
    answer: Mapped[dict[str, Any]]
    status: Mapped[str]


class AdminToken(Table):
    """Lets its holder make join tokens. Only a hash is kept."""

    __tablename__ = "admin_tokens"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str]
    sha256: Mapped[bytes]
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
    valid_until: Mapped[datetime]


class Server(Table):
    """A host that enrolled. Its secret is sealed with a key that is not in the database."""

    __tablename__ = "servers"
    __table_args__ = (UniqueConstraint("machine"),)

    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str]
    machine: Mapped[str]
    controllers: Mapped[list[str]] = mapped_column(ARRAY(Text))
    enrolled_at: Mapped[datetime] = mapped_column(server_default=func.now())
    key: Mapped[str]
    sealed_secret: Mapped[bytes]
    key_first_used_at: Mapped[datetime | None]
    last_seen_at: Mapped[datetime | None]
    snapshot: Mapped[str | None]
    snapshot_taken_at: Mapped[datetime | None]
    snapshot_reported_at: Mapped[datetime | None]


class JoinToken(Table):
    """Enrols one server, once. ``for_server`` is one that is there already and gets a new key."""

    __tablename__ = "join_tokens"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    sha256: Mapped[bytes]
    request: Mapped[str]
    made_by: Mapped[UUID] = mapped_column(ForeignKey("admin_tokens.id"))
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
    valid_until: Mapped[datetime]
    for_server: Mapped[UUID | None] = mapped_column(ForeignKey("servers.id"))
    used_by: Mapped[UUID | None] = mapped_column(ForeignKey("servers.id"))
    used_at: Mapped[datetime | None]


class RequestNonce(Table):
    """A signed request that was seen; kept for as long as its time would be believed."""

    __tablename__ = "request_nonces"

    server: Mapped[UUID] = mapped_column(ForeignKey("servers.id"), primary_key=True)
    nonce: Mapped[str] = mapped_column(primary_key=True)
    seen_at: Mapped[datetime]


class StoredSnapshot(Table):
    """What a server reported, as the very text that its hash names: jsonb would lose bytes, and some texts."""

    __tablename__ = "snapshots"
    __table_args__ = (Index(None, "server", "received_at"),)

    server: Mapped[UUID] = mapped_column(ForeignKey("servers.id"), primary_key=True)
    hash: Mapped[str] = mapped_column(primary_key=True)
    received_at: Mapped[datetime] = mapped_column(server_default=func.now())
    content: Mapped[str]


class StoredPlan(Table):
    """A signed plan as it was given. Never changed afterwards."""

    __tablename__ = "plans"
    __table_args__ = (
        ForeignKeyConstraint(["server", "snapshot"], ["snapshots.server", "snapshots.hash"]),
        UniqueConstraint("server", "idempotency_key"),
        Index(None, "server", "made_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    server: Mapped[UUID]
    made_at: Mapped[datetime]
    valid_until: Mapped[datetime]
    key: Mapped[str]
    snapshot: Mapped[str]
    rulebook_version: Mapped[str] = mapped_column(ForeignKey("rulebook_versions.version"))
    request: Mapped[str]
    request_hash: Mapped[str]
    idempotency_key: Mapped[str | None]
    changes: Mapped[int]
    document: Mapped[str]


class Result(Table):
    """What a server reported of a plan. Every distinct report is kept; the latest by its own time counts."""

    __tablename__ = "results"

    plan: Mapped[UUID] = mapped_column(ForeignKey("plans.id"), primary_key=True)
    hash: Mapped[str] = mapped_column(primary_key=True)
    received_at: Mapped[datetime] = mapped_column(server_default=func.now())
    at: Mapped[datetime]
    outcome: Mapped[str]
    document: Mapped[str]
