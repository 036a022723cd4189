"""The book as a thing of its own: a version's content, what became of each claim, and what a new version changes."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.api.catalogue import Unchanging
from app.api.parts import Parts
from app.api.problems import ProblemError, WrongField, invalid
from app.api.schemas import Closed
from app.core.book_document import book_document
from app.workflows.effect import effect_document

Handler = Callable[[Request], Awaitable[Response]]
MOST_COMPARED = 200
_USUAL = 50


class ChangedField(BaseModel):
    model_config = Closed
    field: str = Field(description="In dotted form, such as `settings.write_policy.value`")
    from_: Any = Field(alias="from", description="As the kept answer had it")
    to: Any = Field(description="As the rulebook in use has it")


class ComparedAnswer(BaseModel):
    model_config = Closed
    id: UUID
    made_at: str
    rulebook: str = Field(description="The version that made the kept answer")
    changes: list[ChangedField] = Field(description="Empty where nothing that an admin would act on differs")


class RulebookEffect(BaseModel):
    """Kept answers of other versions beside those of the rulebook in use."""

    model_config = Closed
    rulebook: str
    compared: int
    changed: int
    answers: list[ComparedAnswer]
    next: UUID | None = Field(description="Send it as `after` for the next page; null at the end")


class CoveredClaim(BaseModel):
    model_config = Closed
    claim: str
    status: str = Field(description="encoded, accounted or pending")
    note: str | None


class CoveredPlace(BaseModel):
    model_config = Closed
    place: str
    status: str
    note: str | None
    claims: list[CoveredClaim]


class DocumentCoverage(BaseModel):
    """Every table and section of a document, and what became of it."""

    model_config = Closed
    document: str
    counts: dict[str, int]
    places: list[CoveredPlace]


class RulebookContent(BaseModel):
    """A whole rulebook: documents, rules, conflicts, controllers, workloads, levels and thresholds."""

    model_config = Closed
    version: str
    documents: list[dict[str, Any]]
    rules: list[dict[str, Any]]
    conflicts: list[dict[str, Any]]
    controllers: list[dict[str, Any]]
    workloads: list[dict[str, Any]]
    levels: list[dict[str, Any]]
    thresholds: list[dict[str, Any]]


def rulebook_routes(parts: Parts) -> list[Route]:
    return [
        Route("/api/v1/rulebook/effect", _effect(parts)),
        Route("/api/v1/rulebook/{version}", _content(parts)),
        Route("/api/v1/documents/{document}/coverage", _coverage(parts)),
    ]


def _content(parts: Parts) -> Handler:
    async def handle(request: Request) -> Response:
        version = request.path_params["version"]
        if version == parts.book.version:
            return Unchanging(book_document(parts.book)).response(request)
        content = await parts.shelf.rulebook(version) if _VERSION.fullmatch(version) else None
        if content is None:
            raise ProblemError("not-found", f"No rulebook {version[:100]!r} is in use or has made a kept answer.")
        return Unchanging(dict(content)).response(request)

    return handle


_VERSION = re.compile(r"[A-Za-z0-9+._-]{1,200}")


def _coverage(parts: Parts) -> Handler:
    async def handle(request: Request) -> Response:
        name, covered = request.path_params["document"], parts.coverage()
        if name not in covered:
            known = ", ".join(sorted(covered))
            raise ProblemError("not-found", f"No document {name[:100]!r} has coverage; {known} have.")
        return Unchanging(dict(covered[name])).response(request)

    return handle


def _effect(parts: Parts) -> Handler:
    async def handle(request: Request) -> Response:
        limit, after = _page(request)
        kept = await parts.shelf.of_other_versions(parts.book.version, after, limit)
        found = effect_document(parts.book, kept, parts.today())
        found["next"] = str(kept[-1].id) if len(kept) == limit else None
        return Response(to_json(found), media_type="application/json")

    return handle


def _page(request: Request) -> tuple[int, UUID | None]:
    wrong = [
        WrongField(f"query.{name}", "is not a parameter here", name[:100])
        for name in request.query_params
        if name not in ("limit", "after")
    ]
    limit, after = request.query_params.get("limit", str(_USUAL)), request.query_params.get("after")
    if not (limit.isascii() and limit.isdigit() and 1 <= int(limit[:9]) <= MOST_COMPARED):
        wrong.append(WrongField("query.limit", f"must be a number from 1 to {MOST_COMPARED}", limit[:100]))
    try:
        key = UUID(after) if after is not None else None
    except ValueError:
        key = None
        wrong.append(WrongField("query.after", "must be the id of an answer", str(after)[:100]))
    if wrong:
        raise invalid(wrong)
    return int(limit), key
