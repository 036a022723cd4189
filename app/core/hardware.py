"""What was read from one server at one moment. Never changed afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

from app.core.policies import (
    CacheProtection,
    DiskCachePolicy,
    Interface,
    IoPolicy,
    Media,
    RaidLevel,
    ReadPolicy,
    WritePolicy,
)
from app.core.reading import Reading, Silence

UNREAD = Silence.UNREAD


@dataclass(frozen=True)
class Tool:
    """The command line tool that printed a capture."""

    name: str
    """storcli, perccli, storcli2, perccli2; ``unread`` where no line tells."""
    version: Reading[str] = UNREAD
    grammar: Reading[int] = UNREAD
    """7 or 8: the two grammars the tools speak."""


@dataclass(frozen=True)
class Capability:
    """What the controller itself says it can do (``Supported VD Operations``, ``Capabilities``)."""

    read_policy: Reading[bool] = UNREAD
    write_policy: Reading[bool] = UNREAD
    io_policy: Reading[bool] = UNREAD
    disk_cache_policy: Reading[bool] = UNREAD
    ssd_disk_cache_change: Reading[bool] = UNREAD
    fastpath: Reading[bool] = UNREAD
    cachecade: Reading[bool] = UNREAD
    raid_levels: Reading[Tuple[RaidLevel, ...]] = UNREAD
    strip_min_kib: Reading[int] = UNREAD
    strip_max_kib: Reading[int] = UNREAD
    max_virtual_drives: Reading[int] = UNREAD


@dataclass(frozen=True)
class Drive:
    """A physical drive. ``slot`` is enclosure:slot, or the slot alone where there is no enclosure."""

    slot: str
    state: Reading[str] = UNREAD
    drive_group: Reading[int] = UNREAD
    """``Silence.ABSENT``: the drive belongs to no drive group."""
    media: Reading[Media] = UNREAD
    interface: Reading[Interface] = UNREAD
    size_bytes: Reading[int] = UNREAD
    rpm: Reading[int] = UNREAD
    model: Reading[str] = UNREAD
    serial: Reading[str] = UNREAD
    wwn: Reading[str] = UNREAD
    write_cache: Reading[bool] = UNREAD


@dataclass(frozen=True)
class DriveGroup:
    """The drives that virtual drives are cut from."""

    number: int
    raid_level: Reading[RaidLevel] = UNREAD
    drives: Tuple[str, ...] = ()
    """Slots of the members that were listed; empty where nothing listed them."""
    disk_cache: Reading[DiskCachePolicy] = UNREAD
    background_operation: Reading[bool] = UNREAD


@dataclass(frozen=True)
class Policies:
    """Cache policies of one virtual drive, as asked for or as the controller acts now."""

    read: Reading[ReadPolicy] = UNREAD
    write: Reading[WritePolicy] = UNREAD
    io: Reading[IoPolicy] = UNREAD
    disk_cache: Reading[DiskCachePolicy] = UNREAD


@dataclass(frozen=True)
class VirtualDrive:
    """The volume that the operating system sees."""

    number: int
    drive_group: Reading[int] = UNREAD
    raid_level: Reading[RaidLevel] = UNREAD
    state: Reading[str] = UNREAD
    access: Reading[str] = UNREAD
    size_bytes: Reading[int] = UNREAD
    name: Reading[str] = UNREAD
    strip_size_kib: Reading[int] = UNREAD
    span_depth: Reading[int] = UNREAD
    drives_per_span: Reading[int] = UNREAD
    drives: Tuple[str, ...] = ()
    """Slots of its members, where the capture listed them."""
    configured: Policies = Policies()
    in_effect: Policies = Policies()
    cachecade: Reading[bool] = UNREAD
    """True: a CacheCade volume, or associated with one."""
    active_operation: Reading[str] = UNREAD
    """``Silence.ABSENT``: none is running."""
    os_device: Reading[str] = UNREAD
    wwn: Reading[str] = UNREAD


@dataclass(frozen=True)
class Protection:
    """The battery, CacheVault or energy pack behind the controller's cache."""

    state: CacheProtection = CacheProtection.UNREAD
    kind: Reading[str] = UNREAD
    """``battery``, ``cachevault`` or ``energy_pack``; ``Silence.ABSENT`` where none is fitted."""
    model: Reading[str] = UNREAD
    detail: Reading[str] = UNREAD
    """What the tool printed, where it says more than the state."""


@dataclass(frozen=True)
class Controller:
    """One controller and everything behind it."""

    number: int
    model: Reading[str] = UNREAD
    pci_id: Reading[str] = UNREAD
    """``vendor:device`` in lower-case hexadecimal, such as ``1000:005d``."""
    pci_subsystem: Reading[str] = UNREAD
    serial: Reading[str] = UNREAD
    firmware: Reading[str] = UNREAD
    driver: Reading[str] = UNREAD
    status: Reading[str] = UNREAD
    kind: Reading[str] = UNREAD
    """``raid`` or ``hba``."""
    cache_mib: Reading[int] = UNREAD
    """Size of the on-board cache; 0 where the controller says it has none."""
    preserved_cache: Reading[bool] = UNREAD
    capability: Capability = Capability()
    protection: Protection = Protection()
    drives: Tuple[Drive, ...] = ()
    drive_groups: Tuple[DriveGroup, ...] = ()
    virtual_drives: Tuple[VirtualDrive, ...] = ()
    personality: Reading[str] = UNREAD


@dataclass(frozen=True)
class Unread:
    """Something a capture held and nobody understood, or should have held and did not."""

    capture: str
    path: str
    problem: str


@dataclass(frozen=True)
class Snapshot:
    """Everything that was read; ``unread`` names what was not."""

    controllers: Tuple[Controller, ...] = ()
    tool: Tool = Tool("unread")
    unread: Tuple[Unread, ...] = ()
    taken_at: Optional[str] = None


def members(controller: Controller, virtual_drive: VirtualDrive) -> Tuple[Drive, ...]:
    """
    The drives a virtual drive lies on: those listed with it, else those of its drive group. Spares are no members.
    Empty where nothing listed any; mixed media show as drives of different media.
    """
    slots = frozenset(virtual_drive.drives or _slots_of_group(controller, virtual_drive.drive_group))
    return tuple(drive for drive in controller.drives if drive.slot in slots)


def _slots_of_group(controller: Controller, number: Reading[int]) -> Tuple[str, ...]:
    listed = [group.drives for group in controller.drive_groups if group.number == number and group.drives]
    if listed:
        return listed[0]
    spares = ("dedicated_hot_spare", "global_hot_spare")
    in_group = [drive for drive in controller.drives if isinstance(number, int) and drive.drive_group == number]
    return tuple(drive.slot for drive in in_group if drive.state not in spares)
