"""``requirements/*.txt``: every version and every file's hash, and no host's name."""

from __future__ import annotations

import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

from devkit.environment import LOCKS
from devkit.words import ROOT, MissingError, complain, quiet, say

# --universal: one lock for every platform, with markers. No header, annotation or index: they name paths and hosts.
_COMPILE = [
    *("pip", "compile", "--quiet", "--no-config", "--no-python-downloads", "--upgrade"),
    *("--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-emit-index-url", "--no-emit-find-links", "--no-header", "--no-annotate"),
]
_PROJECT = ["pyproject.toml", "--extra", "embedded"]


def lock() -> None:
    """Resolve anew and write the four locks; the test lock keeps the runtime's choices.

    Raises ``MissingError`` where uv cannot be installed or nothing resolves.
    """
    with tempfile.TemporaryDirectory() as folder:
        uv = _uv_in(Path(folder))
        LOCKS.mkdir(exist_ok=True)
        _compile(uv, "bootstrap", ["requirements/bootstrap.in"])
        _compile(uv, "build", ["requirements/build.in"])
        _compile(uv, "runtime", _PROJECT)
        _compile(uv, "test", [*_PROJECT, "--group", "test", "-c", "requirements/runtime.txt"])


def _uv_in(folder: Path) -> Path:
    venv.EnvBuilder(with_pip=True, symlinks=True).create(folder)
    done = quiet([folder / "bin" / "python", "-m", "pip", "install", "uv"])
    if done.returncode != 0:
        complain(done.stdout)
        raise MissingError("uv, which resolves the locks, could not be installed.")
    return folder / "bin" / "uv"


def _compile(uv: Path, name: str, sources: Sequence[str]) -> None:
    target = LOCKS / f"{name}.txt"
    done = quiet([uv, *_COMPILE, "--output-file", target, *sources])
    if done.returncode != 0:
        complain(done.stdout)
        raise MissingError(f"{target.relative_to(ROOT)} could not be resolved.")
    count = sum("==" in line for line in target.read_text().splitlines())
    say(f"{target.relative_to(ROOT)}: {count} distributions")
