"""Where faults are kept by their names."""

from __future__ import annotations

from collections.abc import Callable

from app.emulator.moment import Moment

Strike = Callable[[Moment], None]


class Fault:
    """A named fault: when it strikes, what it does, what it is."""

    def __init__(self, stage: str, strike: Strike) -> None:
        self.stage, self.strike = stage, strike
        self.says = " ".join((strike.__doc__ or "").split())


FAULTS: dict[str, Fault] = {}


def fault(stage: str) -> Callable[[Strike], Strike]:
    """Registers it under its own name."""

    def kept(strike: Strike) -> Strike:
        FAULTS[strike.__name__] = Fault(stage, strike)
        return strike

    return kept
