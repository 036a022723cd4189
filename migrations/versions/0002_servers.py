"""Servers that enrolled, what they reported, the plans made for them and what became of these. Only adds."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, UUID

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_TIME = sa.DateTime(timezone=True)


def _made_at(name: str) -> sa.Column[Any]:
    return sa.Column(name, _TIME, server_default=sa.text("now()"), nullable=False)


def upgrade() -> None:
    _admin_tokens()
    _servers()
    _join_tokens()
    _request_nonces()
    _snapshots()
    _plans()
    _results()


def _admin_tokens() -> None:
    op.create_table(
        "admin_tokens",
        sa.Column("id", UUID(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sha256", sa.LargeBinary(), nullable=False),
        _made_at("made_at"),
        sa.Column("valid_until", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_admin_tokens"),
    )


def _servers() -> None:
    op.create_table(
        "servers",
        sa.Column("id", UUID(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("machine", sa.Text(), nullable=False),
        sa.Column("controllers", ARRAY(sa.Text()), nullable=False),
        _made_at("enrolled_at"),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("sealed_secret", sa.LargeBinary(), nullable=False),
        sa.Column("key_first_used_at", _TIME, nullable=True),
        sa.Column("last_seen_at", _TIME, nullable=True),
        sa.Column("snapshot", sa.Text(), nullable=True),
        sa.Column("snapshot_taken_at", _TIME, nullable=True),
        sa.Column("snapshot_reported_at", _TIME, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_servers"),
        sa.UniqueConstraint("machine", name="uq_servers_machine"),
    )


def _join_tokens() -> None:
    op.create_table(
        "join_tokens",
        sa.Column("id", UUID(), nullable=False),
        sa.Column("sha256", sa.LargeBinary(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("made_by", UUID(), nullable=False),
        _made_at("made_at"),
        sa.Column("valid_until", _TIME, nullable=False),
        sa.Column("for_server", UUID(), nullable=True),
        sa.Column("used_by", UUID(), nullable=True),
        sa.Column("used_at", _TIME, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_join_tokens"),
        sa.ForeignKeyConstraint(["made_by"], ["admin_tokens.id"], name="fk_join_tokens_made_by"),
        sa.ForeignKeyConstraint(["for_server"], ["servers.id"], name="fk_join_tokens_for_server"),
        sa.ForeignKeyConstraint(["used_by"], ["servers.id"], name="fk_join_tokens_used_by"),
    )


def _request_nonces() -> None:
    op.create_table(
        "request_nonces",
        sa.Column("server", UUID(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("seen_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("server", "nonce", name="pk_request_nonces"),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name="fk_request_nonces_server"),
    )


def _snapshots() -> None:
    op.create_table(
        "snapshots",
        sa.Column("server", UUID(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        _made_at("received_at"),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("server", "hash", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["server"], ["servers.id"], name="fk_snapshots_server"),
    )
    op.create_index("ix_snapshots_server_received_at", "snapshots", ["server", "received_at"])


def _plans() -> None:
    op.create_table(
        "plans",
        sa.Column("id", UUID(), nullable=False),
        sa.Column("server", UUID(), nullable=False),
        sa.Column("made_at", _TIME, nullable=False),
        sa.Column("valid_until", _TIME, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("snapshot", sa.Text(), nullable=False),
        sa.Column("rulebook_version", sa.Text(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("request_hash", sa.Text(), nullable=False),
        sa.Column("idempotency_key", sa.Text(), nullable=True),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_plans"),
        sa.ForeignKeyConstraint(["server", "snapshot"], ["snapshots.server", "snapshots.hash"], name="fk_plans_server"),
        sa.ForeignKeyConstraint(["rulebook_version"], ["rulebook_versions.version"], name="fk_plans_rulebook_version"),
        sa.UniqueConstraint("server", "idempotency_key", name="uq_plans_server"),
    )
    op.create_index("ix_plans_server_made_at", "plans", ["server", "made_at"])


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("plan", UUID(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        _made_at("received_at"),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("plan", "hash", name="pk_results"),
        sa.ForeignKeyConstraint(["plan"], ["plans.id"], name="fk_results_plan"),
    )


def downgrade() -> None:
    for table in ("results", "plans", "snapshots", "request_nonces", "join_tokens", "servers", "admin_tokens"):
        op.drop_table(table)
