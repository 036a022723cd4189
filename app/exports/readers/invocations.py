"""Calls of storcli, perccli, storcli2, perccli2 and MegaCli in a shell script, whatever stands around them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.exports.readers.tree import NotReadableError

_TOOL = re.compile(r"(storcli|perccli|megacli)(2)?(?:64|32)?(?:\.exe)?", re.IGNORECASE)
_VARIABLE = re.compile(r"\$\{?\w*?(storcli|perccli|megacli)(2)?\w*\}?", re.IGNORECASE)
_MENTION = re.compile(r"storcli|perccli|megacli", re.IGNORECASE)
_SEPARATOR = re.compile(r"[;&|()]+")
_LONGEST_LINE = 20_000
MOST_CALLS = 10_000


@dataclass(frozen=True)
class Invocation:
    """One call: the tool, the words after its name, and the line."""

    tool: str
    words: tuple[str, ...]
    line: int

    @property
    def text(self) -> str:
        return " ".join((self.tool, *self.words))


def invocations(text: str) -> list[Invocation]:
    """Every call in a script, comments left out, continued lines joined. Raises ``NotReadableError`` for too many."""
    found: list[Invocation] = []
    for line, command in _logical_lines(text):
        found += _in_line(command, line)
        if len(found) > MOST_CALLS:
            raise NotReadableError(f"more than {MOST_CALLS} calls", line)
    return found


def invocation_of(argv: Sequence[str], line: int) -> Invocation | None:
    """The call that these words make, behind ``sudo``, ``env`` and the like; None where there is none."""
    for place, word in enumerate(argv):
        tool = tool_named(word)
        if tool is not None:
            return Invocation(tool, tuple(argv[place + 1 :]), line)
    return None


def tool_named(word: str) -> str | None:
    """The tool whose binary, or variable, this word is."""
    name = word.strip("\"'").rpartition("/")[2].rpartition("\\")[2]
    found = _TOOL.fullmatch(name) or _VARIABLE.fullmatch(word.strip("\"'"))
    return f"{found[1].lower()}{found[2] or ''}" if found is not None else None


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """With the number of the first line; only those that name a tool at all."""
    pending, began = "", 0
    for number, raw in enumerate(text.splitlines(), 1):
        began = began or number
        line = pending + raw.strip()
        if line.endswith("\\") and len(line) < _LONGEST_LINE:
            pending = line[:-1] + " "
            continue
        if _MENTION.search(line):
            yield began, line[:_LONGEST_LINE]
        pending, began = "", 0
    if pending and _MENTION.search(pending):
        yield began, pending


def _in_line(line: str, number: int) -> Iterator[Invocation]:
    command: list[str] = []
    for word in [*_words(line), ";"]:
        if _SEPARATOR.fullmatch(word):
            found = invocation_of(command, number)
            if found is not None:
                yield found
            command = []
        else:
            command.append(word)


def _words(line: str) -> list[str]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars=";&|()")
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        return _without_comment(list(lexer))
    except ValueError:
        # A quotation that ends on another line; good enough to find a call.
        return _without_comment(line.replace('"', " ").replace("'", " ").split())


def _without_comment(words: list[str]) -> list[str]:
    """A word that begins with # begins a comment."""
    return words[: next((place for place, word in enumerate(words) if word.startswith("#")), len(words))]
