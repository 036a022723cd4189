"""Values that the caller would like: honoured where a paper accepts them, warned about, or refused."""

from __future__ import annotations

from typing import NamedTuple, Optional, Union

from app.core.advice import Refusal, Warned
from app.core.book import Book
from app.core.facts import UNREAD
from app.core.outcome import Outcome
from app.core.policies import (
    DiskCachePolicy,
    Initialization,
    IoPolicy,
    RaidLevel,
    ReadPolicy,
    WritePolicy,
)
from app.core.refusals import cites, fact_cites, fits, level_refusal
from app.core.rules import SAFETY, Value
from app.core.situation import Situation

LEGAL = {
    "raid_level": tuple(map(str, RaidLevel)),
    "read_policy": tuple(map(str, ReadPolicy)),
    "write_policy": tuple(map(str, WritePolicy)),
    "io_policy": tuple(map(str, IoPolicy)),
    "disk_cache_policy": tuple(map(str, DiskCachePolicy)),
    "initialization": tuple(map(str, Initialization)),
}
PARITY = ("raid5", "raid6", "raid50", "raid60")


class Judged(NamedTuple):
    """``value`` is what the answer gives in the end."""

    value: Value
    verdict: Optional[str]
    refusal: Optional[Refusal] = None
    warning: Optional[Warned] = None


def judged(book: Book, at: Situation, outcome: Outcome, value: Value, wanted: Union[int, str]) -> Judged:
    """``value`` is what would be given had nothing been requested."""
    setting = outcome.setting
    where = f"requested.{setting}"
    if setting == "write_policy" and wanted in ("write_back", "writeback", "wb"):
        return _refused(value, _bare_write_back(book, where, value))
    if setting != "strip_size_kib" and wanted not in LEGAL[setting]:
        message = f"'{wanted}' is no {setting}. It can be {', '.join(LEGAL[setting])}."
        return _refused(value, Refusal("unknown_value", where, message, (), value))
    refusal = _danger(book, at, outcome, value, wanted, where) or _unavailable(book, at, outcome, value, wanted, where)
    if refusal is not None:
        return _refused(value, refusal)
    if wanted == value or wanted in outcome.acceptable:
        return Judged(wanted, "honoured")
    if not outcome.decided:
        return Judged(value, None)
    message = (
        f"No paper advises {setting} {_shown(setting, wanted)} here; {_shown(setting, value)} is given. "
        f"{outcome.reason}"
    )
    return Judged(value, "warned", None, Warned("requested_not_advised", message, None, outcome.citations[:2]))


def _refused(value: Value, refusal: Refusal) -> Judged:
    return Judged(value, "refused", refusal)


def _shown(setting: str, value: Value) -> str:
    if value is None:
        return "nothing"
    return f"{value} KiB" if setting == "strip_size_kib" else str(value)


def _bare_write_back(book: Book, where: str, value: Value) -> Refusal:
    message = (
        "'write_back' alone is ambiguous: some tools mean the kind that falls back to write-through "
        "without protection, "
        "others the kind that does not. Say protected_write_back or unprotected_write_back."
    )
    return Refusal("ambiguous_write_back", where, message, cites(book, "ucs-m4-def-wb", "ucs-m4-bbu-always"), value)


