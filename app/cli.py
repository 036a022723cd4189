"""The commands: advise, rules, serve."""

from __future__ import annotations

import datetime
import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError
from rich.console import Console

from app.cli_admin import admin
from app.cli_emulate import emulate
from app.cli_lint import add_lint_command
from app.cli_rulebook import add_rulebook_commands
from app.collector.captures import captures_in
from app.core.book import Book
from app.core.book_document import book_document, difference
from app.core.document import Plain
from app.exports.formats import FORMATS
from app.resources import rules_directory
from app.rulebook.check import checked_book
from app.rulebook.errors import RulebookError
from app.rulebook.explain import UnknownNameError, explanation
from app.rulebook.json_schema import rules_schema
from app.rulebook.load import load_book
from app.terminal import difference_lines, print_answer, print_captures
from app.workflows.advise import answer_document
from app.workflows.captures import captures_document
from app.workflows.export import NothingToExportError, export_of_request
from app.workflows.request import RequestBody

EXIT_CODES = {"advised": 0, "refused": 3, "needs_input": 4}
"""Exit codes of ``raidwise advise``; 1 is a rulebook that cannot be loaded, 2 a request that cannot be read."""

main = typer.Typer(
    no_args_is_help=True, add_completion=False, help="RAID volume settings, each with the page that says so."
)
rules = typer.Typer(no_args_is_help=True, help="The rulebook: check it, explain a rule, write the schema for editors.")
add_rulebook_commands(rules)
main.add_typer(rules, name="rules")
main.add_typer(emulate, name="emulate")
main.add_typer(admin, name="admin")

RulesDir = Annotated[
    Path | None, typer.Option("--rules", help="A rules directory; the one that came with raidwise unless given")
]


def _fail(message: str, code: int) -> typer.Exit:
    typer.echo(message, err=True)
    return typer.Exit(code)


SiteDir = Annotated[
    Path | None,
    typer.Option("--site", envvar="RAIDWISE_SITE_RULES_DIR", help="Rules of this site, which outrank the papers"),
]


def _book(directory: Path | None, site: Path | None) -> Book:
    try:
        return load_book(directory or rules_directory(), site)
    except RulebookError as error:
        raise _fail(str(error), 1) from error


def _body(data: Any) -> RequestBody:
    try:
        return RequestBody.model_validate_json(data) if isinstance(data, str) else RequestBody.model_validate(data)
    except ValidationError as error:
        lines = [f"{'.'.join(map(str, item['loc'])) or 'request'}: {item['msg']}" for item in error.errors()]
        raise _fail("\n".join(lines), 2) from error


def _text_of(file: Path) -> str:
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _fail(f"{file}: {error}", 2) from error


def _given(**parts: Any) -> dict[str, Any]:
    return {name: value for name, value in parts.items() if value is not None}


@main.command()
def advise(
    file: Annotated[Path | None, typer.Argument(help="A request as JSON; - for standard input")] = None,
    captures: Annotated[Path | None, typer.Option(help="A directory of what storcli or perccli printed")] = None,
    model: Annotated[str | None, typer.Option(help="Controller, as printed")] = None,
    cache_mib: Annotated[int | None, typer.Option(help="Controller cache in MiB, 0 for none")] = None,
    protection: Annotated[
        str | None, typer.Option(help="optimal, charging, learning, degraded, failed, absent")
    ] = None,
    level: Annotated[str | None, typer.Option(help="raid0 ... raid60, jbod")] = None,
    media: Annotated[str | None, typer.Option(help="hdd, ssd, nvme")] = None,
    drives: Annotated[int | None, typer.Option()] = None,
    rpm: Annotated[int | None, typer.Option()] = None,
    workload: Annotated[str | None, typer.Option(help="A workload by name, such as oltp")] = None,
    access: Annotated[str | None, typer.Option(help="random, sequential, mixed")] = None,
    read_percent: Annotated[float | None, typer.Option(help="Share of reads, 0 to 100")] = None,
    block_kib: Annotated[float | None, typer.Option()] = None,
    streams: Annotated[int | None, typer.Option()] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The answer as JSON")] = False,
    output: Annotated[
        str | None, typer.Option("--format", help=f"The answer for another tool: {', '.join(FORMATS)}")
    ] = None,
    rules_dir: RulesDir = None,
    site: SiteDir = None,
) -> None:
    """Settings for a volume: from a request file, from options, or from what the controller printed."""
    book, today = _book(rules_dir, site), datetime.datetime.now(tz=datetime.UTC).date()
    controller = _given(model=model, cache_mib=cache_mib, cache_protection=protection)
    volume = _given(raid_level=level, media=media, drives=drives, rpm=rpm)
    work = _given(name=workload, access=access, read_percent=read_percent, block_kib=block_kib, streams=streams)
    spoken = {"controller": controller, "volume": volume, "workload": work}
    if file is not None and any(spoken.values()):
        raise _fail("Give a request file or options, not both.", 2)
    body = _body(_text_of(file) if file is not None else spoken)
    if output is not None:
        _refuse_format(output, as_json or captures is not None)
        raise typer.Exit(_export(book, body, today, output))
    if captures is not None:
        _advise_captures(book, captures, body, today, as_json)
        return
    if body.include is None:
        body = body.model_copy(update={"include": ["settings", "commands"]})
    document = answer_document(book, body, today)
    _print(document, as_json, print_answer)
    raise typer.Exit(EXIT_CODES[document["status"]])


