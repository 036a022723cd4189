"""``POST /api/v1/advice/batch``: one request a line in, one answer a line out, in order."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from pydantic_core import to_json
from starlette.types import Receive, Scope, Send

from app.api.bodies import check_media_type, read_body
from app.api.parts import Parts
from app.api.problems import ProblemError, instance_of

PATH = "/api/v1/advice/batch"
MEDIA_TYPE = "application/x-ndjson"
MEDIA_TYPES = (MEDIA_TYPE.encode(), b"application/jsonl", b"application/ndjson")
_LINES_AT_ONCE = 16


class BatchEndpoint:
    """A line that is wrong gets a problem in its place; the others are answered all the same."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        check_media_type(headers, MEDIA_TYPES)
        body = await read_body(headers, receive, self.parts.max_body_bytes)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", MEDIA_TYPE.encode())]})
        # Sending to nobody raises nothing: without this a client that left would be worked for to the end.
        gone = asyncio.ensure_future(receive())
        try:
            for number, line in lines(body):
                await send({"type": "http.response.body", "body": self._answer(scope, number, line), "more_body": True})
                if number % _LINES_AT_ONCE == 0:
                    await asyncio.sleep(0)
                if gone.done():
                    return
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()

    def _answer(self, scope: Scope, number: int, line: bytes) -> bytes:
        try:
            return self.parts.answers.answer(line) + b"\n"
        except ProblemError as problem:
            return to_json({**problem.document(instance_of(scope)), "line": number}) + b"\n"


def lines(body: bytes) -> Iterator[tuple[int, bytes]]:
    """Lines that hold something, numbered from 1 as an editor does; nothing is copied beforehand."""
    start, number = 0, 0
    while start < len(body):
        end = body.find(b"\n", start)
        end = len(body) if end < 0 else end
        number += 1
        line = body[start:end].strip()
        if line:
            yield number, line
        start = end + 1
