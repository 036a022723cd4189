"""
The named facts that rules speak about, each with its tokens. A fact nobody
knows has the token ``unread``; a rule must list that token to be fired by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Mapping, Optional, Tuple, Union

Number = Union[int, float]
UNREAD = "unread"

SETTINGS = (
    "raid_level",
    "strip_size_kib",
    "read_policy",
    "write_policy",
    "io_policy",
    "disk_cache_policy",
    "initialization",
)

FACTS: Dict[str, Tuple[str, ...]] = {
    "raid": ("raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60", "jbod", "undecided"),
    "media": ("hdd", "ssd", "nvme"),
    "access": ("random", "sequential", "mixed"),
    "reads": ("all_reads", "read_dominated", "mixed", "write_dominated", "all_writes"),
    "block": ("tiny", "small", "medium", "large"),
    "streams": ("few", "many"),
    "workload": ("none",),  # and every name of rules/workloads
    "protection": ("optimal", "charging", "learning", "degraded", "failed", "absent"),
    "cache": ("yes", "no"),
    "deployment": ("production", "benchmark", "benchmark_baseline"),
    "acceleration": ("none", "cachecade", "fastpath"),
    "replicated": ("yes", "no"),
    "endurance": ("performance", "value"),
    "family": ("unknown",),  # and every name of rules/controllers
    "kind": ("raid", "hba", "embedded"),
    "era": ("2011", "2013", "2016"),  # the paper generation nearest to the controller
    "exact": ("yes", "no"),  # whether a paper speaks of this very generation
    "drives": ("one", "two", "several"),
    "level_given": ("yes", "no"),
    "exists": ("yes", "no"),
    "holds_data": ("yes", "no"),
    "read_policy_setting": ("yes", "no"),
    "write_policy_setting": ("yes", "no"),
    "io_policy_setting": ("yes", "no"),
    "disk_cache_setting": ("yes", "no"),
    "raid5_key": ("not_needed", "present", "absent"),
    "accepted_risk": ("none", "write_policy", "disk_cache_policy"),
    "wants": ("none", "unprotected_write_back", "disk_cache_on", "cached_io"),
    "plp": ("yes", "no"),
}

# Where a person would say what a fact is.
FIELDS = {
    "raid": "volume.raid_level",
    "media": "volume.media",
    "access": "workload.access",
    "reads": "workload.read_percent",
    "block": "workload.block_kib",
    "streams": "workload.streams",
    "workload": "workload.name",
    "protection": "controller.cache_protection",
    "cache": "controller.cache_mib",
    "deployment": "workload.deployment",
    "acceleration": "acceleration.kind",
    "replicated": "workload.replicated_by_application",
    "endurance": "volume.endurance",
    "family": "controller.model",
    "kind": "controller.model",
    "era": "controller.model",
    "exact": "controller.model",
    "drives": "volume.drives",
    "exists": "volume.exists",
    "holds_data": "volume.holds_data",
    "read_policy_setting": "controller.model",
    "write_policy_setting": "controller.model",
    "io_policy_setting": "controller.model",
    "disk_cache_setting": "controller.model",
    "raid5_key": "controller.raid5_key",
}


@dataclass(frozen=True)
class Thresholds:
    """House rules that no paper states (``rules/house/thresholds.yaml``); percent, KiB and counts."""

    read_dominated_from: Number
    write_dominated_to: Number
    many_streams_from: Number
    small_log_write_to_kib: Number
    streaming_block_from_kib: Number
    large_block_from_kib: Number


def reads_token(read_percent: Optional[Number], limits: Thresholds) -> str:
    if read_percent is None:
        return UNREAD
    if read_percent >= 100:
        return "all_reads"
    if read_percent >= limits.read_dominated_from:
        return "read_dominated"
    if read_percent <= 0:
        return "all_writes"
    return "write_dominated" if read_percent <= limits.write_dominated_to else "mixed"


def block_token(block_kib: Optional[Number], limits: Thresholds) -> str:
    if block_kib is None:
        return UNREAD
    if block_kib <= limits.small_log_write_to_kib:
        return "tiny"
    if block_kib < limits.streaming_block_from_kib:
        return "small"
    return "medium" if block_kib < limits.large_block_from_kib else "large"


def streams_token(streams: Optional[Number], limits: Thresholds) -> str:
    if streams is None:
        return UNREAD
    return "many" if streams >= limits.many_streams_from else "few"


def drives_token(drives: Optional[int]) -> str:
    if drives is None:
        return UNREAD
    return {1: "one", 2: "two"}.get(drives, "several")


def yes_no(value: Optional[bool]) -> str:
    """``unread`` for None, which is not a no."""
    if value is None:
        return UNREAD
    return "yes" if value else "no"


Facts = Mapping[str, str]
