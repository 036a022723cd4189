"""What every request passes first: its id, and the short way to the routes that must be cheap."""

from __future__ import annotations

import itertools
import re
import secrets
from collections.abc import Mapping

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.bodies import DisconnectedError, header
from app.api.errors import problem_of

HEADER = b"x-request-id"
_ACCEPTABLE = re.compile(rb"[A-Za-z0-9._:-]{1,128}")


class FrontDoor:
    """
    Gives each request an id, the caller's own where it is a sensible one, and
    returns it on every response. ``direct`` are endpoints for POST by their path:
    the router has them too, and finding them there would cost as much as the answer.
    """

    def __init__(self, app: ASGIApp, direct: Mapping[str, ASGIApp] | None = None) -> None:
        self.app = app
        self.direct = dict(direct or {})
        self._prefix = secrets.token_hex(8)
        self._count = itertools.count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = header(scope, HEADER)
        if given is None or not _ACCEPTABLE.fullmatch(given):
            given = f"{self._prefix}-{next(self._count):x}".encode()
        scope["request_id"] = given.decode()

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), (HEADER, given)]
            await send(message)

        direct = self.direct.get(scope["path"]) if scope["method"] == "POST" else None
        if direct is None:
            await self.app(scope, receive, send_with_id)
        else:
            await _served(direct, scope, receive, send_with_id)


async def _served(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """What nobody foresaw is raised on, to be logged; whoever left is not answered."""
    try:
        await app(scope, receive, send)
    except DisconnectedError:
        return
    except Exception as error:
        problem = problem_of(error)
        if problem.status == 500:
            raise
        await problem.response(scope)(scope, receive, send)