def _refuse_format(name: str, with_others: bool) -> None:
    if name not in FORMATS:
        raise _fail(f"No format is called {name!r}. Known are: {', '.join(FORMATS)}.", 2)
    if with_others:
        raise _fail("--format writes one volume for one tool: give neither --captures nor --json with it.", 2)


def _export(book: Book, body: RequestBody, today: datetime.date, name: str) -> int:
    """The exit code; an answer that gives nothing to export says why, as its status does."""
    try:
        typer.echo(export_of_request(book, body, today, name).text, nl=False)
    except NothingToExportError as nothing:
        lines = [item["message"] for part in ("refusals", "questions") for item in nothing.document[part]]
        typer.echo("\n".join([str(nothing), *lines]), err=True)
        return EXIT_CODES[nothing.document["status"]] or EXIT_CODES["refused"]
    return EXIT_CODES["advised"]


def _advise_captures(book: Book, directory: Path, body: RequestBody, today: datetime.date, as_json: bool) -> None:
    try:
        found, unread = captures_in(directory)
    except OSError as error:
        raise _fail(f"{directory}: {error.strerror or error}", 2) from error
    document = captures_document(book, found, body, today, unread)
    _print(document, as_json, print_captures)
    statuses = {volume["advice"]["status"] for volume in document["virtual_drives"]} or {"needs_input"}
    raise typer.Exit(max(EXIT_CODES[status] for status in statuses))


def _print(document: Plain, as_json: bool, printer: Any) -> None:
    if as_json:
        typer.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        printer(Console(highlight=False), document)


add_lint_command(main, _book)


@rules.command()
def check(directory: Annotated[Path | None, typer.Argument()] = None) -> None:
    """Read the whole book, ask it every question there is, and count the claims."""
    try:
        found = checked_book(directory or rules_directory())
    except RulebookError as error:
        raise _fail(f"{error}\n{len(error.problems)} problems", 1) from error
    for line in found.lines:
        typer.echo(line)
    if found.problems:
        raise _fail("\n".join(map(str, found.problems)), 1)


@rules.command()
def explain(name: str, rules_dir: RulesDir = None, site: SiteDir = None) -> None:
    """A rule, claim or conflict (K01 ... K46) in words."""
    try:
        typer.echo(explanation(_book(rules_dir, site), name))
    except UnknownNameError as error:
        raise _fail(str(error), 1) from error


@rules.command()
def diff(old: Path, new: Path, as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """What the rules directory NEW adds, removes and changes against OLD. Exit code 1 where they differ."""
    found = difference(book_document(_book(old, None)), book_document(_book(new, None)))
    if as_json:
        typer.echo(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        for line in difference_lines(found):
            typer.echo(line)
    raise typer.Exit(int(any(any(part.values()) for part in found.values() if isinstance(part, dict))))


@rules.command()
def schema(
    file: Annotated[Path | None, typer.Argument(help="Where to write it; standard output unless given")] = None,
) -> None:
    """The JSON schema of rule files, for editors."""
    text = json.dumps(rules_schema(), indent=1, sort_keys=True) + "\n"
    if file is None:
        typer.echo(text, nl=False)
    else:
        file.write_text(text, encoding="utf-8")
