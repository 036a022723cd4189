"""A server in a directory of its own, and its tools as real processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.emulator.machine import Machine
from app.emulator.place import FAULTS, RECORD, STATE


@pytest.fixture(autouse=True)
def no_variables(monkeypatch):
    """The shell of the developer decides nothing."""
    for name in (STATE, FAULTS, RECORD):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def make(tmp_path: Path):
    """``make("db-9361")``: a fresh server of that preset."""
    made: list[str] = []

    def server(name: str) -> Machine:
        made.append(name)
        return Machine.make(name, tmp_path / f"{len(made)}-{name}")

    return server
