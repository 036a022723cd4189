"""What the developer is told, and how a command is run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class MissingError(Exception):
    """Something this machine lacks; the text says what to do about it."""


def say(text: str) -> None:
    """Print at once, so that lines keep their order beside a child's own output."""
    print(text, flush=True)


def complain(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def run(argv: Sequence[str | Path], environment: Mapping[str, str] | None = None) -> int:
    """The exit code of a command whose output the developer sees as it comes."""
    return subprocess.run([str(word) for word in argv], cwd=ROOT, env={**os.environ, **(environment or {})}).returncode


def quiet(argv: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
    """A finished command, its two outputs kept as one text."""
    return subprocess.run(
        [str(word) for word in argv], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
