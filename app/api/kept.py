"""Kept answers on the wire: the same bytes when they are made and whenever they are fetched."""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Send

from app.api.catalogue import is_known
from app.api.parts import Parts
from app.api.problems import ProblemError, WrongField, invalid
from app.workflows.kept import Kept


def kept_document(kept: Kept) -> dict[str, Any]:
    """The answer, with its id, its moment and the request that it answers."""
    return {"id": str(kept.id), "made_at": kept.made_at.isoformat(), "request": kept.request, **kept.answer}


def kept_headers(kept: Kept, body: bytes) -> dict[str, str]:
    return {
        "content-type": "application/json",
        "content-length": str(len(body)),
        "etag": f'"{hashlib.sha256(body).hexdigest()[:32]}"',
        "cache-control": "private, no-cache",
    }


async def send_kept(kept: Kept, send: Send, status: int) -> None:
    """A 201 says where the answer can be fetched from now on."""
    body = to_json(kept_document(kept))
    headers = {**kept_headers(kept, body), "location": f"/api/v1/advice/{kept.id}"}
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})


async def kept_response(parts: Parts, request: Request, advice_id: str) -> Response:
    """Raises the problem for what is no id, or the id of nothing."""
    kept = await _found(parts, advice_id)
    body = to_json(kept_document(kept))
    headers = kept_headers(kept, body)
    if is_known(request.headers.get("if-none-match"), headers["etag"]):
        return Response(status_code=304, headers={"etag": headers["etag"], "cache-control": headers["cache-control"]})
    return Response(body, headers=headers)


async def kept_answer(parts: Parts, advice_id: str) -> dict[str, Any]:
    """The answer alone, as it was given. Raises the same problems."""
    return dict((await _found(parts, advice_id)).answer)


async def _found(parts: Parts, advice_id: str) -> Kept:
    kept = await parts.shelf.find(_uuid(advice_id))
    if kept is None:
        raise ProblemError("not-found", f"No answer is kept under {advice_id}.")
    return kept


def _uuid(text: str) -> UUID:
    try:
        found = UUID(text)
    except ValueError:
        found = None
    if found is None or str(found) != text.lower():
        raise invalid([WrongField("path.advice_id", "must be the id of an answer, a UUID", text[:100])])
    return found
