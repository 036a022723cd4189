"""A service with servers: administrator, enrolled server, what an emulated one reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.enrolling import SECRET_KEY, Signing, admin_token, emulated, enrolled


@pytest.fixture(scope="module")
def service(database_url: str) -> Iterator[TestClient]:
    settings = Settings(DATABASE_URL=database_url, secret_key=SECRET_KEY)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="module")
def admin(database_url: str) -> str:
    return admin_token(database_url)


@pytest.fixture
def server(service: TestClient, admin: str) -> Signing:
    return enrolled(service, admin)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A server with CacheVault and three volumes that has write-through where write-back is advised."""
    return emulated(tmp_path_factory.mktemp("emulated"))
