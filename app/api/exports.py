"""``?format=``: an answer, fresh or kept, in the words of the tool that will carry it out."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import parse_qsl

from pydantic_core import from_json
from starlette.requests import Request
from starlette.responses import Response

from app.api.kept import kept_answer
from app.api.parts import Parts
from app.api.problems import ProblemError, WrongField, invalid
from app.api.reading import request_body
from app.workflows.export import FORMATS, Export, NothingToExportError, export_of_answer, export_of_request


class Query(NamedTuple):
    """What ``POST /api/v1/advice`` can be told in its address."""

    keep: bool
    format: str | None


_WORDS: dict[str, bool] = {"true": True, "false": False}


def advice_query(query: bytes) -> Query:
    """A misspelt parameter is told, since an answer that was not kept is missed late."""
    given: dict[str, str] = {}
    wrong = []
    for name, value in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name not in Query._fields:
            wrong.append(WrongField(f"query.{name}", "is not a parameter of this address"))
        elif name == "keep" and (name in given or value not in _WORDS):
            wrong.append(WrongField("query.keep", "must be true or false, once", value))
        elif name == "format" and (name in given or value not in FORMATS):
            wrong.append(WrongField("query.format", f"must be one of {', '.join(FORMATS)}, once", value))
        given[name] = value
    if wrong:
        raise invalid(wrong)
    return Query(_WORDS[given.get("keep", "false")], given.get("format"))


async def export_response(parts: Parts, body: bytes, asked: Query) -> Response:
    """
    The answer in the format asked for, after the whole answer was kept where that is asked too.

    Raises the problem for a request that is wrong, or that gives nothing to export (409, and why); it is not kept then.
    """
    try:
        made = export_of_request(parts.book, request_body(body), parts.today(), asked.format or "json")
    except NothingToExportError as nothing:
        raise _problem(nothing) from None
    response = _response(made)
    if asked.keep:
        kept = await parts.shelf.keep(parts.book, from_json(body), from_json(parts.answers.answer(body)))
        response.status_code = 201
        response.headers["location"] = f"/api/v1/advice/{kept.id}"
    return response


async def kept_export_response(parts: Parts, request: Request, advice_id: str) -> Response:
    """The same for an answer that was kept."""
    name = advice_query(request.url.query.encode("latin-1", "replace")).format
    answer = await kept_answer(parts, advice_id)
    try:
        return _response(export_of_answer(parts.book, answer, name or "json"))
    except NothingToExportError as nothing:
        raise _problem(nothing) from None


def _response(made: Export) -> Response:
    headers = {"content-disposition": f'attachment; filename="{made.file_name}"'}
    return Response(made.text, headers=headers, media_type=made.media_type)


def _problem(nothing: NothingToExportError) -> ProblemError:
    """Its errors are what the answer itself refuses and asks."""
    said = [item for part in ("refusals", "questions") for item in nothing.document[part]]
    errors = [WrongField(item["field"], item["message"]) for item in said]
    return ProblemError("nothing-to-export", str(nothing), errors)
