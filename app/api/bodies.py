"""Request bodies: read once, never beyond the limit, refused before they cost anything."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any, NoReturn

from starlette.types import Message, Receive

from app.api.problems import ProblemError, WrongField, invalid

MOST_SECONDS = 120.0
"""For a body that does not come in one piece: 32 MiB over a line of 2.5 Mbit/s."""
JSON_TYPES = (b"application/json",)
Headers = Mapping[bytes, bytes]
"""What ``dict(scope["headers"])`` gives: names in lower case, of a repeated one the last."""


class DisconnectedError(Exception):
    """The client left before it had sent the body; there is nobody to answer."""


def check_media_type(headers: Headers, taken: tuple[bytes, ...] = JSON_TYPES) -> None:
    """Raises the 415 problem for another type or a compressed body."""
    if headers.get(b"content-type") == taken[0] and b"content-encoding" not in headers:
        return
    found = media_type(headers)
    if found and found not in taken:
        names = ", ".join(item.decode() for item in taken)
        detail = f"The body is {found.decode('latin-1')}; this takes {names}."
        raise ProblemError("unsupported-media-type", detail, headers={"accept": names})
    coding = headers.get(b"content-encoding")
    if coding is not None and coding.strip().lower() not in (b"", b"identity"):
        detail = "Compressed bodies are not taken."
        raise ProblemError("unsupported-media-type", detail, headers={"accept-encoding": "identity"})


def media_type(headers: Headers) -> bytes:
    """Without parameters, in lower case; empty where none was sent."""
    return headers.get(b"content-type", b"").partition(b";")[0].strip().lower()


async def read_body(headers: Headers, receive: Receive, limit: int, seconds: float = MOST_SECONDS) -> bytes:
    """
    The whole body. Raises the 413 problem as soon as it is known to be larger than ``limit`` bytes, the
    408 problem where it dribbles in for longer than ``seconds``, and ``DisconnectedError`` where the client left.
    """
    declared = headers.get(b"content-length", b"")
    if declared.isdigit() and int(declared[:20]) > limit:
        _too_large(limit)
    message = await receive()
    body: bytes = message.get("body", b"")
    if message["type"] == "http.request" and not message.get("more_body") and len(body) <= limit:
        return body
    try:
        async with asyncio.timeout(seconds):
            return await _rest(message, receive, limit)
    except TimeoutError:
        detail = f"A body has {seconds:g} seconds to arrive."
        raise ProblemError("body-too-slow", detail, headers={"connection": "close"}) from None


async def _rest(message: Message, receive: Receive, limit: int) -> bytes:
    chunks = [message.get("body", b"")]
    size = len(chunks[0])
    while True:
        if message["type"] == "http.disconnect":
            raise DisconnectedError
        if size > limit:
            _too_large(limit)
        if not message.get("more_body"):
            return b"".join(chunks)
        message = await receive()
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])


def _too_large(limit: int) -> NoReturn:
    # Without closing, a server would have to read the rest of what nobody wants.
    raise ProblemError("body-too-large", f"At most {limit} bytes are taken here.", headers={"connection": "close"})


def refuse_repeated_keys(body: bytes) -> None:
    """Raises the 422 problem where an object names a key twice: parsers disagree about which one counts."""
    repeated: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                repeated.append(key)
            found[key] = value
        return found

    json.loads(body, object_pairs_hook=once)
    if repeated:
        raise invalid(WrongField(name, "is named twice in one object") for name in dict.fromkeys(repeated))
