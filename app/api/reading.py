"""A body read in full: either a request, or the problem that names everything wrong with it."""

from __future__ import annotations

from pydantic import ValidationError

from app.api.bodies import refuse_repeated_keys
from app.api.problems import problem_of_validation
from app.workflows.request import RequestBody


def request_body(text: bytes) -> RequestBody:
    """Raises the 400 problem for what is no JSON, and the 422 one for anything else."""
    try:
        found = RequestBody.model_validate_json(text)
    except ValidationError as error:
        raise problem_of_validation(error) from None
    if text.count(b":") != _keys_given(found):
        # A colon inside a text, or a key that was named twice: only a slower look can tell.
        refuse_repeated_keys(text)
    return found


def _keys_given(body: RequestBody) -> int:
    """How many keys the body had, if each was named once."""
    parts = (getattr(part, "__pydantic_fields_set__", ()) for part in vars(body).values())
    return sum(map(len, parts), len(body.model_fields_set))
