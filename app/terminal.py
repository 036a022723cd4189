"""An answer on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from app.core.document import Plain

STATUS_WORDS = {
    "advised": ("advised", "bold green"),
    "refused": ("refused, with the legal alternative below", "bold red"),
    "needs_input": ("something is missing; what can be answered is", "bold yellow"),
}


def print_answer(console: Console, document: Plain) -> None:
    """Refusals, questions and warnings first: the data before the speed."""
    word, style = STATUS_WORDS[document["status"]]
    console.print(Text(word, style=style), Text(f"   rulebook {document['rulebook']['version']}", style="dim"))
    for refusal in document["refusals"]:
        _print_message(console, "REFUSED", "red", f"{refusal['field']}: {refusal['message']}", refusal["citations"])
    for question in document["questions"]:
        choices = f"  [{', '.join(question['choices'])}]" if question["choices"] else ""
        _print_message(console, "ASKED", "yellow", f"{question['field']}: {question['message']}{choices}", [])
    for warning in document["warnings"]:
        _print_message(console, "WARNING", "magenta", warning["message"], warning["citations"])
    if "settings" in document:
        console.print(_settings_table(document["settings"]))
    _print_conflicts(console, document["conflicts"])
    _print_assumed(console, document["input"]["assumed"])
    if "commands" in document:
        print_commands(console, document["commands"])


def _print_message(console: Console, head: str, colour: str, message: str, citations: Sequence[Plain]) -> None:
    text = Text(f"{head}  ", style=f"bold {colour}")
    text.append(message, style="default")
    if citations:
        text.append(f"  ({places(citations, 2)})", style="dim")
    console.print(text)


def place_words(cite: Plain) -> str:
    row = f", {cite['row']}" if cite.get("row") else ""
    return f"{cite['document']} {cite['place']}{row}"


def places(citations: Sequence[Plain], most: int) -> str:
    """The first places, each once: two claims often stand in one."""
    words = list(dict.fromkeys(place_words(cite) for cite in citations))
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return "; ".join(words[:most]) + more


def shown(value: Any) -> str:
    return "-" if value is None else str(value)


def _settings_table(settings: dict[str, Plain]) -> Table:
    live = any("has" in setting for setting in settings.values())
    table = Table(box=None, pad_edge=False, padding=(0, 2, 1, 0), show_header=True, header_style="bold", expand=True)
    table.add_column("setting", no_wrap=True)
    if live:
        table.add_column("has", no_wrap=True)
    table.add_column("value", no_wrap=True, style="bold")
    table.add_column("why, where, and who disagrees", ratio=1)
    for name, setting in settings.items():
        has = [shown(setting["has"])] if live else []
        cells: list[str | Text] = [name, *has, shown(setting["value"]), _why(setting)]
        table.add_row(*cells, style="on grey11" if setting.get("differs") and live else "")
    return table


def _why(setting: Plain) -> Text:
    text = Text(setting["reason"] or "not decided")
    if setting["citations"]:
        text.append(f"\n{places(setting['citations'], 4)}", style="cyan")
    if setting["basis"] in ("extended", "safety", "capability"):
        text.append(f"\nbasis: {setting['basis']}", style="dim")
    for item in setting["dissent"]:
        head = f"\n{item['conflict'] or 'also'}: {shown(item['value'])} in "
        text.append(head + places(item["citations"], 3), style="yellow")
    return text


def _print_conflicts(console: Console, conflicts: Iterable[Plain]) -> None:
    for conflict in conflicts:
        text = Text(f"{conflict['id']} ", style="bold")
        text.append(f"{conflict['topic']} ({conflict['severity']}). ", style="default")
        text.append(conflict["resolution"], style="dim")
        console.print(text)


def _print_assumed(console: Console, assumed: Sequence[Plain]) -> None:
    if assumed:
        words = ", ".join(f"{item['field']} = {shown(item['value'])}" for item in assumed)
        console.print(Text(f"assumed: {words}", style="dim"))


def print_commands(console: Console, commands: Plain) -> None:
    """Command lines bare and unwrapped, so that they can be copied; everything else as shell comments."""
    lines: list[str] = []
    for head, name in (("to create the volume", "create"), ("to change a volume that exists", "change")):
        if commands.get(name):
            lines += [f"# {head}", *_command_lines(commands[name])]
    alignment = commands.get("alignment") or {}
    if alignment.get("mkfs_xfs"):
        lines += ["# a file system aligned to it", alignment["mkfs_xfs"], alignment["mkfs_ext4"]]
    if commands.get("note"):
        lines.append(f"# {commands['note']}")
    for line in lines:
        console.print(Text(line, style="dim" if line.startswith("#") else "bold"), soft_wrap=True)


def _command_lines(commands: Sequence[Plain]) -> list[str]:
    lines = []
    for command in commands:
        doubts = [] if command["verified"] else ["not verified by any source"]
        lines += [f"# {doubt}" for doubt in (*doubts, *([command["note"]] if command["note"] else []))]
        lines.append(command["text"])
    return lines


def print_captures(console: Console, document: Plain) -> None:
    """Every virtual drive that was found, then what stayed unread."""
    for question in document["questions"]:
        _print_message(console, "ASKED", "yellow", question["message"], [])
    for volume in document["virtual_drives"]:
        media = "/".join(volume["media"]) or "media unread"
        head = (
            f"/c{volume['controller']}/v{volume['virtual_drive']}  {volume['raid_level']}, {volume['drives']} "
            f"drives, {media}, {volume['state']}"
        )
        console.rule(Text(head, style="bold"), align="left")
        print_answer(console, volume["advice"])
        print_commands(console, volume["commands"])
    for item in document["unread"]:
        console.print(Text(f"unread  {item['capture']} {item['path']}: {item['problem']}", style="dim"))


def difference_lines(found: Plain) -> Iterable[str]:
    """A difference of two books, one line a change."""
    yield f"from {found['from']} to {found['to']}"
    for part, changes in found.items():
        if not isinstance(changes, dict):
            continue
        yield from (f"+ {part} {name}" for name in changes["added"])
        yield from (f"- {part} {name}" for name in changes["removed"])
        for change in changes["changed"]:
            for item in change["fields"]:
                yield f"~ {part} {change['name']}: {item['field']} {item['from']} -> {item['to']}"
