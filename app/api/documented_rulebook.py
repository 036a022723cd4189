"""What the OpenAPI document says of the rulebook's own addresses."""

from __future__ import annotations

from pydantic import BaseModel

from app.api.documented_parts import Plain, given, header, operation, problems
from app.api.rulebook import MOST_COMPARED, DocumentCoverage, RulebookContent, RulebookEffect

GIVEN: tuple[type[BaseModel], ...] = (RulebookContent, RulebookEffect, DocumentCoverage)
_ETAG = header("Changes when the representation does; send it back as `If-None-Match`")
_NAME = {"type": "string", "minLength": 1}


def rulebook_paths() -> Plain:
    return {
        "/api/v1/rulebook/effect": {"get": _effect()},
        "/api/v1/rulebook/{version}": {"get": _content()},
        "/api/v1/documents/{document}/coverage": {"get": _coverage()},
    }


def _in_path(name: str, description: str) -> Plain:
    return {"name": name, "in": "path", "required": True, "description": description, "schema": _NAME}


def _known() -> Plain:
    known = header("An `ETag` given earlier: 304 where it still holds")
    return {"name": "If-None-Match", "in": "header", "required": False, **known}


def _found(model: type[BaseModel], description: str) -> Plain:
    unchanged = {"description": "What `If-None-Match` names still holds", "headers": {"ETag": _ETAG}}
    return {"200": given(model, description, ETag=_ETAG), "304": unchanged}


def _content() -> Plain:
    responses = {
        **_found(RulebookContent, "The whole book, in a stable order"),
        **problems("not-found", "database-unavailable"),
    }
    parameters = [_in_path("version", "As an answer names it"), _known()]
    summary = "A version of the rulebook: the one in use, or one that made a kept answer"
    return operation("rulebook_version", "catalogue", summary, responses, parameters=parameters)


def _coverage() -> Plain:
    responses = {**_found(DocumentCoverage, "Place by place, claim by claim"), **problems("not-found")}
    parameters = [_in_path("document", "Such as `ucs-m4-2016`"), _known()]
    summary = "What became of every claim of a document"
    return operation("document_coverage", "catalogue", summary, responses, parameters=parameters)


def _effect() -> Plain:
    limit = {"type": "integer", "minimum": 1, "maximum": MOST_COMPARED, "default": 50}
    after = {"type": "string", "format": "uuid", "pattern": "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"}
    parameters = [
        {"name": "limit", "in": "query", "required": False, "description": "Answers a page", "schema": limit},
        {"name": "after", "in": "query", "required": False, "description": "`next` of a page", "schema": after},
    ]
    responses = {
        "200": given(RulebookEffect, "Each kept answer of another version beside today's"),
        **problems("invalid-request", "database-unavailable"),
    }
    summary = "What the rulebook in use changes about kept answers"
    return operation("rulebook_effect", "catalogue", summary, responses, parameters=parameters)
