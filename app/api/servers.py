"""``/api/v1/servers``: enrolment, snapshots, plans and results. Whoever asks proves it before anything is looked up."""

from __future__ import annotations

import asyncio
import datetime
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from uuid import UUID

from pydantic import BaseModel, ValidationError
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.api.bodies import DisconnectedError, check_media_type, read_body
from app.api.errors import problem_of
from app.api.parts import Parts
from app.api.problems import ProblemError, WrongField, invalid, problem_of_validation, wrong_fields
from app.api.schemas_servers import HASH, EnrolBody, JoinTokenBody, PlanBody, ResultBody, SnapshotBody
from app.core.plan import canonical
from app.core.signed_request import PROTOCOL, PROTOCOL_HEADER, SCHEME, Sent, are_neighbours, stamp_in
from app.workflows.kept import DatabaseUnavailableError
from app.workflows.server_documents import PlanAsked, VolumeAsked
from app.workflows.server_plans import Planned
from app.workflows.servers import Caller, Enrolled, Identity, ServerRefusedError
from app.workflows.vault import SecretKeyError

PREFIX = "/api/v1/servers"
_KEY = re.compile(r"[!-~]{1,128}", re.ASCII)
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", re.ASCII)
_ANY_PROTOCOL = re.compile(r"[0-9]{1,6}", re.ASCII)
_READ_AT_ONCE = 2
_FORESEEN = (ProblemError, ServerRefusedError, DatabaseUnavailableError, SecretKeyError)
_SECRET = {"cache-control": "no-store"}

Handler = Callable[[Request], Awaitable[Response]]
Model = TypeVar("Model", bound=BaseModel)


def server_routes(parts: Parts) -> list[Route]:
    """What a collector and whoever lets it in ask for."""
    desk = Desk(parts)
    server = f"{PREFIX}/{{server_id}}"
    return [
        Route(f"{PREFIX}/join-tokens", desk.answered(desk.join_token), methods=["POST"]),
        Route(f"{PREFIX}/enrol", desk.answered(desk.enrol), methods=["POST"]),
        Route(f"{server}/snapshots/{{content_hash}}", desk.answered(desk.snapshot), methods=["PUT"]),
        Route(f"{server}/plans", desk.answered(desk.plan), methods=["POST"]),
        Route(f"{server}/plans/{{plan_id}}", desk.answered(desk.fetch), methods=["GET"]),
        Route(f"{server}/plans/{{plan_id}}/result", desk.answered(desk.result), methods=["PUT"]),
    ]


