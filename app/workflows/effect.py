"""What the rulebook of today would say to requests that another version answered."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from app.core.book import Book
from app.core.document import Plain
from app.workflows.advise import answer_document
from app.workflows.kept import Kept
from app.workflows.request import RequestBody


def effect_document(book: Book, kept: Sequence[Kept], today: datetime.date) -> Plain:
    """Each kept answer beside the one that ``book`` gives to the same request on this day."""
    answers = [changed_answer(book, item, today) for item in kept]
    return {
        "rulebook": book.version,
        "compared": len(answers),
        "changed": sum(bool(item["changes"]) for item in answers),
        "answers": answers,
    }


def changed_answer(book: Book, kept: Kept, today: datetime.date) -> Plain:
    """``changes`` is empty where nothing that an admin would act on differs."""
    found: Plain = {"id": str(kept.id), "made_at": kept.made_at.isoformat(), "rulebook": kept.rulebook_version}
    try:
        body = RequestBody.model_validate_json(json.dumps(kept.request))
    except ValidationError as error:
        fields = sorted({".".join(map(str, item["loc"])) for item in error.errors()})
        return {
            **found,
            "changes": [{"field": "request", "from": "accepted", "to": f"not accepted: {', '.join(fields)}"}],
        }
    return {**found, "changes": _changes(kept.answer, answer_document(book, body, today))}


def _changes(before: Any, after: Plain) -> list[Plain]:
    compared = [("status", before.get("status"), after["status"])]
    old, new = before.get("settings", {}), after.get("settings", {})
    for name in sorted(old.keys() | new.keys()):
        compared.append((f"settings.{name}.value", old.get(name, {}).get("value"), new.get(name, {}).get("value")))
    return [{"field": field, "from": was, "to": now} for field, was, now in compared if was != now]
