"""The OpenAPI document: written by hand over the models, so that it says what the routes do; tests compare the two."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from app.api import advice, batch, captures, lint
from app.api.documented_tools import FORMAT, formats_content, lint_body, lint_content, lint_parameters
from app.api.problems import KINDS, MEDIA_TYPE
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

Plain = dict[str, Any]
JSON = "application/json"
_SENT: tuple[type[BaseModel], ...] = (RequestBody, CapturesBody, CapturesForm, lint.LintBody)
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
)
_REF = "#/components/schemas/{model}"
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
        "paths": {**_advice_paths(), lint.PATH: {"post": _post_lint()}, **_catalogue_paths(), **_health_paths()},
        "components": {"schemas": _schemas(), "headers": {"RequestId": _REQUEST_ID}},
        "tags": [{"name": name, "description": text} for name, text in _TAGS.items()],
    }


_LICENSE = {"name": "Apache-2.0", "identifier": "Apache-2.0"}
_TAGS = {
    "advice": "A request in, every setting out with its reason, its page and who disagrees",
    "captures": "What a controller printed in, advice for each of its virtual drives out",
    "lint": "Somebody's plan in, what the papers and the safety rules object to out",
    "catalogue": "What the rulebook knows",
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
    _, found = models_json_schema(modes, ref_template=_REF)
    schemas: Plain = found["$defs"]
    return schemas


def _ref(model: type[BaseModel]) -> Plain:
    return {"$ref": _REF.format(model=model.__name__)}


def _operation(name: str, tag: str, summary: str, responses: Plain, **more: Any) -> Plain:
    for response in responses.values():
        response.setdefault("headers", {})["X-Request-ID"] = {"$ref": "#/components/headers/RequestId"}
    return {"operationId": name, "tags": [tag], "summary": summary, **more, "responses": responses}


def _given(model: type[BaseModel], description: str, **headers: Plain) -> Plain:
    return {"description": description, "content": {JSON: {"schema": _ref(model)}}, "headers": dict(headers)}


def _problems(*kinds: str) -> Plain:
    """By status; kinds that share one are named together."""
    found: Plain = {}
    for name in kinds:
        status = str(KINDS[name].status)
        earlier = f"{found[status]['description']}; " if status in found else ""
        content = {MEDIA_TYPE: {"schema": _ref(ProblemShown)}}
        found[status] = {"description": f"{earlier}{KINDS[name].title} (`{name}`)", "content": content}
    return found


def _header(description: str) -> Plain:
    return {"description": description, "schema": {"type": "string"}}


_ETAG = _header("Changes when the representation does; send it back as `If-None-Match`")
_KNOWN = _header("An `ETag` given earlier: 304 where it still holds")
_BODY_PROBLEMS = ("malformed-json", "body-too-large", "unsupported-media-type", "invalid-request")


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
    location = _header("Where the kept answer can be fetched")
    responses = {
        "200": {"description": "The answer; a refusal is one too", "content": formats_content(_ref(Answer))},
        "201": {
            "description": "The answer, kept",
            "content": formats_content(_ref(KeptAnswer), _ref(Answer)),
            "headers": {"Location": location, "ETag": _ETAG},
            "links": _KEPT,
        },
        **_problems(*_BODY_PROBLEMS, "nothing-to-export", "database-unavailable"),
    }
    body = {"required": True, "content": {JSON: {"schema": _ref(RequestBody), "example": _EXAMPLE}}}
    parameters = [keep, FORMAT]
    return _operation("advise", "advice", "Advise on one volume", responses, parameters=parameters, requestBody=body)


_KEPT = {"kept": {"operationId": "kept_advice", "parameters": {"advice_id": "$response.body#/id"}}}


def _post_batch() -> Plain:
    lines = {"type": "string", "description": "One AdviceRequest a line (NDJSON)"}
    answers = {"type": "string", "description": "One line for each: an Answer, or a Problem with its `line`"}
    responses = {
        "200": {"description": "Answers in order, line by line", "content": {batch.MEDIA_TYPE: {"schema": answers}}},
        **_problems("body-too-large", "unsupported-media-type", "invalid-request"),
    }
    body = {"content": {kind.decode(): {"schema": lines} for kind in batch.MEDIA_TYPES}}
    return _operation("advise_batch", "advice", "Advise on many volumes", responses, requestBody=body)


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
            "content": formats_content(_ref(KeptAnswer), _ref(Answer)),
            "headers": {"ETag": _ETAG},
        },
        **_not_modified(),
        **_problems("not-found", "nothing-to-export", "invalid-request", "database-unavailable"),
    }
    parameters = [key, FORMAT, _if_none_match()]
    return _operation("kept_advice", "advice", "Fetch an answer that was kept", responses, parameters=parameters)


def _post_lint() -> Plain:
    found = {"description": "What there is to object to", "content": lint_content(_ref(lint.LintReport))}
    responses = {"200": found, **_problems(*_BODY_PROBLEMS)}
    body, parameters = lint_body(_ref(lint.LintBody)), lint_parameters()
    return _operation(
        "lint", "lint", "Judge a plan of another tool", responses, parameters=parameters, requestBody=body
    )


def _post_captures() -> Plain:
    content = {
        "multipart/form-data": {"schema": _ref(CapturesForm)},
        JSON: {"schema": {"anyOf": [_ref(CapturesBody), _REPLY]}},
        "text/plain": {"schema": {"type": "string", "description": "What the tool printed, pasted"}},
    }
    responses = {
        "200": _given(CapturesAnswer, "Advice for every virtual drive found; what was not understood is in `unread`"),
        **_problems("malformed-form", *_BODY_PROBLEMS),
    }
    body = {"required": True, "content": content}
    return _operation("advise_captures", "captures", "Advise on what was printed", responses, requestBody=body)


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
    responses = {"200": _given(model, summary, ETag=_ETAG), **_not_modified()}
    return _operation(name, "catalogue", summary, responses, parameters=[_if_none_match()])


def _health_paths() -> Plain:
    ready = {"200": _given(Healthy, "Answers can be kept"), **_problems("database-unavailable")}
    return {
        "/healthz": {"get": _operation("alive", "health", "Alive", {"200": _given(Healthy, "Yes")})},
        "/readyz": {"get": _operation("ready", "health", "Database reachable and migrated", ready)},
    }
