"""The fields of the form: their names in the address, and their places in a request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from app.web import words

TEXT, WHOLE, NUMBER, CHOICE, YES_NO, MANY, MODEL, WORKLOAD = (
    "text",
    "whole",
    "number",
    "choice",
    "yes_no",
    "many",
    "model",
    "workload",
)
"""What a field takes. ``model`` and ``workload`` are texts whose suggestions come from the rulebook."""

_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Field:
    """One field. ``name`` is its parameter in the address and never changes: addresses are kept."""

    name: str
    path: str
    label: str
    kind: str
    choices: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    unit: str | None = None
    hint: str | None = None
    blank: str = "not said"
    span: int = 2
    """Sixths of the form's width."""


@dataclass(frozen=True)
class Group:
    title: str
    fields: tuple[Field, ...]
    folded: bool = False
    note: str | None = None


def _asked(setting: str, label: str, kind: str = CHOICE, unit: str | None = None) -> Field:
    choices = words.VALUES[setting] if kind == CHOICE else _NOTHING
    choices = {value: text for value, text in choices.items() if value not in ("asked", "write_back")}
    return Field(
        f"want_{label}", f"requested.{setting}", words.SETTINGS[setting], kind, choices, unit, blank="no wish", span=3
    )


CONTROLLER = Group(
    "Controller",
    (
        Field(
            "model",
            "controller.model",
            "Model",
            MODEL,
            hint="As the card, a paper or storcli prints it",
            span=6,
        ),
        Field("cache_mib", "controller.cache_mib", "Cache", WHOLE, unit="MiB"),
        Field("protection", "controller.cache_protection", "Cache protection", CHOICE, words.PROTECTION, span=4),
        Field("features", "controller.features", "Licence keys", MANY, words.FEATURES, span=6),
    ),
)
VOLUME = Group(
    "Volume",
    (
        Field("level", "volume.raid_level", "RAID level", CHOICE, words.LEVELS),
        Field("drives", "volume.drives", "Drives", WHOLE),
        Field("media", "volume.media", "Media", CHOICE, words.MEDIA),
        Field("interface", "volume.interface", "Interface", CHOICE, words.INTERFACES, span=3),
        Field("rpm", "volume.rpm", "Speed", WHOLE, unit="rpm", span=3),
        Field("exists", "volume.exists", "Exists already", YES_NO, words.YES_NO, span=3),
        Field("holds_data", "volume.holds_data", "Holds data", YES_NO, words.YES_NO, span=3),
    ),
)
WORK = Group(
    "Workload",
    (
        Field("workload", "workload.name", "What it is for", WORKLOAD, blank="by the numbers below", span=6),
        Field("access", "workload.access", "Access", CHOICE, words.ACCESS),
        Field("read_percent", "workload.read_percent", "Reads", NUMBER, unit="%"),
        Field("block_kib", "workload.block_kib", "Block", NUMBER, unit="KiB"),
        Field("streams", "workload.streams", "Streams", WHOLE),
        Field("deployment", "workload.deployment", "Deployment", CHOICE, words.DEPLOYMENT, span=4),
    ),
)
MORE = Group(
    "Acceleration and rarer facts",
    (
        Field("acceleration", "acceleration.kind", "Acceleration", CHOICE, words.ACCELERATION, span=3),
        Field("ssd_cache_gib", "acceleration.ssd_cache_gib", "SSD cache", NUMBER, unit="GiB", span=3),
        Field("raid5_key", "controller.raid5_key", "RAID 5 key", YES_NO, words.YES_NO, span=3),
        Field("power_loss", "volume.power_loss_protection", "Keeps cache at power loss", YES_NO, words.YES_NO, span=3),
        Field("endurance", "volume.endurance", "SSD endurance", CHOICE, words.ENDURANCE, span=3),
        Field("replicated", "workload.replicated_by_application", "Copies elsewhere", YES_NO, words.YES_NO, span=3),
    ),
    folded=True,
)
WISHES = Group(
    "Values you would like",
    (
        _asked("strip_size_kib", "strip", WHOLE, "KiB"),
        _asked("write_policy", "write"),
        _asked("read_policy", "read"),
        _asked("io_policy", "io"),
        _asked("disk_cache_policy", "drive_cache"),
        _asked("initialization", "init"),
    ),
    folded=True,
    note="Each is judged: given, warned about, or refused with the reason.",
)

ADVICE_FORM = (CONTROLLER, VOLUME, WORK, MORE, WISHES)
CAPTURES_FORM = (
    WORK,
    Group(
        "Where the output does not tell",
        (*CONTROLLER.fields, *VOLUME.fields[2:5], VOLUME.fields[6]),
        folded=True,
        note="Taken only for what stays unread.",
    ),
)


def by_name(groups: tuple[Group, ...]) -> dict[str, Field]:
    return {item.name: item for group in groups for item in group.fields}


def by_path(groups: tuple[Group, ...]) -> dict[str, Field]:
    return {item.path: item for group in groups for item in group.fields}
