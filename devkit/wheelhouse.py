"""A folder from which raidwise installs with no network at all."""

from __future__ import annotations

import shutil
from pathlib import Path

from devkit.environment import LOCKS, ready
from devkit.words import MissingError, complain, quiet, say


def fill(folder: Path, with_tests: bool) -> None:
    """Wheels for this platform and this Python, the project's own among them.

    Raises ``MissingError`` where a wheel cannot be fetched or the project's cannot be built.
    """
    python = ready("test")
    folder.mkdir(parents=True, exist_ok=True)
    lock = LOCKS / ("test.txt" if with_tests else "runtime.txt")
    _pip(python, "download", "--require-hashes", "--only-binary", ":all:", "-d", folder, "-r", lock)
    _pip(python, "wheel", "--no-deps", "--no-build-isolation", "-w", folder, ".")
    shutil.copy(lock, folder / "requirements.txt")
    say(f"{len(list(folder.glob('*.whl')))} wheels in {folder}. With no network:")
    say(f"  pip install --no-index --find-links {folder} --require-hashes -r {folder}/requirements.txt")
    say(f"  pip install --no-index --find-links {folder} --no-deps raidwise")


def _pip(python: Path, command: str, *words: str | Path) -> None:
    done = quiet([python, "-m", "pip", "--disable-pip-version-check", command, "--quiet", *words])
    if done.returncode != 0:
        complain(done.stdout)
        raise MissingError(f"pip {command} failed; its own words stand above.")
