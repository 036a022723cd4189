"""What a controller printed and what should be, ready to be written into a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.core.document import Plain
from app.web.answer_view import AnswerView, QuestionView, answer_view, question_view
from app.web.fields import CAPTURES_FORM, by_path
from app.web.form import Filled
from app.web.words import LEVELS, MEDIA, PROTECTION, SILENCES


@dataclass(frozen=True)
class VolumeView:
    title: str
    facts: list[str]
    answer: AnswerView
    differing: int


@dataclass(frozen=True)
class ControllerView:
    title: str
    facts: list[str]


@dataclass(frozen=True)
class CapturesView:
    version: str
    tool: str
    controllers: list[ControllerView]
    volumes: list[VolumeView]
    questions: list[QuestionView]
    unread: list[Plain]


def captures_view(document: Plain, form: Filled) -> CapturesView:
    known = by_path(CAPTURES_FORM)
    return CapturesView(
        version=document["rulebook"]["version"],
        tool=_tool(document["tool"]),
        controllers=[_controller(item) for item in document["controllers"]],
        volumes=[_volume(item, form) for item in document["virtual_drives"]],
        questions=[question_view(item, form, known, links=False) for item in document["questions"]],
        unread=document["unread"],
    )


def _said(value: Any) -> str | None:
    """A reading as text; None for what nobody read."""
    return None if value in (None, "", *SILENCES) else str(value)


def _tool(tool: Plain) -> str:
    return " ".join(filter(None, (_said(tool["name"]), _said(tool["version"])))) or "a tool that does not say its name"


def _controller(item: Plain) -> ControllerView:
    state = item["protection"]["state"]
    cache = item["cache_mib"]
    facts = [
        f"recognised as {item['recognised_as']}" if item["recognised_as"] else "not a model of the catalogue",
        f"firmware {item['firmware']}" if _said(item["firmware"]) else "",
        f"{cache} MiB cache" if isinstance(cache, int) else "cache unread",
        f"protection {'unread' if state == 'unread' else PROTECTION.get(state, state).lower()}",
        f"{item['drives']} drives",
    ]
    return ControllerView(
        f"Controller {item['number']}: {_said(item['model']) or 'model unread'}", [f for f in facts if f]
    )


def _volume(item: Plain, form: Filled) -> VolumeView:
    name = f" “{item['name']}”" if _said(item["name"]) else ""
    commands = {"create": [], "alignment": None, **item["commands"]}
    advice = {**item["advice"], "commands": commands}
    differing = sum(setting["differs"] is True for setting in advice.get("settings", {}).values())
    title = f"Controller {item['controller']}, virtual drive {item['virtual_drive']}{name}"
    return VolumeView(title, _facts(item), answer_view(advice, form, CAPTURES_FORM, links=False), differing)


def _facts(item: Plain) -> list[str]:
    media = " and ".join(MEDIA.get(medium, medium) for medium in item["media"]) or "drives of unread media"
    count = f"{item['drives']} × " if isinstance(item["drives"], int) else ""
    facts = [
        LEVELS.get(item["raid_level"], "level unread"),
        f"{count}{media}",
        f"{item['rpm']} rpm" if item["rpm"] else "",
        _said(item["state"]) or "state unread",
        _said(item["os_device"]) or "",
        "CacheCade" if item["cachecade"] is True else "",
    ]
    return [fact for fact in facts if fact]
