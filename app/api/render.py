"""An answer as JSON bytes."""

from __future__ import annotations

from pydantic_core import to_json

from app.core.advice import Advice
from app.core.document import advice_document
from app.workflows.advise import sections


def render(answer: Advice) -> bytes:
    document = advice_document(answer)
    document.update(sections(answer))
    return to_json(document)