def _danger(book: Book, at: Situation, outcome: Outcome, value: Value, wanted: Value, where: str) -> Optional[Refusal]:
    """What would stake data; only a risk accepted in writing gets past."""
    setting = outcome.setting
    if setting == "write_policy" and wanted == "unprotected_write_back" and value != wanted:
        message = (
            "Unprotected write-back loses acknowledged writes at a power cut. It is given only with accept_risk: "
            "write_policy, by, reason, until."
        )
        return Refusal(
            "unprotected_write_back",
            where,
            message,
            cites(book, "ucs-m4-bbu-always", "avago-protect-dram", "lsi-cli-badbbu"),
            value,
        )
    if setting == "write_policy" and wanted == "protected_write_back" and _cache_is_unprotected(at):
        message = (
            "The cache is not protected, so write-back is refused; it becomes possible when the battery or "
            "CacheVault is optimal."
        )
        return Refusal("write_back_without_protection", where, message, outcome.citations, value)
    if (
        setting == "disk_cache_policy"
        and wanted != "disabled"
        and wanted not in outcome.acceptable
        and value is not None
    ):
        message = (
            "A drive's own cache is not covered by the controller's protection; outside of disposable "
            "benchmark data it stays off."
        )
        return Refusal(
            "disk_cache_enabled",
            where,
            message,
            cites(book, "ucs-m4-diskcache-not-enterprise", "ucs-m4-diskcache-dataloss"),
            value,
        )
    if setting == "io_policy" and wanted == "cached" and outcome.rule is not None and outcome.rule.tier == SAFETY:
        message = (
            "Cached I/O may hold writes in a cache that nothing protects; it stays direct until the "
            "protection is optimal."
        )
        return Refusal("cached_io_unprotected", where, message, outcome.citations, value)
    return _destructive(book, at, outcome, value, wanted, where) if setting == "initialization" else None


def _cache_is_unprotected(at: Situation) -> bool:
    return at.facts["cache"] != "no" and at.facts["protection"] in ("degraded", "failed", "absent")


def _destructive(
    book: Book, at: Situation, outcome: Outcome, value: Value, wanted: Value, where: str
) -> Optional[Refusal]:
    holds_data = at.facts["holds_data"] == "yes" or (at.facts["exists"] == "yes" and at.facts["holds_data"] == UNREAD)
    if wanted != "none" and holds_data:
        message = (
            f"A {wanted} initialisation overwrites the volume, which holds or may hold data. Take a new "
            "volume, or say that it holds none."
        )
        return Refusal("initialization_destroys_data", where, message, cites(book, "ucs-m3-fullinit-before-io"), value)
    if wanted == "fast" and at.facts["raid"] in PARITY:
        message = (
            "A fast initialisation of a parity volume leaves parity to the background and makes the first "
            "writes slow. Take a full one."
        )
        return Refusal(
            "fast_initialization_of_parity",
            where,
            message,
            cites(book, "ucs-m3-fastinit-no", "ucs-m4-fastinit-no"),
            value,
        )
    return None


def _unavailable(
    book: Book, at: Situation, outcome: Outcome, value: Value, wanted: Value, where: str
) -> Optional[Refusal]:
    """What this controller does not have."""
    setting = outcome.setting
    if setting == "raid_level":
        return _level_unavailable(book, at, str(wanted))
    if outcome.decided and value is None and outcome.basis == "capability":
        return Refusal("not_available", where, f"{setting} cannot be set here: {outcome.reason}", outcome.citations)
    if setting == "strip_size_kib" and wanted not in at.strips:
        offered = ", ".join(map(str, at.strips))
        message = f"This controller offers strips of {offered} KiB; {wanted} is not among them."
        return Refusal("strip_not_available", where, message, fact_cites(at, "strip_min_kib", "strip_max_kib"), value)
    if setting == "write_policy" and wanted != "write_through" and at.facts["cache"] == "no":
        message = "The controller has no cache, so write-back is not available on it."
        return Refusal("no_write_cache", where, message, (*outcome.citations, *fact_cites(at, "write_cache")), value)
    if setting == "read_policy" and wanted != "no_read_ahead" and at.facts["cache"] == "no":
        return Refusal(
            "no_read_cache", where, "The controller has no cache to read ahead into.", outcome.citations, value
        )
    if (
        setting == "read_policy"
        and wanted == "adaptive_read_ahead"
        and at.model.value("adaptive_read_ahead") is not True
    ):
        message = "Adaptive read-ahead is a setting of old firmware only. Take read_ahead or no_read_ahead."
        return Refusal(
            "adaptive_read_ahead_not_available", where, message, cites(book, "lsi-cli-syntax", "ucs-m3-def-ara"), value
        )
    return None


def _level_unavailable(book: Book, at: Situation, level: str) -> Optional[Refusal]:
    if fits(book, at, level):
        return None
    refusal = level_refusal(book, at, level)
    return refusal._replace(field="requested.raid_level") if refusal is not None else None
