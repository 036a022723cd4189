"""Spans, data drives, and the alignment of file systems (storcli.md 4.3)."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.policies import RaidLevel

SPANNED = frozenset({RaidLevel.RAID10, RaidLevel.RAID50, RaidLevel.RAID60})
MAX_SPANS = 8
_BLOCK_KIB = 4
_LEAST_PER_SPAN = {RaidLevel.RAID10: 2, RaidLevel.RAID50: 3, RaidLevel.RAID60: 3}
_LEAST = {RaidLevel.RAID0: 1, RaidLevel.RAID1: 2, RaidLevel.RAID5: 3, RaidLevel.RAID6: 3, RaidLevel.JBOD: 1}
_REDUNDANT = {RaidLevel.RAID0: 0, RaidLevel.RAID5: 1, RaidLevel.RAID6: 2, RaidLevel.RAID50: 1, RaidLevel.RAID60: 2}


@dataclass(frozen=True)
class Alignment:
    """Sizes in KiB; None with the reason in ``note`` where there is no stripe to align to."""

    full_stripe_kib: int | None
    mkfs_xfs: str | None
    mkfs_ext4: str | None
    note: str | None = None


def default_spans(level: RaidLevel, drives: int) -> int:
    """
    Spans that a spanned volume is usually cut into: pairs for RAID 10 (more drives a span beyond eight spans, the
    most a volume can have), two for RAID 50 and 60, one for the rest.

    :raises ValueError: these drives cannot make this level.
    """
    if level not in SPANNED:
        _refuse_too_few(level, drives, _LEAST[level])
        return 1
    _refuse_too_few(level, drives, 2 * _LEAST_PER_SPAN[level])
    choices = range(MAX_SPANS, 1, -1) if level is RaidLevel.RAID10 else range(2, MAX_SPANS + 1)
    spans = next((count for count in choices if is_divisible(level, drives, count)), None)
    if spans is None:
        raise ValueError(f"{drives} drives cannot be cut into equal spans of a {level}")
    return spans


def is_divisible(level: RaidLevel, drives: int, spans: int) -> bool:
    """True where the drives fill these spans equally, with enough in each; mirrors need an even number."""
    each, rest = divmod(drives, spans)
    even = level is not RaidLevel.RAID10 or each % 2 == 0
    return rest == 0 and even and each >= _LEAST_PER_SPAN.get(level, 1)


def data_drives(level: RaidLevel, drives: int, spans: int) -> int:
    """Drives that carry data, mirrors and parity left out."""
    return drives // 2 if level in (RaidLevel.RAID1, RaidLevel.RAID10) else drives - _REDUNDANT[level] * spans


def alignment(raid_level: str, drives: int, strip_kib: int | None, spans: int | None = None) -> Alignment:
    """The full stripe of a volume and the file system commands that match it. Never raises on numbers."""
    level = RaidLevel(raid_level)
    if level in (RaidLevel.RAID1, RaidLevel.JBOD):
        return Alignment(None, None, None, f"{level} has no stripe across drives: nothing to align to")
    if strip_kib is None or strip_kib < _BLOCK_KIB:
        return Alignment(None, None, None, "the strip size is not known")
    try:
        count = default_spans(level, drives) if spans is None else spans
    except ValueError as error:
        return Alignment(None, None, None, str(error))
    if count < 1 or (level in SPANNED and not is_divisible(level, drives, count)):
        return Alignment(None, None, None, f"{drives} drives cannot be cut into {count} equal spans of a {level}")
    data = data_drives(level, drives, count)
    if data < 2:
        return Alignment(None, None, None, "one data drive: no stripe across drives, nothing to align to")
    return _aligned(strip_kib, data)


def _aligned(strip_kib: int, data: int) -> Alignment:
    stride = strip_kib // _BLOCK_KIB
    return Alignment(
        full_stripe_kib=strip_kib * data,
        mkfs_xfs=f"mkfs.xfs -d su={strip_kib}k,sw={data} <device>",
        mkfs_ext4=f"mkfs.ext4 -b 4096 -E stride={stride},stripe_width={stride * data} <device>",
    )


def _refuse_too_few(level: RaidLevel, drives: int, least: int) -> None:
    if drives < least:
        raise ValueError(f"{level} needs at least {least} drives, not {drives}")
