"""
The part of HCL that says what a resource is given: blocks and literal attributes. Everything that is computed is kept
as an expression nobody evaluates here; ``terraform show -json`` of a plan tells those too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.exports.readers.tree import MOST_DEPTH, Node, NotReadableError

_PIECE = re.compile(
    r'(?P<text>"(?:\\.|[^"\\\n])*")|(?P<comment>\#[^\n]*|//[^\n]*|/\*.*?\*/)|'
    r"(?P<heredoc><<[-~]?(?P<mark>\w{1,60})\n.*?\n[ \t]*(?P=mark)\b)",
    re.DOTALL,
)
_STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
_RESOURCE = re.compile(r'\s*resource\s+"?([\w-]{1,100})"?\s+"?([\w-]{1,200})"?\s*\{\s*$')
_ATTRIBUTE = re.compile(r"\s*([A-Za-z_][\w-]{0,100})\s*=(?!=)\s*(\S.*?)\s*$")
_LITERAL = re.compile(r'"((?:\\.|[^"\\$%])*)"|([0-9]{1,20}|true|false)')


def hcl_resources(text: str) -> Iterator[tuple[str, str, Node]]:
    """
    Type, name and attributes of every resource. Raises ``NotReadableError`` where braces do not close.
    """
    depth = 0
    resource: tuple[str, str, int] | None = None
    found: dict[str, Node] = {}
    for number, line in enumerate(_without_comments(text).splitlines(), 1):
        opened = _RESOURCE.match(line) if depth == 0 else None
        attribute = _ATTRIBUTE.match(line) if depth == 1 and resource is not None else None
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
    """Comments and heredocs blanked out, line by line."""

    def kept(found: re.Match[str]) -> str:
        return found[0] if found["text"] else " ".join("\n" * found[0].count("\n")) if "\n" in found[0] else ""

    return _PIECE.sub(kept, text)


def _value(expression: str) -> str:
    literal = _LITERAL.fullmatch(expression)
    if literal is None:
        return f"${{{expression[:200]}}}"
    return literal[1] if literal[1] is not None else literal[2]
