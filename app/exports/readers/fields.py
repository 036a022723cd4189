"""Fields of other tools that hold our settings, and how a word in one becomes one of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.exports import intersight, redfish, ucsm
from app.exports.ironic import PROPERTIES
from app.exports.readers.plan import DEFAULT, KNOWN, UNKNOWN, UNREAD, Mark, Said, Value, VolumeSaid
from app.exports.readers.tree import Node
from app.exports.words import (
    IDRAC,
    INTERSIGHT,
    IRONIC,
    LEFT_TO_DEFAULT,
    REDFISH,
    REDFISH_DELL,
    UCSM,
    VOLUME_TYPES,
    Dialect,
    Words,
)

_VARIABLE = re.compile(r"\{\{|\$\{|\$[A-Za-z_(]|^(?:var|local|each|module|data)\.|^<.*>$|^[a-z_]+\(")


@dataclass(frozen=True)
class Fields:
    """One tool's mapping: which keys hold which setting, in which words."""

    dialect: str
    settings: Mapping[str, str]
    words: Dialect
    strip_unit: int = 1
    """Bytes in one unit of the strip size, or 1024 where it is in KiB."""
    creates_with: str | None = None
    can_initialize: bool = False


_LEVELS: Dialect = {"raid_level": {**REDFISH_DELL["raid_level"], **VOLUME_TYPES}}
REDFISH_FIELDS = Fields(
    "redfish",
    {field: setting for setting, field in {**redfish.FIELDS, **redfish.DELL_FIELDS}.items()}
    | {"StripSizeBytes": "strip_size_kib", "VolumeType": "raid_level", "InitializeType": "initialization"},
    {**REDFISH_DELL, **_LEVELS, "strip_size_kib": REDFISH["strip_size_kib"]},
    strip_unit=1,
    creates_with="RAIDType",
    can_initialize=True,
)
INTERSIGHT_FIELDS = Fields(
    "intersight",
    {field: setting for setting, field in intersight.FIELDS.items()} | {"IoPolicy": "io_policy"},
    {**INTERSIGHT, "io_policy": {"Direct": "direct", "Cached": "cached"}},
    strip_unit=1024,
)
UCSM_FIELDS = Fields("ucsm", {field: setting for setting, field in ucsm.FIELDS.items()}, UCSM, strip_unit=1024)
IRONIC_FIELDS = Fields("ironic", {"raid_level": "raid_level"}, IRONIC)
TERRAFORM_FIELDS = Fields(
    "terraform",
    {
        "raid_type": "raid_level",
        "volume_type": "raid_level",
        "optimum_io_size_bytes": "strip_size_kib",
        "read_cache_policy": "read_policy",
        "write_cache_policy": "write_policy",
        "disk_cache_policy": "disk_cache_policy",
    },
    {**REDFISH_DELL, **_LEVELS},
)
IDRAC_FIELDS = Fields(
    "idrac_storage_volume",
    {
        "volume_type": "raid_level",
        "stripe_size": "strip_size_kib",
        "read_cache_policy": "read_policy",
        "write_cache_policy": "write_policy",
        "disk_cache_policy": "disk_cache_policy",
        "raid_init_operation": "initialization",
    },
    IDRAC,
)
REDFISH_MODULE_FIELDS = Fields(
    "redfish_storage_volume",
    {
        "raid_type": "raid_level",
        "volume_type": "raid_level",
        "optimum_io_size_bytes": "strip_size_kib",
        "initialize_type": "initialization",
    },
    {**REDFISH_DELL, **_LEVELS, "initialization": {"Fast": "fast", "Slow": "full"}},
)
INTERSIGHT_MODULE_FIELDS = Fields(
    "intersight_storage_policy",
    {
        "raid_level": "raid_level",
        "strip_size": "strip_size_kib",
        "read_policy": "read_policy",
        "write_policy": "write_policy",
        "disk_cache": "disk_cache_policy",
        "drive_cache": "disk_cache_policy",
    },
    INTERSIGHT,
    strip_unit=1024,
)
SIGNED = (REDFISH_FIELDS, INTERSIGHT_FIELDS, UCSM_FIELDS)
"""Those whose keys are told from all others by themselves."""


def volume_in(node: Node, fields: Fields, path: str) -> VolumeSaid | None:
    """What this mapping says of a volume; None where it says nothing."""
    said = tuple(_said(node, fields, path))
    if not said:
        return None
    creates = fields.creates_with is not None and node.get(fields.creates_with) is not None
    exists = node.get("@odata.id") is not None or node.get("Id") is not None
    return VolumeSaid(
        fields.dialect,
        path or "the file",
        node.line,
        said,
        creates=creates and not exists,
        can_initialize=fields.can_initialize,
    )


def ironic_disk(node: Node, path: str) -> tuple[VolumeSaid | None, list[Mark]]:
    """A logical disk, and every property that Ironic would refuse."""
    keys = node.value if isinstance(node.value, dict) else {}
    marks = [Mark("unknown-property", key, value.line, path) for key, value in keys.items() if key not in PROPERTIES]
    return volume_in(node, IRONIC_FIELDS, path), marks


def _said(node: Node, fields: Fields, path: str) -> Iterator[Said]:
    if not isinstance(node.value, dict):
        return
    for key, setting in fields.settings.items():
        found = node.value.get(key)
        if found is not None and found.text is not None:
            place = f"{path}.{key}".lstrip(".")
            yield said_of(setting, found.text, fields.words[setting], fields.strip_unit, found.line, place)


def said_of(setting: str, word: str, words: Words, strip_unit: int, line: int | None, path: str) -> Said:
    """One word of one setting, known or not."""
    value, state = _meaning(setting, word.strip(), words, strip_unit)
    return Said(setting, word, value, state, line, path, words)


def _meaning(setting: str, word: str, words: Words, strip_unit: int) -> tuple[Value | None, str]:
    if word in words:
        return words[word], KNOWN
    folded = {known.lower(): value for known, value in words.items()}
    if word.lower() in folded:
        return folded[word.lower()], KNOWN
    if _VARIABLE.search(word):
        return None, UNREAD
    if setting == "strip_size_kib":
        return _strip(word, strip_unit)
    return None, DEFAULT if word.lower() in LEFT_TO_DEFAULT else UNKNOWN


def _strip(word: str, unit: int) -> tuple[Value | None, str]:
    """Any number is a strip size, so that a wrong one can be objected to as one."""
    number = re.fullmatch(r"([0-9]{1,12})(?:\s*[Kk](?:i?[Bb])?)?", word)
    if number is None:
        return None, DEFAULT if word.lower() in LEFT_TO_DEFAULT else UNKNOWN
    bytes_given = int(number[1]) * unit
    return (bytes_given // 1024 if bytes_given % 1024 == 0 else -1), KNOWN
