"""Wire words as people say them. A word nobody has put down here is shown as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LEVELS = {
    "raid0": "RAID 0",
    "raid1": "RAID 1",
    "raid5": "RAID 5",
    "raid6": "RAID 6",
    "raid10": "RAID 10",
    "raid50": "RAID 50",
    "raid60": "RAID 60",
    "jbod": "JBOD",
}
MEDIA = {"hdd": "Hard disk", "ssd": "SSD", "nvme": "NVMe SSD"}
INTERFACES = {"sas": "SAS", "sata": "SATA", "nvme": "NVMe"}
PROTECTION = {
    "optimal": "Optimal",
    "charging": "Charging",
    "learning": "Learning (self-test)",
    "degraded": "Degraded",
    "failed": "Failed",
    "absent": "None fitted",
    "unread": "Nobody has looked",
}
ACCESS = {"random": "Random", "sequential": "Sequential", "mixed": "Mixed"}
DEPLOYMENT = {
    "production": "Production",
    "benchmark": "Benchmark, disposable data",
    "benchmark_baseline": "Benchmark of the bare drives",
}
ACCELERATION = {"none": "None", "cachecade": "CacheCade", "fastpath": "FastPath"}
FEATURES = {"fastpath": "FastPath", "cachecade": "CacheCade"}
ENDURANCE = {"performance": "Performance", "value": "Value"}
YES_NO = {"true": "Yes", "false": "No"}

SETTINGS = {
    "raid_level": "RAID level",
    "strip_size_kib": "Strip size",
    "read_policy": "Read policy",
    "write_policy": "Write policy",
    "io_policy": "I/O policy",
    "disk_cache_policy": "Drive cache",
    "initialization": "Initialisation",
}
VALUES: Mapping[str, Mapping[str, str]] = {
    "raid_level": {**LEVELS, "asked": "The level asked for"},
    "strip_size_kib": {"lowest": "The smallest the card offers", "largest": "The largest the card offers"},
    "read_policy": {
        "read_ahead": "Read ahead",
        "no_read_ahead": "No read-ahead",
        "adaptive_read_ahead": "Adaptive read-ahead",
    },
    "write_policy": {
        "write_through": "Write through",
        "protected_write_back": "Write back while protected",
        "unprotected_write_back": "Write back, protected or not",
        "write_back": "Write back (which kind is not said)",
    },
    "io_policy": {"direct": "Direct", "cached": "Cached"},
    "disk_cache_policy": {"enabled": "On", "disabled": "Off", "drive_default": "As the drive likes"},
    "initialization": {"full": "Full", "fast": "Fast", "none": "None"},
}
SILENCES = {"unread": "unread", "unsupported": "no such setting", "absent": "not there"}

BASIS = {
    "exact": "a printed row for this very case",
    "text": "a sentence of a paper",
    "extended": "the nearest row, extended to this case",
    "safety": "safety of the data",
    "capability": "what this controller has",
}
CHANGES = {"online": "can be changed online", "at_creation": "fixed at creation"}
STATUSES = {"advised": "Advised", "refused": "Refused", "needs_input": "Questions open"}
JUDGEMENTS = {"honoured": "as requested", "warned": "as requested, with a warning", "refused": "your value is refused"}


def setting_title(setting: str) -> str:
    return SETTINGS.get(setting, setting.replace("_", " ").capitalize())


def value_words(setting: str, value: Any) -> str:
    """A value of this setting in plain words; None is a setting that the controller does not have."""
    if value is None:
        return "Nothing to set"
    if isinstance(value, int):
        return f"{value} KiB"
    said = VALUES.get(setting, {}).get(value) or SILENCES.get(value)
    return said if said is not None else str(value).replace("_", " ")


def number_words(value: float) -> str:
    """70 rather than 70.0."""
    return f"{value:g}"
