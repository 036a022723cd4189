"""What every test may ask for. Databases: ``tests/db_fixtures.py``."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# Two cores shared with PostgreSQL and a browser: how long one example took says nothing.
settings.register_profile("raidwise", deadline=None, print_blob=True)
settings.load_profile("raidwise")

pytest_plugins = ["tests.db_fixtures", "tests.book_fixtures", "tests.counts"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the whole of what is otherwise sampled")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--all"):
        return
    for item in items:
        if item.get_closest_marker("whole"):
            item.add_marker(pytest.mark.skip(reason="whole: runs with --all"))


@pytest.fixture(scope="session")
def whole(pytestconfig: pytest.Config) -> bool:
    """Whether this run takes the whole of what is otherwise sampled (``dev.py test --all``)."""
    return bool(pytestconfig.getoption("--all"))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """``async def`` tests run on asyncio, as the service does."""
    return "asyncio"


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium; the test skips where there is none, and says what to do."""
    path = os.environ.get("RAIDWISE_CHROMIUM")
    if not path:
        pytest.skip("no Chromium: run `python3 dev.py test`, which finds or installs one, or set RAIDWISE_CHROMIUM")
    return path
