"""What a person or a log is told: progress on a terminal, whole lines elsewhere."""

from __future__ import annotations

import sys
from typing import TextIO


class Voice:
    """Answers go to standard output, everything else to standard error."""

    def __init__(self, out: TextIO, err: TextIO, quiet: bool = False) -> None:
        self.out = out
        self.err = err
        self.quiet = quiet
        self._is_terminal = err.isatty()
        self._shown = 0

    def answer(self, text: str) -> None:
        """What was asked for."""
        self.out.write(text if text.endswith("\n") else text + "\n")

    def line(self, text: str) -> None:
        """Something that happened, worth keeping."""
        self._wipe()
        self.err.write(text + "\n")
        self.err.flush()

    def progress(self, text: str) -> None:
        """Something going on: shown on a terminal and replaced by the next, silent elsewhere."""
        if self._is_terminal and not self.quiet:
            self._wipe()
            self.err.write(text[:110])
            self.err.flush()
            self._shown = len(text[:110])

    def _wipe(self) -> None:
        if self._shown:
            self.err.write("\r" + " " * self._shown + "\r")
            self._shown = 0


def voice() -> Voice:
    return Voice(sys.stdout, sys.stderr)
