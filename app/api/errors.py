"""Whatever escapes a route, turned into a problem."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.api.problems import KINDS, ProblemError, invalid, problem_of_status, wrong_fields
from app.core.signed_request import SCHEME
from app.workflows.kept import DatabaseUnavailableError
from app.workflows.servers import ServerRefusedError
from app.workflows.vault import SecretKeyError


def problem_of(error: Exception) -> ProblemError:
    """The one table from errors to problems."""
    match error:
        case ProblemError():
            return error
        case DatabaseUnavailableError():
            return ProblemError("database-unavailable", str(error), headers={"retry-after": "5"})
        case ServerRefusedError():
            wait = {"retry-after": str(error.retry_after)} if error.retry_after is not None else {}
            return ProblemError(error.kind, str(error), headers={**wait, **_challenge(error)})
        case SecretKeyError():
            return ProblemError("secret-key-unavailable", str(error))
        case RequestValidationError():
            return invalid(wrong_fields(error.errors()))
        case HTTPException():
            return problem_of_status(error.status_code, str(error.detail), error.headers)
    return ProblemError("internal-error", "The log has it under the request's id.")


def _challenge(error: ServerRefusedError) -> dict[str, str]:
    return {"www-authenticate": f"Bearer, {SCHEME}"} if KINDS[error.kind].status == 401 else {}


def add_error_handlers(app: FastAPI) -> None:
    """Every error under this application is answered as a problem."""

    async def handle(request: Request, error: Exception) -> Response:
        return problem_of(error).response(request.scope)

    ours = (ProblemError, DatabaseUnavailableError, ServerRefusedError, SecretKeyError)
    for kind in (*ours, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, handle)
