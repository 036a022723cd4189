"""
rules/cases/*.yaml: requests, and what their answers must and must never say.
No answer needs these files; checking the book reads them. Expectations come
from the papers and the listed conflicts, row by row, never from our own output.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from app.rulebook.schema import Setting, Shape, Words

NOTHING = "nothing"
"""The word for the value null."""

_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}


class ExpectedSetting(Shape):
    """The value is in ``accept`` where that is given, and never in ``never``; a bare word or list is ``accept``."""

    accept: Words = Field([])
    never: Words = Field([])


def _as_setting(value: Any) -> Any:
    return {"accept": value} if isinstance(value, (str, list)) else value


class ExpectedCitation(Shape):
    """A citation of this document whose place or row has these words, case apart."""

    document: str
    place: str


class Expected(Shape):
    status: Words = Field(["advised"])
    settings: dict[Setting, Annotated[ExpectedSetting, BeforeValidator(_as_setting)]] = Field({})
    cite: list[ExpectedCitation] = Field([])
    conflicts: Words = Field([])
    """These disagreements are disclosed."""
    no_conflicts: Words = Field([])
    """These are out of scope, and listing them would be a fault."""
    refusals: Words = Field([])
    """Codes, exactly these."""
    warnings: Words = Field([])
    """Codes, these among others."""
    questions: Words = Field([])
    """Fields that are asked for, these among others."""


class RequestCase(Shape):
    id: str
    says: str
    """Where the expectation stands and what it is, in a sentence."""
    request: dict[str, Any] = Field({})
    expect: Expected


class RequestCasesFile(Shape):
    """rules/cases/<kind>.yaml"""

    title: str
    request: dict[str, Any] = Field({})
    """What all requests of the file have, unless a case says otherwise."""
    today: str = "2026-11-20"
    cases: list[RequestCase]

    def body(self, case: RequestCase) -> dict[str, Any]:
        """The request of one case, typed; section by section its own words come over the file's."""
        found: dict[str, Any] = {name: _typed(part) for name, part in self.request.items()}
        for name, part in case.request.items():
            typed = _typed(part)
            both = isinstance(typed, dict) and isinstance(found.get(name), dict)
            found[name] = {**found[name], **typed} if both else typed
        return found


def _typed(value: Any) -> Any:
    """Rule files are read as text; what looks like a number, true, false or null is meant as one."""
    if isinstance(value, dict):
        return {name: _typed(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_typed(item) for item in value]
    if value in _WORDS:
        return _WORDS[value]
    if _NUMBER.fullmatch(value):
        return float(value) if "." in value else int(value)
    return value
