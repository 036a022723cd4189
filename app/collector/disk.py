# ruff: noqa: PTH103, PTH105, PTH108, PTH120, PTH123, PTH208 - pathlib costs every start 5 ms
"""Every change this collector makes to a file system, one system call a method: what a power cut can fall between."""

from __future__ import annotations

import contextlib
import errno
import os
from typing import List

from app.collector.refusals import RefusedError

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


class Disk:
    """The real one. Tests record, cut off and refuse."""

    def make_directory(self, path: str) -> None:
        os.makedirs(path, mode=0o700, exist_ok=True)

    def create(self, path: str) -> int:
        """A new file for appending, readable by its owner alone; it must not be there yet."""
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)

    def reopen(self, path: str) -> int:
        """A file that is there, for appending."""
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)

    def append(self, handle: int, data: bytes) -> None:
        written = os.write(handle, data)
        if written != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def truncate(self, handle: int, length: int) -> None:
        os.ftruncate(handle, length)

    def sync(self, handle: int) -> None:
        os.fsync(handle)

    def sync_directory(self, path: str) -> None:
        """Makes the names in a directory last."""
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def replace(self, path: str, by: str) -> None:
        os.replace(by, path)

    def remove(self, path: str) -> None:
        """A file that was of use; one that somebody else removed is gone as well."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)

    def close(self, handle: int) -> None:
        os.close(handle)

    def read(self, path: str) -> bytes:
        with open(path, "rb") as file:
            return file.read()

    def names(self, path: str) -> List[str]:
        """What lies in a directory, sorted; nothing where there is none."""
        try:
            return sorted(os.listdir(path))
        except FileNotFoundError:
            return []

    def free_bytes(self, path: str) -> int:
        found = os.statvfs(path)
        return found.f_bavail * found.f_frsize


def write_whole(disk: Disk, path: str, data: bytes) -> None:
    """Replaces a file in one step that lasts: after a power cut there is the old one or the new one."""
    beside = f"{path}.{os.getpid()}.new"
    handle = disk.create(beside)
    try:
        disk.append(handle, data)
        disk.sync(handle)
    finally:
        disk.close(handle)
    disk.replace(path, beside)
    disk.sync_directory(os.path.dirname(path))


def refusal(error: OSError, path: str) -> RefusedError:
    """The refusal for a directory of ours that cannot be used."""
    if error.errno in _FULL:
        return RefusedError("disk_full", f"{path}: the disk is full; nothing is changed without a journal. Make room")
    return RefusedError(
        "state_unusable", f"{path}: {error.strerror}; run as root, or name another directory in RAIDWISE_STATE_DIR"
    )
