"""What rules/host says of operating system, BIOS and adapter, as the section reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, NamedTuple, Optional, Tuple, Union

from app.core.statements import Cites, Statement

HostValue = Union[str, int, Tuple[int, ...]]


class BiosRow(NamedTuple):
    name: str
    value: str
    claim: Optional[str]


class BiosTable(NamedTuple):
    """The BIOS settings of one platform; ``recommended`` by its paper or only ``used``."""

    title: str
    status: str
    purpose: str
    platforms: Tuple[str, ...]
    near: Tuple[str, ...]
    rows: Tuple[BiosRow, ...]
    odd: str
    citations: Cites


class ForPlatform(NamedTuple):
    platforms: Tuple[str, ...]
    statement: Statement


class Kernel(NamedTuple):
    """A generation of the block layer; ``tuned`` where today's form of tuned profiles is read."""

    name: str
    queue: str
    tuned: bool
    matches: Tuple[str, ...]


class Today(NamedTuple):
    media: Optional[str]
    access: Optional[str]
    value: HostValue
    certainty: str


class HostSetting(NamedTuple):
    """One setting: what a paper used, and what holds today."""

    name: str
    paper_value: Optional[str]
    paper_purpose: Optional[str]
    paper_citations: Cites
    today: Tuple[Today, ...]
    for_benchmark: Optional[str]
    single_queue: Optional[str]
    called_today: Optional[str]
    note: Optional[str]
    how: str
    citations: Cites


class ForDriver(NamedTuple):
    acceleration: str
    statement: Statement


class AdapterNumber(NamedTuple):
    name: str
    number: int
    unit: str
    only: Optional[str]
    statement: Statement


@dataclass(frozen=True)
class HostData:
    bios: Tuple[BiosTable, ...]
    option_rom: Tuple[ForPlatform, ...]
    kernels: Tuple[Kernel, ...]
    not_linux: Tuple[str, ...]
    settings: Tuple[HostSetting, ...]
    tuned_profiles: Mapping[str, str]
    """By access."""
    tuned_citations: Cites
    warnings: Tuple[Statement, ...]
    drivers: Tuple[ForDriver, ...]
    adapter_matches: Tuple[str, ...]
    adapter_numbers: Tuple[AdapterNumber, ...]
    adapter_advice: Tuple[Statement, ...]

    def kernel(self, os: Optional[str]) -> Kernel:
        """The kernel that this name means; today's for a name nobody knows."""
        text = (os or "").lower()
        return next((item for item in self.kernels if any(word in text for word in item.matches)), self.kernels[-1])

    def is_linux(self, os: Optional[str]) -> bool:
        text = (os or "").lower()
        return not any(word in text for word in self.not_linux)
