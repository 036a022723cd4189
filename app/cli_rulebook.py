"""Commands that carry a rulebook from one site to another, and weigh a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.resources import rules_directory
from app.rulebook.errors import RulebookError
from app.rulebook.package import PackageError, installed, new_key, package


def _failed(error: Exception) -> typer.Exit:
    typer.echo(str(error), err=True)
    return typer.Exit(1)


def keygen(file: Annotated[Path, typer.Argument(help="The private key goes here, the public one to FILE.pub")]) -> None:
    """A pair of keys for signing rulebooks."""
    private, public = new_key()
    try:
        file.touch(mode=0o600, exist_ok=False)
        file.write_text(private + "\n", encoding="ascii")
        Path(f"{file}.pub").write_text(public + "\n", encoding="ascii")
    except OSError as error:
        raise _failed(error) from error
    typer.echo(f"{file} signs; {file}.pub verifies and goes to the sites")


def pack(
    file: Path,
    key: Annotated[Path, typer.Option(help="The private key")],
    directory: Annotated[Path | None, typer.Option("--rules")] = None,
) -> None:
    """The rulebook as one signed file."""
    try:
        file.write_bytes(package(directory or rules_directory(), key.read_text(encoding="ascii")))
    except (OSError, RulebookError, PackageError, UnicodeDecodeError) as error:
        raise _failed(error) from error
    typer.echo(f"{file}: {file.stat().st_size} bytes")


def install(
    file: Path,
    key: Annotated[Path, typer.Option(help="The public key")],
    home: Annotated[Path, typer.Option("--to", help="Versions lie here; serve DIR/current as RAIDWISE_RULES_DIR")],
) -> None:
    """Verify a signed rulebook and make it the current one; versions before it stay."""
    try:
        target = installed(file.read_bytes(), key.read_text(encoding="ascii"), home)
    except (OSError, RulebookError, PackageError, UnicodeDecodeError) as error:
        raise _failed(error) from error
    typer.echo(f"{home / 'current'} is {target.name}")


def add_rulebook_commands(rules: typer.Typer) -> None:
    for command in (keygen, pack, install):
        rules.command()(command)
