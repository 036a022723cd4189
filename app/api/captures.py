"""``POST /api/v1/captures/advice``: what a controller printed in, advice for each virtual drive out."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from pydantic import ValidationError
from pydantic_core import from_json, to_json
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from app.api.bodies import check_media_type, media_type, read_body, refuse_repeated_keys
from app.api.parts import Parts
from app.api.problems import ProblemError, WrongField, invalid, problem_of_validation
from app.api.reading import request_body
from app.api.schemas_captures import MOST_CAPTURES, CapturesBody
from app.workflows.request import RequestBody
from app.workflows.uploads import uploads_document

PATH = "/api/v1/captures/advice"
FORM, JSON, TEXT = b"multipart/form-data", b"application/json", b"text/plain"
_MOST_VALUES = 2_000_000
"""A real reply spends 20 bytes or more on a value; what spends less would take gigabytes once read."""
_READ_AT_ONCE = 2


class Sent(NamedTuple):
    """Name and content of each capture, and the request that came along."""

    captures: list[tuple[str, bytes]]
    request: RequestBody


class CapturesEndpoint:
    """Takes files, one JSON document, a bare storcli reply, or plain pasted text."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        # Reading 32 MiB takes seconds and hundreds of MB: in threads, and few at a time.
        self._turns = asyncio.Semaphore(_READ_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        check_media_type(headers, (FORM, JSON, TEXT))
        kind = media_type(headers) or JSON
        # Nobody holds a turn while sending: two slow senders would keep everybody out.
        body = await read_body(headers, receive, self.parts.max_capture_bytes)
        async with self._turns:
            _refuse_crowded(body)
            sent = await _from_form(scope, body) if kind == FORM else None
            found = await asyncio.to_thread(self._answer, sent, kind, body)
        given = [(b"content-type", JSON), (b"content-length", b"%d" % len(found))]
        await send({"type": "http.response.start", "status": 200, "headers": given})
        await send({"type": "http.response.body", "body": found})

    def _answer(self, form: Sent | None, kind: bytes, body: bytes) -> bytes:
        sent = form or (_from_text(body) if kind == TEXT else _from_json(body))
        document = uploads_document(self.parts.book, sent.captures, sent.request, self.parts.today())
        return to_json(document, inf_nan_mode="null")


def _refuse_crowded(body: bytes) -> None:
    if sum(body.count(sign) for sign in (b",", b"[", b"{")) > _MOST_VALUES:
        raise ProblemError("body-too-large", f"The body holds more than {_MOST_VALUES} values.")


def _from_text(body: bytes) -> Sent:
    return Sent([("body", body)], RequestBody())


def _from_json(body: bytes) -> Sent:
    try:
        document = from_json(body)
    except ValueError as error:
        raise ProblemError("malformed-json", f"{str(error).capitalize()}.") from None
    if not (isinstance(document, dict) and "captures" in document) and b'"Command Status"' in body:
        return _from_text(body)
    del document
    try:
        sent = CapturesBody.model_validate_json(body)
    except ValidationError as error:
        raise problem_of_validation(error) from None
    refuse_repeated_keys(body)
    return Sent([(item.name, item.text.encode()) for item in sent.captures], sent.request or RequestBody())


async def _from_form(scope: Scope, body: bytes) -> Sent:
    async def whole() -> Message:
        return {"type": "http.request", "body": body}

    request = Request(scope, whole)
    try:
        async with request.form(max_files=MOST_CAPTURES, max_part_size=len(body)) as form:
            return await _sent(form)
    except (HTTPException, MultiPartException) as error:
        # The first where the request came through the router.
        raise ProblemError("malformed-form", str(getattr(error, "detail", error))) from None
    except UnicodeDecodeError:
        raise ProblemError("malformed-form", "A name or a field of the form is not UTF-8.") from None


async def _sent(form: FormData) -> Sent:
    captures: list[tuple[str, bytes]] = []
    request = RequestBody()
    for name, value in form.multi_items():
        content = await value.read() if isinstance(value, UploadFile) else value.encode()
        if name == "request":
            request = _request(content)
            continue
        label = (value.filename if isinstance(value, UploadFile) else None) or name
        captures.append((label[:200], content))
    if not captures:
        raise invalid([WrongField("captures", "at least one file or field with what the tool printed")])
    return Sent(captures, request)


def _request(content: bytes) -> RequestBody:
    """Its wrong fields are named below ``request``."""
    try:
        return request_body(content)
    except ProblemError as problem:
        errors = [wrong.below("request") for wrong in problem.errors]
        raise ProblemError(problem.kind, f"In the field request: {problem.detail}", errors) from None
