"""What the OpenAPI document says of other tools: the formats of an answer, and the linter."""

from __future__ import annotations

from typing import Any

from app.api import lint
from app.workflows.export import FORMATS

Plain = dict[str, Any]
_JSON = "application/json"
_SETTING = {"type": "string", "description": "One of the settings of the answer"}

EXPORT: Plain = {
    "title": "Export",
    "description": "The answer in the words of another tool, beside what that tool's format cannot carry",
    "type": "object",
    "required": ["format", "not_carried", "notes"],
    "properties": {
        "format": {"type": "string", "enum": list(FORMATS)},
        "not_carried": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["setting", "value", "reason"],
                "properties": {
                    "setting": _SETTING,
                    "value": {"type": ["string", "integer"]},
                    "reason": {"type": "string"},
                },
            },
        },
        "notes": {"type": "array", "items": {"type": "string"}},
    },
}
FORMAT: Plain = {
    "name": "format",
    "in": "query",
    "required": False,
    "description": "The answer for another tool: "
    + "; ".join(f"`{name}` {item.title}" for name, item in FORMATS.items()),
    "schema": {"type": "string", "enum": list(FORMATS)},
}
"""The parameter of an answer that leads to other tools."""


def formats_content(*answers: Plain) -> Plain:
    """What an answer can come as; ``answers`` are the schemas that it can have as JSON without being an export."""
    texts = {item.media_type: {"schema": _text(item.media_type)} for item in FORMATS.values()}
    return {**texts, _JSON: {"schema": {"anyOf": [*answers, EXPORT]}}}


def _text(media_type: str) -> Plain:
    """YAML is read before it is compared, and may then be anything."""
    return {} if media_type.endswith("yaml") else {"type": "string"}


def lint_body(sent: Plain) -> Plain:
    text = {"type": "string", "description": "The plan as it is; its name can be told in the address"}
    return {"required": True, "content": {_JSON: {"schema": sent}, lint.TEXT: {"schema": text}}}


def lint_content(report: Plain) -> Plain:
    sarif = {
        "type": "object",
        "required": ["$schema", "version", "runs"],
        "properties": {"version": {"const": "2.1.0"}},
    }
    return {_JSON: {"schema": report}, lint.SARIF: {"schema": sarif}, lint.TEXT: {"schema": {"type": "string"}}}


def lint_parameters() -> list[Plain]:
    return [
        _query(
            "format", "How to give what was found", {"type": "string", "enum": list(lint.FORMATS), "default": "json"}
        ),
        _query("name", "The file's name; its ending helps to read it", {"type": "string", "maxLength": 200}),
        _query("controller", "The card's model, where the file does not name it", {"type": "string", "maxLength": 200}),
    ]


def _query(name: str, description: str, schema: Plain) -> Plain:
    return {"name": name, "in": "query", "required": False, "description": description, "schema": schema}
