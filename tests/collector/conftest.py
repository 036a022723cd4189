"""Servers with a collector on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.collector.sites import Site
from tests.collector.worlds import World


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A 9361 with three volumes, and an imported key."""
    return Site(tmp_path, "db-9361", monkeypatch).with_key()


@pytest.fixture
def world(tmp_path: Path) -> World:
    """The same server, spoken to in this process."""
    return World(tmp_path, "db-9361")
