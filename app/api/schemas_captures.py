"""The shapes around captures: what controllers printed, and the advice for each virtual drive found."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from app.api.schemas import Answer, Closed, Command, Question, RulebookUsed, Setting, Value
from app.workflows.request import RequestBody

MOST_CAPTURES = 1000
Reading = str | int | bool | None


class CaptureSent(BaseModel):
    """What one command printed, whole and unchanged."""

    model_config = ConfigDict(extra="forbid", title="Capture")
    name: Annotated[str, Field(max_length=200, description="A file name, or whatever tells captures apart")] = "capture"
    text: str = Field(description="JSON of storcli, perccli, storcli2 or perccli2; noise around it is survived")


class CapturesBody(BaseModel):
    """Captures of one server, and what its volumes are for. A bare storcli reply is taken as well."""

    model_config = ConfigDict(extra="forbid", title="Captures")
    captures: Annotated[list[CaptureSent], Field(min_length=1, max_length=MOST_CAPTURES)]
    request: RequestBody | None = Field(None, description="Facts that no capture tells; they fill silences only")


class CapturesForm(BaseModel):
    """Captures as files, under any field name but `request`."""

    model_config = ConfigDict(title="CapturesForm")
    captures: Annotated[
        list[Annotated[str, Field(json_schema_extra={"format": "binary"})]],
        Field(min_length=1, max_length=MOST_CAPTURES),
    ]
    request: RequestBody = Field(RequestBody(), description="A part of its own, in JSON")


class ToolRead(BaseModel):
    """The tool that printed the captures."""

    model_config = Closed
    name: str
    version: Reading
    grammar: Reading = Field(description="7 or 8: the two grammars the tools speak")


class ProtectionRead(BaseModel):
    """Battery, CacheVault or energy pack."""

    model_config = Closed
    state: str
    kind: Reading
    model: Reading
    detail: Reading


class ControllerRead(BaseModel):
    """What was read of one controller; `unread` where nothing told, `unsupported` where it has no such thing."""

    model_config = Closed
    number: int
    model: Reading
    recognised_as: str | None
    family: str | None
    firmware: Reading
    kind: Reading
    status: Reading
    cache_mib: Reading = Field(description="MiB; 0 for none")
    protection: ProtectionRead
    capability: dict[str, Reading | list[str]]
    drives: int
    drive_groups: int
    virtual_drives: int


class VolumeSetting(Setting):
    """One setting of a living volume: what it has beside what it should have."""

    has: Value = Field(description="What the volume is configured with")
    differs: bool | None = Field(description="Null where nobody read what it has, or nothing is advised")


class VolumeSettings(BaseModel):
    """Every setting of a living volume."""

    model_config = Closed
    raid_level: VolumeSetting
    strip_size_kib: VolumeSetting
    read_policy: VolumeSetting
    write_policy: VolumeSetting
    io_policy: VolumeSetting
    disk_cache_policy: VolumeSetting
    initialization: VolumeSetting


class VolumeAnswer(Answer):
    """The advice for a volume as it stands."""

    model_config = ConfigDict(extra="forbid", title="VolumeAdvice")
    settings: VolumeSettings  # type: ignore[assignment]


class VolumeCommands(BaseModel):
    """Only what differs, in the grammar of the tool that printed the captures."""

    model_config = Closed
    tool: str | None
    change: list[Command]
    note: str | None


class VolumeFound(BaseModel):
    """One virtual drive: what was read, the advice, and the commands between the two."""

    model_config = Closed
    controller: int
    virtual_drive: int
    name: Reading
    raid_level: Reading
    state: Reading
    os_device: Reading
    drives: Reading
    media: list[str]
    rpm: int | None
    cachecade: Reading
    advice: VolumeAnswer
    commands: VolumeCommands


class Unread(BaseModel):
    """Something that a capture held and nobody understood, or should have held and did not."""

    model_config = Closed
    capture: str
    path: str
    problem: str


class CapturesAnswer(BaseModel):
    """Everything that was found in the captures."""

    model_config = ConfigDict(extra="forbid", title="CapturesAdvice")
    rulebook: RulebookUsed
    tool: ToolRead
    controllers: list[ControllerRead]
    virtual_drives: list[VolumeFound]
    questions: list[Question]
    unread: list[Unread]
