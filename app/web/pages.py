"""The pages: advice at ``/``, what a controller printed at ``/captures``."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Callable
from urllib.parse import urlencode

from fastapi import APIRouter, FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from app.core.book import Book
from app.web.answer_view import answer_view, curl_line
from app.web.assets import Assets
from app.web.captures_view import captures_view
from app.web.fields import ADVICE_FORM, CAPTURES_FORM
from app.web.form import filled
from app.web.headers import page
from app.web.rendering import Renderer
from app.web.uploads import Posted, TooLargeError, UnreadableFormError, posted
from app.workflows.advise import answer_document
from app.workflows.uploads import is_crowded, uploads_document

CAPTURE_LIMIT = 32 * 1024**2
_LONGEST_PASTE_KEPT = 2 * 1024**2
"""Characters: a longer paste is read, but not sent back into the page."""

_READ_AT_ONCE = 2
"""Reading 32 MiB takes seconds and hundreds of megabytes."""


def _today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


def add_pages(
    app: FastAPI,
    book: Book,
    today: Callable[[], datetime.date] = _today,
    max_capture_bytes: int = CAPTURE_LIMIT,
) -> None:
    """The pages and their files, under the application's own prefix; none of it is in the OpenAPI document."""
    pages = Pages(book, Renderer(book, Assets()), today, max_capture_bytes)
    router = APIRouter(include_in_schema=False)
    router.add_api_route("/", pages.advice, methods=["GET", "HEAD"])
    router.add_api_route("/captures", pages.captures_form, methods=["GET", "HEAD"])
    router.add_api_route("/captures", pages.captures, methods=["POST"])
    router.add_api_route("/static/{name}", pages.assets.answer, methods=["GET", "HEAD"])
    app.include_router(router)


def _without_blanks(parameters: list[tuple[str, str]]) -> Response:
    """A plain submit sends every field; the address that is kept has only what was said."""
    said = urlencode([(name, text) for name, text in parameters if text.strip()])
    return RedirectResponse(f"./?{said}" if said else "./", 302)


class Pages:
    def __init__(self, book: Book, renderer: Renderer, today: Callable[[], datetime.date], limit: int) -> None:
        self.book = book
        self.renderer = renderer
        self.assets = renderer.assets
        self.today = today
        self.limit = limit
        self._turns = asyncio.Semaphore(_READ_AT_ONCE)

    async def advice(self, request: Request) -> Response:
        """The form as the address fills it, and its answer; 422 where a field is wrong."""
        parameters = request.query_params.multi_items()
        if any(not text.strip() for _, text in parameters):
            return _without_blanks(parameters)
        form = filled(parameters)
        if form.is_blank or form.body is None:
            return page(self.renderer.advice(form), 422 if form.errors else 200)
        document = answer_document(self.book, form.body, self.today())
        answer = answer_view(document, form, ADVICE_FORM)
        return page(self.renderer.advice(form, answer, curl_line(form.body, str(request.base_url))))

    async def captures_form(self, request: Request) -> Response:
        form = filled(request.query_params.multi_items(), CAPTURES_FORM)
        return page(self.renderer.captures(form), 422 if form.errors else 200)

    async def captures(self, request: Request) -> Response:
        try:
            sent = await posted(request, self.limit)
        except TooLargeError:
            return page(self.renderer.trouble("too_large", limit=self.limit // 1024**2), 413, close=True)
        except UnreadableFormError as error:
            return page(self.renderer.trouble("unreadable", detail=str(error)), 400, close=True)
        except ClientDisconnect:
            return Response(status_code=400)
        async with self._turns:
            return await run_in_threadpool(self._captures, sent)

    def _captures(self, sent: Posted) -> Response:
        """Megabytes of JSON take their time: this runs beside the event loop."""
        text = "".join(value for name, value in sent.fields if name == "text")
        form = filled(((name, value) for name, value in sent.fields if name != "text"), CAPTURES_FORM)
        kept = text if len(text) <= _LONGEST_PASTE_KEPT else ""
        outputs = [("pasted text", text.encode())] if text.strip() else []
        outputs += sent.files
        if is_crowded(content for _, content in outputs):
            return page(self.renderer.trouble("crowded"), 413)
        if form.body is None or not outputs:
            return page(self.renderer.captures(form, text=kept, missing=not outputs), 422)
        document = uploads_document(self.book, outputs, form.body, self.today())
        return page(self.renderer.captures(form, captures_view(document, form), kept))
