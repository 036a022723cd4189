"""Errors on the wire, RFC 9457: one table from what went wrong to what is answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails, to_json
from starlette.responses import Response
from starlette.types import Scope

MEDIA_TYPE = "application/problem+json"
_LONGEST_INPUT = 200
_MOST_ERRORS = 100


@dataclass(frozen=True)
class Kind:
    """A kind of problem; its name is the last part of ``type``."""

    status: int
    title: str


KINDS: Mapping[str, Kind] = {
    "malformed-json": Kind(400, "The body is not JSON"),
    "malformed-form": Kind(400, "The body is not a multipart form"),
    "bad-request": Kind(400, "The request cannot be read"),
    "protocol-unknown": Kind(400, "Service and collector are too far apart"),
    "unauthorized": Kind(401, "Who asks is not proven"),
    "clock-skew": Kind(401, "The clocks are too far apart"),
    "replayed": Kind(401, "The request was sent before"),
    "not-found": Kind(404, "Nothing is here"),
    "method-not-allowed": Kind(405, "This address does not take this method"),
    "body-too-slow": Kind(408, "The body did not arrive in time"),
    "nothing-to-export": Kind(409, "The answer gives nothing to export"),
    "already-enrolled": Kind(409, "The machine is enrolled already"),
    "no-snapshot": Kind(409, "There is nothing to plan from"),
    "body-too-large": Kind(413, "The body is too large"),
    "unsupported-media-type": Kind(415, "This media type is not taken here"),
    "invalid-request": Kind(422, "The request has fields that are wrong"),
    "idempotency-key-reused": Kind(422, "The Idempotency-Key was used for something else"),
    "too-many-requests": Kind(429, "Too many of these in too little time"),
    "internal-error": Kind(500, "Something went wrong inside raidwise"),
    "database-unavailable": Kind(503, "The database cannot be used now"),
    "secret-key-unavailable": Kind(503, "The secrets of servers cannot be opened"),
}
"""Every problem that a client can meet."""


@dataclass(frozen=True)
class WrongField:
    """One wrong field, in dotted form (``volume.drives``); empty for the body as a whole."""

    field: str
    message: str
    input: Any = None

    def document(self) -> dict[str, Any]:
        found = {"field": self.field, "message": self.message}
        return found if self.input is None else {**found, "input": self.input}

    def below(self, part: str) -> WrongField:
        return replace(self, field=".".join(name for name in (part, self.field) if name))


class ProblemError(Exception):
    """Raised anywhere under the API; answered as ``application/problem+json``."""

    def __init__(
        self,
        kind: str,
        detail: str,
        errors: Sequence[WrongField] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.errors = tuple(errors)
        self.headers = headers or {}

    @property
    def status(self) -> int:
        return KINDS[self.kind].status

    def document(self, instance: str) -> dict[str, Any]:
        """``instance`` is the address that was asked, with the request's id as fragment."""
        found: dict[str, Any] = {
            "type": f"/problems/{self.kind}",
            "title": KINDS[self.kind].title,
            "status": self.status,
            "detail": self.detail,
            "instance": instance,
        }
        if self.errors:
            found["errors"] = [wrong.document() for wrong in self.errors]
        return found

    def response(self, scope: Scope) -> Response:
        body = to_json(self.document(instance_of(scope)))
        return Response(body, self.status, headers=dict(self.headers), media_type=MEDIA_TYPE)


def instance_of(scope: Scope) -> str:
    """The path as it was sent, always ASCII, and the id of this request."""
    raw = scope.get("raw_path") or scope["path"].encode()
    path = "".join(chr(byte) if 0x21 <= byte < 0x7F and byte not in b'"<>\\^`{|}#?' else f"%{byte:02X}" for byte in raw)
    return f"{path}#{scope.get('request_id', b'').decode()}"


def problem_of_status(status: int, detail: str, headers: Mapping[str, str] | None = None) -> ProblemError:
    """For the framework's own refusals, of which only the number is known."""
    for name, kind in KINDS.items():
        if kind.status == status and name != "malformed-json":
            return ProblemError(name, detail, headers=headers)
    phrase = HTTPStatus(status).phrase
    return ProblemError("internal-error" if status >= 500 else "bad-request", detail or phrase, headers=headers)


def problem_of_validation(error: ValidationError, prefix: str = "") -> ProblemError:
    """Malformed JSON is 400 with its position; anything readable but wrong is 422 with every field."""
    found = error.errors(include_url=False, include_context=False)
    if found and found[0]["type"] == "json_invalid":
        return ProblemError("malformed-json", found[0]["msg"].removeprefix("Invalid JSON: ").capitalize() + ".")
    return invalid(wrong_fields(found, prefix))


def invalid(wrong: Iterable[WrongField]) -> ProblemError:
    errors = list(wrong)[:_MOST_ERRORS]
    names = ", ".join(dict.fromkeys(item.field or "the body" for item in errors))
    return ProblemError("invalid-request", f"Wrong: {names}.", errors)


def wrong_fields(errors: Iterable[ErrorDetails], prefix: str = "") -> list[WrongField]:
    return [WrongField(_dotted(prefix, item["loc"]), _message(item), _shown(item["input"])) for item in errors]


def _message(error: ErrorDetails) -> str:
    if error["type"] == "string_pattern_mismatch" and "\0" in str(error["input"]):
        return "must not contain the character U+0000"
    return error["msg"].removeprefix("Value error, ")


def _dotted(prefix: str, places: tuple[int | str, ...]) -> str:
    return ".".join(part for part in (prefix, *map(str, places)) if part)[:_LONGEST_INPUT]


def _shown(value: Any) -> Any:
    """What was sent, where it is small enough to be sent back."""
    if isinstance(value, str):
        return value if len(value) <= _LONGEST_INPUT else value[:_LONGEST_INPUT] + "…"
    if isinstance(value, bool | int) and abs(value) < 2**53:
        return value
    return repr(value)[:_LONGEST_INPUT] if isinstance(value, float | int) else None
