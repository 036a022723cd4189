"""The world that commands work in: directories, disk, clock and voice."""

from __future__ import annotations

from typing import Callable, NamedTuple

from app.collector.clock import Clock
from app.collector.disk import Disk
from app.collector.places import Places
from app.collector.voice import Voice


class Host(NamedTuple):
    """Tests bring another disk or clock."""

    places: Places
    disk: Disk
    clock: Clock
    voice: Voice
    halted: Callable[[], str] = lambda: ""
    """Why not to go on, or nothing; asked before each step."""
