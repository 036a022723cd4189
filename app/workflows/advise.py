"""One request: think, then write the commands that would carry the answer out."""

from __future__ import annotations

import datetime
from typing import Any

from app.core.advice import AT_CREATION, Advice
from app.core.advise import advise
from app.core.book import Book
from app.core.document import Plain, advice_document
from app.exports.commands import Command, policy_commands
from app.exports.creation import create_command
from app.exports.geometry import alignment
from app.exports.tools import tool_of_vendor
from app.workflows.request import RequestBody, core_request
from app.workflows.section_files import with_files


def answer(book: Book, body: RequestBody, today: datetime.date) -> Advice:
    """The explained answer of this book to a request body on this day."""
    return advise(book, core_request(body), today)


def answer_document(book: Book, body: RequestBody, today: datetime.date) -> Plain:
    """The answer as plain data, with the sections that the request asked for."""
    found = answer(book, body, today)
    document = advice_document(found)
    document.update(sections(found))
    return document


def sections(found: Advice) -> Plain:
    """The sections beside `settings` that were asked for."""
    joined = with_files(found)
    if "commands" in found.situation.request.include:
        joined["commands"] = commands_section(found)
    return joined


def command_document(command: Command) -> Plain:
    return {
        "text": command.text,
        "argv": list(command.argv),
        "verified": command.verified,
        "note": command.note,
        "destructive": command.destructive,
    }


def tool_name(found: Advice) -> str | None:
    """The tool that manages this card; None where none does or nobody knows the card's own."""
    model = found.situation.model
    if model.tool == "none" or found.situation.facts["kind"] != "raid":
        return None
    return tool_of_vendor(model.tool, model.vendor)


def online_settings(found: Advice) -> dict[str, Any]:
    """Values that a living volume can be given; what the controller does not have is left out."""
    return {
        name: advice.value
        for name, advice in found.settings.items()
        if name not in AT_CREATION and advice.value is not None and _settable(found, name)
    }


_SETTING_FACTS = {
    "read_policy": "read_policy_setting",
    "write_policy": "write_policy_setting",
    "io_policy": "io_policy_setting",
    "disk_cache_policy": "disk_cache_setting",
}


def _settable(found: Advice, name: str) -> bool:
    return found.situation.facts[_SETTING_FACTS[name]] != "no"


def commands_section(found: Advice, controller: int = 0, virtual_drive: int | None = None) -> Plain:
    """
    Command lines for a volume: those that change a living one, and for a new
    one the line that creates it. They are printed for a person; nothing runs them here.
    """
    tool = tool_name(found)
    if tool is None:
        return {"tool": None, "change": [], "create": [], "alignment": _alignment(found), "note": _NO_TOOL}
    settings = online_settings(found)
    change = policy_commands(tool, controller, virtual_drive if virtual_drive is not None else 0, settings)
    changed = [command_document(command) for command in change]
    section: Plain = {"tool": tool, tool: [item["text"] for item in changed], "change": changed, "create": []}
    if found.situation.facts["exists"] != "yes":
        section["create"] = [command_document(command) for command in _creation(found, tool, controller)]
    section["alignment"] = _alignment(found)
    section["note"] = (
        None if virtual_drive is not None else "Put the numbers of your controller and virtual drive for /c0 and /v0."
    )
    return section


_NO_TOOL = "No command line tool of this family sets volumes on this controller."


def _creation(found: Advice, tool: str, controller: int) -> tuple[Command, ...]:
    level, drives = found.level, found.situation.request.volume.drives
    if level is None or drives is None or found.status != "advised":
        return ()
    if level not in (found.settings["raid_level"].value, *found.settings["raid_level"].outcome.acceptable):
        return ()
    settings = {**online_settings(found), **{name: found.settings[name].value for name in AT_CREATION}}
    try:
        return create_command(tool, controller, settings, level, drives)
    except ValueError:
        return ()


def _alignment(found: Advice) -> Plain | None:
    level, drives = found.level, found.situation.request.volume.drives
    strip = found.settings["strip_size_kib"].value if found.settings else None
    if level is None or drives is None or not isinstance(strip, int):
        return None
    aligned = alignment(level, drives, strip, found.situation.request.volume.spans)
    return {
        "full_stripe_kib": aligned.full_stripe_kib,
        "mkfs_xfs": aligned.mkfs_xfs,
        "mkfs_ext4": aligned.mkfs_ext4,
        "note": aligned.note,
    }
