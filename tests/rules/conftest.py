"""The rule files themselves, with what only checking reads."""

from __future__ import annotations

import pytest

from app.rulebook.library import Library, library
from tests.book_fixtures import RULES


@pytest.fixture(scope="session")
def rule_files() -> Library:
    found = library(RULES, coverage=True)
    assert not found.problems, "\n".join(map(str, found.problems))
    return found
