"""One owner for a data directory, and the private socket directory that goes with it."""

from __future__ import annotations

import fcntl
import hashlib
import os
import pwd
import time
from dataclasses import dataclass
from pathlib import Path

from app.db.binaries import EmbeddedPostgresError

# sockaddr_un holds 108 bytes with the closing NUL; PostgreSQL's names follow the directory.
_LONGEST_DIRECTORY = 107 - len("/.s.PGSQL.5432")
_CLOSING_SECONDS = 30.0


@dataclass
class Ownership:
    """
    A lock that PostgreSQL's processes inherit: as long as any of them lives nobody else can have it,
    even when the process that took it was killed.
    """

    descriptor: int

    def release(self) -> None:
        """Our name goes first: processes of a server that was killed may keep the lock a moment longer than we."""
        if self.descriptor >= 0:
            os.ftruncate(self.descriptor, 0)
            os.close(self.descriptor)
            self.descriptor = -1


def own(home: Path) -> Ownership:
    """
    The only ownership of a directory, made 0700 where missing.

    Raises ``EmbeddedPostgresError`` naming the owner where a living process has it,
    or the reason where nobody may write there.
    """
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(home / "owner.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise EmbeddedPostgresError(f"{home} cannot hold a database: {error}") from error
    try:
        _lock(descriptor, home)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    except BaseException:
        os.close(descriptor)
        raise
    return Ownership(descriptor)


def _lock(descriptor: int, home: Path) -> None:
    """A dead owner's PostgreSQL may still be writing its last checkpoint: that is waited for."""
    deadline = time.monotonic() + _CLOSING_SECONDS
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.pread(descriptor, 20, 0).decode().strip()
            if _lives(owner) or time.monotonic() > deadline:
                raise EmbeddedPostgresError(
                    f"{home} is in use by process {owner or 'unknown'}. Stop it, or choose another data directory"
                ) from None
        time.sleep(0.02)


def _lives(pid: str) -> bool:
    if not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def socket_directory(home: Path) -> Path:
    """
    A private directory whose name is short enough for a socket: in ``home``, else in /tmp.

    Raises ``EmbeddedPostgresError`` where somebody else made that directory first.
    """
    near = home / "socket"
    if len(os.fsencode(near)) <= _LONGEST_DIRECTORY:
        near.mkdir(mode=0o700, exist_ok=True)
        return near
    digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:12]
    return _private(Path("/tmp") / f"raidwise-{os.geteuid()}-{digest}")  # noqa: S108 - the name is checked below


def _private(directory: Path) -> Path:
    directory.mkdir(mode=0o700, exist_ok=True)
    found = directory.lstat()
    if directory.is_symlink() or found.st_uid not in (os.geteuid(), _nobody()) or found.st_mode & 0o077:
        raise EmbeddedPostgresError(f"{directory} belongs to somebody else, or others may open it; remove it")
    return directory


def _nobody() -> int:
    """As root the directory may have been handed to nobody (``identity.py``); else only our own will do."""
    return pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else os.geteuid()
