"""A volume as bodies for a Redfish service: one to POST to ``Volumes``, one to PATCH to a volume that exists."""

from __future__ import annotations

from typing import Any

from app.core.policies import RaidLevel
from app.exports.carrying import carried
from app.exports.enveloped import enveloped
from app.exports.geometry import SPANNED, default_spans
from app.exports.plans import Export, ExportRefusedError, NotCarried, VolumePlan
from app.exports.words import REDFISH, REDFISH_DELL

FIELDS = {
    "raid_level": "RAIDType",
    "strip_size_kib": "StripSizeBytes",
    "read_policy": "ReadCachePolicy",
    "write_policy": "WriteCachePolicy",
    "initialization": "InitializeMethod",
}
DELL_FIELDS = {**FIELDS, "strip_size_kib": "OptimumIOSizeBytes", "disk_cache_policy": "DiskCachePolicy"}
"""Dell takes the strip size under another name, and the disk cache in its own corner of the body."""

_ONLINE = ("ReadCachePolicy", "WriteCachePolicy", "Oem")
_UNWRITTEN = {"initialization": {"fast": "only the Initialize action of a volume knows Fast"}}


def export(plan: VolumePlan) -> Export:
    """Raises ``ExportRefusedError`` where there is no volume to speak of."""
    if plan.level is RaidLevel.JBOD or plan.kind == "hba":
        raise ExportRefusedError("A drive presented as it is is no Redfish volume.")
    dell = plan.vendor == "dell"
    fields, words = (DELL_FIELDS, REDFISH_DELL) if dell else (FIELDS, REDFISH)
    found, lost = carried(plan, fields, _words_to_write(words), "Redfish")
    body = _body(plan, found)
    change: dict[str, Any] = {name: value for name, value in body.items() if name in _ONLINE}
    if dell and change:
        change = {"@Redfish.SettingsApplyTime": {"ApplyTime": "Immediate"}, **change}
    content = {"change": change} if plan.exists else {"create": body, "change": change}
    return enveloped("redfish", plan, content, [_better_reason(item) for item in lost])


def _words_to_write(words: Any) -> Any:
    """Creation takes no Fast: that word belongs to the Initialize action."""
    return {**words, "initialization": {"Foreground": "full", "Skip": "none"}}


def _better_reason(item: NotCarried) -> NotCarried:
    reason = _UNWRITTEN.get(item.setting, {}).get(str(item.value))
    return NotCarried(item.setting, item.value, reason) if reason else item


def _body(plan: VolumePlan, found: dict[str, str]) -> dict[str, Any]:
    body: dict[str, Any] = {
        name: int(word) if name in ("StripSizeBytes", "OptimumIOSizeBytes") else word
        for name, word in found.items()
        if name != "DiskCachePolicy"
    }
    if "DiskCachePolicy" in found:
        body["Oem"] = {"Dell": {"DellVolume": {"DiskCachePolicy": found["DiskCachePolicy"]}}}
    if not plan.exists and plan.level is not None and plan.drives is not None:
        if plan.level in SPANNED:
            body["MediaSpanCount"] = default_spans(plan.level, plan.drives)
        body["Links"] = {"Drives": [{"@odata.id": f"<drive {number}>"} for number in range(1, plan.drives + 1)]}
    return body
