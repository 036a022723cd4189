"""
JSON out of what a tool printed: noise before it, several documents, a text cut short, an author's comments.

Seen: ``100 (percent)100 (percent){`` before the reply of a health command (storcli 1.x), and replies pasted into
documents with ``//`` comments between the members.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

DEPTH_LIMIT = 200
"""No reply nests deeper than ten."""

DOCUMENT_LIMIT = 1000
"""Documents of one text; what follows counts as noise."""

_DECODER = json.JSONDecoder(strict=False)
_REPLY = re.compile(r'\{\s*"Controllers"')
_BETWEEN = re.compile(r"(?:[\s,]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_COLON = re.compile(r"\s*:")

Container = Union[Dict[str, Any], List[Any]]


@dataclass(frozen=True)
class Document:
    """One JSON value found in a text. ``problem`` names the place where it stopped being readable."""

    value: Any
    end: int
    problem: Optional[str] = None


def documents(text: str) -> Iterator[Tuple[int, Document]]:
    """Where each JSON document starts, and the document; nothing where there is no JSON."""
    start = _first(text)
    for _ in range(DOCUMENT_LIMIT):
        if start is None:
            return
        document = document_at(text, start)
        yield start, document
        following = _REPLY.search(text, max(document.end, start + 1))
        start = following.start() if following else None


def document_at(text: str, start: int) -> Document:
    """The JSON value that begins at ``start``, as far as it can be read."""
    try:
        value, end = _DECODER.raw_decode(text, start)
        return Document(value, end)
    except (ValueError, RecursionError):
        # ValueError: broken or cut JSON, and integers of more than 4300 digits. RecursionError: hostile nesting.
        return _Recovery(text, start).document()


def _first(text: str) -> Optional[int]:
    begin = len(text) - len(text.lstrip())
    if text[begin : begin + 1] in ("{", "["):
        return begin
    reply = _REPLY.search(text)
    return reply.start() if reply else None


class _Recovery:
    """Reads member after member without recursion; what was complete before the break is kept."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.position = start
        self.root: Any = None
        self.stack: List[Container] = []
        self.labels: List[str] = []
        self.key: Optional[str] = None

    def document(self) -> Document:
        while True:
            self.position = self._after_blanks()
            problem = self._step()
            if problem:
                return Document(self.root, self.position, f"{problem} at {self._path()}")
            if not self.stack:
                return Document(self.root, self.position, "not strict JSON (comments or commas), read all the same")

    def _step(self) -> Optional[str]:
        sign = self.text[self.position : self.position + 1]
        if not sign:
            return "the text ends"
        if sign in "}]":
            return self._close(sign)
        if self.stack and isinstance(self.stack[-1], dict) and self.key is None:
            return self._member(sign)
        if sign in "{[":
            return self._open({} if sign == "{" else [])
        return self._scalar(sign)

    def _close(self, sign: str) -> Optional[str]:
        if isinstance(self.stack[-1], dict) is not (sign == "}") or self.key is not None:
            return f"unexpected {sign!r}"
        self.stack.pop()
        self.labels.pop()
        self.position += 1
        return None

    def _member(self, sign: str) -> Optional[str]:
        key, end, problem = self._value(sign)
        colon = _COLON.match(self.text, end)
        if problem or not isinstance(key, str) or colon is None:
            return problem or "a key without its value"
        self.key, self.position = key, colon.end()
        return None

    def _open(self, container: Container) -> Optional[str]:
        if len(self.stack) >= DEPTH_LIMIT:
            return f"nested deeper than {DEPTH_LIMIT}"
        label = self.key if self.key is not None else self._index()
        self._attach(container)
        self.stack.append(container)
        self.labels.append(label)
        self.position += 1
        return None

    def _scalar(self, sign: str) -> Optional[str]:
        value, end, problem = self._value(sign)
        if problem is None:
            self._attach(value)
            self.position = end
        return problem

    def _value(self, sign: str) -> Tuple[Any, int, Optional[str]]:
        if sign not in '"-0123456789tfn':
            return None, self.position, f"unexpected {sign!r}"
        try:
            value, end = _DECODER.raw_decode(self.text, self.position)
        except ValueError:
            return None, self.position, "a value that is cut or broken"
        # The last digit of a number may be the first of a longer one where the text was cut.
        cut = end == len(self.text) and not isinstance(value, str)
        return value, end, "the text ends" if cut else None

    def _attach(self, value: Any) -> None:
        if not self.stack:
            self.root = value
        elif isinstance(self.stack[-1], dict):
            self.stack[-1][str(self.key)] = value
            self.key = None
        else:
            self.stack[-1].append(value)

    def _after_blanks(self) -> int:
        found = _BETWEEN.match(self.text, self.position)
        return found.end() if found else self.position

    def _index(self) -> str:
        return f"[{len(self.stack[-1])}]" if self.stack else ""

    def _path(self) -> str:
        labels = self.labels + ([self.key] if self.key is not None else [])
        return "/".join(label.strip() for label in labels if label) or "the beginning"
