"""
The server's state: one JSON file, read and written under a lock, replaced whole.

A process killed at any instant leaves the old file or the new one. It is not synced: a power cut of the machine
that runs the tests may lose it.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from typing import Any

FORMAT = 1

State = dict[str, Any]
Controller = dict[str, Any]
Volume = dict[str, Any]
Drive = dict[str, Any]


class StateError(Exception):
    """The file is not there, or not ours; says which and what to do."""


def load(path: str) -> State:
    """
    The state as last written.

    :raises StateError: missing, broken, or of another format.
    """
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 - pathlib costs every command 5 ms
            state = json.load(file)
    except OSError as error:
        raise StateError(f"{path}: {error.strerror}; make a server with `raidwise emulate --server`") from error
    except ValueError as error:
        raise StateError(f"{path}: not JSON ({error})") from error
    if not isinstance(state, dict) or state.get("format") != FORMAT:
        raise StateError(f"{path}: not an emulator's state of format {FORMAT}")
    return state


def save(path: str, state: State) -> None:
    """Replaces the file in one step."""
    write_whole(path, json.dumps(state, indent=1))


def write_whole(path: str, text: str) -> None:
    """Writes beside, then renames: no reader and no kill sees half of it."""
    beside = f"{path}.{os.getpid()}.new"
    with open(beside, "w", encoding="utf-8") as file:  # noqa: PTH123 - see above
        file.write(text)
    os.replace(beside, path)  # noqa: PTH105 - see above


def write_half(path: str, state: State) -> None:
    """What a kill in the middle of :func:`save` leaves: half a file beside, the old one untouched."""
    text = json.dumps(state, indent=1)
    with open(f"{path}.{os.getpid()}.new", "w", encoding="utf-8") as file:  # noqa: PTH123 - see above
        file.write(text[: len(text) // 2])


@contextlib.contextmanager
def locked(path: str) -> Iterator[None]:
    """Alone with the file; others wait. A process that dies lets go by dying."""
    with open(f"{path}.lock", "a", encoding="utf-8") as lock:  # noqa: PTH123 - see above
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def controller_of(state: State, number: int) -> Controller | None:
    """The controller of this number."""
    found: Controller | None = next((one for one in state["controllers"] if one["number"] == number), None)
    return found


def volume_of(controller: Controller, number: int) -> Volume | None:
    """The virtual drive of this number."""
    found: Volume | None = next((one for one in controller["volumes"] if one["number"] == number), None)
    return found


def group_of(controller: Controller, number: int) -> dict[str, Any]:
    """The drive group of this number."""
    found: dict[str, Any] = next(one for one in controller["groups"] if one["number"] == number)
    return found


def drive_at(controller: Controller, slot: str) -> Drive | None:
    """The drive in ``252:0``, or in ``4`` where there is no enclosure."""
    found: Drive | None = next((one for one in controller["drives"] if one["slot"] == slot), None)
    return found


def members_of(controller: Controller, volume: Volume) -> list[Drive]:
    """The drives a volume lies on, in the order of its spans."""
    slots = [slot for span in group_of(controller, volume["group"])["spans"] for slot in span]
    return [drive for slot in slots for drive in [drive_at(controller, slot)] if drive is not None]
