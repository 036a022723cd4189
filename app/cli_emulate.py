"""``raidwise emulate``: a server that is not there, for demos and tests."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.emulator import presets
from app.emulator.install import install

emulate = typer.Typer(
    help="A server that is not there: programs that answer like storcli64, perccli64, storcli2, perccli2."
)


@emulate.callback(invoke_without_command=True)
def set_up(
    context: typer.Context,
    server: Annotated[str | None, typer.Option(help="Which server; see --list")] = None,
    directory: Annotated[Path | None, typer.Option("--dir", help="Where to put its state and programs")] = None,
    show_list: Annotated[bool, typer.Option("--list", help="The servers there are")] = False,
) -> None:
    """Set up a server in a directory, or list what there is."""
    if show_list:
        for name, (shows, _) in presets.NAMES.items():
            typer.echo(f"{name:16} {shows}")
    elif server is not None and directory is not None:
        _install(server, directory)
    elif context.invoked_subcommand is None:
        typer.echo("Give --server NAME --dir DIR, or --list.", err=True)
        raise typer.Exit(2)


def _install(server: str, directory: Path) -> None:
    if server not in presets.NAMES:
        typer.echo(f"no server {server!r}; there are: {', '.join(presets.NAMES)}", err=True)
        raise typer.Exit(2)
    programs = install(server, directory)
    typer.echo(f"{server} is in {directory.resolve()}. It answers:")
    for program in programs:
        typer.echo(f"  {program} show")
    typer.echo(f"  {programs[0]} /c0/vall show all J")
    typer.echo(f'First on the path: export PATH="{directory.resolve()}:$PATH"')
