"""The shapes of everything but advice: the catalogue, the rulebook, health, problems."""

from __future__ import annotations

import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from app.api.schemas import Answer, Closed
from app.workflows.request import RequestBody


class KeptAnswer(Answer):
    """An answer that was kept: it never changes, and its rulebook version is the one that made it."""

    model_config = ConfigDict(extra="forbid", title="KeptAdvice")
    id: UUID
    made_at: datetime.datetime
    request: RequestBody


class ControllerListed(BaseModel):
    """A controller that the catalogue knows."""

    model_config = Closed
    name: str
    family: str
    title: str = Field(description="What the family is, in words")
    kind: Literal["raid", "hba", "embedded"]
    vendor: str | None
    paper_generation: Literal["2011", "2013", "2016"]
    aliases: list[str] = Field(description="Other names it goes by, without case, blanks and punctuation")


class ControllersListed(BaseModel):
    model_config = Closed
    controllers: list[ControllerListed]


class WorkloadListed(BaseModel):
    """A workload that has a name."""

    model_config = Closed
    name: str
    title: str
    aliases: list[str]
    replicated_by_application: bool | None = Field(description="Null where its nature does not tell")


class WorkloadsListed(BaseModel):
    model_config = Closed
    workloads: list[WorkloadListed]


class DocumentListed(BaseModel):
    """A source of rules."""

    model_config = Closed
    id: str
    title: str
    publisher: str
    date: str
    kind: str
    generation: str | None
    certainty: Literal["verified", "assumed"] | None = Field(description="How sure newer guidance is")


class RulebookListed(BaseModel):
    """The rulebook in use."""

    model_config = Closed
    version: str
    documents: list[DocumentListed]
    counts: dict[str, int]


class Healthy(BaseModel):
    model_config = Closed
    status: Literal["ok", "ready"]


class WrongFieldShown(BaseModel):
    """One wrong field."""

    model_config = ConfigDict(extra="forbid", title="WrongField")
    field: str = Field(description="In dotted form, such as `volume.drives`; empty for the body as a whole")
    message: str
    input: Any = Field(None, description="What was sent, where it is small enough to be sent back")


class ProblemShown(BaseModel):
    """RFC 9457."""

    model_config = ConfigDict(extra="forbid", title="Problem")
    type: str = Field(description="The kind of problem, as an address below this server")
    title: str
    status: int
    detail: str
    instance: str = Field(description="The address asked, with the request's id as fragment")
    errors: list[WrongFieldShown] | None = Field(None, description="Every wrong field")
    line: int | None = Field(None, description="In a batch: the line that this stands for, from 1")
