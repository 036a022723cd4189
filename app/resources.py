"""Where the files that are not Python lie: beside the code in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def rules_directory() -> Path:
    """The rulebook that came with this raidwise."""
    return _resource("rules")


def migrations_directory() -> Path:
    """The alembic environment and its versions."""
    return _resource("migrations")


def _resource(name: str) -> Path:
    """``pyproject.toml`` puts these folders into ``app/_data`` of the wheel (force-include)."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
