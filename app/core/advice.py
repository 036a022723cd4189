"""What an answer consists of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from app.core.outcome import Outcome
from app.core.request import AcceptedRisk
from app.core.rules import Citation, Conflict, Value
from app.core.situation import Situation

ADVISED, REFUSED, NEEDS_INPUT = "advised", "refused", "needs_input"
AT_CREATION = ("raid_level", "strip_size_kib", "initialization")
"""Settings that are fixed when a volume is made (lsi-2011: the strip cannot be changed afterwards)."""


class Refusal(NamedTuple):
    """Why something asked for is not given; ``alternative`` is the legal one."""

    code: str
    field: str
    message: str
    citations: Tuple[Citation, ...] = ()
    alternative: Value = None


class Question(NamedTuple):
    field: str
    message: str
    choices: Tuple[str, ...]
    citations: Tuple[Citation, ...] = ()


class Warned(NamedTuple):
    code: str
    message: str
    conflict: Optional[str] = None
    citations: Tuple[Citation, ...] = ()


class SettingAdvice(NamedTuple):
    """One setting: the outcome of the rules, and what the request made of it."""

    outcome: Outcome
    value: Value
    in_effect_now: Optional[str] = None
    requested: Optional[str] = None
    """``honoured``, ``warned`` or ``refused`` where the caller asked for a value."""
    accepted_risk: Optional[AcceptedRisk] = None

    @property
    def change(self) -> str:
        return "at_creation" if self.outcome.setting in AT_CREATION else "online"


@dataclass
class Advice:
    """The whole answer; ``settings`` is empty where they were not asked for."""

    status: str
    version: str
    papers: int
    situation: Situation
    level: Optional[str]
    """The RAID level that the other settings are given for."""
    settings: Dict[str, SettingAdvice] = field(default_factory=dict)
    refusals: List[Refusal] = field(default_factory=list)
    questions: List[Question] = field(default_factory=list)
    warnings: List[Warned] = field(default_factory=list)
    conflicts: Tuple[Conflict, ...] = ()
    sections: Dict[str, Dict[str, Any]] = field(default_factory=dict)
    """Content of the further sections that were asked for, as plain data under its name."""


class Section(NamedTuple):
    """What one further section answers: its content as plain data, and what it refuses, asks and warns of."""

    content: Dict[str, Any]
    refusals: Tuple[Refusal, ...] = ()
    questions: Tuple[Question, ...] = ()
    """What it cannot answer without; the answer then needs input."""
    warnings: Tuple[Warned, ...] = ()
    conflicts: Tuple[str, ...] = ()
    """Ids of disagreements that only its content brings into scope."""
