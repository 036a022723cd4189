"""What a command answers: an entry a controller, their envelope, and the exit code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Row = dict[str, Any]


class Entry:
    """One element of ``Controllers``."""

    def __init__(
        self,
        controller: int | None,
        data: Any = None,
        description: str = "None",
        rows: Sequence[Row] = (),
        ok: bool | None = None,
        bare: bool = False,
    ) -> None:
        self.controller = controller
        self.data = data
        self.description = description
        self.rows = list(rows)
        self.ok = all(row["Status"] == "Success" for row in self.rows) if ok is None else ok
        self.bare = bare
        """No CLI Version and no Operating system: old builds, and some failures of newer ones."""

    @property
    def error(self) -> int:
        """The code of the first row that failed; 255 for a failure without one."""
        codes = [row["ErrCd"] for row in self.rows if row["Status"] != "Success" and isinstance(row.get("ErrCd"), int)]
        return 0 if self.ok else next((code for code in codes if code), 255)


class Answer:
    """What goes to standard output, and what happened."""

    def __init__(self, entries: Sequence[Entry] = (), text: str | None = None, code: int | None = None) -> None:
        self.entries = list(entries)
        self.text = text
        """Printed as it is, whether or not JSON was asked for: errors of the grammar."""
        self.code = code
        self.slow = False
        """Text mode says first that it may take a while."""
        self.changes: list[dict[str, Any]] = []
        """What a set did: volume, property, from, to."""
        self.touched = False
        """The state changed, though nothing was set."""

    @property
    def exit_code(self) -> int:
        """Grammar 7: the ErrCd of the first failing row. An answer that knows better says so in ``code``."""
        if self.code is not None:
            return self.code
        return next((entry.error for entry in self.entries if entry.error), 0)


def not_found(number: int, bare: bool) -> Entry:
    """No controller has this number."""
    return Entry(number, description=f"Controller {number} not found", ok=False, bare=bare)


def unsupported(number: int) -> Entry:
    """Most commands of RAID, sent to an HBA."""
    return Entry(number, description="Un-supported Command", ok=False)
