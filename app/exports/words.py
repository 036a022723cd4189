"""
The words that other tools have for our settings (field.md 7.1, storcli.md section 6). Each table goes from the tool's
own word to ours; the word to write comes first where a tool has several for one meaning.
"""

from __future__ import annotations

from collections.abc import Mapping

Words = Mapping[str, str | int]
Dialect = Mapping[str, Words]

_LEVELS = ("0", "1", "5", "6", "10", "50", "60")


def word_of(table: Words, value: object) -> str | None:
    """The tool's word for one of our values; None where it has none."""
    return next((word for word, meant in table.items() if meant == value), None)


def _levels(form: str) -> dict[str, str | int]:
    return {form.format(number): f"raid{number}" for number in _LEVELS}


def _sizes(form: str, sizes: tuple[int, ...]) -> dict[str, str | int]:
    return {form.format(size): size for size in sizes}


_BYTES: dict[str, str | int] = {str(size * 1024): size for size in (8, 16, 32, 64, 128, 256, 512, 1024)}
_MULTIPLES_OF_64: dict[str, str | int] = {word: size for word, size in _BYTES.items() if int(size) >= 64}
_INITIALIZE: dict[str, str | int] = {"Foreground": "full", "Slow": "full", "Fast": "fast", "Skip": "none"}

REDFISH: Dialect = {
    "raid_level": _levels("RAID{}"),
    "strip_size_kib": _BYTES,
    "read_policy": {
        "ReadAhead": "read_ahead",
        "Off": "no_read_ahead",
        "AdaptiveReadAhead": "adaptive_read_ahead",
    },
    "write_policy": {
        "WriteThrough": "write_through",
        "ProtectedWriteBack": "protected_write_back",
        "UnprotectedWriteBack": "unprotected_write_back",
        "Off": "write_through",
    },
    "initialization": _INITIALIZE,
}
REDFISH_DELL: Dialect = {
    **REDFISH,
    "strip_size_kib": _MULTIPLES_OF_64,
    "disk_cache_policy": {"Enabled": "enabled", "Disabled": "disabled"},
}
IRONIC: Dialect = {
    "raid_level": {
        "0": "raid0",
        "1": "raid1",
        "5": "raid5",
        "6": "raid6",
        "1+0": "raid10",
        "5+0": "raid50",
        "6+0": "raid60",
        "JBOD": "jbod",
    }
}
INTERSIGHT: Dialect = {
    "raid_level": _levels("Raid{}"),
    "strip_size_kib": _sizes("{}", (64, 128, 256, 512, 1024)),
    "read_policy": {"ReadAhead": "read_ahead", "NoReadAhead": "no_read_ahead"},
    "write_policy": {
        "WriteThrough": "write_through",
        "WriteBackGoodBbu": "protected_write_back",
        "AlwaysWriteBack": "unprotected_write_back",
    },
    "disk_cache_policy": {
        "Enable": "enabled",
        "Disable": "disabled",
        "Default": "drive_default",
        "NoChange": "drive_default",
    },
}
UCSM: Dialect = {
    "raid_level": {
        "stripe": "raid0",
        "mirror": "raid1",
        "stripe-parity": "raid5",
        "stripe-dual-parity": "raid6",
        "mirror-stripe": "raid10",
        "stripe-parity-stripe": "raid50",
        "stripe-dual-parity-stripe": "raid60",
        "simple": "jbod",
    },
    "strip_size_kib": _sizes("{}KB", (8, 16, 32, 64, 128, 256, 512, 1024)),
    "read_policy": {"read-ahead": "read_ahead", "normal": "no_read_ahead"},
    "write_policy": {
        "write-through": "write_through",
        "write-back-good-bbu": "protected_write_back",
        "always-write-back": "unprotected_write_back",
    },
    "io_policy": {"direct": "direct", "cached": "cached"},
    "disk_cache_policy": {
        "enable": "enabled",
        "disable": "disabled",
        "platform-default": "drive_default",
        "no-change": "drive_default",
    },
}
IDRAC: Dialect = {
    "raid_level": _levels("RAID {}"),
    "strip_size_kib": _MULTIPLES_OF_64,
    "read_policy": {
        "ReadAhead": "read_ahead",
        "NoReadAhead": "no_read_ahead",
        "AdaptiveReadAhead": "adaptive_read_ahead",
        "Adaptive": "adaptive_read_ahead",
    },
    "write_policy": {
        "WriteThrough": "write_through",
        "WriteBack": "protected_write_back",
        "WriteBackForce": "unprotected_write_back",
    },
    "disk_cache_policy": {"Enabled": "enabled", "Disabled": "disabled", "Default": "drive_default"},
    "initialization": {"Fast": "fast", "None": "none"},
}
VOLUME_TYPES: Words = {
    "NonRedundant": "raid0",
    "Mirrored": "raid1",
    "StripedWithParity": "raid5",
    "SpannedMirrors": "raid10",
    "SpannedStripesWithParity": "raid50",
}
"""What Redfish called the levels before ``RAIDType``; Dell's Terraform provider and Ansible modules take them still."""

LEFT_TO_DEFAULT = frozenset({"default", "platform-default", "unspecified"})
"""Lower case: words that leave a policy to whatever the platform has."""
