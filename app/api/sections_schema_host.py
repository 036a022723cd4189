"""The shapes of the sections about host and benchmark."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from app.api.schemas import Alignment
from app.api.sections_schema_base import Access, ByAccess, Cited, Closed, Number, Open, Said


class PaperValue(Cited):
    value: str
    purpose: Literal["benchmark", "deployment"]


class TodayValue(BaseModel):
    model_config = Closed
    media: Literal["hdd", "ssd", "nvme"] | None
    access: Access | None
    value: Any
    certainty: Literal["verified", "assumed"]


class HostSetting(Cited):
    name: str
    value: Any = Field(description="For the deployment of the request")
    benchmark: Any
    production: Any
    papers: PaperValue | None
    today: list[TodayValue]
    newer_than_papers: bool
    called_today: str | None
    how: str
    note: str | None


class BiosTable(Cited):
    title: str
    status: Literal["recommended", "used"]
    purpose: str
    basis: Literal["exact", "extended"]
    settings: dict[str, str]
    odd: str = Field(description="Where the table contradicts itself")


class WrittenFile(BaseModel):
    model_config = Closed
    path: str
    text: str


class HostSection(Cited):
    """Operating system, BIOS and adapter. Every setting stands at the top too, under its plain name."""

    model_config = Open
    os: str | None
    platform: str | None
    kernel: str
    queue: Literal["single", "multi"]
    settings: list[HostSetting]
    tuned_profile: str | None
    bios: BiosTable | None
    bios_by_platform: list[BiosTable]
    bios_note: str
    option_rom: list[Said]
    drivers: list[Said]
    adapter: dict[str, Any] | None
    cautions: list[Said]
    strip_size_kib: int | None
    raid_level: str | None
    drives: int | None
    files: list[WrittenFile] = Field(description="A tuned profile and a udev rule, ready to be put in place")
    alignment: Alignment | None


class LoadSetting(Cited):
    name: str
    value: str | Number | ByAccess
    printed: str | Number | ByAccess
    basis: Literal["exact", "extended"]
    note: str | None


class AccessSpecification(Cited):
    name: str
    access: Literal["random", "sequential"]
    read_percent: Number
    block_kib: Number
    writes: bool
    mix_from: Literal["workload", "paper"]
    block_from: Literal["workload", "paper"]


class FioJob(BaseModel):
    """A job file. None names a device: fio refuses it until the variable does."""

    model_config = Closed
    file: str
    says: str
    destructive: bool
    text: str


class BenchmarkSection(Cited):
    """How the papers tested, as a plan. A value by access is a mapping where nobody named the access."""

    model_config = Open
    tool: Literal["iometer", "fio"] | None
    generation: Literal["2013", "2016"]
    iometer_version: str
    run_time_min: Number
    ramp_s: Number | ByAccess
    workers: int | str | ByAccess
    dataset_percent: Number
    settings: list[LoadSetting]
    latency_ms: Number | dict[str, Number] = Field(description="The longest response time that counts")
    outstanding: int | dict[str, int | None] | None = Field(description="Requests under way in all")
    outstanding_series: list[int]
    access_specifications: list[AccessSpecification]
    to_run: list[str] = Field(description="The procedures that this volume calls for, in their order")
    conditioning: dict[str, Any] | None
    repeats: dict[str, Any]
    hot_spot: dict[str, Any]
    full_disk_access: dict[str, Any]
    precondition_s: Number | None = Field(
        description="One pass of conditioning at least; null where size or rate is unknown"
    )
    precondition_min: list[Number] | None = Field(description="Minutes of each pass, from and to")
    runs: int
    agree_within_percent: Number
    hot_spot_gib: Number
    max_sectors: int = Field(description="The hot spot in sectors of 512 bytes")
    total_qd: int
    prime_min: Number
    capture_min: Number
    qd: list[int] = Field(description="Outstanding requests of the regions from hot to cold")
    fastpath_demonstration: dict[str, Any]
    adapter_test: dict[str, Any] | None
    destructive: str
    device_variable: str
    fio: list[FioJob]
