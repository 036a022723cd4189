"""What goes over the wire as an answer: the shapes that the OpenAPI document promises and the tests hold us to."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.workflows.request import Acceleration, Controller, Volume, Workload

Closed = ConfigDict(extra="forbid")
Value = str | int | None
Basis = Literal["exact", "text", "site", "extended", "safety", "capability"]


class Citation(BaseModel):
    """Where something is said: the document and the place in it."""

    model_config = Closed
    document: str = Field(description="Id of the document", examples=["ucs-m4-2016"])
    title: str
    date: str = Field(description="Year and month of publication")
    place: str = Field(description="Table, figure or section", examples=["Table 8"])
    row: str | None = Field(None, description="Row or part of the place; absent where the place is short")
    kind: Literal["guidance", "house", "site"] | None = Field(None, description="Absent for one of the five papers")
    certainty: Literal["verified", "assumed"] | None = Field(None, description="How sure newer guidance is")
    claim: str = Field(description="Id of the statement in the rulebook")


class Dissent(BaseModel):
    """A value that a paper gives and this answer does not."""

    model_config = Closed
    value: Value
    conflict: str | None = Field(description="The listed disagreement that it belongs to", examples=["K08"])
    citations: list[Citation]
    why_not: str


class AcceptedRiskNoted(BaseModel):
    """Who accepted the risk of this value, why, and until when."""

    model_config = Closed
    by: str
    reason: str
    until: Annotated[str, Field(json_schema_extra={"format": "date"})]


class Setting(BaseModel):
    """One setting with its reason. `value` is null where undecided or where the controller has no such setting."""

    model_config = Closed
    value: Value
    in_effect_now: Value = Field(
        description="What the controller would do now: write-through while the protection is not optimal. Null: unread"
    )
    change: Literal["online", "at_creation"] = Field(description="Whether a living volume can be given it")
    requested: Literal["honoured", "warned", "refused"] | None = Field(
        None, description="What became of the value asked for; absent where none was"
    )
    accepted_risk: AcceptedRiskNoted | None = Field(None, description="Absent where none is acted on")
    acceptable: list[Value] = Field(
        description="Values that would be honoured, strip sizes in KiB; null alone where there is no such setting"
    )
    basis: Basis | None = Field(description="Null where undecided")
    decided_by: str | None = Field(description="The step of the order of decisions that chose this value")
    extended_from: str | None = Field(description="The nearest row, where no row speaks of this case")
    reason: str = Field(description="One plain sentence; empty where undecided")
    citations: list[Citation]
    dissent: list[Dissent]


class Settings(BaseModel):
    """Every setting of a volume. Strip size in KiB: what one drive holds of a stripe."""

    model_config = Closed
    raid_level: Setting
    strip_size_kib: Setting
    read_policy: Setting
    write_policy: Setting
    io_policy: Setting
    disk_cache_policy: Setting
    initialization: Setting


class Refusal(BaseModel):
    """Why something asked for is not given."""

    model_config = Closed
    code: str
    field: str = Field(description="The field of the request, in dotted form")
    message: str
    alternative: Value = Field(description="The legal one; null where there is none")
    citations: list[Citation]


class Question(BaseModel):
    """A fact that nobody said and that matters."""

    model_config = Closed
    field: str = Field(description="The field of the request that would answer it")
    message: str
    choices: list[str]
    citations: list[Citation]


class Warned(BaseModel):
    """Something to know before acting on the answer."""

    model_config = Closed
    code: str
    message: str
    conflict: str | None
    citations: list[Citation]


class Conflict(BaseModel):
    """A listed disagreement whose scope holds here, with its resolution."""

    model_config = Closed
    id: str = Field(examples=["K14"])
    topic: str
    severity: Literal["critical", "high", "medium", "low", "info"]
    resolution: str
    citations: list[Citation]


class Assumed(BaseModel):
    """Something nobody said and the answer took for granted."""

    model_config = Closed
    field: str
    value: str | float | bool
    why: str
    citation: Citation | None = None


class ControllerEcho(Controller):
    """The controller as asked, and as recognised."""

    model_config = Closed
    recognised_as: str | None = Field(description="Name in the catalogue; null for an unknown model")
    family: str
    paper_generation: Literal["2011", "2013", "2016"] = Field(description="The papers nearest to this controller")
    exact_generation: bool = Field(description="Whether a paper speaks of this very generation")


class VolumeEcho(Volume):
    """The volume as asked, and the level it was judged at."""

    model_config = Closed
    raid_level_judged: str | None


class Echo(BaseModel):
    """Everything used, with what was assumed named."""

    model_config = Closed
    controller: ControllerEcho
    volume: VolumeEcho
    workload: Workload
    acceleration: Acceleration
    assumed: list[Assumed]


class RulebookUsed(BaseModel):
    """The rulebook that made the answer."""

    model_config = Closed
    version: str = Field(description="Date and hash of its content")
    documents: int = Field(description="How many papers it encodes")


class Command(BaseModel):
    """One command line, printed for a person; nothing runs it here."""

    model_config = Closed
    text: str
    argv: list[str]
    verified: bool = Field(description="Whether a source shows this form for this tool and version")
    note: str | None
    destructive: bool


class Alignment(BaseModel):
    """Numbers for the file system on top."""

    model_config = Closed
    full_stripe_kib: int | None = Field(description="Strip size times data drives, in KiB")
    mkfs_xfs: str | None
    mkfs_ext4: str | None
    note: str | None


class Commands(BaseModel):
    """The commands that would carry the answer out; under the tool's own name their text alone."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, list[str]]
    tool: str | None = Field(description="Null where no tool of this family sets volumes on this controller")
    change: list[Command] = Field(description="For a living volume, one property a command")
    create: list[Command] = Field(description="For a new volume; empty where it exists or facts are missing")
    alignment: Alignment | None
    note: str | None


class Section(BaseModel):
    """A further section, given where `include` names it: plain figures under plain names, each with its unit."""

    model_config = ConfigDict(extra="allow")


class Answer(BaseModel):
    """The answer to one request. A refusal is an answer too, and carries the legal alternative."""

    model_config = ConfigDict(extra="forbid", title="Advice")
    status: Literal["advised", "refused", "needs_input"]
    rulebook: RulebookUsed
    input: Echo
    settings: Settings | None = Field(None, description="Absent where `include` does not name them")
    refusals: list[Refusal]
    questions: list[Question]
    warnings: list[Warned]
    conflicts: list[Conflict]
    commands: Commands | None = Field(None, description="Absent where `include` does not name them")
    media: Section | None = None
    acceleration: Section | None = None
    cache_gain: Section | None = None
    cache_size: Section | None = None
    estimate: Section | None = None
    alternatives: Section | None = None
    host: Section | None = None
    benchmark: Section | None = None
