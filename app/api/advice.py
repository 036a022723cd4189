"""``POST /api/v1/advice``: the one route that provisioning tools call all day, so it is plain ASGI."""

from __future__ import annotations

from pydantic_core import from_json
from starlette.types import Receive, Scope, Send

from app.api.bodies import check_media_type, read_body
from app.api.exports import Query, advice_query, export_response
from app.api.kept import send_kept
from app.api.parts import Parts

PATH = "/api/v1/advice"
_PLAIN = Query(keep=False, format=None)
_JSON = (b"content-type", b"application/json")


class AdviceEndpoint:
    """Body in, answer out; ``?keep=true`` keeps it too, ``?format=`` gives it in another tool's words."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = advice_query(scope["query_string"]) if scope["query_string"] else _PLAIN
        headers = dict(scope["headers"])
        check_media_type(headers)
        body = await read_body(headers, receive, self.parts.max_body_bytes)
        if asked.format is not None:
            response = await export_response(self.parts, body, asked)
            await response(scope, receive, send)
            return
        found = self.parts.answers.answer(body)
        if asked.keep:
            kept = await self.parts.shelf.keep(self.parts.book, from_json(body), from_json(found))
            await send_kept(kept, send, status=201)
            return
        given = [_JSON, (b"content-length", b"%d" % len(found))]
        await send({"type": "http.response.start", "status": 200, "headers": given})
        await send({"type": "http.response.body", "body": found})
