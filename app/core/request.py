"""What somebody asks about. Every field may be left out; None means that nobody said."""

from __future__ import annotations

import datetime
from typing import Mapping, NamedTuple, Optional, Tuple, Union

from app.core.hardware import Capability

Number = Union[int, float]


class ControllerAsked(NamedTuple):
    model: Optional[str] = None
    cache_mib: Optional[int] = None
    cache_protection: Optional[str] = None
    features: Tuple[str, ...] = ()
    raid5_key: Optional[bool] = None
    backplane_drives: Optional[int] = None
    server_cpus: Optional[int] = None
    installed_with: Tuple[str, ...] = ()
    capability: Optional[Capability] = None
    """What the card itself printed, where a capture told; it beats the catalogue."""
    hba: Optional[bool] = None


class VolumeAsked(NamedTuple):
    raid_level: Optional[str] = None
    media: Optional[str] = None
    interface: Optional[str] = None
    drives: Optional[int] = None
    rpm: Optional[int] = None
    power_loss_protection: Optional[bool] = None
    holds_data: Optional[bool] = None
    exists: Optional[bool] = None
    endurance: Optional[str] = None
    mixed_media: Tuple[str, ...] = ()
    """The media in one drive group where they differ."""
    spans: Optional[int] = None


class WorkloadAsked(NamedTuple):
    name: Optional[str] = None
    access: Optional[str] = None
    read_percent: Optional[Number] = None
    block_kib: Optional[Number] = None
    streams: Optional[int] = None
    queue_depth: Optional[int] = None
    working_set_gib: Optional[Number] = None
    replicated_by_application: Optional[bool] = None
    deployment: Optional[str] = None
    full_drive_writes_per_day: Optional[Number] = None


class AccelerationAsked(NamedTuple):
    kind: Optional[str] = None
    ssd_cache_gib: Optional[Number] = None


class AcceptedRisk(NamedTuple):
    """One setting of one volume, signed with a name and a reason, until a day."""

    setting: str
    value: str
    by: str
    reason: str
    until: datetime.date


class HostAsked(NamedTuple):
    os: Optional[str] = None
    platform: Optional[str] = None


class BenchmarkAsked(NamedTuple):
    tool: Optional[str] = None
    device_gb: Optional[Number] = None
    write_mb_per_s: Optional[Number] = None


class AdviceRequest(NamedTuple):
    controller: ControllerAsked = ControllerAsked()
    volume: VolumeAsked = VolumeAsked()
    workload: WorkloadAsked = WorkloadAsked()
    acceleration: AccelerationAsked = AccelerationAsked()
    requested: Mapping[str, Union[int, str]] = {}
    accept_risk: Optional[AcceptedRisk] = None
    include: Tuple[str, ...] = ("settings",)
    adapter: Optional[str] = None
    """The converged network adapter (VIC) in front of the array, as printed."""
    host: HostAsked = HostAsked()
    benchmark: BenchmarkAsked = BenchmarkAsked()
