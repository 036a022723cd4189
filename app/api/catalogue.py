"""What the rulebook knows, for pickers and for people: controllers, workloads, documents and counts."""

from __future__ import annotations

import hashlib
from typing import Any

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from app.core.book import Book
from app.core.catalogue import ControllerModel, plain_name


def controllers_document(book: Book) -> dict[str, Any]:
    aliases: dict[str, list[str]] = {}
    for plain, model in book.catalogue.by_plain_name.items():
        if plain != plain_name(model.name):
            aliases.setdefault(model.name, []).append(plain)
    models = book.catalogue.models.values()
    return {"controllers": [_controller(model, aliases.get(model.name, [])) for model in models]}


def _controller(model: ControllerModel, aliases: list[str]) -> dict[str, Any]:
    return {
        "name": model.name,
        "family": model.family,
        "title": model.title,
        "kind": model.kind,
        "vendor": model.vendor,
        "paper_generation": model.era,
        "aliases": sorted(aliases),
    }


def workloads_document(book: Book) -> dict[str, Any]:
    return {
        "workloads": [
            {
                "name": item.name,
                "title": item.title,
                "aliases": list(item.aliases),
                "replicated_by_application": item.replicates,
            }
            for item in book.workloads.by_name.values()
        ]
    }


def rulebook_document(book: Book) -> dict[str, Any]:
    return {
        "version": book.version,
        "documents": [vars(document) for document in book.documents.values()],
        "counts": {
            "papers": book.papers,
            "rules": len(book.rules),
            "claims": len(book.citations),
            "conflicts": len(book.conflicts),
            "cautions": len(book.cautions),
            "controllers": len(book.catalogue.models),
            "workloads": len(book.workloads.by_name),
        },
    }


class Unchanging:
    """A document that stays as it is until the next start, so a client that has it is told so."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.body = to_json(document)
        self.etag = f'"{hashlib.sha256(self.body).hexdigest()[:32]}"'

    def response(self, request: Request) -> Response:
        headers = {"etag": self.etag, "cache-control": "no-cache"}
        if is_known(request.headers.get("if-none-match"), self.etag):
            return Response(status_code=304, headers=headers)
        return Response(self.body, headers=headers, media_type="application/json")


def is_known(wanted: str | None, etag: str) -> bool:
    """Whether ``If-None-Match`` names this very representation (RFC 9110, 13.1.2: compared weakly)."""
    if wanted is None:
        return False
    return wanted.strip() == "*" or etag in (item.strip().removeprefix("W/") for item in wanted.split(","))
