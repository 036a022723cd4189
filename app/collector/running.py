"""The one place that starts a process: an argv, no shell, a time limit, nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from typing import IO, Dict, List, NamedTuple, Optional, Sequence, Tuple

OUTPUT_LIMIT = 64 * 1024 * 1024
"""Bytes. 240 drives print 3 MB; a tool that prints without end is stopped here."""

_GRACE = 2.0
_REAP = 5.0
_ENVIRONMENT = {"LC_ALL": "C", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}


class Ran(NamedTuple):
    """What one process did. ``code`` is None where it was stopped for taking too long or printing too much."""

    argv: Tuple[str, ...]
    output: bytes
    errors: bytes
    code: Optional[int]
    seconds: float
    problem: str = ""
    """Why the output is not to be trusted to be whole; empty where the process ended by itself."""


class Runner:
    """Starts tools. Tests replace it by one that never starts anything, or dies in the middle."""

    def run(self, argv: Sequence[str], timeout: float, directory: str, held: Sequence[int] = ()) -> Ran:
        """
        The process ended, one way or another, and was reaped; what it had started is gone with its group.

        :param held: open locks that the process inherits, so that they outlive us as long as it runs.
        """
        began = time.monotonic()
        try:
            process = subprocess.Popen(
                list(argv),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=directory,
                env=_environment(),
                pass_fds=tuple(held),
                start_new_session=True,
            )
        except OSError as error:
            return Ran(tuple(argv), b"", b"", None, 0.0, f"{argv[0]} cannot be started: {error.strerror}")
        with process:
            found = _Watched(process, began + timeout).ended(timeout)
        return found._replace(argv=tuple(argv), seconds=time.monotonic() - began)


class _Watched:
    def __init__(self, process: subprocess.Popen[bytes], deadline: float) -> None:
        self.process = process
        self.deadline = deadline
        self.printed: Dict[int, List[bytes]] = {}

    def ended(self, timeout: float) -> Ran:
        streams = [stream for stream in (self.process.stdout, self.process.stderr) if stream is not None]
        problem = self._read(streams) or self._waited()
        if problem == "timeout":
            problem = f"no answer within {timeout:g} s"
        if problem:
            problem += self._killed()
        output, errors = (b"".join(self.printed.get(stream.fileno(), [])) for stream in streams)
        code = self.process.returncode
        if not problem and code is not None and code < 0:
            problem = f"ended by {_signal_name(-code)}"
        return Ran((), output, errors, code, 0.0, problem)

    def _read(self, streams: Sequence[IO[bytes]]) -> str:
        """Until both streams end. Empty where they did."""
        import selectors

        size = 0
        with selectors.DefaultSelector() as waiting:
            for stream in streams:
                waiting.register(stream, selectors.EVENT_READ)
            while waiting.get_map():
                left = self.deadline - time.monotonic()
                ready = waiting.select(left) if left > 0 else []
                if not ready:
                    return "timeout"
                for key, _ in ready:
                    chunk = os.read(key.fd, 65536)
                    self.printed.setdefault(key.fd, []).append(chunk)
                    size += len(chunk)
                    if not chunk:
                        waiting.unregister(key.fileobj)
                if size > OUTPUT_LIMIT:
                    return f"printed more than {OUTPUT_LIMIT // 1024 // 1024} MiB"
        return ""

    def _waited(self) -> str:
        try:
            self.process.wait(max(0.0, self.deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return "timeout"
        return ""

    def _killed(self) -> str:
        """Ends the whole group. A process that the kernel holds cannot be ended: that is said, not waited for."""
        for number, patience in ((signal.SIGTERM, _GRACE), (signal.SIGKILL, _REAP)):
            _signal_group(self.process.pid, number)
            try:
                self.process.wait(patience)
            except subprocess.TimeoutExpired:
                continue
            _signal_group(self.process.pid, signal.SIGKILL)
            return ", ended"
        return f", and cannot be ended (process {self.process.pid}); the controller may be resetting"


def _signal_group(group: int, number: int) -> None:
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        # Gone already, or every member of it is beyond us: there is nothing left to end.
        return


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _environment() -> Dict[str, str]:
    path = os.environ.get("PATH")
    return {**_ENVIRONMENT, "PATH": path} if path else dict(_ENVIRONMENT)
