"""``raidwise lint``: other tools' plans, judged. Exit code 0 nothing found, 1 findings, 2 not readable."""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from app import __version__
from app.core.book import Book
from app.core.document import Plain
from app.exports.linting.sarif import sarif
from app.exports.linting.text import text_lines
from app.exports.readers.tree import MOST_BYTES, NotReadableError
from app.workflows.lint import lint_document, objects


class LintFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"


Files = Annotated[list[Path], typer.Argument(help="Plans of any kind this reads; - for standard input")]
Controller = Annotated[str | None, typer.Option(help="The card's model, where the file does not name it")]


def add_lint_command(main: typer.Typer, book: Callable[[Path | None, Path | None], Book]) -> None:
    """``book`` reads the rulebook from the directories given, or ends the command."""

    @main.command()
    def lint(
        files: Files,
        output: Annotated[LintFormat, typer.Option("--format", help="How to print what was found")] = LintFormat.TEXT,
        controller: Controller = None,
        rules_dir: Annotated[Path | None, typer.Option("--rules", help="A rules directory")] = None,
        site: Annotated[Path | None, typer.Option(envvar="RAIDWISE_SITE_RULES_DIR", help="Rules of this site")] = None,
    ) -> None:
        """Read Intersight, UCSM, Redfish, Terraform, Ansible and Ironic plans and scripts, and say what is unsafe."""
        raise typer.Exit(_linted(book(rules_dir, site), files, output, controller))


def _linted(book: Book, files: list[Path], output: LintFormat, controller: str | None) -> int:
    """Every file is read, even after one that cannot be."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    reports: list[Plain] = []
    unreadable = False
    for file in files:
        try:
            reports.append(lint_document(book, _content(file), today, _name(file), controller))
        except (NotReadableError, OSError) as error:
            typer.echo(f"{file}: {getattr(error, 'strerror', None) or error}", err=True)
            unreadable = True
    _print(reports, output)
    return 2 if unreadable else int(any(objects(report) for report in reports))


def _content(file: Path) -> bytes:
    """A little more than is taken, so that what is too large is told from what is not."""
    if str(file) == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with file.open("rb") as opened:
        return opened.read(MOST_BYTES + 1)


def _name(file: Path) -> str:
    return "" if str(file) == "-" else file.as_posix()


def _print(reports: list[Plain], output: LintFormat) -> None:
    if output is LintFormat.TEXT:
        for line in (line for report in reports for line in text_lines(report)):
            typer.echo(line)
        return
    document = {"reports": reports} if output is LintFormat.JSON else sarif(reports, __version__)
    typer.echo(json.dumps(document, indent=2, ensure_ascii=False))
