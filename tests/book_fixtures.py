"""The rulebook of this checkout, read once a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.book import Book
from app.rulebook.load import load_book

RULES = Path(__file__).resolve().parents[1] / "rules"


@pytest.fixture(scope="session")
def book() -> Book:
    return load_book(RULES)
