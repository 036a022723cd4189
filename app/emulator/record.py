"""
Every command run: a line when it begins, one when the state is written, one when it ends. A killed one has no last.

``begin``: ``run`` (unique), ``time`` (the server's clock), ``tool``, ``argv``, ``kind`` (show, set, operation,
destructive, unknown), ``faults``. ``effect``: ``changed``, ``changes`` (volume, property, from, to). ``end``: ``exit``,
``fate`` ("" or "hang"), ``seconds``. The last two also say ``unprotected``: the volumes that write back with nothing
behind the cache at that moment.
"""

from __future__ import annotations

import json
import os
import time
from typing import Any

from app.emulator.place import Place

Line = dict[str, Any]

_UNENDED = {"exit": None, "fate": "killed", "changed": False, "seconds": 0.0}


def append(place: Place, line: Line) -> None:
    """One line, in one write."""
    data = (json.dumps(line) + "\n").encode()
    file = os.open(place.record, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        os.write(file, data)
    finally:
        os.close(file)


def new_run() -> str:
    """A name no other run has."""
    return f"{os.getpid()}-{time.monotonic_ns()}"


def runs(place: Place) -> list[Line]:
    """
    Every run in the order begun, begin and end together; ``exit`` is None where it never ended. A line cut by a kill
    is left out.
    """
    found: dict[str, Line] = {}
    for line in _lines(place):
        found.setdefault(line["run"], {**_UNENDED, "changes": [], "unprotected": []}).update(line)
    return list(found.values())


def _lines(place: Place) -> list[Line]:
    try:
        with open(place.record, encoding="utf-8") as file:  # noqa: PTH123
            return [json.loads(text) for text in file.read().split("\n")[:-1]]
    except FileNotFoundError:
        return []


def forget(place: Place) -> None:
    """Begins the record anew."""
    if os.path.exists(place.record):  # noqa: PTH110
        os.unlink(place.record)  # noqa: PTH108
