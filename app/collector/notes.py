"""What was held by a capture and not understood, gathered while reading."""

from __future__ import annotations

import re
from typing import List

from app.core.hardware import Unread

LIMIT = 200
"""Notes of one capture; a hostile or foreign file shall not drown the others."""

# A lone surrogate cannot be written as UTF-8 and NUL cannot be stored by PostgreSQL; JSON escapes can carry both.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


def printable(text: str) -> str:
    """The text without control characters and lone surrogates, blanks around it dropped."""
    return _UNPRINTABLE.sub("", text).strip()


def shortened(text: str, length: int = 80) -> str:
    """The beginning of a text, on one line, for a message."""
    line = " ".join(printable(text[: length * 4]).split())
    return line if len(line) <= length else line[:length] + "..."


class Notes:
    """Problems of one capture, in the order met, each told once."""

    def __init__(self, capture: str) -> None:
        self.capture = capture
        self.unread: List[Unread] = []

    def add(self, path: str, problem: str) -> None:
        """Note that what stands at ``path`` was not understood."""
        if len(self.unread) > LIMIT:
            return
        note = Unread(self.capture, shortened(path, 200), shortened(problem, 300))
        if len(self.unread) == LIMIT:
            note = Unread(self.capture, "", f"more than {LIMIT} problems: the rest is not listed")
        if note not in self.unread:
            self.unread.append(note)
