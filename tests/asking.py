"""Asking for one section of an answer in a test, in the words of a request body."""

from __future__ import annotations

import datetime
from typing import Any

from app.core.book import Book
from app.workflows.advise import answer_document
from app.workflows.request import RequestBody

TODAY = datetime.date(2026, 1, 1)
SAS3108 = "Avago 12Gb/s MegaRAID (SAS3108)"
CARD_2011, CARD_2013, CARD_2016, TRI_MODE = "MegaRAID 9260-8i", "MegaRAID 9266CV-8i", "UCSC-MRAID12G", "PERC H740P"


def asked(book: Book, name: str, **request: Any) -> dict[str, Any]:
    """The whole answer to a request for the section ``name`` alone; ``model`` is the controller's."""
    model = request.pop("model", None)
    if model is not None:
        request.setdefault("controller", {})["model"] = model
    body = RequestBody.model_validate({**request, "include": [name]})
    return answer_document(book, body, TODAY)


def codes(answer: dict[str, Any], kind: str = "warnings") -> list[str]:
    return [item["code"] for item in answer[kind]]


def questions(answer: dict[str, Any]) -> list[str]:
    return [item["field"] for item in answer["questions"]]


def conflicts(answer: dict[str, Any]) -> set[str]:
    return {item["id"] for item in answer["conflicts"]}


def claims(value: Any) -> set[str]:
    """The claims that are cited anywhere inside."""
    if isinstance(value, dict):
        own = {value["claim"]} if "claim" in value and "place" in value else set()
        return own.union(*(claims(inner) for inner in value.values()))
    return set().union(*(claims(inner) for inner in value)) if isinstance(value, list) else set()
