"""What a tool printed, and where it was kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, List, Tuple

from app.collector.notes import printable
from app.core.hardware import Unread

if TYPE_CHECKING:
    # Imported for its name alone: pathlib costs every start 5 ms.
    from pathlib import Path

SIZE_LIMIT = 32 * 1024 * 1024
"""Bytes. The largest reply known is under 100 kB; a file beyond this is not a capture."""


@dataclass(frozen=True)
class Capture:
    """The printed text of one command; ``name`` says where it came from, such as a file name."""

    name: str
    text: str


def captures_in(directory: Path) -> Tuple[Tuple[Capture, ...], Tuple[Unread, ...]]:
    """
    Every regular file of a directory, in name order, and what could not be read of it.

    :raises OSError: the directory itself cannot be listed.
    """
    captures: List[Capture] = []
    unread: List[Unread] = []
    for file in sorted(directory.iterdir()):
        if file.is_symlink() or not file.is_file():
            unread.append(Unread(printable(file.name), "", "not a regular file, left alone"))
        else:
            _read_into(file, captures, unread)
    return tuple(captures), tuple(unread)


def capture_from_bytes(name: str, printed: bytes) -> Tuple[Capture, Tuple[Unread, ...]]:
    """One capture from raw output. Bytes that are not UTF-8 become U+FFFD and are reported."""
    try:
        return Capture(name, printed.decode("utf-8-sig")), ()
    except UnicodeDecodeError as error:
        problem = f"not UTF-8 from byte {error.start}; such bytes are shown as U+FFFD"
        return Capture(name, printed.decode("utf-8-sig", errors="replace")), (Unread(name, "", problem),)


def _read_into(file: Path, captures: List[Capture], unread: List[Unread]) -> None:
    name = printable(file.name)
    try:
        with file.open("rb") as stream:
            printed = stream.read(SIZE_LIMIT + 1)
    except OSError as error:
        unread.append(Unread(name, "", f"cannot be opened: {error.strerror}"))
        return
    if len(printed) > SIZE_LIMIT:
        unread.append(Unread(name, "", f"larger than {SIZE_LIMIT // 1024 // 1024} MiB, left alone"))
        return
    capture, problems = capture_from_bytes(name, printed)
    captures.append(capture)
    unread.extend(problems)
