"""``raidwise emulate``: a server that is not there, for demos and tests."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

import typer

from app.emulator import presets
from app.emulator.events import EVENTS
from app.emulator.faults import FAULTS
from app.emulator.machine import Machine
from app.emulator.state import StateError

emulate = typer.Typer(help="A server that is not there: answers like storcli64, perccli64, storcli2, perccli2.")

Directory = Annotated[Path, typer.Option("--dir", help="Where the server is")]

_SPAN = re.compile(r"([0-9]+(?:\.[0-9]+)?)([smhd]?)")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_FASTEST = 1_000_000
_LONGEST = 3650 * _SECONDS["d"]
"""A battery learns every 28 days, and each cycle that was skipped is gone through."""


def _fail(message: str) -> typer.Exit:
    typer.echo(message, err=True)
    return typer.Exit(2)


def _machine(directory: Path) -> Machine:
    """The server in this directory; without one there, said and done with."""
    if not (directory / "state.json").is_file():
        raise _fail(
            f"there is no server in {directory}; raidwise emulate --server NAME --dir {directory} puts one there"
        )
    return Machine(directory)


@emulate.callback(invoke_without_command=True)
def set_up(
    context: typer.Context,
    server: Annotated[str | None, typer.Option(help="Which server; see --list")] = None,
    directory: Annotated[Path | None, typer.Option("--dir", help="Where to put its state and programs")] = None,
    factor: Annotated[float, typer.Option("--time-factor", help="How many times as fast its clock runs")] = 1.0,
    servers: Annotated[bool, typer.Option("--list", help="The servers there are")] = False,
    faults: Annotated[bool, typer.Option("--faults", help="What can go wrong, and what can happen")] = False,
) -> None:
    """Set up a server in a directory, or list what there is."""
    if servers:
        _print_names({name: shows for name, (shows, _) in presets.NAMES.items()})
    elif faults:
        _print_faults()
    elif server is not None and directory is not None:
        _install(server, directory, factor)
    elif context.invoked_subcommand is None:
        raise _fail("Give --server NAME --dir DIR, or --list, or --faults.")


def _print_names(found: dict[str, str]) -> None:
    for name, says in found.items():
        typer.echo(f"{name:26} {says}")


def _print_faults() -> None:
    typer.echo("Faults of a command:\n")
    _print_names({name: fault.says for name, fault in FAULTS.items()})
    typer.echo('\nWhat can happen to the server; in a plan before the command, or with "when": "after" after it:\n')
    _print_names({name: " ".join((event.__doc__ or "").split()) for name, event in EVENTS.items()})


def _install(server: str, directory: Path, factor: float) -> None:
    if server not in presets.NAMES:
        raise _fail(f"no server {server!r}; there are: {', '.join(presets.NAMES)}")
    if not 0 < factor <= _FASTEST:
        raise _fail(f"a clock runs more than 0 and at most {_FASTEST} times as fast, not {factor}")
    if (directory / "state.json").exists():
        raise _fail(f"there is a server in {directory} already; remove it or take another directory")
    try:
        programs = Machine.make(server, directory.resolve(), factor).programs
    except OSError as error:
        raise _fail(f"{directory}: {error.strerror}") from error
    typer.echo(f"{server} is in {directory.resolve()}. It answers:")
    typer.echo(f"  {programs[0]} show")
    typer.echo(f"  {programs[0]} /c0/vall show all J")
    typer.echo(f'First on the path: export PATH="{directory.resolve()}:$PATH"')


@emulate.command()
def advance(span: Annotated[str, typer.Argument(help="Such as 30m, 8h, 28d")], directory: Directory) -> None:
    """Let time pass on the server: a battery learns and recovers, a rebuild ends."""
    found = _SPAN.fullmatch(span)
    if found is None:
        raise _fail(f"not a span of time: {span!r}; write 90s, 30m, 8h or 28d")
    seconds = float(found[1]) * _SECONDS[found[2]]
    if seconds > _LONGEST:
        raise _fail(f"{span} is more than 3650d, which is the longest that can be skipped at once")
    try:
        _machine(directory).advance(seconds)
    except StateError as error:
        raise _fail(str(error)) from error


@emulate.command()
def happen(
    event: Annotated[str, typer.Argument(help="See --faults")],
    directory: Directory,
    where: Annotated[str, typer.Option(help="A controller or volume")] = "c0",
    options: Annotated[list[str] | None, typer.Argument(help="Such as state=charging")] = None,
) -> None:
    """Let something happen to the server: protection_lost, drive_failed, another_actor ..."""
    if event not in EVENTS:
        raise _fail(f"no event {event!r}; there are: {', '.join(EVENTS)}")
    words = dict(option.split("=", 1) for option in options or [] if "=" in option)
    try:
        _machine(directory).happen(event, where, **words)
    except (StateError, LookupError) as error:
        raise _fail(str(error)) from error


@emulate.command()
def record(directory: Directory) -> None:
    """Every command that was run, one JSON object a line."""
    for run in _machine(directory).runs():
        typer.echo(json.dumps(run))
