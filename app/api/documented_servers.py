"""What the OpenAPI document says of servers and of those who let them in."""

from __future__ import annotations

from pydantic import BaseModel

from app.api.documented_parts import JSON, Plain, given, header, operation, problems, ref
from app.api.schemas_servers import (
    HASH,
    EnrolBody,
    JoinTokenBody,
    JoinTokenGiven,
    KeyGiven,
    PlanBody,
    PlanGiven,
    ResultBody,
    ResultGiven,
    SnapshotBody,
    SnapshotGiven,
)
from app.api.servers import PREFIX
from app.core.signed_request import PROTOCOL, PROTOCOL_HEADER, SCHEME, SKEW

SENT: tuple[type[BaseModel], ...] = (JoinTokenBody, EnrolBody, SnapshotBody, PlanBody, ResultBody)
GIVEN: tuple[type[BaseModel], ...] = (JoinTokenGiven, KeyGiven, SnapshotGiven, PlanGiven, ResultGiven)
SECURITY: Plain = {
    "administrator": {"type": "http", "scheme": "bearer", "description": "Made by `raidwise admin token`"},
    "joining": {"type": "http", "scheme": "bearer", "description": "A join token"},
    "server": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": (
            f"`{SCHEME} key=K, time=T, nonce=N, signature=S`: T in seconds since 1970, within {SKEW} s of our clock; "
            "N 32 hexadecimal digits, used once; S the HMAC-SHA256, by the server's secret, of these lines joined by "
            "line feeds: `raidwise-request/1`, the method, the address from `/api/` on with its query, K, T, N, and "
            "the SHA-256 of the body in hexadecimal digits."
        ),
    },
}
_UUID = {"type": "string", "format": "uuid", "pattern": "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"}
_PROTOCOL = {
    "name": PROTOCOL_HEADER,
    "in": "header",
    "required": False,
    "description": f"The version of this conversation that the caller speaks; {PROTOCOL} and its neighbours are taken",
    "schema": {"type": "integer", "minimum": max(PROTOCOL - 1, 0), "maximum": PROTOCOL + 1},
}
_REPEATABLE = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same key and body are answered with what was made the first time",
    "schema": {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[!-~]+$"},
}
_BODY = ("malformed-json", "body-too-slow", "body-too-large", "unsupported-media-type", "invalid-request")
_COMMON = ("protocol-unknown", "database-unavailable", "secret-key-unavailable")
_PROOF = ("unauthorized", "clock-skew", "replayed")


def server_paths() -> Plain:
    """By address and method."""
    server = f"{PREFIX}/{{server_id}}"
    return {
        f"{PREFIX}/join-tokens": {"post": _join_token()},
        f"{PREFIX}/enrol": {"post": _enrol()},
        f"{server}/snapshots/{{content_hash}}": {"put": _snapshot()},
        f"{server}/plans": {"post": _plan()},
        f"{server}/plans/{{plan_id}}": {"get": _fetch()},
        f"{server}/plans/{{plan_id}}/result": {"put": _result()},
    }


def _path(name: str, description: str, schema: Plain = _UUID) -> Plain:
    return {"name": name, "in": "path", "required": True, "description": description, "schema": schema}


_SERVER = _path("server_id", "As its key names it")


def _sent(model: type[BaseModel]) -> Plain:
    return {"required": True, "content": {JSON: {"schema": ref(model)}}}


def _proven(scheme: str) -> list[Plain]:
    return [{scheme: []}]


def _join_token() -> Plain:
    responses = {
        "201": given(JoinTokenGiven, "The token, shown this once"),
        **problems(*_COMMON, *_BODY, "unauthorized", "not-found", "idempotency-key-reused"),
    }
    return operation(
        "make_join_token",
        "servers",
        "Let one server in",
        responses,
        parameters=[_PROTOCOL, _REPEATABLE],
        requestBody=_sent(JoinTokenBody),
        security=_proven("administrator"),
    )


def _enrol() -> Plain:
    responses = {
        "200": given(KeyGiven, "The key that this token and machine were given before, and that was never used"),
        "201": given(KeyGiven, "The server's key"),
        **problems(*_COMMON, *_BODY, "unauthorized", "already-enrolled"),
    }
    return operation(
        "enrol_server",
        "servers",
        "Enrol with a join token",
        responses,
        parameters=[_PROTOCOL],
        requestBody=_sent(EnrolBody),
        security=_proven("joining"),
    )


def _snapshot() -> Plain:
    name = _path(
        "content_hash",
        "SHA-256 of the snapshot without `taken_at`: keys sorted, no blanks, ASCII",
        {"type": "string", "pattern": HASH},
    )
    responses = {
        "200": given(SnapshotGiven, "Known already"),
        "201": given(SnapshotGiven, "Kept"),
        **problems(*_COMMON, *_BODY, *_PROOF, "too-many-requests"),
    }
    return operation(
        "report_snapshot",
        "servers",
        "Report what the controllers are and have",
        responses,
        parameters=[_SERVER, name, _PROTOCOL],
        requestBody=_sent(SnapshotBody),
        security=_proven("server"),
    )


def _plan() -> Plain:
    location = header("Where the plan can be fetched")
    responses = {
        "200": given(PlanGiven, "The plan that was made for the same question before", Location=location),
        "201": given(PlanGiven, "A plan, signed with the server's secret", Location=location),
        **problems(*_COMMON, *_BODY, *_PROOF, "no-snapshot", "idempotency-key-reused", "too-many-requests"),
    }
    return operation(
        "ask_for_plan",
        "servers",
        "Ask for a plan from a reported snapshot",
        responses,
        parameters=[_SERVER, _PROTOCOL, _REPEATABLE],
        requestBody=_sent(PlanBody),
        security=_proven("server"),
    )


_PLAN = _path("plan_id", "As the plan says")


def _fetch() -> Plain:
    refused = problems(
        *_COMMON, *_PROOF, "not-found", "body-too-slow", "body-too-large", "unsupported-media-type", "invalid-request"
    )
    return operation(
        "fetch_plan",
        "servers",
        "Fetch a plan again",
        {"200": given(PlanGiven, "The plan as it was given"), **refused},
        parameters=[_SERVER, _PLAN, _PROTOCOL],
        security=_proven("server"),
    )


def _result() -> Plain:
    responses = {
        "200": given(ResultGiven, "Known already"),
        "201": given(ResultGiven, "Kept; an earlier result of this plan stays kept beside it"),
        **problems(*_COMMON, *_BODY, *_PROOF, "not-found", "too-many-requests"),
    }
    return operation(
        "report_result",
        "servers",
        "Tell what became of a plan",
        responses,
        parameters=[_SERVER, _PLAN, _PROTOCOL],
        requestBody=_sent(ResultBody),
        security=_proven("server"),
    )
