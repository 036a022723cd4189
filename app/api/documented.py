"""The OpenAPI document: written by hand over the models, so that it says what the routes do; tests compare the two."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from app.api import advice, batch, captures, lint
from app.api.documented_parts import JSON, REF, Plain, given, header, operation, problems, ref
from app.api.documented_rulebook import GIVEN as RULEBOOK_GIVEN
from app.api.documented_rulebook import rulebook_paths
from app.api.documented_servers import GIVEN, SECURITY, SENT, server_paths
from app.api.documented_tools import FORMAT, formats_content, lint_body, lint_content, lint_parameters
from app.api.schemas import Answer
from app.api.schemas_captures import CapturesAnswer, CapturesBody, CapturesForm
from app.api.schemas_rest import (
    ControllersListed,
    Healthy,
    KeptAnswer,
    ProblemShown,
    RulebookListed,
    WorkloadsListed,
)
from app.workflows.request import RequestBody

_SENT: tuple[type[BaseModel], ...] = (RequestBody, CapturesBody, CapturesForm, lint.LintBody, *SENT)
_GIVEN: tuple[type[BaseModel], ...] = (
    Answer,
    KeptAnswer,
    CapturesAnswer,
    ControllersListed,
    WorkloadsListed,
    RulebookListed,
    Healthy,
    ProblemShown,
    lint.LintReport,
    *GIVEN,
    *RULEBOOK_GIVEN,
)
_UUID = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
_EXAMPLE = {
    "controller": {"model": "UCSC-MRAID12G", "cache_mib": 2048, "cache_protection": "optimal"},
    "volume": {"raid_level": "raid5", "media": "hdd", "drives": 8, "rpm": 10000},
    "workload": {"name": "oltp", "read_percent": 70, "block_kib": 8},
}


def openapi_document(title: str, summary: str, version: str) -> Plain:
    """OpenAPI 3.1."""
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "summary": summary, "version": version, "license": _LICENSE},
        "paths": {
            **_advice_paths(),
            lint.PATH: {"post": _post_lint()},
            **_catalogue_paths(),
            **rulebook_paths(),
            **server_paths(),
            **_health_paths(),
        },
        "components": {"schemas": _schemas(), "headers": {"RequestId": _REQUEST_ID}, "securitySchemes": SECURITY},
        "tags": [{"name": name, "description": text} for name, text in _TAGS.items()],
    }


_LICENSE = {"name": "Apache-2.0", "identifier": "Apache-2.0"}
_TAGS = {
    "advice": "A request in, every setting out with its reason, its page and who disagrees",
    "captures": "What a controller printed in, advice for each of its virtual drives out",
    "lint": "Somebody's plan in, what the papers and the safety rules object to out",
    "catalogue": "What the rulebook knows",
    "servers": "For `raidwise-collector`: enrol, report, ask for a plan, tell what became of it",
    "health": "For load balancers and supervisors",
}
_REQUEST_ID = {
    "description": "The caller's `X-Request-ID` where it is 1 to 128 of `A-Za-z0-9._:-`, else one made here",
    "schema": {"type": "string"},
}


def _schemas() -> Plain:
    modes: list[tuple[type[BaseModel], Literal["validation", "serialization"]]] = [
        *((model, "validation") for model in _SENT),
        *((model, "serialization") for model in _GIVEN),
    ]
    _, found = models_json_schema(modes, ref_template=REF)
    schemas: Plain = found["$defs"]
    return schemas


_ETAG = header("Changes when the representation does; send it back as `If-None-Match`")
_KNOWN = header("An `ETag` given earlier: 304 where it still holds")
_BODY_PROBLEMS = ("malformed-json", "body-too-slow", "body-too-large", "unsupported-media-type", "invalid-request")


def _not_modified() -> Plain:
    return {"304": {"description": "What `If-None-Match` names still holds", "headers": {"ETag": _ETAG}}}


def _if_none_match() -> Plain:
    return {"name": "If-None-Match", "in": "header", "required": False, **_KNOWN}


def _advice_paths() -> Plain:
    return {
        advice.PATH: {"post": _post_advice()},
        batch.PATH: {"post": _post_batch()},
        f"{advice.PATH}/{{advice_id}}": {"get": _get_advice()},
        captures.PATH: {"post": _post_captures()},
    }


def _post_advice() -> Plain:
    keep = {
        "name": "keep",
        "in": "query",
        "required": False,
        "description": "Keep the answer: 201, an id, and an address to fetch it from",
        "schema": {"type": "boolean", "default": False},
    }
    location = header("Where the kept answer can be fetched")
    responses = {
        "200": {"description": "The answer; a refusal is one too", "content": formats_content(ref(Answer))},
        "201": {
            "description": "The answer, kept",
            "content": formats_content(ref(KeptAnswer), ref(Answer)),
            "headers": {"Location": location, "ETag": _ETAG},
            "links": _KEPT,
        },
        **problems(*_BODY_PROBLEMS, "nothing-to-export", "database-unavailable"),
    }
    body = {"required": True, "content": {JSON: {"schema": ref(RequestBody), "example": _EXAMPLE}}}
    parameters = [keep, FORMAT]
    return operation("advise", "advice", "Advise on one volume", responses, parameters=parameters, requestBody=body)


_KEPT = {"kept": {"operationId": "kept_advice", "parameters": {"advice_id": "$response.body#/id"}}}


def _post_batch() -> Plain:
    lines = {"type": "string", "description": "One AdviceRequest a line (NDJSON)"}
    answers = {"type": "string", "description": "One line for each: an Answer, or a Problem with its `line`"}
    responses = {
        "200": {"description": "Answers in order, line by line", "content": {batch.MEDIA_TYPE: {"schema": answers}}},
        **problems("body-too-slow", "body-too-large", "unsupported-media-type", "invalid-request"),
    }
    body = {"content": {kind.decode(): {"schema": lines} for kind in batch.MEDIA_TYPES}}
    return operation("advise_batch", "advice", "Advise on many volumes", responses, requestBody=body)


def _get_advice() -> Plain:
    key = {
        "name": "advice_id",
        "in": "path",
        "required": True,
        "description": "As the 201 gave it",
        "schema": {"type": "string", "format": "uuid", "pattern": _UUID},
    }
    responses = {
        "200": {
            "description": "The answer as it was given",
            "content": formats_content(ref(KeptAnswer), ref(Answer)),
            "headers": {"ETag": _ETAG},
        },
        **_not_modified(),
        **problems("not-found", "nothing-to-export", "invalid-request", "database-unavailable"),
    }
    parameters = [key, FORMAT, _if_none_match()]
    return operation("kept_advice", "advice", "Fetch an answer that was kept", responses, parameters=parameters)


def _post_lint() -> Plain:
    found = {"description": "What there is to object to", "content": lint_content(ref(lint.LintReport))}
    responses = {"200": found, **problems(*_BODY_PROBLEMS)}
    body, parameters = lint_body(ref(lint.LintBody)), lint_parameters()
    return operation("lint", "lint", "Judge a plan of another tool", responses, parameters=parameters, requestBody=body)


def _post_captures() -> Plain:
    content = {
        "multipart/form-data": {"schema": ref(CapturesForm)},
        JSON: {"schema": {"anyOf": [ref(CapturesBody), _REPLY]}},
        "text/plain": {"schema": {"type": "string", "description": "What the tool printed, pasted"}},
    }
    responses = {
        "200": given(CapturesAnswer, "Advice for every virtual drive found; what was not understood is in `unread`"),
        **problems("malformed-form", *_BODY_PROBLEMS),
    }
    body = {"required": True, "content": content}
    return operation("advise_captures", "captures", "Advise on what was printed", responses, requestBody=body)


_REPLY = {
    "title": "StorcliReply",
    "description": "A reply of storcli, perccli, storcli2 or perccli2 as it is",
    "type": "object",
    "required": ["Controllers"],
    "properties": {
        "Controllers": {
            "type": "array",
            "minItems": 1,
            "items": {"type": "object", "required": ["Command Status"]},
        }
    },
}


def _catalogue_paths() -> Plain:
    listed: list[tuple[str, str, str, type[BaseModel]]] = [
        ("controllers", "list_controllers", "Controllers in the catalogue", ControllersListed),
        ("workloads", "list_workloads", "Workloads that have a name", WorkloadsListed),
        ("rulebook", "show_rulebook", "Version, documents and counts of the rulebook", RulebookListed),
    ]
    return {f"/api/v1/{path}": {"get": _listing(name, text, model)} for path, name, text, model in listed}


def _listing(name: str, summary: str, model: type[BaseModel]) -> Plain:
    responses = {"200": given(model, summary, ETag=_ETAG), **_not_modified()}
    return operation(name, "catalogue", summary, responses, parameters=[_if_none_match()])


def _health_paths() -> Plain:
    ready = {"200": given(Healthy, "Answers can be kept"), **problems("database-unavailable")}
    return {
        "/healthz": {"get": operation("alive", "health", "Alive", {"200": given(Healthy, "Yes")})},
        "/readyz": {"get": operation("ready", "health", "Database reachable and migrated", ready)},
    }
