"""The service as a process: it listens, it stops, it says what is wrong."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.db_fixtures import short_directory

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def folder():
    made = short_directory()
    yield made
    shutil.rmtree(made)


@pytest.fixture
def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def service(**variables):
    bare = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.Popen(
        [sys.executable, "-m", "app.serving"],
        cwd=ROOT,
        env=bare | {name: str(value) for name, value in variables.items()},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def answered(port, process):
    """Whether the service answers anything within 30 s."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/openapi.json", timeout=5).status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            time.sleep(0.05)
    return None


@pytest.mark.parametrize("request_to_stop", [signal.SIGTERM, signal.SIGINT])
def test_the_service_starts_from_nothing_and_leaves_nothing_running(folder, port, request_to_stop):
    process = service(RAIDWISE_DATA_DIR=folder, RAIDWISE_PORT=port)
    status = answered(port, process)
    server = int((folder / "postgres" / "cluster" / "postmaster.pid").read_text().split()[0])

    process.send_signal(request_to_stop)
    output, _ = process.communicate(timeout=30)

    assert status == 200
    assert process.returncode in (0, -signal.SIGINT, 130)
    assert "Traceback" not in output
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)


def test_a_database_of_ones_own_is_migrated_and_used(blank_database, folder, port):
    process = service(DATABASE_URL=blank_database, RAIDWISE_DATA_DIR=folder / "unused", RAIDWISE_PORT=port)
    status = answered(port, process)
    process.terminate()
    process.communicate(timeout=30)

    assert status == 200
    assert not (folder / "unused").exists()


def test_a_database_that_cannot_be_reached_is_told_without_the_password(folder, port):
    address = f"postgresql://raidwise:hidden@127.0.0.1:{port}/raidwise"
    output, _ = service(DATABASE_URL=address, RAIDWISE_PORT=port).communicate(timeout=30)

    assert "no database" in output
    assert "Traceback" not in output
    assert "hidden" not in output


def test_a_wrong_setting_is_told_with_its_name():
    process = service(RAIDWISE_PORT="eighty")
    output, _ = process.communicate(timeout=30)

    assert process.returncode == 2
    assert "port" in output
    assert "Traceback" not in output
