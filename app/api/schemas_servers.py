"""The shapes of what servers and their administrators send and are given."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from app.api.schemas import Closed
from app.workflows.request import WHOLE, Workload

HASH = r"^[0-9a-f]{64}$"
MACHINE = r"^[0-9a-f]{32,64}$"
MOST_VOLUMES = 1024

Open = ConfigDict(extra="allow", frozen=True)
"""A neighbouring version may say more: what is not known here is kept, or passed over."""
Text = Annotated[str, Field(max_length=200, pattern=r"^[^\x00]*$")]
Number = Annotated[int, Field(strict=True, ge=0, le=9999), WHOLE]


class JoinTokenBody(BaseModel):
    """What a join token is for."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="JoinTokenRequest")
    valid_hours: Annotated[int, Field(strict=True, ge=1, le=720), WHOLE] = Field(24, description="Hours")
    server: UUID | None = Field(None, description="A server that is known and needs a new key; else it enrols another")


class JoinTokenGiven(BaseModel):
    model_config = ConfigDict(extra="forbid", title="JoinToken")
    id: UUID
    token: str = Field(description="Shown now and never again; only a hash is kept")
    valid_until: datetime.datetime
    server: UUID | None


class EnrolBody(BaseModel):
    """Who a host is. Hashes tell nothing but sameness."""

    model_config = ConfigDict(**Open, title="Enrolment")
    name: Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\x00]*$")] = Field(
        description="What people call it", examples=["db7.example.org"]
    )
    machine: Annotated[str, Field(pattern=MACHINE)] = Field(description="A hash of its machine id")
    controllers: Annotated[list[Annotated[str, Field(pattern=MACHINE)]], Field(max_length=64)] = Field(
        default=[], description="Hashes of its controllers' serial numbers"
    )


class KeyGiven(BaseModel):
    """A server's key, as the collector keeps it and `raidwise-collector key import` takes it."""

    model_config = ConfigDict(extra="forbid", title="ServerKey")
    format: Literal["raidwise-key/1"]
    server: UUID
    key: str = Field(description="Tells this key from the one before it")
    secret: str = Field(description="32 bytes, hexadecimal")


class SnapshotBody(BaseModel):
    """What `raidwise-collector collect --json` prints."""

    model_config = ConfigDict(**Open, title="Snapshot")
    format: Literal["raidwise-snapshot/1"]
    controllers: Annotated[list[dict[str, Any]], Field(max_length=64)] = []
    taken_at: datetime.datetime | None = Field(None, description="Not part of the hash")


class SnapshotGiven(BaseModel):
    model_config = ConfigDict(extra="forbid", title="SnapshotKept")
    snapshot: str = Field(description="Its hash")


class VolumeDeclared(BaseModel):
    """What a volume is for. One that is not named is left alone."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    controller: Number
    virtual_drive: Number
    workload: Workload


class PlanBody(BaseModel):
    """A plan that a server asks for itself."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="PlanRequest")
    snapshot: Annotated[str, Field(pattern=HASH)] | None = Field(
        None, description="Hash of a reported one; else the latest"
    )
    volumes: Annotated[list[VolumeDeclared], Field(min_length=1, max_length=MOST_VOLUMES)]
    valid_hours: Annotated[int, Field(strict=True, ge=1, le=168), WHOLE] = Field(24, description="Hours")


class SignatureShown(BaseModel):
    model_config = ConfigDict(extra="forbid", title="Signature")
    algorithm: Literal["HMAC-SHA256"]
    key: str
    value: str = Field(pattern=HASH)


class PlanQuestion(BaseModel):
    model_config = Closed
    controller: int
    virtual_drive: int
    field: str
    message: str


class PlanGiven(BaseModel):
    """A plan file, as `raidwise-collector apply` takes it; its signature covers all of it."""

    model_config = ConfigDict(extra="forbid", title="Plan")
    format: Literal["raidwise-plan/1"]
    id: UUID
    made_at: datetime.datetime
    valid_until: datetime.datetime
    server: UUID
    tool: str | None
    rulebook: str = Field(description="The version that made it")
    controllers: list[dict[str, Any]]
    volumes: list[dict[str, Any]]
    changes: list[dict[str, Any]] = Field(description="In order: setting, before, after, reason, citations, cost")
    advised: list[dict[str, Any]] = Field(description="What only a re-creation could change")
    held_back: list[dict[str, Any]] = Field(description="What is not done, and why")
    questions: list[PlanQuestion] = Field(description="What the rulebook would have to know to say more")
    signature: SignatureShown


class ResultBody(BaseModel):
    """What became of a plan."""

    model_config = ConfigDict(**Open, title="Result")
    format: Literal["raidwise-result/1"]
    outcome: Annotated[str, Field(pattern=r"^[a-z][a-z_]{0,63}$")] = Field(
        description="`done`, `failed`, `recovered`, or the name of the refusal"
    )
    at: datetime.datetime
    code: Annotated[int, Field(ge=0, le=255)] | None = Field(None, description="The exit code")
    detail: Annotated[str, Field(max_length=20_000)] = ""
    differs: Annotated[list[Annotated[str, Field(max_length=2000)]], Field(max_length=4096)] = Field(
        default=[], description="Values that differ from the plan afterwards"
    )


class ResultGiven(BaseModel):
    model_config = ConfigDict(extra="forbid", title="ResultKept")
    plan: UUID
    result: str = Field(description="Its hash")
