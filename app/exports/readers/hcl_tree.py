"""
The part of HCL that says what a resource is given: blocks and literal attributes. Everything that is computed is kept
as an expression nobody evaluates here; ``terraform show -json`` of a plan tells those too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.exports.readers.tree import MOST_DEPTH, Node, NotReadableError

_START = re.compile(r'["#\n]|//|/\*|<<[-~]?\w{1,60}\n')
_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
_RESOURCE = re.compile(r'resource\s+"?([\w-]{1,100})"?\s+"?([\w-]{1,200})"?\s*\{')
_ATTRIBUTE = re.compile(r"([A-Za-z_][\w-]{0,100})\s*=(?!=)\s*(\S.*)")
_LITERAL = re.compile(r'"((?:\\.|[^"\\$%])*)"|([0-9]{1,20}|true|false)')


def hcl_resources(text: str) -> Iterator[tuple[str, str, Node]]:
    """
    Type, name and attributes of every resource. Raises ``NotReadableError`` where braces do not close.
    """
    depth = 0
    resource: tuple[str, str, int] | None = None
    found: dict[str, Node] = {}
    for number, line in enumerate(map(str.strip, _without_comments(text).split("\n")), 1):
        opened = _RESOURCE.fullmatch(line) if depth == 0 else None
        attribute = _ATTRIBUTE.fullmatch(line) if depth == 1 and resource is not None else None
        if opened is not None:
            resource, found = (opened[1], opened[2], number), {}
        elif attribute is not None:
            found[attribute[1]] = Node(_value(attribute[2]), number)
        bare = _STRING.sub("", line)
        depth += bare.count("{") - bare.count("}")
        if not 0 <= depth <= MOST_DEPTH:
            raise NotReadableError("braces that do not match, or are nested too deep", number)
        if depth == 0 and resource is not None:
            yield resource[0], resource[1], Node(dict(found), resource[2])
            resource = None
    if depth:
        raise NotReadableError("a block does not end", text.count("\n") + 1)


def _without_comments(text: str) -> str:
    """
    Comments, heredocs and texts that never end blanked out, line by line. Looks at every character once: whoever sends
    a file decides what is in it.
    """
    kept: list[str] = []
    position = 0
    while (start := _START.search(text, position)) is not None:
        kept.append(text[position : start.start()])
        position = _end(text, start[0], start.start())
        piece = text[start.start() : position]
        kept.append(piece if _STRING.fullmatch(piece) else "\n" * piece.count("\n"))
    return "".join([*kept, text[position:]])


def _end(text: str, mark: str, start: int) -> int:
    """Where the piece that begins so ends."""
    line_end = (text.find("\n", start) + 1 or len(text) + 1) - 1
    if mark == "\n":
        return start + 1
    if mark == '"':
        found = _STRING.match(text, start)
        return found.end() if found is not None else line_end
    if mark == "/*":
        return (text.find("*/", start + 2) + 1 or len(text) - 1) + 1
    if mark.startswith("<<"):
        closing = re.compile(rf"^[ \t]{{0,200}}{mark.strip('<-~ ').strip()}\b", re.MULTILINE).search(
            text, start + len(mark)
        )
        if closing is None:
            raise NotReadableError("a heredoc does not end", text.count("\n", 0, start) + 1)
        return closing.end()
    return line_end


def _value(expression: str) -> str:
    literal = _LITERAL.fullmatch(expression)
    if literal is None:
        return f"${{{expression[:200]}}}"
    return literal[1] if literal[1] is not None else literal[2]
