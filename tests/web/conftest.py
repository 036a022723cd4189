"""The pages on an application of their own: no database, the real rulebook, a fixed day."""

from __future__ import annotations

import datetime
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.core.book import Book
from app.resources import rules_directory
from app.rulebook.load import load_book
from app.web.pages import add_pages

CAPTURE_LIMIT = 300_000
"""Bytes; small, so that the limit can be reached quickly."""


@pytest.fixture(scope="session")
def book() -> Book:
    return load_book(rules_directory())


@pytest.fixture(scope="session")
def pages(book: Book) -> FastAPI:
    app = FastAPI()
    add_pages(app, book, lambda: datetime.date(2026, 11, 20), CAPTURE_LIMIT)
    return app


@pytest.fixture
def client(pages: FastAPI) -> Iterator[TestClient]:
    with TestClient(pages) as client:
        yield client


class Served(uvicorn.Server):
    def install_signal_handlers(self) -> None:
        """Signals belong to the tests."""


@pytest.fixture(scope="session")
def site(pages: FastAPI) -> Iterator[str]:
    """The address of the pages on the loopback, ending in a slash."""
    server = Served(uvicorn.Config(pages, port=0, log_level="warning", ws="none", lifespan="off"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 10
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}/"
    server.should_exit = True
    thread.join(10)
