# ruff: noqa: PTH103, PTH110, PTH118 - pathlib costs every start 5 ms
"""One collector a controller, host-wide; whoever comes second hears who is first."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import time
from types import TracebackType
from typing import Any, Dict, List, Optional, Sequence, Tuple, Type

from app.collector.refusals import RefusedError

_PAUSE = 0.1


class Locks:
    """
    Locks of several controllers, taken in the order of their names and let go together.

    The kernel lets go when the last holder ends. Tools inherit the open files (:attr:`held`): killed collectors leave a
    controller locked for as long as the command they had started still runs.
    """

    def __init__(self, directory: str, names: Sequence[str], action: str, wait: float = 0.0) -> None:
        self.directory = directory
        self.names = sorted(set(names))
        self.action = action
        self.deadline = time.monotonic() + wait
        self._open: List[int] = []

    @property
    def held(self) -> Tuple[int, ...]:
        return tuple(self._open)

    def __enter__(self) -> Locks:
        try:
            os.makedirs(self.directory, mode=0o755, exist_ok=True)
            for name in self.names:
                self._open.append(self._taken(name))
        except OSError as error:
            self._release()
            raise RefusedError(
                "state_unusable", f"{self.directory}: {error.strerror}; run as root, or set RAIDWISE_LOCK_DIR"
            ) from error
        except RefusedError:
            self._release()
            raise
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._release()

    def _release(self) -> None:
        for handle in self._open:
            os.close(handle)
        self._open.clear()

    def _taken(self, name: str) -> int:
        path = os.path.join(self.directory, f"{name}.lock")
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
        try:
            self._lock(handle, name)
            os.ftruncate(handle, 0)
            os.pwrite(handle, json.dumps(_myself(self.action)).encode(), 0)
        except BaseException:
            os.close(handle)
            raise
        return handle

    def _lock(self, handle: int, name: str) -> None:
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.EACCES):
                    raise
            if time.monotonic() >= self.deadline:
                raise RefusedError("locked", f"{name} is held by {_holder(handle)}; wait for it to end, or use --wait")
            time.sleep(_PAUSE)


def _myself(action: str) -> Dict[str, Any]:
    since = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return {
        "process": os.getpid(),
        "user": os.environ.get("SUDO_USER") or str(os.getuid()),
        "does": action,
        "since": since,
    }


def _holder(handle: int) -> str:
    try:
        said = json.loads(os.pread(handle, 4096, 0))
        process, does, user, since = (said[name] for name in ("process", "does", "user", "since"))
    except (ValueError, KeyError, TypeError):
        return "another process that did not say who it is"
    lives = os.path.exists(f"/proc/{process}")
    ended = "" if lives else ", which is gone, but a tool it started still runs"
    return f"process {process} ({does}, user {user}, since {since}){ended}"
