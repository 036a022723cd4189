"""A volume as Cisco UCS Manager's ``lstorageVirtualDriveDef``, in the disk group policy that makes it."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from app.core.policies import RaidLevel
from app.exports.carrying import carried
from app.exports.plans import Export, ExportRefusedError, VolumePlan, head_lines
from app.exports.words import UCSM

MEDIA_TYPE = "application/xml"
FIELDS = {
    "raid_level": "raidLevel",
    "strip_size_kib": "stripSize",
    "read_policy": "readPolicy",
    "write_policy": "writeCachePolicy",
    "io_policy": "ioPolicy",
    "disk_cache_policy": "driveCache",
}


def export(plan: VolumePlan) -> Export:
    """Raises ``ExportRefusedError`` where there is no volume to speak of."""
    if plan.level is RaidLevel.JBOD or plan.kind == "hba":
        raise ExportRefusedError("A drive presented as it is has no virtual drive definition.")
    found, lost = carried(plan, FIELDS, UCSM, "UCS Manager")
    level = found.pop("raidLevel", None)
    group = {"name": "raidwise", **({"raidLevel": level} if level is not None else {})}
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        *(f"<!-- {line} -->" for line in head_lines(plan, lost)),
        f"<lstorageDiskGroupConfigPolicy{_attributes(group)}>",
        f"  <lstorageVirtualDriveDef{_attributes(found)}/>",
        "</lstorageDiskGroupConfigPolicy>",
    ]
    return Export("ucsm", MEDIA_TYPE, "raidwise-ucsm.xml", "\n".join(lines) + "\n", tuple(lost))


def _attributes(given: dict[str, str]) -> str:
    return "".join(f" {name}={quoteattr(word)}" for name, word in given.items())
