"""What somebody filled in: kept as it was typed, and a request where all of it is right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from app.web import fields
from app.web.fields import Field, Group, by_name
from app.web.words import number_words
from app.workflows.request import RequestBody

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}(\.[0-9]{1,9})?")
_LONGEST_KEPT = 1000
"""Characters of one field that go back into the page."""


@dataclass(frozen=True)
class Filled:
    """``values`` as typed; ``body`` is None where there are ``errors``, which go by the field's name."""

    values: Mapping[str, tuple[str, ...]]
    body: RequestBody | None
    errors: Mapping[str, str]
    unknown: tuple[str, ...] = ()
    """Parameters that no field has."""

    @property
    def is_blank(self) -> bool:
        return not self.values

    def value(self, name: str) -> str:
        return next(iter(self.values.get(name, ())), "")


def filled(parameters: Iterable[tuple[str, str]], groups: tuple[Group, ...] = fields.ADVICE_FORM) -> Filled:
    """The form as these parameters fill it. Empty ones count as not said."""
    known = by_name(groups)
    values: dict[str, tuple[str, ...]] = {}
    unknown: dict[str, None] = {}
    for name, text in parameters:
        if name not in known:
            unknown[name[:_LONGEST_KEPT]] = None
        elif text.strip():
            values[name] = (*values.get(name, ()), text.strip()[:_LONGEST_KEPT])
    errors = {name: "Given more than once." for name, said in values.items() if _repeated(known[name], said)}
    body, wrong = _body(known, values)
    errors = {**wrong, **errors}
    return Filled(values, None if errors else body, errors, tuple(unknown))


def _repeated(item: Field, said: tuple[str, ...]) -> bool:
    return item.kind != fields.MANY and len(said) > 1


def _body(
    known: Mapping[str, Field], values: Mapping[str, tuple[str, ...]]
) -> tuple[RequestBody | None, dict[str, str]]:
    parts: dict[str, Any] = {"include": ["settings", "commands"]}
    for name, said in values.items():
        part, _, key = known[name].path.partition(".")
        parts.setdefault(part, {})[key] = (
            list(said) if known[name].kind == fields.MANY else _typed(known[name], said[-1])
        )
    try:
        return RequestBody.model_validate(parts), {}
    except ValidationError as error:
        names = {item.path: item.name for item in known.values()}
        found: dict[str, str] = {}
        for problem in error.errors(include_url=False):
            name = names.get(".".join(map(str, problem["loc"][:2])), "")
            found.setdefault(name, _message(known.get(name), problem))
        return None, found


def _typed(item: Field, text: str) -> Any:
    """The number or truth that the text means; the text itself where it means none, for the request to refuse."""
    if item.kind == fields.WHOLE and _WHOLE.fullmatch(text):
        return int(text)
    if item.kind == fields.NUMBER and _NUMBER.fullmatch(text):
        return float(text)
    if item.kind == fields.YES_NO:
        return {"true": True, "false": False}.get(text, text)
    return text


_LIMITS = {
    "greater_than_equal": ("ge", "At least {}."),
    "less_than_equal": ("le", "At most {}."),
    "greater_than": ("gt", "More than {}."),
    "less_than": ("lt", "Less than {}."),
    "string_too_long": ("max_length", "At most {} characters."),
    "too_long": ("max_length", "At most {} characters."),
}


def _message(item: Field | None, problem: ErrorDetails) -> str:
    """What to do about it, in a few words."""
    kind, context = problem["type"], problem.get("ctx", {})
    if item is not None and item.kind == fields.MANY:
        return f"One or more of: {', '.join(item.choices)}, each once."
    if kind in _LIMITS:
        limit, says = _LIMITS[kind]
        return says.format(number_words(context[limit]))
    if item is not None and item.kind == fields.WHOLE:
        return "Whole number, digits only."
    if item is not None and item.kind == fields.NUMBER:
        return "Number, such as 70 or 0.5."
    if item is not None and item.choices:
        return f"One of: {', '.join(item.choices)}."
    if kind == "string_pattern_mismatch":
        return "It must not contain the character U+0000."
    message = problem["msg"].removeprefix("Value error, ").rstrip(".")
    return f"{message[:1].upper()}{message[1:]}."
