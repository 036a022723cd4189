"""The settings of a virtual drive and the words each can take (design section 3)."""

from __future__ import annotations

from enum import Enum


class Word(str, Enum):
    """A word of the wire; ``str()`` gives it bare."""

    def __str__(self) -> str:
        return str(self.value)


class RaidLevel(Word):
    RAID0 = "raid0"
    RAID1 = "raid1"
    RAID5 = "raid5"
    RAID6 = "raid6"
    RAID10 = "raid10"
    RAID50 = "raid50"
    RAID60 = "raid60"
    JBOD = "jbod"


class Media(Word):
    HDD = "hdd"
    SSD = "ssd"
    NVME = "nvme"


class Interface(Word):
    SAS = "sas"
    SATA = "sata"
    NVME = "nvme"


class ReadPolicy(Word):
    READ_AHEAD = "read_ahead"
    NO_READ_AHEAD = "no_read_ahead"
    ADAPTIVE_READ_AHEAD = "adaptive_read_ahead"


class WritePolicy(Word):
    """``PROTECTED_WRITE_BACK`` falls back to write-through when protection is lost; the unprotected one does not."""

    WRITE_THROUGH = "write_through"
    PROTECTED_WRITE_BACK = "protected_write_back"
    UNPROTECTED_WRITE_BACK = "unprotected_write_back"


class IoPolicy(Word):
    DIRECT = "direct"
    CACHED = "cached"


class DiskCachePolicy(Word):
    """The drives' own write cache; ``DRIVE_DEFAULT`` leaves each drive as shipped and counts as not off."""

    ENABLED = "enabled"
    DISABLED = "disabled"
    DRIVE_DEFAULT = "drive_default"


class Initialization(Word):
    FULL = "full"
    FAST = "fast"
    NONE = "none"


class CacheProtection(Word):
    """State of the battery, CacheVault or energy pack. Only ``OPTIMAL`` protects cached writes now."""

    OPTIMAL = "optimal"
    CHARGING = "charging"
    LEARNING = "learning"
    DEGRADED = "degraded"
    FAILED = "failed"
    ABSENT = "absent"
    UNREAD = "unread"


STRIP_SIZES_KIB = (8, 16, 32, 64, 128, 256, 512, 1024)
PARITY_LEVELS = frozenset({RaidLevel.RAID5, RaidLevel.RAID6, RaidLevel.RAID50, RaidLevel.RAID60})
