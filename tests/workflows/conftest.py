from __future__ import annotations

import pytest

from app.core.book import Book
from app.resources import rules_directory
from app.rulebook.load import load_book


@pytest.fixture(scope="session")
def book() -> Book:
    return load_book(rules_directory())
