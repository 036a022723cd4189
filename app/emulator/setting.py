"""``/cX/vX set``: which values there are, which a card takes, and the rows that answer."""

from __future__ import annotations

from typing import Any

from app.emulator.answers import Entry
from app.emulator.build import DRIVES
from app.emulator.cards import Card, facts_of
from app.emulator.effect import put, value_of
from app.emulator.state import Controller, Volume, members_of, volume_of
from app.emulator.tools import ALWAYS_WRITE_BACK, grammar_of

# The word typed, in lower case: what is stored, and how the answer spells it.
_VALUES: dict[str, dict[str, tuple[str, str]]] = {
    "wrcache": {"wt": ("wt", "WT"), "wb": ("wb", "WB"), "awb": ("awb", "AWB"), "fwb": ("awb", "FWB")},
    "rdcache": {"ra": ("ra", "RA"), "nora": ("nora", "NoRA")},
    "iopolicy": {"direct": ("direct", "Direct"), "cached": ("cached", "Cached")},
    "pdcache": {"on": ("on", "On"), "off": ("off", "Off"), "default": ("default", "Default")},
}
_NAMES = {
    7: {"wrcache": "wrCache", "rdcache": "rdCache", "iopolicy": "IoPolicy", "pdcache": "PdCac", "name": "Name"},
    8: {
        "wrcache": "Write Cache Policy",
        "rdcache": "Read Cache Policy",
        "pdcache": "Drive Write Cache Policy",
        "name": "Name",
    },
}
_NAME_LENGTH = 15
BUSY, NOT_OPTIMAL, RECONSTRUCTING, PINNED, UNSUPPORTED = 7, 27, 29, 84, 151
MESSAGES = {
    3: "invalid parameter",
    BUSY: "flash memory is in use, try again",
    9: "The requested operation is not supported by the controller",
    NOT_OPTIMAL: "virtual drive is not optimal",
    RECONSTRUCTING: "reconstruction is running",
    PINNED: "controller has preserved cache",
    103: "configuration sequence number mismatch",
    UNSUPPORTED: "policy is not supported by the virtual drive",
    255: "Operation not allowed.",
}


def known_value(family: str, name: str, value: str) -> tuple[str, str] | None:
    """What is stored and printed for a typed value; None where the grammar has no such word."""
    if name == "name":
        return (value, value) if len(value) <= _NAME_LENGTH else None
    word = value.casefold()
    if name == "wrcache" and word in ("awb", "fwb") and word not in ALWAYS_WRITE_BACK[family]:
        return None
    return _VALUES[name].get(word)


class Setting:
    """One property of one volume, about to be set."""

    def __init__(self, controller: Controller, number: int, name: str, typed: str) -> None:
        self.controller, self.number, self.name = controller, number, name
        self.family = str(facts_of(controller)["family"])
        known = known_value(self.family, name, typed)
        self.value, self.printed = known or (typed, typed)
        self.volume = volume_of(controller, number)

    def run(self) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """The row that answers, and the change, where anything changed."""
        if self.volume is None:
            return self.row(255, "Invalid VD number"), None
        behaviour = _behaviour(self.controller, self.volume, facts_of(self.controller), self.name)
        if isinstance(behaviour, int):
            return self.row(behaviour), None
        return self.row(0), self.change() if behaviour == "take" else None

    def change(self) -> dict[str, Any] | None:
        """Stores the value; tells from what to what."""
        if self.volume is None:
            return None
        before = value_of(self.controller, self.volume, self.name)
        put(self.controller, self.volume, self.name, self.value)
        if before == self.value:
            return None
        place = f"c{self.controller['number']}/v{self.number}"
        return {"volume": place, "property": self.name, "from": before, "to": self.value}

    def row(self, code: int, message: str = "") -> dict[str, Any]:
        """A row of Detailed Status, as this grammar prints it; an unknown volume has neither property nor value."""
        status, text = ("Failed" if code else "Success"), message or MESSAGES.get(code, "-")
        eight = grammar_of(self.family) == 8
        found: dict[str, Any] = {"VD": self.number}
        if self.volume is not None:
            found.update(Property=_NAMES[8 if eight else 7].get(self.name, self.name), Value=self.printed)
        found["Status"] = status
        if eight:
            found["ErrType"] = ("CLI" if code == 255 else "DCMD") if code else "-"
        found.update(ErrCd="-" if eight and not code else code, ErrMsg=text if code else "-")
        return found


def _behaviour(controller: Controller, volume: Volume, facts: Card, name: str) -> Any:
    if controller["preserved"] and volume["preserved"] and name == "wrcache":
        return PINNED
    if volume["state"] == "OfLn":
        return NOT_OPTIMAL
    if (volume["operation"] or {}).get("kind") == "migrate":
        return RECONSTRUCTING
    media = {DRIVES[drive["product"]][3] for drive in members_of(controller, volume)}
    if name == "pdcache" and not facts["ssd_disk_cache"] and "SSD" in media:
        return 255 if facts["oem"] == "Dell" else UNSUPPORTED
    return facts.get(name, "take")


def entry_of(controller: Controller, rows: list[dict[str, Any]]) -> Entry:
    """The reply to a set; a wrong number comes without the versions."""
    wrong = grammar_of(str(facts_of(controller)["family"])) == 7 and all("Property" not in row for row in rows)
    return Entry(controller["number"], rows=rows, bare=wrong)
