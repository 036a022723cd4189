"""The shape of rules/installation/*.yaml."""

from __future__ import annotations

from typing import Literal

from app.rulebook.schema import Shape, Words

Kind = Literal["embedded", "mezzanine", "internal", "external"]


class LimitEntry(Shape):
    claim: str
    kind: Kind
    backplane: int
    drives: int
    effect: Literal["refuse", "warn"]
    conflict: str | None = None
    message: str


class ExcludedEntry(Shape):
    claim: str
    place: str
    kind: Kind
    backplane: int | None = None
    cpus: int | None = None
    message: str


class Mixing(Shape):
    claim: str
    exception: str
    place: str
    message: str
    together: Words


class InstallationFile(Shape):
    """rules/installation/<servers>.yaml"""

    document: str
    kinds: dict[Kind, Words]
    limits: list[LimitEntry]
    excluded: list[ExcludedEntry]
    mixing: Mixing
