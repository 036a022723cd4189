"""Citations as a reader takes them in: a document, and under it the places that say so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.core.document import Plain


@dataclass(frozen=True)
class Place:
    """A table, figure or section, and the rows of it."""

    name: str
    rows: tuple[str, ...]


@dataclass
class Source:
    title: str
    date: str
    places: list[Place] = field(default_factory=list)


def sources(citations: Iterable[Plain]) -> list[Source]:
    """Grouped in the order of citation, each place once."""
    rows: dict[tuple[str, str], dict[str, list[str]]] = {}
    for cite in citations:
        found = rows.setdefault((cite["title"], cite["date"]), {}).setdefault(cite["place"], [])
        row = cite.get("row")
        if row is not None and row not in found:
            found.append(row)
    return [
        Source(title, date, [Place(name, tuple(said)) for name, said in places.items()])
        for (title, date), places in rows.items()
    ]
