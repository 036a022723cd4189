"""What every request passes first: its id, and the short way to the routes that must be cheap."""

from __future__ import annotations

import itertools
import re
import secrets
from collections.abc import Awaitable, Mapping
from typing import Any

from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.bodies import DisconnectedError
from app.api.errors import problem_of

HEADER = b"x-request-id"
_ACCEPTABLE = re.compile(rb"[A-Za-z0-9._:-]{1,128}")


class Application(FastAPI):
    """
    FastAPI behind a front door that gives each request an id, the caller's own
    where it is a sensible one, and returns it on every response.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.direct: Mapping[str, ASGIApp] = {}
        """
        Endpoints for POST by their path. The router has them too; finding them
        there, through six layers of middleware, costs a quarter of an answer.
        """
        self._prefix = secrets.token_hex(8).encode()
        self._count = itertools.count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        given = dict(scope["headers"]).get(HEADER)
        if given is None or not _ACCEPTABLE.fullmatch(given):
            given = b"%s-%x" % (self._prefix, next(self._count))
        scope["request_id"] = given
        started = False

        def send_with_id(message: Message) -> Awaitable[None]:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message["headers"], (HEADER, given)]
            return send(message)

        direct = self.direct.get(scope["path"]) if scope["method"] == "POST" else None
        if direct is None:
            await super().__call__(scope, receive, send_with_id)
            return
        try:
            await direct(scope, receive, send_with_id)
        except DisconnectedError:
            return
        except Exception as error:
            await self._tell(error, started, scope, receive, send_with_id)

    async def _tell(self, error: Exception, started: bool, scope: Scope, receive: Receive, send: Send) -> None:
        """What nobody foresaw is raised on as well, for the server to log."""
        problem = problem_of(error)
        if not started:
            await problem.response(scope)(scope, receive, send)
        if started or problem.status == 500:
            raise error
