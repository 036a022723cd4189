"""A whole answer, ready to be written into a page."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from app.core.document import Plain
from app.web import words
from app.web.fields import Field, Group, by_path
from app.web.form import Filled
from app.web.settings_view import SettingView, said, setting_view
from app.web.sources import Source, sources
from app.workflows.request import RequestBody


@dataclass(frozen=True)
class Choice:
    text: str
    value: str
    address: str | None


@dataclass(frozen=True)
class QuestionView:
    """``field`` is the form's field to go to, where the form has it."""

    path: str
    message: str
    field: Field | None
    choices: list[Choice]
    sources: list[Source]


@dataclass(frozen=True)
class AssumedView:
    label: str
    value: str
    why: str
    sources: list[Source]


@dataclass(frozen=True)
class AnswerView:
    status: str
    headline: str
    summary: str
    version: str
    refusals: list[Plain]
    questions: list[QuestionView]
    warnings: list[Plain]
    settings: list[SettingView]
    conflicts: list[Plain]
    assumed: list[AssumedView]
    commands: Plain
    recognised_as: str | None


def answer_view(document: Plain, form: Filled, groups: tuple[Group, ...], links: bool = True) -> AnswerView:
    """``links``: whether choices are addresses that answer the question."""
    known = by_path(groups)
    settings = [setting_view(name, item) for name, item in document.get("settings", {}).items()]
    return AnswerView(
        status=document["status"],
        headline=words.STATUSES[document["status"]],
        summary=_summary(document, settings),
        version=document["rulebook"]["version"],
        refusals=[_refusal(item) for item in document["refusals"]],
        questions=[question_view(item, form, known, links) for item in document["questions"]],
        warnings=[_cited(item) for item in document["warnings"]],
        settings=settings,
        conflicts=[_cited(item) for item in document["conflicts"]],
        assumed=[_assumed(item, known) for item in document["input"]["assumed"]],
        commands=document.get("commands", {}),
        recognised_as=document["input"]["controller"]["recognised_as"],
    )


def _summary(document: Plain, settings: list[SettingView]) -> str:
    """One line, also read out when the answer changes."""
    counted = [
        (len(document["refusals"]), "refusal"),
        (len(document["questions"]), "question"),
        (len(document["warnings"]), "warning"),
        (sum(bool(item.dissent) and not item.absent for item in settings), "setting the papers dispute"),
    ]
    return " · ".join(_counted(count, noun) for count, noun in counted if count) or "nothing disagrees, nothing is open"


def _counted(count: int, noun: str) -> str:
    plural = noun.replace("setting", "settings") if noun.startswith("setting ") else f"{noun}s"
    return f"{count} {noun if count == 1 else plural}"


def _cited(item: Plain) -> Plain:
    return {**item, "sources": sources(item["citations"])}


def _refusal(item: Plain) -> Plain:
    setting = item["field"].rpartition(".")[2]
    instead = None if item["alternative"] is None else said(setting, item["alternative"])
    return {**_cited(item), "instead": instead}


def question_view(item: Plain, form: Filled, known: dict[str, Field], links: bool) -> QuestionView:
    asked = known.get(item["field"])
    choices = [_choice(value, asked, form, links) for value in item["choices"]] if asked is not None else []
    return QuestionView(item["field"], item["message"], asked, choices, sources(item["citations"]))


def _choice(value: str, asked: Field, form: Filled, links: bool) -> Choice:
    values = {**form.values, asked.name: (value,)}
    address = f"?{urlencode(values, doseq=True)}#answer" if links else None
    return Choice(asked.choices.get(value, value), value, address)


def _assumed(item: Plain, known: dict[str, Field]) -> AssumedView:
    asked = known.get(item["field"])
    cites = [item["citation"]] if "citation" in item else []
    return AssumedView(
        asked.label if asked else item["field"], _plain(item["value"], asked), item["why"], sources(cites)
    )


def _plain(value: Any, asked: Field | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        value = words.number_words(value)
    text = asked.choices.get(str(value), str(value)) if asked else str(value)
    return f"{text} {asked.unit}" if asked and asked.unit else text


def curl_line(body: RequestBody, base: str) -> str:
    """The same request for a shell."""
    request = json.dumps(whole_numbers(body.model_dump(mode="json", exclude_none=True)), separators=(",", ":"))
    parts = ["curl", "-s", f"{base}api/v1/advice", "-H", "Content-Type: application/json", "-d", request]
    return shlex.join(parts)


def whole_numbers(value: Any) -> Any:
    """70 for 70.0, as people write it; JSON makes no difference."""
    if isinstance(value, dict):
        return {key: whole_numbers(item) for key, item in value.items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value
