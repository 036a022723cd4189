"""A plan's text as nodes that know their line, whatever the notation; limits, and the errors they raise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

MOST_BYTES = 4 * 1024**2
MOST_LINES = 200_000
MOST_DEPTH = 64
MOST_NODES = 200_000


class NotReadableError(Exception):
    """The file cannot be read as a plan; ``line`` where that is known."""

    def __init__(self, problem: str, line: int | None = None) -> None:
        super().__init__(problem if line is None else f"line {line}: {problem}")
        self.problem = problem
        self.line = line


@dataclass(frozen=True)
class Node:
    """A text (numbers and booleans too, as written), a mapping, a list, or None for null."""

    value: str | dict[str, Node] | list[Node] | None
    line: int
    quoted: bool = False

    def get(self, name: str) -> Node | None:
        return self.value.get(name) if isinstance(self.value, dict) else None

    @property
    def text(self) -> str | None:
        return self.value if isinstance(self.value, str) else None

    @property
    def items(self) -> list[Node]:
        """The elements of a list; a single thing counts as a list of itself, as Ansible and Terraform take it."""
        return self.value if isinstance(self.value, list) else [self]


class Builder:
    """Nodes from the events of any parser, without recursion, within the limits."""

    def __init__(self) -> None:
        self._open: list[tuple[Node, str | None]] = []
        self._nodes = 0
        self.root: Node | None = None

    @property
    def depth(self) -> int:
        return len(self._open)

    def opened(self, value: dict[str, Node] | list[Node], line: int) -> None:
        if len(self._open) >= MOST_DEPTH:
            raise NotReadableError(f"nested deeper than {MOST_DEPTH} levels", line)
        node = Node(value, line)
        self.added(node)
        self._open.append((node, None))

    def closed(self) -> Node:
        return self._open.pop()[0]

    def named(self, key: str, line: int) -> None:
        """The key of the value that comes next."""
        node, _ = self._open[-1]
        if isinstance(node.value, dict) and key in node.value:
            raise NotReadableError(f"{key[:60]!r} is named twice", line)
        self._open[-1] = (node, key)

    def added(self, node: Node) -> None:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise NotReadableError(f"more than {MOST_NODES} values", node.line)
        if not self._open:
            self.root = node
            return
        parent, key = self._open[-1]
        if isinstance(parent.value, list):
            parent.value.append(node)
        elif isinstance(parent.value, dict) and key is not None:
            parent.value[key] = node
            self._open[-1] = (parent, None)

    @property
    def waits_for_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1][0].value, dict) and self._open[-1][1] is None


def mappings(root: Node) -> Iterator[tuple[str, Node]]:
    """Every mapping in the tree with its path, parents first, in the order of the text."""
    waiting = [("", root)]
    while waiting:
        path, node = waiting.pop()
        if isinstance(node.value, dict):
            yield path, node
            below = [(f"{path}.{key}".lstrip("."), child) for key, child in node.value.items()]
        elif isinstance(node.value, list):
            below = [(f"{path}[{number}]", child) for number, child in enumerate(node.value)]
        else:
            continue
        waiting.extend(reversed(below))
