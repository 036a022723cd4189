"""All addresses under ``/api/v1``, and the two that a load balancer asks. ``documented.py`` says what they promise."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from app.api import advice, batch, captures, lint
from app.api.catalogue import Unchanging, controllers_document, rulebook_document, workloads_document
from app.api.exports import kept_export_response
from app.api.kept import kept_response
from app.api.parts import Parts
from app.api.problems import ProblemError
from app.api.rulebook import rulebook_routes
from app.api.servers import server_routes

Handler = Callable[[Request], Awaitable[Response]]


def direct_routes(parts: Parts) -> dict[str, ASGIApp]:
    """What programs post, in plain ASGI; the front door leads to them without asking the router."""
    return {
        advice.PATH: advice.AdviceEndpoint(parts),
        batch.PATH: batch.BatchEndpoint(parts),
        captures.PATH: captures.CapturesEndpoint(parts),
        lint.PATH: lint.LintEndpoint(parts),
    }


def api_routes(parts: Parts, direct: Mapping[str, ASGIApp]) -> list[Route]:
    """The router knows the direct ones too: it answers who comes with another method."""
    fixed = {
        "/api/v1/controllers": Unchanging(controllers_document(parts.book)),
        "/api/v1/workloads": Unchanging(workloads_document(parts.book)),
        "/api/v1/rulebook": Unchanging(rulebook_document(parts.book)),
    }
    return [
        *(Route(path, endpoint, methods=["POST"]) for path, endpoint in direct.items()),
        *(Route(path, _unchanging(document)) for path, document in fixed.items()),
        Route("/api/v1/advice/batch", _post_only),
        Route("/api/v1/advice/{advice_id}", _kept(parts)),
        *rulebook_routes(parts),
        *server_routes(parts),
        Route("/healthz", _alive),
        Route("/readyz", _ready(parts)),
    ]


def _unchanging(document: Unchanging) -> Handler:
    async def handle(request: Request) -> Response:
        return document.response(request)

    return handle


async def _post_only(request: Request) -> Response:
    """Otherwise "batch" would be taken for the id of an answer."""
    raise ProblemError("method-not-allowed", "Post to this address.", headers={"allow": "POST"})


def _kept(parts: Parts) -> Handler:
    async def handle(request: Request) -> Response:
        respond = kept_export_response if "format" in request.query_params else kept_response
        return await respond(parts, request, request.path_params["advice_id"])

    return handle


async def _alive(request: Request) -> Response:
    return Response(to_json({"status": "ok"}), media_type="application/json")


def _ready(parts: Parts) -> Handler:
    async def handle(request: Request) -> Response:
        await parts.shelf.check()
        return Response(to_json({"status": "ready"}), media_type="application/json")

    return handle
