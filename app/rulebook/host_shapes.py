"""Shapes of rules/host/*.yaml: the operating system, the BIOS and the adapter."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from app.rulebook.schema import Shape, Words
from app.rulebook.statement_shapes import Reasoned, Said

Media = Literal["hdd", "ssd", "nvme"]
Access = Literal["random", "sequential", "mixed"]


class BiosSetting(Shape):
    name: str
    value: str
    claim: str | None = None


class BiosEntry(Shape):
    """One printed table; its rows register the claims that they carry."""

    title: str
    status: Literal["recommended", "used"]
    purpose: str
    platforms: Words
    near: Words = Field([])
    """Words of platforms that the table does not name but may serve."""
    document: str
    place: str
    claim: str
    odd: str
    settings: list[BiosSetting]


class PlatformAdvice(Reasoned):
    platforms: Words


class KernelEntry(Shape):
    """Kernels by words in the name of the operating system; the one without words is today's."""

    name: str
    queue: Literal["single", "multi"]
    tuned: bool
    matches: Words


class PaperValue(Shape):
    value: str
    purpose: Literal["benchmark", "deployment"]
    cites: Words


class TodayValue(Shape):
    """What holds today; a range of numbers or a word, for one medium or access where it names them."""

    media: Media | None = None
    access: Access | None = None
    value: str | None = None
    range: list[int] | None = None
    certainty: Literal["verified", "assumed"]

    @model_validator(mode="after")
    def _one_value(self) -> TodayValue:
        if (self.value is None) == (self.range is None):
            raise ValueError("exactly one of value and range")
        return self


class HostSettingEntry(Shape):
    name: str = Field(pattern=r"^[a-z_]+$")
    papers: PaperValue | None = None
    today: list[TodayValue]
    for_benchmark: str | None = None
    single_queue: str | None = None
    called_today: str | None = None
    note: str | None = None
    how: str
    cites: Words


class TunedEntry(Shape):
    random: str
    sequential: str
    mixed: str
    cites: Words


class DriverAdvice(Reasoned):
    acceleration: Literal["cachecade", "fastpath"]


class AdapterFact(Reasoned):
    name: str
    number: int
    unit: str
    only: str | None = None
    """A word of the model that it holds for."""


class HostAdapterEntry(Shape):
    matches: Words
    facts: list[AdapterFact]
    advice: list[Reasoned]


class HostFile(Shape):
    """rules/host/*.yaml: each file fills some of the parts."""

    claims: list[Said] = Field([])
    bios: list[BiosEntry] = Field([])
    option_rom: list[PlatformAdvice] = Field([])
    kernels: list[KernelEntry] = Field([])
    not_linux: Words = Field([])
    settings: list[HostSettingEntry] = Field([])
    tuned_profiles: TunedEntry | None = None
    warnings: list[Reasoned] = Field([])
    drivers: list[DriverAdvice] = Field([])
    adapter: HostAdapterEntry | None = None
