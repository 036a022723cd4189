"""The API as it is served: the real rulebook, with no database and with a real one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.api.front import Application
from app.api.parts import Parts
from app.main import create_app
from app.settings import Settings


@pytest.fixture(scope="session")
def application() -> Application:
    """Without a database: everything but keeping works."""
    return create_app(Settings(DATABASE_URL=None))


@pytest.fixture(scope="session")
def parts(application: Application) -> Parts:
    return application.state.parts


@pytest.fixture(scope="session")
def client(application: Application) -> Iterator[TestClient]:
    """What nobody foresaw is a 500 to it, as it would be to anybody."""
    with TestClient(application, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def keeping(database_url: str) -> Iterator[TestClient]:
    """With a database that the migrations built."""
    with TestClient(create_app(Settings(DATABASE_URL=database_url)), raise_server_exceptions=False) as client:
        yield client
