"""The time of day, which may jump, beside the time that passes, which does not."""

from __future__ import annotations

import time

from app.collector.refusals import RefusedError

TOLERANCE = 300
"""Seconds that two well-kept clocks may differ by."""

_FORMAT = "%Y-%m-%dT%H:%M:%SZ"


class Clock:
    """Read once at the start; from then on the time that passed counts, whatever the time of day does."""

    def __init__(self) -> None:
        self._began = self.wall()
        self._monotonic = self.monotonic()

    def wall(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)

    @property
    def now(self) -> float:
        return self._began + (self.monotonic() - self._monotonic)

    @property
    def jumped(self) -> float:
        """Seconds by which the time of day moved on its own since the start."""
        return self.wall() - self.now

    @property
    def text(self) -> str:
        return time.strftime(_FORMAT, time.gmtime(self.now))


def text_of(moment: float) -> str:
    return time.strftime(_FORMAT, time.gmtime(moment))


def moment_of(text: str) -> float:
    """
    Seconds since 1970 of ``2026-11-20T17:00:00Z``.

    :raises RefusedError: ``plan_malformed``.
    """
    import calendar  # brings datetime, which most starts need not

    try:
        return float(calendar.timegm(time.strptime(text, _FORMAT)))
    except ValueError:
        raise RefusedError("plan_malformed", f"{text!r} is no time such as 2026-11-20T17:00:00Z") from None
