"""``POST /api/v1/lint``: somebody's plan in, what the papers and the safety rules object to out."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal, NamedTuple
from urllib.parse import parse_qsl

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import to_json
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app import __version__
from app.api.bodies import check_media_type, media_type, read_body, refuse_repeated_keys
from app.api.parts import Parts
from app.api.problems import WrongField, invalid, problem_of_validation
from app.api.schemas import Citation, Closed, RulebookUsed
from app.core.document import Plain
from app.workflows.lint import NotReadableError, lint_document, sarif, text_lines

PATH = "/api/v1/lint"
JSON, TEXT, SARIF = "application/json", "text/plain", "application/sarif+json"
FORMATS = ("json", "sarif", "text")
_READ_AT_ONCE = 2


class LintBody(BaseModel):
    """A plan as text, and what helps to read it."""

    model_config = ConfigDict(extra="forbid", title="Lint")
    text: str = Field(description="The file, whole and unchanged")
    name: Annotated[str, Field(max_length=200, description="Its name: the ending helps, as in main.tf")] = ""
    controller: Annotated[
        str | None, Field(max_length=200, description="The card's model, where the file does not name it")
    ] = None


class Finding(BaseModel):
    """One objection."""

    model_config = Closed
    rule: str
    severity: Literal["error", "warning", "note"]
    line: int | None
    place: str = Field(description="Where in the plan: a path, or the command")
    word: str = Field(description="The tool's own word that is objected to")
    message: str = Field(description="What, why, and what to write instead")
    allowed: str | None = Field(
        description="The reason with which the plan allows it itself; it then counts for nothing"
    )
    citations: list[Citation]


class Counts(BaseModel):
    model_config = Closed
    error: int
    warning: int
    note: int


class LintReport(BaseModel):
    """Everything there is to object to in one file."""

    model_config = Closed
    file: str
    kind: str
    controller: str | None = Field(description="The card that was judged for, as the catalogue names it")
    volumes: int = Field(description="Places that set something of a volume")
    rulebook: RulebookUsed
    findings: list[Finding]
    counts: Counts


class _Query(NamedTuple):
    format: str = "json"
    name: str = ""
    controller: str | None = None


class LintEndpoint:
    """Takes the plan inside of JSON, or as plain text with its name in the address."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        # Reading megabytes takes seconds: in threads, and few at a time.
        self._turns = asyncio.Semaphore(_READ_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        query = _query(scope["query_string"])
        check_media_type(headers, (JSON.encode(), TEXT.encode()))
        body = await read_body(headers, receive, self.parts.max_capture_bytes)
        plain = media_type(headers) == TEXT.encode()
        async with self._turns:
            response = await asyncio.to_thread(self._answer, body, plain, query)
        await response(scope, receive, send)

    def _answer(self, body: bytes, plain: bool, query: _Query) -> Response:
        data, name, controller = (body, query.name, query.controller) if plain else _sent(body, query)
        try:
            report = lint_document(self.parts.book, data, self.parts.today(), name, controller)
        except NotReadableError as error:
            raise invalid([WrongField("text", f"is not a plan that can be read: {error}")]) from None
        return _rendered(report, query.format)


def _sent(body: bytes, query: _Query) -> tuple[bytes, str, str | None]:
    try:
        sent = LintBody.model_validate_json(body)
    except ValidationError as error:
        raise problem_of_validation(error) from None
    refuse_repeated_keys(body)
    return sent.text.encode("utf-8", "surrogatepass"), sent.name or query.name, sent.controller or query.controller


def _query(query: bytes) -> _Query:
    given: dict[str, str] = {}
    wrong = []
    for name, value in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name not in _Query._fields:
            wrong.append(WrongField(f"query.{name}", "is not a parameter of this address"))
        elif name in given or len(value) > 200:
            wrong.append(WrongField(f"query.{name}", "must be given once, in 200 characters"))
        elif name == "format" and value not in FORMATS:
            wrong.append(WrongField("query.format", f"must be one of {', '.join(FORMATS)}", value))
        given[name] = value
    if wrong:
        raise invalid(wrong)
    return _Query(**given)


def _rendered(report: Plain, output: str) -> Response:
    if output == "text":
        return Response("\n".join(text_lines(report)) + "\n", media_type=TEXT)
    document, kind = (sarif([report], __version__), SARIF) if output == "sarif" else (report, JSON)
    return Response(to_json(document), media_type=kind)
