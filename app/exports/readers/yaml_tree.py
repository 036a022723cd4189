"""YAML as nodes with lines. Aliases are refused: they are how a small file becomes a large one."""

from __future__ import annotations

import yaml

from app.exports.readers.tree import Builder, Node, NotReadableError

_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def yaml_trees(text: str) -> list[Node]:
    """Each document of the text. Raises ``NotReadableError`` with the line of the first fault."""
    found: list[Node] = []
    builder = Builder()
    try:
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.DocumentStartEvent):
                builder = Builder()
            _take(builder, event)
            if isinstance(event, yaml.DocumentEndEvent) and builder.root is not None:
                found.append(builder.root)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark is not None else None
        raise NotReadableError(f"this is not YAML: {error.problem}", line) from None
    except (yaml.YAMLError, RecursionError) as error:
        raise NotReadableError(f"this is not YAML: {type(error).__name__}") from None
    return found


def _take(builder: Builder, event: yaml.Event) -> None:
    line = event.start_mark.line + 1 if event.start_mark is not None else 1
    if isinstance(event, yaml.AliasEvent):
        raise NotReadableError(f"the alias *{event.anchor} is not followed: write the value out", line)
    if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
        _refuse_key(builder, line)
        builder.opened({} if isinstance(event, yaml.MappingStartEvent) else [], line)
    elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
        builder.closed()
    elif isinstance(event, yaml.ScalarEvent):
        _take_scalar(builder, event, line)


def _take_scalar(builder: Builder, event: yaml.ScalarEvent, line: int) -> None:
    if builder.waits_for_key:
        builder.named(event.value, line)
        return
    quoted = event.style in ("'", '"')
    # A block of several lines begins on the line after its mark.
    line += event.style in ("|", ">")
    empty = not quoted and event.value in ("", "~", "null", "Null", "NULL")
    builder.added(Node(None if empty else event.value, line, quoted))


def _refuse_key(builder: Builder, line: int) -> None:
    if builder.waits_for_key:
        raise NotReadableError("a key that is not a text", line)
