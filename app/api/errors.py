"""Whatever escapes a route, turned into a problem."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.api.problems import ProblemError, invalid, problem_of_status, wrong_fields
from app.workflows.kept import DatabaseUnavailableError


def problem_of(error: Exception) -> ProblemError:
    """The one table from errors to problems."""
    match error:
        case ProblemError():
            return error
        case DatabaseUnavailableError():
            return ProblemError("database-unavailable", str(error), headers={"retry-after": "5"})
        case RequestValidationError():
            return invalid(wrong_fields(error.errors()))
        case HTTPException():
            return problem_of_status(error.status_code, str(error.detail), error.headers)
    return ProblemError("internal-error", "The log has it under the request's id.")


def add_error_handlers(app: FastAPI) -> None:
    """Every error under this application is answered as a problem."""

    async def handle(request: Request, error: Exception) -> Response:
        return problem_of(error).response(request.scope)

    for kind in (ProblemError, DatabaseUnavailableError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, handle)
