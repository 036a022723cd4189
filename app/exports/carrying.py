"""Settings put into the fields of a format, and the account of those that found no field or no word."""

from __future__ import annotations

from collections.abc import Mapping

from app.exports.plans import AT_CREATION, NotCarried, VolumePlan, not_carried
from app.exports.words import Dialect, word_of

IS_FIXED = "fixed when a volume is made, and this one exists"


def carried(
    plan: VolumePlan, fields: Mapping[str, str], words: Dialect, format_name: str
) -> tuple[dict[str, str], list[NotCarried]]:
    """
    The tool's fields with its own words, and what is lost: a setting without a field, a value without a word, and on
    a volume that exists whatever is fixed at creation.
    """
    found: dict[str, str] = {}
    lost: list[NotCarried] = []
    for setting, value in plan.settings.items():
        reason = _obstacle(plan, setting, fields, words, format_name)
        if reason is not None:
            lost.append(NotCarried(setting, value, reason))
        else:
            found[fields[setting]] = str(word_of(words[setting], value))
    return found, lost


def _obstacle(
    plan: VolumePlan, setting: str, fields: Mapping[str, str], words: Dialect, format_name: str
) -> str | None:
    if setting not in fields:
        return f"{format_name} has no field for it"
    if plan.exists and setting in AT_CREATION:
        return IS_FIXED
    if word_of(words[setting], plan.settings[setting]) is None:
        return f"{format_name} has no word for this value"
    return None


def lost_at_creation(plan: VolumePlan, reason: str) -> list[NotCarried]:
    return not_carried(plan, AT_CREATION, reason)
