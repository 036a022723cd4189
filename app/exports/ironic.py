"""A volume as OpenStack Ironic's ``target_raid_config``, whose schema takes no property beyond its own."""

from __future__ import annotations

from typing import Any

from app.exports.carrying import carried
from app.exports.enveloped import enveloped
from app.exports.plans import Export, ExportRefusedError, VolumePlan
from app.exports.words import IRONIC

PROPERTIES = frozenset(
    {
        "raid_level",
        "size_gb",
        "volume_name",
        "is_root_volume",
        "share_physical_disks",
        "disk_type",
        "interface_type",
        "number_of_physical_disks",
        "controller",
        "physical_disks",
    }
)
"""All that a logical disk may say; anything else is refused by Ironic."""

_DISK_TYPES = {"hdd": "hdd", "ssd": "ssd", "nvme": "ssd"}
_INTERFACES = {"sas": "sas", "sata": "sata"}


def export(plan: VolumePlan) -> Export:
    """Raises ``ExportRefusedError`` for a volume that exists: Ironic only makes and deletes them."""
    if plan.exists:
        raise ExportRefusedError("Ironic makes and deletes volumes; it changes nothing on one that exists.")
    found, lost = carried(plan, {"raid_level": "raid_level"}, IRONIC, "Ironic")
    if "raid_level" not in found:
        raise ExportRefusedError("Ironic needs a RAID level, and none is decided.")
    return enveloped("ironic", plan, {"target_raid_config": {"logical_disks": [_disk(plan, found)]}}, lost)


def _disk(plan: VolumePlan, found: dict[str, str]) -> dict[str, Any]:
    disk: dict[str, Any] = {"size_gb": "MAX", **found}
    if plan.drives is not None:
        disk["number_of_physical_disks"] = plan.drives
    if plan.media in _DISK_TYPES:
        disk["disk_type"] = _DISK_TYPES[plan.media]
    if plan.interface in _INTERFACES:
        disk["interface_type"] = _INTERFACES[plan.interface]
    return disk
