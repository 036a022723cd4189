"""What became of one step: the tool's answer beside what was read back. Pure."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Tuple

from app.collector.storcli.answers import ACCEPTED, REFUSED, Answer
from app.core.hardware import VirtualDrive
from app.core.plan import SETTINGS, Change, policy_of
from app.core.policies import CacheProtection, WritePolicy
from app.core.reading import Silence

APPLIED, NOT_EFFECTIVE, REJECTED, IGNORED, UNKNOWN = (
    "applied",
    "applied_not_effective",
    "rejected",
    "ignored",
    "unknown",
)
_KEEPING = frozenset({CacheProtection.OPTIMAL, CacheProtection.CHARGING, CacheProtection.LEARNING})


class Outcome(NamedTuple):
    """One of the five words, what was read, and a sentence."""

    word: str
    detail: str
    configured: Any = Silence.UNREAD
    in_effect: Any = Silence.UNREAD
    is_ours: bool = True
    """False: the volume is another one by now, or somebody else is changing it; it is left alone."""

    @property
    def is_good(self) -> bool:
        return self.word in (APPLIED, NOT_EFFECTIVE)

    @property
    def may_have_acted(self) -> bool:
        """Whether undoing has something to undo: a late effect of an ignored or unclear command counts."""
        return self.word != REJECTED


class Seen(NamedTuple):
    """A volume as read back, and why it is not the one that was meant."""

    volume: Optional[VirtualDrive]
    problem: str = ""
    is_other: bool = False


def outcome(change: Change, answer: Answer, before: VirtualDrive, seen: Seen) -> Outcome:
    """The reading decides; the answer only explains."""
    if seen.volume is None:
        return Outcome(UNKNOWN, f"{seen.problem}; the tool had said: {answer.message}", is_ours=not seen.is_other)
    configured, in_effect = values(change.setting, seen.volume)
    told = (configured, in_effect)
    if configured == change.after:
        return _taken(change, before, seen.volume, told)
    if configured != change.before:
        return Outcome(UNKNOWN, f"it is {_said(configured)} now: somebody else is changing it", *told, is_ours=False)
    if answer.kind == ACCEPTED:
        return Outcome(IGNORED, f"the tool said {answer.message}, and it is {_said(configured)} still", *told)
    word = REJECTED if answer.kind == REFUSED else UNKNOWN
    return Outcome(word, f"{answer.message}; it is {_said(configured)} still", *told)


def values(setting: str, volume: VirtualDrive) -> Tuple[Any, Any]:
    """Configured and in effect; where only one is printed it stands for both."""
    configured, in_effect = policy_of(volume.configured, setting), policy_of(volume.in_effect, setting)
    if isinstance(configured, Silence):
        configured = in_effect
    return configured, (configured if isinstance(in_effect, Silence) else in_effect)


def with_protection(change: Change, found: Outcome, protection: CacheProtection) -> Outcome:
    """The outcome of a write-back step once the protection was read again."""
    if not found.is_good or change.after is not WritePolicy.PROTECTED_WRITE_BACK:
        return found
    if found.in_effect == change.after and protection is not CacheProtection.OPTIMAL:
        return found._replace(word=UNKNOWN, detail=f"write-back is in effect with protection {protection}")
    if found.word == NOT_EFFECTIVE and protection not in _KEEPING:
        return found._replace(word=UNKNOWN, detail=f"{found.detail}, protection is {protection}")
    if found.word == NOT_EFFECTIVE:
        return found._replace(detail=f"{found.detail} while protection is {protection}")
    return found


def _taken(change: Change, before: VirtualDrive, after: VirtualDrive, told: Tuple[Any, Any]) -> Outcome:
    disturbed = _disturbed(change, before, after)
    if disturbed:
        return Outcome(UNKNOWN, disturbed, *told)
    if told[1] == change.after:
        return Outcome(APPLIED, f"{change.after} is configured and in effect", *told)
    return Outcome(NOT_EFFECTIVE, f"{change.after} is configured, {_said(told[1])} is in effect", *told)


def _disturbed(change: Change, before: VirtualDrive, after: VirtualDrive) -> str:
    if after.state != before.state:
        return f"the volume is {_said(after.state)} now"
    for setting in SETTINGS:
        one, other = policy_of(before.configured, setting), policy_of(after.configured, setting)
        if (
            setting != change.setting
            and not isinstance(one, Silence)
            and not isinstance(other, Silence)
            and one != other
        ):
            return f"{setting} turned from {one} to {other} meanwhile"
    return ""


def _said(reading: Any) -> str:
    return str(reading.value) if isinstance(reading, Silence) else str(reading)
