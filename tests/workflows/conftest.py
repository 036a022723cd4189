from __future__ import annotations

import pytest

from app.core.book import Book
from tests.workflows.advised import rulebook


@pytest.fixture(scope="session")
def book() -> Book:
    return rulebook()
