"""``raidwise emulate --server NAME --dir DIR``: a state, and programs named like the tools."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from app.emulator import presets
from app.emulator.state import State, save
from app.emulator.tools import PROGRAMS

# Its own name says which tool it is: a link under another tool's name is that tool. -I and -S: nothing of the user's
# Python setup changes what it does, and it starts in 40 ms.
_LAUNCHER = """\
#!/bin/sh
exec {python} -I -S -c {code} "$0" {state} "$@"
"""
_CODE = "import sys; sys.path.insert(0, {root!r}); from app.emulator.run import main; sys.exit(main(sys.argv[1], sys.argv[3:], sys.argv[2]))"  # noqa: E501


def install(name: str, directory: Path, factor: float = 1.0) -> list[Path]:
    """
    The programs of a new server in an empty or new directory; what an earlier server left there is replaced.

    :param factor: how many times as fast as ours its clock runs.

    :raises KeyError: no such server.
    """
    state = presets.make(name)
    state["clock"]["factor"] = factor
    directory.mkdir(parents=True, exist_ok=True)
    place = directory.resolve() / "state.json"
    for leftover in ("record.jsonl", "faults.json", "state.json.counts"):
        (directory / leftover).unlink(missing_ok=True)
    save(str(place), state)
    return [_launcher(program, place) for program in programs_of(state)]


def programs_of(state: State) -> list[str]:
    """The names of the tools that this server has, whether or not they see a card."""
    return [program for family in state["versions"] for program in PROGRAMS[family]]


def _launcher(program: str, state: Path) -> Path:
    root = str(Path(__file__).resolve().parents[2])
    words = {"python": sys.executable, "code": _CODE.format(root=root), "state": str(state)}
    path = state.with_name(program)
    path.write_text(_LAUNCHER.format(**{key: shlex.quote(word) for key, word in words.items()}), encoding="utf-8")
    path.chmod(0o755)
    return path
