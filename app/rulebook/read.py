"""
YAML text -> plain data with every scalar left as text, and the line of every
place in it. PyYAML's own typing would read slot ``252:0`` as 15120, ``on`` as
True and ``7.10`` as 7.1, and would let the last of two equal keys win.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from app.rulebook.errors import RulebookError, RuleFileError

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

M = TypeVar("M", bound=BaseModel)
Place = tuple[str | int, ...]


@dataclass(frozen=True)
class RuleFile:
    """The data of one file; ``lines`` maps the path of each value to its line, from 1."""

    name: str
    data: Any
    lines: dict[Place, int]
    is_site: bool = False
    """Whether it lies in the site's own directory."""

    def line(self, place: Place) -> int:
        """The line of the nearest thing that exists on the way to ``place``."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


def rule_file(path: Path, root: Path, is_site: bool = False) -> RuleFile:
    """Raises RuleFileError for text that is no YAML, repeated keys, aliases, and keys that are not text."""
    name = str(path.relative_to(root.parent))
    try:
        text = path.read_text(encoding="utf-8")
        node = yaml.compose(text, Loader=_LOADER)
    except UnicodeDecodeError as error:
        raise RuleFileError(name, 1, f"is not UTF-8: {error.reason} at byte {error.start}") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise RuleFileError(name, line, f"is not YAML: {error.problem}") from error
    except yaml.YAMLError as error:
        raise RuleFileError(name, 1, f"is not YAML: {error}") from error
    if node is None:
        raise RuleFileError(name, 1, "is empty")
    lines: dict[Place, int] = {}
    return RuleFile(name, _data(node, name, (), lines, set()), lines, is_site)


def _data(node: yaml.Node, name: str, place: Place, lines: dict[Place, int], above: set[int]) -> Any:
    lines[place] = node.start_mark.line + 1
    if id(node) in above:
        raise RuleFileError(name, lines[place], "an alias that contains itself")
    if isinstance(node, yaml.ScalarNode):
        return node.value
    inside = above | {id(node)}
    if isinstance(node, yaml.SequenceNode):
        return [_data(item, name, (*place, at), lines, inside) for at, item in enumerate(node.value)]
    return _mapping(node, name, place, lines, inside)


def _mapping(node: yaml.Node, name: str, place: Place, lines: dict[Place, int], inside: set[int]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in node.value:
        line = key.start_mark.line + 1
        if not isinstance(key, yaml.ScalarNode):
            raise RuleFileError(name, line, "a key must be a word")
        if key.value in found:
            raise RuleFileError(name, line, f"the key '{key.value}' is repeated")
        found[key.value] = _data(value, name, (*place, key.value), lines, inside)
        lines[(*place, key.value)] = line
    return found


def validated(file: RuleFile, shape: type[M]) -> M:
    """Raises RulebookError naming every wrong key with its line."""
    try:
        return shape.model_validate(file.data)
    except ValidationError as error:
        raise RulebookError([_file_error(file, item) for item in error.errors()]) from error


def _file_error(file: RuleFile, item: Any) -> RuleFileError:
    place = tuple(item["loc"])
    where = ".".join(str(step) for step in place) or "the file"
    problem = "nothing is called that here" if item["type"] == "extra_forbidden" else item["msg"]
    return RuleFileError(file.name, file.line(place), f"{where}: {problem}")
