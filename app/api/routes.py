"""All addresses under ``/api/v1``, and the two that a load balancer asks."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response
from starlette.types import ASGIApp

from app.api.advice import PATH, AdviceEndpoint
from app.api.kept import kept_response
from app.api.parts import Parts


def direct_routes(parts: Parts) -> dict[tuple[str, str], ASGIApp]:
    """What the front door serves itself."""
    return {("POST", PATH): AdviceEndpoint(parts)}


def api_router(parts: Parts) -> APIRouter:
    router = APIRouter(prefix="/api/v1")

    @router.get("/advice/{advice_id}")
    async def kept_advice(request: Request, advice_id: str) -> Response:
        """An answer that was kept."""
        return await kept_response(parts, request, advice_id)

    return router
