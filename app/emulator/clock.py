"""The server's own clock: real time, times a factor, plus what was skipped by hand."""

from __future__ import annotations

import time
from typing import Any

HOUR = 3600.0
DAY = 24 * HOUR

State = dict[str, Any]


def started(at: float, factor: float = 1.0) -> dict[str, float]:
    """A clock that shows ``at`` now."""
    return {"real": time.time(), "shown": at, "factor": factor}


def now(state: State) -> float:
    """Seconds since 1970 on the server's clock."""
    clock = state["clock"]
    shown: float = clock["shown"] + (time.time() - clock["real"]) * clock["factor"]
    return shown


def advance(state: State, seconds: float) -> None:
    """Skips ahead; what was due in between happens when the next command looks."""
    state["clock"]["shown"] += seconds


def american(at: float) -> str:
    """``04/25/2026, 16:31:47``"""
    return time.strftime("%m/%d/%Y, %H:%M:%S", time.gmtime(at))


def american_plain(at: float) -> str:
    """``04/25/2026 16:31:47``"""
    return time.strftime("%m/%d/%Y %H:%M:%S", time.gmtime(at))


def iso(at: float, between: str = " ") -> str:
    """``2026/04/25 16:31:47``"""
    return time.strftime(f"%Y/%m/%d{between}%H:%M:%S", time.gmtime(at))


def day_first(at: float) -> str:
    """``25-04-2026``"""
    return time.strftime("%d-%m-%Y", time.gmtime(at))


def half_day(at: float) -> str:
    """``04:31:47 PM``"""
    return time.strftime("%I:%M:%S %p", time.gmtime(at))


def in_words(seconds: float) -> str:
    """``6 Hours 25 Minutes``, as progress is told."""
    minutes = max(0, round(seconds / 60))
    hours, minutes = divmod(minutes, 60)
    return f"{hours} Hours {minutes} Minutes" if hours else f"{minutes} Minutes"
