"""The file that stops everything: whoever can write to the configuration directory can hold every command."""

from __future__ import annotations

import os

from app.collector.refusals import RefusedError


class KillSwitch:
    """Asked before every command of a tool, reading or writing."""

    def __init__(self, path: str) -> None:
        self.path = path

    @property
    def is_on(self) -> bool:
        """A file that cannot be looked at counts as there: in doubt nothing is run."""
        try:
            os.lstat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:
            return True
        return True

    def check(self) -> None:
        """
        Nothing, or the end of the command.

        :raises RefusedError: ``stopped``.
        """
        if self.is_on:
            raise RefusedError(
                "stopped", f"{self.path} exists, so no command is run; remove it to go on, then run recover"
            )