class Desk:
    """One handler an address."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        # A report of 240 drives is read in threads, and few at a time, as captures are.
        self._turns = asyncio.Semaphore(_READ_AT_ONCE)

    def answered(self, handler: Handler) -> Handler:
        async def handle(request: Request) -> Response:
            try:
                _check_protocol(request)
                response = await handler(request)
            except DisconnectedError:
                response = ProblemError("bad-request", "The client left before its body was there.").response(
                    request.scope
                )
            except _FORESEEN as error:
                response = problem_of(error).response(request.scope)
            response.headers[PROTOCOL_HEADER] = str(PROTOCOL)
            return response

        return handle

    async def join_token(self, request: Request) -> Response:
        admin = await self.parts.servers.admin(_bearer(request))
        asked = _model(JoinTokenBody, await self._body(request))
        made = await self.parts.servers.make_join_token(
            admin, asked.valid_hours, asked.server, _idempotency_key(request)
        )
        shown = {"id": made.id, "token": made.token, "valid_until": made.valid_until, "server": made.for_server}
        return _json(shown, 201, _SECRET)

    async def enrol(self, request: Request) -> Response:
        token = _bearer(request)
        said = _model(EnrolBody, await self._body(request))
        enrolled = await self.parts.servers.enrol(token, Identity(said.name, said.machine, tuple(said.controllers)))
        return _json(_key_file(enrolled), 201 if enrolled.is_new else 200, _SECRET)

    async def snapshot(self, request: Request) -> Response:
        named = _named_hash(request)
        caller, body = await self._proven(request, self.parts.max_capture_bytes)
        async with self._turns:
            document = await asyncio.to_thread(strict_json, body)
        said = _validated(SnapshotBody, document)
        kept = await self.parts.server_plans.keep_snapshot(caller, named, document, _moment(said.taken_at))
        return _json({"snapshot": kept.hash}, 201 if kept.is_new else 200)

    async def plan(self, request: Request) -> Response:
        caller, body = await self._proven(request, self.parts.max_body_bytes)
        asked = _asked(_model(PlanBody, body))
        planned = await self.parts.server_plans.plan(caller, asked, _idempotency_key(request))
        headers = {"location": f"{PREFIX}/{caller.server}/plans/{planned.id}"}
        return _plan_file(planned, headers)

    async def fetch(self, request: Request) -> Response:
        plan = _path_id(request, "plan_id")
        caller, _ = await self._proven(request, self.parts.max_body_bytes)
        return _plan_file(await self.parts.server_plans.find_plan(caller, plan))

    async def result(self, request: Request) -> Response:
        plan = _path_id(request, "plan_id")
        caller, body = await self._proven(request, self.parts.max_body_bytes)
        said = _model(ResultBody, body)
        at = _moment(said.at) or said.at
        kept = await self.parts.server_plans.keep_result(caller, plan, strict_json(body), said.outcome, at)
        return _json({"plan": plan, "result": kept.hash}, 201 if kept.is_new else 200)

    async def _proven(self, request: Request, limit: int) -> tuple[Caller, bytes]:
        """Who signed this request, with its body. A header that proves nothing is refused before the body is read."""
        server = _path_id(request, "server_id")
        stamp = stamp_in(request.headers.get("authorization", ""))
        if stamp is None:
            raise _unproven()
        body = await self._body(request, limit)
        sent = Sent(request.method, _target(request), body)
        return await self.parts.servers.caller(server, stamp, sent), body

    async def _body(self, request: Request, limit: int | None = None) -> bytes:
        headers = dict(request.scope["headers"])
        check_media_type(headers)
        return await read_body(headers, request.receive, limit or self.parts.max_body_bytes)


def strict_json(body: bytes) -> dict[str, Any]:
    """An object, each key once, numbers that JSON has. Raises the 400 or 422 problem."""
    try:
        found = json.loads(body, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ProblemError("malformed-json", f"{str(error)[:200]}.") from None
    if not isinstance(found, dict):
        raise invalid([WrongField("", "must be an object")])
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise invalid([WrongField("", "an object names a key twice")])
    return found


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number of JSON")


def _model(kind: type[Model], body: bytes) -> Model:
    try:
        found = kind.model_validate_json(body)
    except ValidationError as error:
        raise problem_of_validation(error) from None
    strict_json(body)
    return found


def _validated(kind: type[Model], document: dict[str, Any]) -> Model:
    try:
        return kind.model_validate(document)
    except ValidationError as error:
        raise invalid(wrong_fields(error.errors(include_url=False, include_context=False))) from None


def _asked(body: PlanBody) -> PlanAsked:
    text = canonical(body.model_dump(mode="json", exclude_none=True)).decode()
    volumes = tuple(VolumeAsked(one.controller, one.virtual_drive, one.workload) for one in body.volumes)
    if len({one[:2] for one in volumes}) != len(volumes):
        raise invalid([WrongField("volumes", "one volume is named twice")])
    return PlanAsked(body.snapshot, volumes, body.valid_hours, text)


def _key_file(enrolled: Enrolled) -> dict[str, Any]:
    return {
        "format": "raidwise-key/1",
        "server": enrolled.server,
        "key": enrolled.key,
        "secret": enrolled.secret.hex(),
    }


def _moment(said: datetime.datetime | None) -> datetime.datetime | None:
    """A time without a zone is UTC, as everything here."""
    return said.replace(tzinfo=datetime.UTC) if said is not None and said.tzinfo is None else said


def _target(request: Request) -> str:
    """What is signed of the address: from /api/ on, whatever a proxy stands before it."""
    raw: bytes = request.scope.get("raw_path") or request.scope["path"].encode()
    path = raw[max(raw.find(PREFIX.encode()), 0) :]
    query: bytes = request.scope["query_string"]
    return (path + (b"?" + query if query else b"")).decode("latin-1")


def _check_protocol(request: Request) -> None:
    said = request.headers.get(PROTOCOL_HEADER)
    if said is None:
        return
    if not _ANY_PROTOCOL.fullmatch(said) or not are_neighbours(int(said), PROTOCOL):
        detail = f"This service speaks protocol {PROTOCOL} and its neighbours, not {said[:20]}; update the older side."
        raise ProblemError("protocol-unknown", detail)


def _bearer(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise _unproven()
    return token.strip()


def _unproven() -> ProblemError:
    return ProblemError(
        "unauthorized",
        "What proves who asks is missing, wrong or no longer valid.",
        headers={"www-authenticate": f"Bearer, {SCHEME}"},
    )


def _idempotency_key(request: Request) -> str | None:
    key = request.headers.get("idempotency-key")
    if key is not None and not _KEY.fullmatch(key):
        raise invalid([WrongField("header.Idempotency-Key", "must be 1 to 128 visible ASCII characters")])
    return key


def _path_id(request: Request, name: str) -> UUID:
    text = request.path_params[name]
    if not _UUID.fullmatch(text):
        raise invalid([WrongField(f"path.{name}", "must be a UUID", text[:100])])
    return UUID(text)


def _named_hash(request: Request) -> str:
    named: str = request.path_params["content_hash"]
    if not re.fullmatch(HASH, named):
        raise invalid([WrongField("path.content_hash", "must be 64 hexadecimal digits in lower case", named[:100])])
    return named


def _plan_file(planned: Planned, headers: dict[str, str] | None = None) -> Response:
    """In ASCII, as it was signed: a volume's name may hold what is no text to UTF-8."""
    body = json.dumps(planned.document).encode()
    return Response(body, 201 if planned.is_new else 200, headers=headers, media_type="application/json")


def _json(document: Any, status: int, headers: dict[str, str] | None = None) -> Response:
    return Response(to_json(document), status, headers=headers, media_type="application/json")
