"""Shapes of single statements, for the files of the further sections."""

from __future__ import annotations

from app.rulebook.schema import Shape, Words


class Said(Shape):
    """One claim, where it stands, and what it says in our own words."""

    claim: str
    document: str
    place: str
    row: str | None = None
    says: str


class Reasoned(Shape):
    """A sentence of ours with the claims that it rests on."""

    says: str
    cites: Words
