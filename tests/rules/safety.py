"""
What must never be answered, said once more and on its own: from the facts
alone, with nothing of the engine and nothing of the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping

VALUES: dict[str, tuple[object, ...]] = {
    "raid_level": ("asked", "raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60", "jbod", None),
    "read_policy": ("read_ahead", "no_read_ahead", "adaptive_read_ahead", None),
    "write_policy": ("write_through", "protected_write_back", "unprotected_write_back", None),
    "io_policy": ("direct", "cached", None),
    "disk_cache_policy": ("enabled", "disabled", "drive_default", None),
    "initialization": ("full", "fast", "none", None),
    "strip_size_kib": (8, 16, 32, 64, 128, 256, 512, 1024, None),
}

READS: dict[str, tuple[str, ...]] = {
    "raid_level": ("kind",),
    "strip_size_kib": ("kind", "raid"),
    "read_policy": ("kind", "raid", "cache", "read_policy_setting"),
    "write_policy": ("kind", "raid", "cache", "protection", "accepted_risk", "write_policy_setting"),
    "io_policy": ("kind", "raid", "cache", "protection", "io_policy_setting"),
    "disk_cache_policy": ("kind", "raid", "deployment", "accepted_risk", "disk_cache_setting", "era"),
    "initialization": ("kind", "raid", "holds_data", "exists"),
}
"""The facts that danger depends on."""

PARITY = ("raid5", "raid6", "raid50", "raid60")


def never(setting: str, facts: Mapping[str, str]) -> frozenset[object]:
    """Values that neither may be given nor may be granted on request."""
    if setting == "raid_level":
        return _but(setting, "jbod") if facts["kind"] == "hba" else frozenset()
    if facts["kind"] == "hba" or facts["raid"] == "jbod":
        return _but(setting, None)
    return frozenset(value for value in VALUES[setting] if _DANGEROUS[setting](value, facts))


def _but(setting: str, only: object) -> frozenset[object]:
    return frozenset(value for value in VALUES[setting] if value != only)


def _write(value: object, facts: Mapping[str, str]) -> bool:
    """Write-back needs a cache and its protection; without protection, a signature."""
    if facts["write_policy_setting"] == "no" and value not in (None, "write_through"):
        return True
    if value == "unprotected_write_back":
        return facts["accepted_risk"] != "write_policy" or facts["cache"] == "no"
    if value == "protected_write_back":
        return facts["cache"] == "no" or facts["protection"] not in ("optimal", "charging", "learning")
    return False


def _read(value: object, facts: Mapping[str, str]) -> bool:
    """There is no reading ahead without a cache to read into."""
    if facts["read_policy_setting"] == "no":
        return value is not None
    return value in ("read_ahead", "adaptive_read_ahead") and facts["cache"] == "no"


def _io(value: object, facts: Mapping[str, str]) -> bool:
    """Cached I/O may hold writes (2013 text), so it needs protection that is optimal now."""
    if facts["io_policy_setting"] == "no":
        return value is not None
    return value == "cached" and (facts["protection"] != "optimal" or facts["cache"] == "no")


def _disk_cache(value: object, facts: Mapping[str, str]) -> bool:
    """No battery covers the drives' cache; ``given`` and ``granted`` differ, see ``never_given``."""
    if facts["disk_cache_setting"] == "no":
        return value is not None
    if value not in ("enabled", "drive_default") or facts["accepted_risk"] == "disk_cache_policy":
        return False
    return not (value == "enabled" and facts["deployment"] == "benchmark" and facts["era"] in ("2011", "2013"))


def _initialization(value: object, facts: Mapping[str, str]) -> bool:
    """Every initialisation overwrites; a fast one leaves parity unwritten."""
    if value in ("full", "fast"):
        if facts["holds_data"] == "yes" or (facts["exists"] == "yes" and facts["holds_data"] != "no"):
            return True
        return value == "fast" and facts["raid"] in PARITY
    return False


_DANGEROUS = {
    "strip_size_kib": lambda value, facts: False,
    "read_policy": _read,
    "write_policy": _write,
    "io_policy": _io,
    "disk_cache_policy": _disk_cache,
    "initialization": _initialization,
}


def never_given(setting: str, facts: Mapping[str, str]) -> frozenset[object]:
    """Beyond ``never``: what may be granted on request, and is not given unasked."""
    found = never(setting, facts)
    if setting == "disk_cache_policy" and facts["accepted_risk"] != "disk_cache_policy":
        found |= {"enabled", "drive_default"}
    return found
