"""
A real PostgreSQL for the tests, one cluster a run, one database a worker, built by the migrations.

``database_url``     the worker's database; rows that tests commit stay until the run ends
``empty_database``   a database of the test's own, with the schema, dropped afterwards (0.1 s)
``blank_database``   the same without the schema
``postgres_server``  the server itself, as a superuser's address

``TEST_DATABASE_URL`` names a server to use instead; its user must be allowed to create databases.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from app.db.embedded import EmbeddedPostgres, EmbeddedPostgresError, start_embedded
from app.db.migrate import migrate

# Nothing here must survive a power cut.
_FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "200"}
_ROOM = 2 * 1024**3
_SERVER = "raidwise_server"
_RUN = "raidwise_run"


def short_directory() -> Path:
    """
    For a data directory: pytest's own are too long for a socket's name and closed to nobody's passing through.
    In memory where there is room, since initdb's 40 MB cost seconds on a busy disk.
    """
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > _ROOM
    made = Path(tempfile.mkdtemp(prefix="raidwise-test-", dir=memory if roomy else None))
    made.chmod(0o711)
    return made


class Cluster:
    """The run's own server, started when first asked for and stopped by the process that started it."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._server: EmbeddedPostgres | None = None
        self.run = uuid.uuid4().hex

    def url(self) -> str:
        if self._server is None:
            self._folder = short_directory()
            self._server = start_embedded(self._folder, _FAST)
        return self._server.url

    def stop(self) -> None:
        if self._server is not None:
            self._server.stop()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


_cluster = Cluster()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """
    xdist's controller owns the server: a worker may end, and its child with it, while others still test.
    The controller cannot know whether a test will ask, so it starts at once (0.6 s); failure is told to those who ask.
    """
    node.workerinput[_RUN] = _cluster.run
    try:
        node.workerinput[_SERVER] = os.environ.get("TEST_DATABASE_URL") or _cluster.url()
    except EmbeddedPostgresError as error:
        node.workerinput[_SERVER] = error.args[0]


def pytest_unconfigure(config: pytest.Config) -> None:
    given = os.environ.get("TEST_DATABASE_URL")
    if given and not hasattr(config, "workerinput"):
        with _connected(given) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS template_{_cluster.run}")
    _cluster.stop()


@pytest.fixture(scope="session")
def postgres_server(request: pytest.FixtureRequest) -> str:
    """A server of the run; where none can be had the tests fail, and say why."""
    given = getattr(request.config, "workerinput", {}).get(_SERVER) or os.environ.get("TEST_DATABASE_URL")
    try:
        url = given or _cluster.url()
    except EmbeddedPostgresError as error:
        url = str(error)
    if not url.startswith("postgresql"):
        pytest.fail(f"no PostgreSQL for the tests: {url}", pytrace=False)
    return url


@pytest.fixture(scope="session")
def template_database(postgres_server: str, request: pytest.FixtureRequest) -> str:
    """The name of a database that the migrations built, made by the first worker that asks."""
    name = f"template_{getattr(request.config, 'workerinput', {}).get(_RUN, _cluster.run)}"
    with _connected(postgres_server) as connection:
        # Kept until this connection closes: the other workers wait here, then find it made.
        connection.execute("SELECT pg_advisory_lock(hashtext(%s))", [name])
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
            connection.execute(f"CREATE DATABASE {name}_unfinished")
            migrate(_named(postgres_server, f"{name}_unfinished"))
            connection.execute(f"ALTER DATABASE {name}_unfinished RENAME TO {name}")
    return name


@pytest.fixture(scope="session")
def database_url(postgres_server: str, template_database: str) -> Iterator[str]:
    with _database(postgres_server, template_database) as url:
        yield url


@pytest.fixture
def empty_database(postgres_server: str, template_database: str) -> Iterator[str]:
    with _database(postgres_server, template_database) as url:
        yield url


@pytest.fixture
def blank_database(postgres_server: str) -> Iterator[str]:
    with _database(postgres_server, "template0") as url:
        yield url


@contextlib.contextmanager
def _database(server: str, template: str) -> Iterator[str]:
    name = f"test_{uuid.uuid4().hex}"
    with _connected(server) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield _named(server, name)
    finally:
        with _connected(server) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _connected(server: str) -> psycopg.Connection[Any]:
    plain = make_url(server).set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(plain, autocommit=True)


def _named(server: str, database: str) -> str:
    return make_url(server).set(database=database).render_as_string(hide_password=False)
