"""Strict JSON as nodes with lines. Not recursive: a deeply nested text is refused, not suffered."""

from __future__ import annotations

import json.decoder
import re
from collections.abc import Iterator

from app.exports.readers.tree import Builder, Node, NotReadableError

_TOKEN = re.compile(
    r"[ \t\n\r]*"
    r'(?:(?P<mark>[{}\[\]:,])|(?P<quote>")|'
    r"(?P<bare>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null))"
)
_END = re.compile(r"[ \t\n\r]*\Z")
_CLOSES = {"{": "}", "[": "]"}


def json_tree(text: str) -> Node:
    """Raises ``NotReadableError`` with the line of the first fault."""
    builder = Builder()
    state = "value"
    opened: list[str] = []
    for kind, word, line in _tokens(text):
        if state == "done":
            raise NotReadableError("something follows the end of the JSON text", line)
        state = _step(builder, opened, state, kind, word, line)
    if state != "done" or builder.root is None:
        raise NotReadableError("the JSON text ends early", text.count("\n") + 1)
    return builder.root


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    position, line, counted = 0, 1, 0
    while not _END.match(text, position):
        found = _TOKEN.match(text, position)
        start = position if found is None else found.end()
        line, counted = line + text.count("\n", counted, start), start
        if found is None:
            raise NotReadableError(f"this is not JSON: {text[position : position + 20].strip()!r}", line)
        position = found.end()
        if found["quote"]:
            try:
                word, position = json.decoder.scanstring(text, position, True)  # type: ignore[attr-defined]
            except ValueError as error:
                raise NotReadableError(f"a JSON text that is not one: {error}", line) from None
            yield "text", word, line
        elif found["mark"]:
            yield found["mark"], found["mark"], line
        else:
            yield "bare", found["bare"], line


def _step(builder: Builder, opened: list[str], state: str, kind: str, word: str, line: int) -> str:
    """The state after this token."""
    if state in ("value", "value_or_end") and kind in ("{", "["):
        builder.opened({} if kind == "{" else [], line)
        opened.append(kind)
        return "key_or_end" if kind == "{" else "value_or_end"
    if state in ("value", "value_or_end") and kind in ("text", "bare"):
        builder.added(Node(None if kind == "bare" and word == "null" else word, line, quoted=kind == "text"))
        return "comma_or_end" if opened else "done"
    if state in ("key", "key_or_end") and kind == "text":
        builder.named(word, line)
        return "colon"
    if state == "colon" and kind == ":":
        return "value"
    if state == "comma_or_end" and kind == ",":
        return "key" if opened[-1] == "{" else "value"
    if state.endswith("_or_end") and opened and kind == _CLOSES[opened[-1]]:
        opened.pop()
        builder.closed()
        return "comma_or_end" if opened else "done"
    raise NotReadableError(f"{word[:20]!r} is out of place in JSON", line)
