"""A request as it arrives over HTTP, from a file or from a form: checked, then a core request."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from app.core.hardware import Capability
from app.core.request import (
    AccelerationAsked,
    AcceptedRisk,
    AdviceRequest,
    BenchmarkAsked,
    ControllerAsked,
    HostAsked,
    VolumeAsked,
    WorkloadAsked,
)


def _whole(value: object) -> object:
    """JSON has one kind of number: 8.0 is 8. A text or a boolean stays what it is, and is refused."""
    return int(value) if value.__class__ is float and value.is_integer() else value


# PostgreSQL cannot keep U+0000, and no field means anything by it. A pattern is told in the schema too.
Text = Annotated[str, Field(max_length=200, pattern=r"^[^\x00]*$")]
WHOLE = BeforeValidator(_whole)
Count = Annotated[int, Field(strict=True, ge=1, le=4096), WHOLE]
Part = ConfigDict(extra="forbid", frozen=True)
Level = Literal["raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60", "jbod"]
Section = Literal[
    "settings",
    "commands",
    "media",
    "acceleration",
    "cache_gain",
    "cache_size",
    "estimate",
    "alternatives",
    "host",
    "benchmark",
]


class Controller(BaseModel):
    """The card and what protects its cache."""

    model_config = Part
    model: Text | None = Field(None, description="As papers, cards or tools print it", examples=["UCSC-MRAID12G"])
    cache_mib: Annotated[int, Field(strict=True, ge=0, le=1_048_576), WHOLE] | None = Field(
        None, description="0 for none"
    )
    cache_protection: Literal["optimal", "charging", "learning", "degraded", "failed", "absent", "unread"] | None = (
        Field(None, description="State of the battery, CacheVault or energy pack")
    )
    features: Annotated[list[Literal["fastpath", "cachecade"]], Field(max_length=2)] | None = Field(
        None, description="Licence keys that are installed"
    )
    raid5_key: Annotated[bool, Field(strict=True)] | None = None
    backplane_drives: Count | None = None
    server_cpus: Annotated[int, Field(strict=True, ge=1, le=64), WHOLE] | None = None
    installed_with: Annotated[list[Text], Field(max_length=16)] | None = Field(
        None, description="Models of the other controllers in the server"
    )


class Volume(BaseModel):
    """The virtual drive and the drives under it."""

    model_config = Part
    raid_level: Level | None = None
    media: Literal["hdd", "ssd", "nvme"] | None = None
    interface: Literal["sas", "sata", "nvme"] | None = None
    drives: Count | None = None
    rpm: Annotated[int, Field(strict=True, ge=1, le=100_000), WHOLE] | None = None
    power_loss_protection: Annotated[bool, Field(strict=True)] | None = None
    holds_data: Annotated[bool, Field(strict=True)] | None = None
    exists: Annotated[bool, Field(strict=True)] | None = None
    endurance: Literal["performance", "value"] | None = None


class Workload(BaseModel):
    """What the volume is for. Explicit numbers win over the profile of the name."""

    model_config = Part
    name: Text | None = Field(None, examples=["oltp"])
    access: Literal["random", "sequential", "mixed"] | None = None
    read_percent: Annotated[float, Field(strict=True, ge=0, le=100, allow_inf_nan=False)] | None = None
    block_kib: Annotated[float, Field(strict=True, gt=0, le=1_048_576, allow_inf_nan=False)] | None = None
    streams: Annotated[int, Field(strict=True, ge=1, le=1_000_000), WHOLE] | None = None
    queue_depth: Annotated[int, Field(strict=True, ge=1, le=1_000_000), WHOLE] | None = None
    working_set_gib: Annotated[float, Field(strict=True, ge=0, le=1e9, allow_inf_nan=False)] | None = None
    replicated_by_application: Annotated[bool, Field(strict=True)] | None = None
    deployment: Literal["production", "benchmark", "benchmark_baseline"] | None = None
    full_drive_writes_per_day: Annotated[float, Field(strict=True, ge=0, le=1000, allow_inf_nan=False)] | None = None


class Acceleration(BaseModel):
    model_config = Part
    kind: Literal["none", "cachecade", "fastpath"] | None = None
    ssd_cache_gib: Annotated[float, Field(strict=True, ge=0, le=1e6, allow_inf_nan=False)] | None = None


class Requested(BaseModel):
    """What the caller would like; any number or word of the right type is judged."""

    model_config = Part
    raid_level: Text | None = None
    strip_size_kib: Annotated[int, Field(strict=True, ge=-(2**31), lt=2**31), WHOLE] | None = None
    read_policy: Text | None = None
    write_policy: Text | None = None
    io_policy: Text | None = None
    disk_cache_policy: Text | None = None
    initialization: Text | None = None


Signed = Annotated[str, Field(min_length=1, max_length=500, pattern=r"^[^\x00]*[^\x00\s][^\x00]*$")]


def _one_of(*names: str) -> dict[str, Any]:
    """In words of JSON Schema: exactly one of these fields has a value."""
    lacking = {name: {"properties": {name: {"type": "null"}}} for name in names}
    return {
        "oneOf": [
            {
                "required": [name],
                "properties": {name: {"type": "string"}},
                "allOf": [lacking[n] for n in names if n != name],
            }
            for name in names
        ]
    }


class AcceptRisk(BaseModel):
    """One setting, one volume, signed with a name, a reason and an end."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, json_schema_extra=_one_of("write_policy", "disk_cache_policy")
    )
    write_policy: Literal["unprotected_write_back"] | None = None
    disk_cache_policy: Literal["enabled"] | None = None
    by: Signed
    reason: Signed
    until: Annotated[datetime.date, Field(strict=True)]

    @model_validator(mode="after")
    def _one_setting(self) -> AcceptRisk:
        if (self.write_policy is None) == (self.disk_cache_policy is None):
            raise ValueError("exactly one of write_policy and disk_cache_policy")
        return self


