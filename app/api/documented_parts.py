"""The pieces that every operation of the OpenAPI document is made of."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from app.api.problems import KINDS, MEDIA_TYPE
from app.api.schemas_rest import ProblemShown

Plain = dict[str, Any]
JSON = "application/json"
REF = "#/components/schemas/{model}"


def ref(model: type[BaseModel]) -> Plain:
    return {"$ref": REF.format(model=model.__name__)}


def operation(name: str, tag: str, summary: str, responses: Plain, **more: Any) -> Plain:
    for response in responses.values():
        response.setdefault("headers", {})["X-Request-ID"] = {"$ref": "#/components/headers/RequestId"}
    return {"operationId": name, "tags": [tag], "summary": summary, **more, "responses": responses}


def given(model: type[BaseModel], description: str, **headers: Plain) -> Plain:
    return {"description": description, "content": {JSON: {"schema": ref(model)}}, "headers": dict(headers)}


def problems(*kinds: str) -> Plain:
    """By status; kinds that share one are named together."""
    found: Plain = {}
    for name in kinds:
        status = str(KINDS[name].status)
        earlier = f"{found[status]['description']}; " if status in found else ""
        content = {MEDIA_TYPE: {"schema": ref(ProblemShown)}}
        found[status] = {"description": f"{earlier}{KINDS[name].title} (`{name}`)", "content": content}
    return found


def header(description: str) -> Plain:
    return {"description": description, "schema": {"type": "string"}}
