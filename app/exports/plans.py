"""What an export is made from and what it gives: a volume with its settings, a text, and what the text cannot say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from app.core.policies import RaidLevel

Value = str | int


class ExportRefusedError(Exception):
    """This volume cannot be exported to this tool; the message says why."""


@dataclass(frozen=True)
class Allowance:
    """An objection of our own linter that this volume raises on purpose, until a day where a person accepted it."""

    rule: str
    reason: str
    until: str | None = None

    @property
    def text(self) -> str:
        until = f" until={self.until}" if self.until else ""
        return f"raidwise-allow: {self.rule}{until}: {plain_line(self.reason)}"


@dataclass(frozen=True)
class VolumePlan:
    """
    One volume as advised. ``settings`` are those that the controller has and the advice decides; a missing one is
    left alone. ``places`` are the papers' places for each, as a person reads them.
    """

    settings: Mapping[str, Value]
    level: RaidLevel | None
    drives: int | None
    media: str | None = None
    interface: str | None = None
    exists: bool = False
    model: str | None = None
    family: str = "unknown"
    kind: str = "raid"
    tool: str = "storcli"
    vendor: str | None = None
    rulebook: str = ""
    places: Mapping[str, str] = field(default_factory=dict)
    allowances: tuple[Allowance, ...] = ()

    @property
    def spans_known(self) -> bool:
        return self.level is not None and self.drives is not None


@dataclass(frozen=True)
class NotCarried:
    """A setting that the tool's format has no place or no word for."""

    setting: str
    value: Value
    reason: str


@dataclass(frozen=True)
class Export:
    """A volume in the words of one tool."""

    format: str
    media_type: str
    file_name: str
    text: str
    not_carried: tuple[NotCarried, ...] = ()


AT_CREATION = ("raid_level", "strip_size_kib", "initialization")


def plain_line(text: str) -> str:
    """One line of printable characters: what a caller wrote must not end a comment, whatever the format."""
    return "".join(ch for ch in " ".join(text.split()) if ch.isprintable()).replace("--", "- -")[:300]


def head_lines(plan: VolumePlan, lost: Iterable[NotCarried] = ()) -> list[str]:
    """What every export says of itself, line by line, to be written as comments or notes."""
    return [
        f"raidwise rulebook {plan.rulebook}",
        *([f"raidwise-controller: {plain_line(plan.model)}"] if plan.model else []),
        *(
            f"{name} {value}: {plain_line(plan.places.get(name) or 'house rule')}"
            for name, value in plan.settings.items()
        ),
        *(f"not carried: {item.setting} {item.value} ({item.reason})" for item in lost),
        *(allowance.text for allowance in plan.allowances),
    ]


def not_carried(plan: VolumePlan, names: Iterable[str], reason: str) -> list[NotCarried]:
    """Those of the named settings that the plan has, each lost for the same reason."""
    return [NotCarried(name, plan.settings[name], reason) for name in names if name in plan.settings]
