"""
A disk that remembers what would survive a power cut: only what was synced, and any beginning of the rest.

Names and contents last apart, as on a real file system: a file whose directory was not synced may be gone though its
content was, and a content may end in the middle of a write.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.collector.worlds import CountedDisk, Instants


class Pending(NamedTuple):
    """A change that is not on the platter yet. ``data`` None: a name; else what was appended, or the new length."""

    file: int
    path: str = ""
    data: bytes | None = None
    length: int | None = None


class CuttableDisk(CountedDisk):
    """Writes real files, and keeps beside them what is durable."""

    def __init__(self, instants: Instants) -> None:
        super().__init__(instants)
        self.named: dict[str, int] = {}
        self.contents: dict[int, bytes] = {}
        self.pending: list[Pending] = []
        self._files: dict[str, int] = {}
        self._open: dict[int, int] = {}

    def remember(self, path: str) -> None:
        """A file that lies there already, durable as it is."""
        number = len(self.contents)
        self.named[path], self._files[path], self.contents[number] = number, number, Path(path).read_bytes()

    def create(self, path: str) -> int:
        handle = super().create(path)
        number = len(self.contents)
        self.contents[number], self._files[path], self._open[handle] = b"", number, number
        self.pending.append(Pending(number, path))
        return handle

    def reopen(self, path: str) -> int:
        handle = super().reopen(path)
        if path not in self._files:
            self.remember(path)
        self._open[handle] = self._files[path]
        return handle

    def append(self, handle: int, data: bytes) -> None:
        super().append(handle, data)
        self.pending.append(Pending(self._open[handle], data=data))

    def truncate(self, handle: int, length: int) -> None:
        super().truncate(handle, length)
        self.pending.append(Pending(self._open[handle], length=length))

    def sync(self, handle: int) -> None:
        super().sync(handle)
        file = self._open[handle]
        for one in [one for one in self.pending if one.file == file and not one.path]:
            self.contents[file] = changed(self.contents[file], one)
            self.pending.remove(one)

    def sync_directory(self, path: str) -> None:
        super().sync_directory(path)
        for one in [one for one in self.pending if one.path and str(Path(one.path).parent) == path]:
            self.named[one.path] = one.file
            self.pending.remove(one)

    def survivors(self) -> Iterator[dict[str, bytes]]:
        """Every set of files that a power cut now could leave: each beginning of what is pending, bytes and all."""
        for number in range(len(self.pending) + 1):
            whole = self.pending[:number]
            yield self._after(whole)
            torn = self.pending[number] if number < len(self.pending) else None
            if torn is not None and torn.data:
                for length in sorted({1, len(torn.data) // 2, len(torn.data) - 1}):
                    yield self._after([*whole, torn._replace(data=torn.data[:length])])

    def _after(self, done: list[Pending]) -> dict[str, bytes]:
        names, contents = dict(self.named), dict(self.contents)
        for one in done:
            if one.path:
                names[one.path] = one.file
            else:
                contents[one.file] = changed(contents[one.file], one)
        return {path: contents[file] for path, file in names.items()}


def changed(content: bytes, one: Pending) -> bytes:
    return content[: one.length] if one.data is None else content + one.data


def cut(state: str, survivors: dict[str, bytes]) -> None:
    """The machine comes up again with these files."""
    shutil.rmtree(state, ignore_errors=True)
    for path, content in survivors.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(content)
