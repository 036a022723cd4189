"""``POST /api/v1/advice``: the one route that provisioning tools call all day, so it is plain ASGI."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from pydantic_core import from_json
from starlette.types import Receive, Scope, Send

from app.api.bodies import check_media_type, read_body
from app.api.kept import send_kept
from app.api.parts import Parts
from app.api.problems import WrongField, invalid

PATH = "/api/v1/advice"
_JSON = (b"content-type", b"application/json")


class AdviceEndpoint:
    """Body in, answer out; ``?keep=true`` keeps it too."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        keep = bool(scope["query_string"]) and _keep(scope["query_string"])
        headers = dict(scope["headers"])
        check_media_type(headers)
        body = await read_body(headers, receive, self.parts.max_body_bytes)
        found = self.parts.answers.answer(body)
        if keep:
            kept = await self.parts.shelf.keep(self.parts.book, from_json(body), from_json(found))
            await send_kept(kept, send, status=201)
            return
        given = [_JSON, (b"content-length", b"%d" % len(found))]
        await send({"type": "http.response.start", "status": 200, "headers": given})
        await send({"type": "http.response.body", "body": found})


_WORDS: dict[str, bool] = {"true": True, "false": False}


def _keep(query: bytes) -> bool:
    """The one parameter there is; a misspelt one is told, since an answer that was not kept is missed late."""
    given: dict[str, Any] = {}
    wrong = []
    for name, value in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name != "keep":
            wrong.append(WrongField(f"query.{name}", "is not a parameter of this address"))
        elif name in given or value not in _WORDS:
            wrong.append(WrongField("query.keep", "must be true or false, once", value))
        given[name] = value
    if wrong:
        raise invalid(wrong)
    return _WORDS[given.get("keep", "false")]
