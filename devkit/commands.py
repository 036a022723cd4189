"""The words of ``dev.py``'s command line and what each of them starts."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from devkit import checks, collector_archive, environment, locks, wheelhouse
from devkit.words import ROOT, MissingError, complain, say


def main(argv: Sequence[str] | None = None) -> int:
    """The exit code: 0 done, 1 a check failed, 2 something is missing here."""
    arguments, rest = _parser().parse_known_args(argv)
    if rest and arguments.command != "test":
        _parser().error(f"unknown words: {' '.join(rest)}")
    arguments.rest = rest
    try:
        code: int = arguments.start(arguments)
    except MissingError as lack:
        complain(str(lack))
        return 2
    except KeyboardInterrupt:
        return 130
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dev.py", description="Set up, serve, test and lock raidwise.")
    commands = parser.add_subparsers(dest="command", required=True)
    setup = _command(commands, "setup", "make .venv from the hashed locks", _setup)
    setup.add_argument("--wheelhouse", type=_path, help="install from this folder, with no network")
    serve = _command(commands, "serve", "run the service with its own PostgreSQL (or DATABASE_URL's)", _serve)
    serve.add_argument("--host", help="the address to listen on (RAIDWISE_HOST, else 127.0.0.1)")
    serve.add_argument("--port", type=int, help="the port to listen on (RAIDWISE_PORT, else 8000)")
    serve.add_argument("--data-dir", type=_path, help="the embedded PostgreSQL's files (RAIDWISE_DATA_DIR, else var)")
    test = _command(commands, "test", "run every check; further words go to pytest, and then only pytest runs", _test)
    test.add_argument("--all", action="store_true", help="the whole of what is otherwise sampled")
    test.add_argument("--wheelhouse", type=_path, help="install from this folder, with no network")
    _command(commands, "lock", "resolve the dependencies anew and write requirements/*.txt", _lock)
    house = _command(commands, "wheelhouse", "download all that an install without network needs", _wheelhouse)
    house.add_argument("folder", type=_path)
    house.add_argument("--test", action="store_true", help="what the tests need as well")
    collector = _command(
        commands, "collector", "build dist/raidwise-collector.pyz, the same bytes each time", _collector
    )
    collector.add_argument("--out", type=_path, default=ROOT / "dist" / collector_archive.NAME)
    collector.add_argument("--plain", action="store_true", help="sources only: the same file from any Python")
    return parser


def _path(text: str) -> Path:
    """As the developer means it, from where they stand: commands run in the checkout's root."""
    return Path(text).absolute()


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    text: str,
    start: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=text, description=text)
    parser.set_defaults(start=start)
    return parser


def _setup(arguments: argparse.Namespace) -> int:
    python = environment.ready("test", arguments.wheelhouse)
    say(f"ready: {python.parent / 'raidwise'}")
    return 0


def _serve(arguments: argparse.Namespace) -> int:
    """Replaces this process, so that a signal meant for the service reaches it."""
    python = environment.ready("runtime")
    os.chdir(ROOT)
    given = {
        "RAIDWISE_HOST": arguments.host,
        "RAIDWISE_PORT": arguments.port,
        "RAIDWISE_DATA_DIR": arguments.data_dir,
    }
    settings = {name: str(value) for name, value in given.items() if value is not None}
    os.execve(python, [str(python), "-m", "app.serving"], {**os.environ, **settings})  # noqa: S606 - becoming the service is the purpose


def _test(arguments: argparse.Namespace) -> int:
    return checks.test(arguments.all, arguments.rest, arguments.wheelhouse)


def _collector(arguments: argparse.Namespace) -> int:
    digest = collector_archive.build(arguments.out, arguments.plain)
    say(f"{arguments.out} ({arguments.out.stat().st_size // 1024} KiB)\nsha256 {digest}")
    return 0


def _lock(_: argparse.Namespace) -> int:
    locks.lock()
    return 0


def _wheelhouse(arguments: argparse.Namespace) -> int:
    wheelhouse.fill(arguments.folder, arguments.test)
    return 0
