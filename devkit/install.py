"""Fetching what a lock names: uv where it can be had (three times as fast), pip otherwise."""

from __future__ import annotations

import os
from pathlib import Path

from devkit.words import ROOT, MissingError, complain, quiet, say

BOOTSTRAP = ROOT / "requirements" / "bootstrap.txt"

_UNREACHED = """\
The packages could not be fetched; the installer's own words stand above.
 - With a registry or mirror of your own, tell pip about it (pip config set global.index-url ...) and call again.
 - With none: on a machine that reaches one, `python3 dev.py wheelhouse DIR --test`; bring DIR here;
   then `python3 dev.py setup --wheelhouse DIR`."""


def install(python: Path, lock: Path, wheelhouse: Path | None) -> None:
    """Install exactly the files whose hashes the lock names.

    Raises ``MissingError`` where they cannot be fetched.
    """
    say(f"installing {lock.relative_to(ROOT)}")
    if wheelhouse is not None:
        _pip(python, lock, "--no-index", "--find-links", str(wheelhouse))
    elif not (_uv_may_be_used(python) and _uv(python, lock)):
        _pip(python, lock)


def _uv_may_be_used(python: Path) -> bool:
    """uv does not read pip's settings: where somebody pointed pip elsewhere, pip it is."""
    if any(name in os.environ for name in ("PIP_INDEX_URL", "PIP_NO_INDEX", "PIP_EXTRA_INDEX_URL")):
        return False
    return "index" not in quiet([python, "-m", "pip", "config", "list"]).stdout


def _uv(python: Path, lock: Path) -> bool:
    """Whether uv did it; pip fetches uv itself first, by its hash. uv fetches no Python."""
    if quiet([python, "-m", "pip", "install", "--require-hashes", "--no-deps", "-r", BOOTSTRAP]).returncode != 0:
        return False
    uv: list[str | Path] = [
        python,
        "-m",
        "uv",
        "--no-config",
        "--no-python-downloads",
        "pip",
        "install",
        "--python",
        python,
    ]
    done = quiet([*uv, "--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", lock])
    if done.returncode != 0:
        complain(f"{done.stdout}uv could not; trying pip")
    return done.returncode == 0


def _pip(python: Path, lock: Path, *where: str) -> None:
    pip: list[str | Path] = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    done = quiet([*pip, "--require-hashes", "--no-deps", *where, "-r", lock])
    if done.returncode != 0:
        complain(done.stdout)
        raise MissingError(_UNREACHED)
