"""A uvicorn worker on one core, and what it costs."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Usage:
    """Seconds on the core, and seconds ready to run while another process had it."""

    running: float
    waiting: float

    def since(self, before: Usage) -> Usage:
        return Usage(self.running - before.running, self.waiting - before.waiting)


def usage_of(pid: int) -> Usage:
    """Of all threads, to the nanosecond (``/proc/<pid>/task/*/schedstat``)."""
    running = waiting = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        ran, waited, _ = (task / "schedstat").read_text().split()
        running += int(ran)
        waiting += int(waited)
    return Usage(running / 1e9, waiting / 1e9)


@dataclass(frozen=True)
class Server:
    pid: int
    port: int

    def usage(self) -> Usage:
        return usage_of(self.pid)

    def resident_mb(self) -> float:
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        kib = next(line.split()[1] for line in lines if line.startswith("VmRSS"))
        return int(kib) / 1024


@contextmanager
def served(application: str, core: int, *words: str) -> Iterator[Server]:
    """
    One worker, uvloop and httptools, no access log. Raises ``RuntimeError`` where it does not listen within 20 s.
    """
    port = _free_port()
    argv = [
        sys.executable,
        "-m",
        "uvicorn",
        application,
        "--port",
        str(port),
        "--loop",
        "uvloop",
        "--http",
        "httptools",
    ]
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    process = subprocess.Popen([*argv, "--no-access-log", "--log-level", "warning", *words], cwd=ROOT, env=environment)
    os.sched_setaffinity(process.pid, {core})
    try:
        _await_port(port, process)
        yield Server(process.pid, port)
    finally:
        process.terminate()
        process.wait(10)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _await_port(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"nothing listens on port {port}")
