"""What became of every table, section and claim of a document."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from app.rulebook.library import library
from app.rulebook.schema import CoverageFile


def coverage_documents(root: Path) -> dict[str, dict[str, Any]]:
    """Document id -> its coverage: places with their claims, and the counts. Empty where no coverage file is there."""
    return {data.document: coverage_document(data) for _, data in library(root, coverage=True).of(CoverageFile)}


def coverage_document(data: CoverageFile) -> dict[str, Any]:
    counts: Counter[str] = Counter()
    places = []
    for place in data.places:
        claims = []
        for claim, status in place.claims.items():
            word, _, note = status.partition(": ")
            counts[word] += 1
            claims.append({"claim": claim, "status": word, "note": note or None})
        places.append({"place": place.place, "status": place.status, "note": place.note, "claims": claims})
    return {
        "document": data.document,
        "counts": {"claims": counts.total(), **{word: counts[word] for word in ("encoded", "accounted", "pending")}},
        "places": places,
    }
