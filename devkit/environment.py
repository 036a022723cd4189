"""``.venv`` out of a hashed lock: made once, renewed only when the lock's hash changes."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib.util
import sys
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path

from devkit import install
from devkit.words import ROOT, MissingError, quiet, say

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCKS = ROOT / "requirements"

# A console script that works from a path of any length or with blanks in it, where "#!" does not.
_SCRIPT = """\
#!/bin/sh
'''exec' "{python}" "$0" "$@"
' '''
import sys

from {module} import {function}

sys.exit({function}())
"""


def ready(lock: str, wheelhouse: Path | None = None) -> Path:
    """The Python of ``.venv`` with everything of ``requirements/<lock>.txt``.

    Raises ``MissingError`` where Python cannot make an environment or no package can be fetched.
    """
    with _only_one_at_a_time():
        _make_venv()
        if not _is_installed(lock):
            install.install(PYTHON, LOCKS / f"{lock}.txt", wheelhouse)
            _stamp(lock).write_text(_wanted(lock))
        _link_project()
    return PYTHON


@contextlib.contextmanager
def _only_one_at_a_time() -> Iterator[None]:
    """Two calls at once would both unpack into one environment; the later one waits."""
    VENV.mkdir(exist_ok=True)
    with (VENV / ".setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _make_venv() -> None:
    if (VENV / "pyvenv.cfg").exists() and quiet([PYTHON, "-I", "-c", "pass"]).returncode == 0:
        return
    if importlib.util.find_spec("ensurepip") is None:
        raise MissingError(
            f"This Python ({sys.executable}) comes without ensurepip, so it cannot make a virtual environment.\n"
            "On Debian and Ubuntu: apt-get install python3-venv"
        )
    say(f"making {VENV.name} with Python {sys.version.split()[0]}")
    # No clear=True: it would take the lock file away from under another call that waits for it.
    venv.EnvBuilder(with_pip=True, symlinks=True, upgrade_deps=False).create(VENV)
    for stamp in VENV.glob("raidwise-*.sha256"):
        stamp.unlink()


def _is_installed(lock: str) -> bool:
    """The test lock holds the runtime's pins too, so either stamp vouches for the runtime."""
    enough = (lock, "test") if lock == "runtime" else (lock,)
    return any(_stamp(name).exists() and _stamp(name).read_text() == _wanted(name) for name in enough)


def _stamp(lock: str) -> Path:
    return VENV / f"raidwise-{lock}.sha256"


def _wanted(lock: str) -> str:
    return hashlib.sha256((LOCKS / f"{lock}.txt").read_bytes()).hexdigest()


def _link_project() -> None:
    """The checkout on the path and its commands in ``bin``, with no build backend to fetch first."""
    folder = next((VENV / "lib").glob("python3.*")) / "site-packages"
    _write(folder / "raidwise.pth", f"{ROOT}\n")
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    for name, target in scripts.items():
        module, function = target.split(":")
        _write(VENV / "bin" / name, _SCRIPT.format(python=PYTHON, module=module, function=function), mode=0o755)


def _write(path: Path, text: str, mode: int = 0o644) -> None:
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
        path.chmod(mode)
