"""One printed object, read key by key: keys and values may carry blanks, and change their case between builds."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Dict, Iterator, List, Mapping, Optional, TypeVar

from app.collector.notes import Notes, printable, shortened
from app.collector.storcli import tokens
from app.core.reading import Reading, Silence

W = TypeVar("W")

UNREAD = Silence.UNREAD

_SIZE = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,6})?)\s*([KMGTP]?)i?B", re.IGNORECASE)
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_WHOLE = re.compile(r"[0-9]{1,15}")
# No printed value is longer than the 600 characters of an inquiry.
_LONGEST = 2000


def normal(key: str) -> str:
    """A key or word with single blanks, none around it, in lower case."""
    return _short_normal(key) if len(key) < 64 else _normal(key)


def _normal(key: str) -> str:
    return " ".join(printable(key).split()).casefold()


# A reply of 24 drives has 2000 keys, of 150 kinds.
_short_normal = lru_cache(maxsize=4096)(_normal)


def size_in_bytes(printed: str) -> Optional[int]:
    """
    Bytes of ``16.370 TB``, ``256 KiB``, ``64kB``, ``1024MB``; None where the text is no size.

    Units are binary whatever their name: storcli 7 prints ``16.370 TB`` for 35155607552 sectors of 512 bytes.
    """
    size = _SIZE.fullmatch(printed.strip())
    if size is None:
        return None
    power: int = _POWERS[size.group(2).upper()]
    return round(float(size.group(1)) * (1 << 10 * power))


def whole_number(printed: object) -> Optional[int]:
    """The number in ``0``, ``"0"`` or ``"  7 "``; None for anything else. The tools drift between the three."""
    if isinstance(printed, int) and not isinstance(printed, bool):
        return printed if abs(printed) < 10**15 else None
    if isinstance(printed, str) and _WHOLE.fullmatch(printed.strip()):
        return int(printed.strip())
    return None


class Fields:
    """A JSON object of a reply, with its path for the notes; anything but an object reads as an empty one."""

    def __init__(self, printed: object, path: str, notes: Notes) -> None:
        self.path = path
        self.notes = notes
        self._values: Dict[str, Any] = {}
        self._printed: Dict[str, str] = {}
        for key, value in printed.items() if isinstance(printed, dict) else ():
            self._values.setdefault(normal(str(key)), value)
            self._printed.setdefault(normal(str(key)), str(key))

    def __contains__(self, key: str) -> bool:
        return normal(key) in self._values

    def __iter__(self) -> Iterator[str]:
        """The keys, without blanks around them and in lower case."""
        return iter(self._values)

    def value(self, *keys: str) -> Any:
        """What stands under the first of these keys that was printed; None where none was."""
        return next((self._values[normal(key)] for key in keys if key in self), None)

    def text(self, *keys: str) -> Reading[str]:
        """The printed text; unread where the tool prints a dash, ``N/A``, nothing, or something nested."""
        value = self.value(*keys)
        number = whole_number(value)
        text = printable(value[:_LONGEST]) if isinstance(value, str) else "" if number is None else str(number)
        return UNREAD if normal(text) in tokens.NOTHING else text

    def number(self, *keys: str) -> Reading[int]:
        """A whole number, printed as one or as text."""
        return self._measured(whole_number(self.value(*keys)), "a whole number", keys)

    def size(self, *keys: str) -> Reading[int]:
        """Bytes."""
        value = self.value(*keys)
        return self._measured(size_in_bytes(value) if isinstance(value, str) else None, "a size", keys)

    def word(self, words: Mapping[str, W], *keys: str) -> Reading[W]:
        """Our value for the printed word; a word nobody knows is unread and noted."""
        text = self.text(*keys)
        if isinstance(text, Silence):
            return self._measured(None, "a word", keys)
        if normal(text) in words:
            return words[normal(text)]
        self.notes.add(self.place(*keys), f"unknown word {shortened(text)!r}")
        return UNREAD

    def fields(self, *keys: str) -> Fields:
        """The object under a key."""
        return Fields(self.value(*keys), self.place(*keys), self.notes)

    def rows(self, *keys: str) -> List[Fields]:
        """The objects of the list under a key; a single object counts as a list of one."""
        return rows_of(self.value(*keys), self.place(*keys), self.notes)

    def _measured(self, value: Optional[W], wanted: str, keys: tuple[str, ...]) -> Reading[W]:
        if value is not None:
            return value
        printed = self.value(*keys)
        if printed is not None and not (isinstance(printed, str) and normal(printed) in tokens.NOTHING):
            self.notes.add(self.place(*keys), f"not {wanted}: {shortened(repr(printed)[:200])}")
        return UNREAD

    def place(self, *keys: str) -> str:
        """The path of the first of these keys that was printed, as it was printed."""
        key = next((key for key in keys if key in self), keys[0])
        printed = printable(self._printed.get(normal(key), key))
        return f"{self.path}/{printed}" if self.path else printed


def rows_of(printed: object, path: str, notes: Notes) -> List[Fields]:
    """Each object of a list; what is not an object is noted."""
    if printed is None:
        return []
    if isinstance(printed, dict):
        return [Fields(printed, path, notes)]
    if not isinstance(printed, list):
        notes.add(path, f"not a list: {shortened(repr(printed)[:200])}")
        return []
    for index, row in enumerate(printed):
        if not isinstance(row, dict):
            notes.add(f"{path}[{index}]", "not an object")
    return [Fields(row, f"{path}[{index}]", notes) for index, row in enumerate(printed) if isinstance(row, dict)]
