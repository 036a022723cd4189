"""JSON in the bytes of the tools: tabs, ``"Key" : value``, brackets of the envelope tight."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

_encode = json.JSONEncoder(ensure_ascii=False).encode


def envelope(entries: Sequence[dict[str, Any]]) -> str:
    """The whole reply, with the blank line at its end."""
    bodies = ",\n".join("{\n" + _members(entry, 1) + "\n}" for entry in entries)
    return '{\n"Controllers":[\n' + bodies + "\n]\n}\n\n"


def _members(printed: dict[str, Any], depth: int) -> str:
    tabs = "\t" * depth
    return ",\n".join(f"{tabs}{_encode(key)} : {_value(value, depth)}" for key, value in printed.items())


def _value(value: Any, depth: int) -> str:
    if isinstance(value, dict):
        return _object(value, depth)
    if isinstance(value, list):
        return _list(value, depth)
    return _encode(value)


def _object(value: dict[str, Any], depth: int) -> str:
    return "{\n" + _members(value, depth + 1) + "\n" + "\t" * depth + "}" if value else "{\n" + "\t" * depth + "}"


def _list(value: list[Any], depth: int) -> str:
    if not value:
        return "[]"
    tabs = "\t" * (depth + 1)
    inner = ",\n".join(tabs + _value(item, depth + 1) for item in value)
    return "[\n" + inner + "\n" + "\t" * depth + "]"
