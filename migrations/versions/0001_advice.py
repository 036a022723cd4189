"""Advice and the rulebook versions that gave it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_NOW = sa.text("now()")


def upgrade() -> None:
    op.create_table(
        "rulebook_versions",
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("documents", sa.Integer(), nullable=False),
        sa.Column("content", JSONB(), nullable=True),
        sa.PrimaryKeyConstraint("version", name="pk_rulebook_versions"),
    )
    op.create_table(
        "advice",
        sa.Column("id", UUID(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("rulebook_version", sa.Text(), nullable=False),
        sa.Column("request", JSONB(), nullable=False),
        sa.Column("answer", JSONB(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_advice"),
        sa.ForeignKeyConstraint(["rulebook_version"], ["rulebook_versions.version"], name="fk_advice_rulebook_version"),
        sa.CheckConstraint("status IN ('advised', 'refused', 'needs_input')", name=op.f("ck_advice_status")),
    )
    op.create_index("ix_advice_made_at_id", "advice", ["made_at", "id"])
    op.create_index("ix_advice_rulebook_version", "advice", ["rulebook_version"])


def downgrade() -> None:
    op.drop_table("advice")
    op.drop_table("rulebook_versions")
