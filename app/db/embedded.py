"""
A PostgreSQL of our own: made on first use, reached by a socket only its owner may open, gone with its owner.

    with start_embedded(Path("var")) as postgres:
        migrate(postgres.url)
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import URL

from app.db.binaries import EmbeddedPostgresError, binaries
from app.db.identity import Identity, Launch, launch
from app.db.owner import Ownership, own, socket_directory

__all__ = ["EmbeddedPostgres", "EmbeddedPostgresError", "running_url", "start_embedded"]

_NAME = "raidwise"
_READY_SECONDS = 120.0
_STOP_SECONDS = 30.0
_LARGEST_LOG = 10 * 1024**2


class EmbeddedPostgres:
    """A running server. ``url`` is for SQLAlchemy; ``stop()`` or leaving the ``with`` ends it."""

    def __init__(self, process: subprocess.Popen[bytes], ownership: Ownership, url: str) -> None:
        self.process = process
        self.url = url
        self._ownership = ownership

    def stop(self) -> None:
        """Fast shutdown: clients are cut off, everything committed is on disk. Twice does nothing more."""
        _stop(self.process)
        self._ownership.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def start_embedded(
    data_dir: Path, settings: Mapping[str, str] | None = None, identity: Identity | None = None
) -> EmbeddedPostgres:
    """
    Start the server whose files lie in ``data_dir``, making them first where there are none.

    Raises ``EmbeddedPostgresError``: no PostgreSQL here, another owner runs this directory, or it will not start.
    """
    if threading.current_thread() is not threading.main_thread():
        # PR_SET_PDEATHSIG fires when the thread that forked ends, not the process (prctl(2)).
        raise EmbeddedPostgresError("the embedded PostgreSQL must be started from the main thread")
    home = data_dir.resolve() / "postgres"
    ownership = own(home)
    try:
        return _start(home, ownership, settings or {}, identity)
    except BaseException:
        ownership.release()
        raise


def running_url(data_dir: Path) -> str | None:
    """The address of the server that runs in this directory, whoever started it; None where none runs."""
    home = data_dir.resolve() / "postgres"
    if not (home / "cluster" / "postmaster.pid").exists():
        return None
    socket = socket_directory(home)
    return _url(socket, (home / "password").read_text()) if (socket / ".s.PGSQL.5432").exists() else None


def _start(
    home: Path, ownership: Ownership, settings: Mapping[str, str], identity: Identity | None
) -> EmbeddedPostgres:
    start = launch(binaries(_major_of(home / "cluster")), home, identity)
    password = _password(home / "password", start)
    start.give(home)
    if not (home / "cluster").exists():
        _initdb(home, start)
    socket = socket_directory(home)
    start.give(socket)
    process = _postgres(home, socket, start, ownership, settings)
    try:
        _wait_until_ready(process, home)
        _create_database(socket, password)
    except BaseException:
        _stop(process)
        raise
    return EmbeddedPostgres(process, ownership, _url(socket, password))


def _major_of(cluster: Path) -> int | None:
    version = cluster / "PG_VERSION"
    return int(version.read_text()) if version.exists() else None


def _password(path: Path, start: Launch) -> str:
    """Made once. Only a file, never an argument: arguments can be read by everybody on the machine."""
    if not path.exists():
        unfinished = path.with_suffix(".new")
        with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(24))
        unfinished.rename(path)
    start.give(path)
    return path.read_text()


def _initdb(home: Path, start: Launch) -> None:
    """Into a directory beside, renamed when whole: an interrupted initdb leaves nothing half-made."""
    unfinished = home / "cluster.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    options = ["--auth=scram-sha-256", f"--pwfile={home / 'password'}", f"--username={_NAME}"]
    # C sorts alike on every machine, so that a moved data directory keeps its indexes valid.
    locale = ["--encoding=UTF8", "--locale=C", "--no-instructions"]
    argv = start.argv("initdb", "-D", unfinished, *options, *locale)
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd="/")
    if done.returncode != 0:
        raise EmbeddedPostgresError(f"initdb failed in {home}:\n{done.stdout}")
    unfinished.rename(home / "cluster")


def _postgres(
    home: Path, socket: Path, start: Launch, ownership: Ownership, settings: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    chosen = {"listen_addresses": "", "unix_socket_directories": str(socket), "unix_socket_permissions": "0700"}
    options = [f"--{name}={value}" for name, value in {**chosen, **settings}.items()]
    # Holding the lock, we know that no server runs here: what a killed one left behind would only
    # be believed if its number meanwhile belonged to another process.
    (home / "cluster" / "postmaster.pid").unlink(missing_ok=True)
    with _log(home).open("ab") as log:
        return subprocess.Popen(
            start.argv("postgres", "-D", home / "cluster", *options),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",
            pass_fds=[ownership.descriptor],
            # Ctrl-C goes to the terminal's whole group: the service must finish its requests first.
            start_new_session=True,
        )


def _log(home: Path) -> Path:
    log = home / "postgres.log"
    if log.exists() and log.stat().st_size > _LARGEST_LOG:
        log.replace(log.with_suffix(".log.1"))
    return log


def _wait_until_ready(process: subprocess.Popen[bytes], home: Path) -> None:
    """The eighth line of postmaster.pid tells its state, as pg_ctl reads it; crash recovery may take a while."""
    deadline = time.monotonic() + _READY_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise EmbeddedPostgresError(f"PostgreSQL did not start; the end of {_log(home)}:\n{_tail(_log(home))}")
        if _state(home / "cluster" / "postmaster.pid", process.pid) == "ready":
            return
        time.sleep(0.01)
    raise EmbeddedPostgresError(f"PostgreSQL was not ready after {_READY_SECONDS:.0f} s; see {_log(home)}")


def _state(path: Path, pid: int) -> str:
    try:
        lines = path.read_text().splitlines()
    except FileNotFoundError:
        return "none"
    return lines[7].strip() if len(lines) > 7 and lines[0] == str(pid) else "starting"


def _tail(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-12:])


def _create_database(socket: Path, password: str) -> None:
    server = make_conninfo(host=str(socket), user=_NAME, password=password, dbname="postgres")
    with psycopg.connect(server, autocommit=True) as connection:
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [_NAME]).fetchone() is None:
            connection.execute(f"CREATE DATABASE {_NAME}")


def _url(socket: Path, password: str) -> str:
    url = URL.create("postgresql+psycopg", _NAME, password, database=_NAME, query={"host": str(socket)})
    return url.render_as_string(hide_password=False)


def _stop(process: subprocess.Popen[bytes]) -> None:
    for request in (signal.SIGINT, signal.SIGQUIT):
        if process.poll() is not None:
            return
        process.send_signal(request)
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            continue
    if process.poll() is None:
        raise EmbeddedPostgresError(f"PostgreSQL (process {process.pid}) does not stop")