class Host(BaseModel):
    model_config = Part
    os: Text | None = Field(None, examples=["RHEL 6.2"])
    platform: Text | None = Field(None, examples=["UCS C240 M4"])


class Benchmark(BaseModel):
    """What the plan is made for: the tool, and the size and write speed of a device to be conditioned."""

    model_config = Part
    tool: Literal["iometer", "fio"] | None = None
    device_gb: Annotated[float, Field(strict=True, gt=0, le=1e9, allow_inf_nan=False)] | None = None
    write_mb_per_s: Annotated[float, Field(strict=True, gt=0, le=1e9, allow_inf_nan=False)] | None = None


class RequestBody(BaseModel):
    """The body of `POST /api/v1/advice`. Every field may be left out."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="AdviceRequest")
    controller: Controller | None = None
    volume: Volume | None = None
    workload: Workload | None = None
    acceleration: Acceleration | None = None
    requested: Requested | None = None
    accept_risk: AcceptRisk | None = None
    adapter: Text | None = Field(None, description="The VIC in front of the array", examples=["VIC 1240"])
    host: Host | None = None
    benchmark: Benchmark | None = None
    include: Annotated[list[Section], Field(max_length=32)] | None = Field(
        None, description="Sections wanted; settings alone when left out"
    )


def core_request(body: RequestBody, capability: Capability | None = None) -> AdviceRequest:
    """The same request in core's nouns."""
    risk = body.accept_risk
    return AdviceRequest(
        controller=_controller(body.controller, capability),
        volume=VolumeAsked(**vars(body.volume)) if body.volume is not None else _NO_VOLUME,
        workload=WorkloadAsked(**vars(body.workload)) if body.workload is not None else _NO_WORKLOAD,
        acceleration=AccelerationAsked(**vars(body.acceleration))
        if body.acceleration is not None
        else _NO_ACCELERATION,
        requested={} if body.requested is None else {k: v for k, v in vars(body.requested).items() if v is not None},
        accept_risk=_risk(risk) if risk is not None else None,
        include=tuple(dict.fromkeys(body.include)) if body.include is not None else _SETTINGS,
        adapter=body.adapter,
        host=HostAsked(**vars(body.host)) if body.host is not None else _NO_HOST,
        benchmark=BenchmarkAsked(**vars(body.benchmark)) if body.benchmark is not None else _NO_BENCHMARK,
    )


_NO_VOLUME, _NO_WORKLOAD, _NO_ACCELERATION = VolumeAsked(), WorkloadAsked(), AccelerationAsked()
_SETTINGS = ("settings",)
_NO_HOST, _NO_BENCHMARK = HostAsked(), BenchmarkAsked()


def _controller(part: Controller | None, capability: Capability | None) -> ControllerAsked:
    if part is None:
        return ControllerAsked(capability=capability)
    return ControllerAsked(
        model=part.model,
        cache_mib=part.cache_mib,
        cache_protection=part.cache_protection,
        features=tuple(part.features or ()),
        raid5_key=part.raid5_key,
        backplane_drives=part.backplane_drives,
        server_cpus=part.server_cpus,
        installed_with=tuple(part.installed_with or ()),
        capability=capability,
    )


def _risk(risk: AcceptRisk) -> AcceptedRisk:
    if risk.write_policy is not None:
        return AcceptedRisk("write_policy", risk.write_policy, risk.by, risk.reason, risk.until)
    return AcceptedRisk("disk_cache_policy", str(risk.disk_cache_policy), risk.by, risk.reason, risk.until)
