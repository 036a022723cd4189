"""A volume as Cisco Intersight's ``storage.VirtualDrivePolicy``, in the drive group that makes it."""

from __future__ import annotations

from typing import Any

from app.core.policies import RaidLevel
from app.exports.carrying import carried
from app.exports.enveloped import enveloped
from app.exports.plans import Export, ExportRefusedError, VolumePlan
from app.exports.words import INTERSIGHT

FIELDS = {
    "raid_level": "RaidLevel",
    "strip_size_kib": "StripSize",
    "read_policy": "ReadPolicy",
    "write_policy": "WritePolicy",
    "disk_cache_policy": "DriveCache",
}


def export(plan: VolumePlan) -> Export:
    """Raises ``ExportRefusedError`` where there is no volume to speak of."""
    if plan.level is RaidLevel.JBOD or plan.kind == "hba":
        raise ExportRefusedError("A drive presented as it is has no virtual drive policy.")
    found, lost = carried(plan, FIELDS, INTERSIGHT, "Intersight")
    level = found.pop("RaidLevel", None)
    policy: dict[str, Any] = {
        "ClassId": "storage.VirtualDrivePolicy",
        "ObjectType": "storage.VirtualDrivePolicy",
        **{name: int(word) if name == "StripSize" else word for name, word in found.items()},
    }
    drive: dict[str, Any] = {"Name": "raidwise", "ExpandToAvailable": True, "VirtualDrivePolicy": policy}
    group = {"ObjectType": "storage.DriveGroup", "Name": "raidwise", "VirtualDrives": [drive]}
    if level is not None:
        group["RaidLevel"] = level
    return enveloped("intersight", plan, {"drive_group": group}, lost)
