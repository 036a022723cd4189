"""The battery, CacheVault or energy pack, from every place that speaks of one."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator, List, Optional, Sequence

from app.collector.notes import shortened
from app.collector.storcli import tokens
from app.collector.storcli.fields import Fields, normal
from app.collector.storcli.replies import message_of
from app.core.hardware import Protection
from app.core.policies import CacheProtection
from app.core.reading import Reading, Silence

UNREAD = Silence.UNREAD

DOUBT = "not understood: "
"""Begins the detail of what was printed and means nothing to us: no other place can then say that all is well."""

_SECTIONS = (
    ("Cachevault_Info", "cachevault"),
    ("Cachevault Info", "cachevault"),
    ("BBU_Info", "battery"),
    ("BBU Info", "battery"),
    ("Energy Pack Info", "energy_pack"),
)
_FLAGS = ("Firmware_Status", "BBU_Firmware_Status", "GasGaugeStatus", "BBU_GasGauge_Status")
_DETAILS = 12
_STATE_NAMES = frozenset({"state", "battery state"})
_MODEL_NAMES = frozenset({"type", "battery type"})
# From the best to the worst: what protects the least decides.
_WORSE = (
    CacheProtection.OPTIMAL,
    CacheProtection.CHARGING,
    CacheProtection.LEARNING,
    CacheProtection.DEGRADED,
    CacheProtection.FAILED,
)


def protections(data: Fields, failures: Sequence[str]) -> List[Protection]:
    """Each thing a reply says about the protection of the cache; none where it says nothing."""
    said = [*_answers(failures), *_sections(data), *_flags(data), *_hardware(data), *_status_bits(data)]
    return [one for one in said if one != Protection()]


def together(said: Sequence[Protection]) -> Protection:
    """
    One protection out of all that was said. The worst state decides. A probe for the other sort that found nothing
    (kind not known) is no contradiction; the controller denying what a section shows is, and leaves the state unread.
    """
    present = [one for one in said if one.state in _WORSE]
    absent = [one for one in said if one.state is CacheProtection.ABSENT]
    denied = any(one.kind is Silence.ABSENT for one in absent)
    doubtful = any(isinstance(one.detail, str) and DOUBT in one.detail for one in said)
    if doubtful or (present and denied):
        state = CacheProtection.UNREAD
    elif present:
        state = max((one.state for one in present), key=_WORSE.index)
    else:
        state = CacheProtection.ABSENT if absent else CacheProtection.UNREAD
    denial = [Protection(detail=f"{DOUBT}shown, and said to be absent")] if present and denied else []
    return Protection(
        state, _kind(said, denied and not present), _first(one.model for one in said), _details([*said, *denial])
    )


def is_answer(failure: str) -> bool:
    """True for a failure of /cX/cv or /cX/bbu that tells something: nothing is left unread by it."""
    return message_of(failure) in tokens.PROTECTION_ANSWERS


def of_overview(row: Fields) -> Protection:
    """From a row of ``show``: ``BBU`` (grammar 7) or ``EPack`` (grammar 8). ``N/A`` says nothing."""
    kind: Reading[str] = "energy_pack" if "EPack" in row else UNREAD
    return _protection(row, kind, "BBU", "EPack")


def _kind(said: Sequence[Protection], none_is_fitted: bool) -> Reading[str]:
    return Silence.ABSENT if none_is_fitted else _first(one.kind for one in said)


def _first(readings: Iterator[Reading[str]]) -> Reading[str]:
    return next((reading for reading in readings if isinstance(reading, str)), UNREAD)


def _details(said: Sequence[Protection]) -> Reading[str]:
    details = [detail for one in said if isinstance(one.detail, str) for detail in one.detail.split("; ")]
    # Doubts come first: none is cut off.
    ordered = sorted(dict.fromkeys(details), key=lambda detail: DOUBT not in detail)
    return "; ".join(ordered[:_DETAILS]) if details else UNREAD


def _answers(failures: Sequence[str]) -> Iterator[Protection]:
    for failure in filter(is_answer, failures):
        state, kind = tokens.PROTECTION_ANSWERS[message_of(failure)]
        yield Protection(state, kind or UNREAD, detail=shortened(failure))


def _sections(data: Fields) -> Iterator[Protection]:
    for name, kind in _SECTIONS:
        rows = data.rows(name)
        yield from (_row(row, kind) for row in rows if "Property" not in row)
        yield _properties([row for row in rows if "Property" in row], kind)


def _row(row: Fields, kind: str) -> Protection:
    # Grammar 8 prints Type Supercap, SubType FBU345, and SubType "None" for the battery of an H965i.
    model = row.text("Model", "SubType")
    said = isinstance(model, str) and normal(model) != tokens.NO_MODEL
    return replace(_protection(row, kind, "State", "Status"), model=model if said else UNREAD)


def _properties(rows: List[Fields], kind: str) -> Protection:
    states = [_protection(row, kind, "Value") for row in rows if _property(row) in _STATE_NAMES]
    models = [row.text("Value") for row in rows if _property(row) in _MODEL_NAMES]
    told = states[0] if states else Protection(kind=kind if rows else UNREAD)
    return replace(told, model=models[0] if models else UNREAD)


def _property(row: Fields) -> Optional[str]:
    name = row.text("Property")
    return normal(name) if isinstance(name, str) else None


def _flags(data: Fields) -> Iterator[Protection]:
    for row in (row for name in _FLAGS for row in data.rows(name)):
        name = _property(row)
        if name is not None and name in tokens.PROTECTION_FLAGS and row.word(tokens.YES, "Value") is True:
            yield Protection(tokens.PROTECTION_FLAGS[name], detail=name)
        value = row.text("Value")
        if name == "charging status" and isinstance(value, str) and normal(value) in tokens.CHARGING_WORDS:
            yield _protection(row, UNREAD, "Value")


def _hardware(data: Fields) -> Iterator[Protection]:
    hardware = data.fields("HwCfg")
    if hardware.word(tokens.PRESENT, "BBU", "Energy Pack") is False:
        yield Protection(CacheProtection.ABSENT, Silence.ABSENT)


def _status_bits(data: Fields) -> Iterator[Protection]:
    # HPE says Energy Pack for the same bits. "NA" on a controller without one.
    status = data.fields("Status")
    printed = status.number("BBU Status", "Energy Pack Status")
    kind: Reading[str] = "energy_pack" if "Energy Pack Status" in status else UNREAD
    if not isinstance(printed, int):
        return
    if printed & ~sum(tokens.BATTERY_BITS) or printed < 0:
        status.notes.add(status.place("BBU Status", "Energy Pack Status"), f"unknown bits in {printed}")
        yield Protection(kind=kind, detail=f"{DOUBT}bits {printed}")
    elif printed == 0 and data.fields("HwCfg").word(tokens.PRESENT, "BBU", "Energy Pack") is not False:
        yield Protection(CacheProtection.OPTIMAL, kind)
    for text, state in (said for bit, said in tokens.BATTERY_BITS.items() if printed & bit):
        yield Protection(state, kind if state is not CacheProtection.ABSENT else Silence.ABSENT, detail=text)


def _protection(row: Fields, kind: Reading[str], *keys: str) -> Protection:
    state = row.word(tokens.PROTECTION_STATES, *keys)
    if not isinstance(state, Silence):
        return Protection(state, Silence.ABSENT if state is CacheProtection.ABSENT else kind)
    printed = row.value(*keys)
    said_nothing = printed is None or (isinstance(printed, str) and normal(printed) in tokens.NOTHING - {"unknown"})
    return Protection(kind=kind, detail=UNREAD if said_nothing else f"{DOUBT}{shortened(str(printed)[:200], 40)}")
