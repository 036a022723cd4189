"""Builds the application: settings in, parts chosen, rooms on."""

from __future__ import annotations

import datetime
import functools
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from pydantic import SecretStr

from app import __version__
from app.api.answers import Answers
from app.api.documented import openapi_document
from app.api.errors import add_error_handlers
from app.api.front import Application
from app.api.parts import Parts
from app.api.routes import api_routes, direct_routes
from app.rulebook.coverage import coverage_documents
from app.rulebook.load import load_book
from app.settings import Settings
from app.web.pages import add_pages
from app.workflows.kept import Shelf
from app.workflows.server_plans import ServerPlans
from app.workflows.servers import Servers
from app.workflows.vault import vault_of

TITLE = "raidwise"
SUMMARY = "Settings for RAID volumes, each with its reason and the page that says so."


def create_app(settings: Settings | None = None) -> FastAPI:
    """
    One process's application. The rulebook is read now, the database when first needed.

    Raises ``RulebookError`` naming every fault of the rulebook.
    """
    chosen = settings if settings is not None else Settings()
    parts = parts_of(chosen)
    about = {"title": TITLE, "summary": SUMMARY, "version": __version__}
    app = Application(**about, lifespan=_lifespan, redoc_url=None, docs_url=None)
    app.state.parts = parts
    document = openapi_document(TITLE, SUMMARY, __version__)
    app.direct = direct_routes(parts)
    app.router.routes.extend(api_routes(parts, app.direct))
    add_pages(app, parts.book, parts.today, parts.max_capture_bytes)
    app.openapi = lambda: document  # type: ignore[method-assign]
    add_error_handlers(app)
    return app


def parts_of(settings: Settings) -> Parts:
    """The real parts, as the settings choose them."""
    url = _plain(settings.database_url)
    book = load_book(settings.rules_dir, settings.site_rules_dir)
    shelf, vault = Shelf(url), vault_of(_plain(settings.secret_key), settings.data_dir)
    return Parts(
        book=book,
        answers=Answers(book, _today),
        shelf=shelf,
        servers=Servers(shelf, vault, _now),
        server_plans=ServerPlans(shelf, book, _now),
        coverage=functools.cache(lambda: coverage_documents(settings.rules_dir)),
        today=_today,
        max_body_bytes=settings.max_body_bytes,
        max_capture_bytes=settings.max_capture_bytes,
    )


_DAY_ONE = datetime.date(1970, 1, 1).toordinal()


def _plain(secret: SecretStr | None) -> str | None:
    return secret.get_secret_value() if secret is not None else None


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def _today() -> datetime.date:
    """By UTC."""
    return datetime.date.fromordinal(_DAY_ONE + int(time.time()) // 86_400)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    # The rulebook stays to the end: the garbage collector need not look at it again. What requests leave
    # behind has no cycles, so that looking for them can wait; it took a fiftieth of the time of an answer.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    yield
    await app.state.parts.shelf.close()
