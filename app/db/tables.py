"""The tables, as the migrations make them; a test compares the two."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, MetaData, Text, func
from sqlalchemy.dialects.postgresql import JSONB
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
