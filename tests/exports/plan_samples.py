"""Volume plans for tests, and what a read text says of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.policies import RaidLevel
from app.exports.plans import VolumePlan
from app.exports.readers.kinds import read_plan

SETTINGS: Mapping[str, str | int] = {
    "raid_level": "raid5",
    "strip_size_kib": 64,
    "read_policy": "no_read_ahead",
    "write_policy": "protected_write_back",
    "io_policy": "direct",
    "disk_cache_policy": "disabled",
    "initialization": "full",
}


def plan(changes: Mapping[str, str | int | None] | None = None, **facts: Any) -> VolumePlan:
    """Eight drives in RAID 5; a setting changed to None is not decided."""
    settings = {name: value for name, value in {**SETTINGS, **(changes or {})}.items() if value is not None}
    level = RaidLevel(settings["raid_level"]) if "raid_level" in settings else None
    known = {"drives": 8, "media": "hdd", "model": "MegaRAID 9361-8i", "family": "sas3108", "rulebook": "2026-01-01-0"}
    return VolumePlan(settings=settings, level=level, **{**known, **facts})


def read_back(text: str, name: str = "") -> dict[str, str | int]:
    """Setting to value as our readers find them; every place must agree, and every word must be known."""
    found: dict[str, str | int] = {}
    for _, item in read_plan(text.encode(), name).said():
        assert item.state == "known", item
        assert item.value is not None
        assert found.setdefault(item.setting, item.value) == item.value, item
    return found
