"""The whole way: the file that ships, the service with its database, the emulator, all as real processes."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from app.collector.refusals import CODES
from tests.collector.fake_service import Says, fake
from tests.enrolling import SECRET_KEY, admin_token
from tests.shipped import Shipped, archive

__all__ = ["archive"]
ROOT = Path(__file__).resolve().parents[2]


class Process:
    """The service at one address, which can go away and come back."""

    def __init__(self, database_url: str, directory: Path) -> None:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = {**os.environ, "DATABASE_URL": database_url, "RAIDWISE_SECRET_KEY": SECRET_KEY}
        self._directory = directory
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        argv = [sys.executable, "-m", "uvicorn", "app.main:create_app", "--factory", "--port", str(self.port)]
        with (self._directory / "service.log").open("ab") as log:
            self._process = subprocess.Popen(argv, cwd=ROOT, env=self._environment, stdout=log, stderr=log)
        deadline = time.monotonic() + 60
        while not self._answers():
            assert self._process.poll() is None, (self._directory / "service.log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as response:
                return bool(response.status == 200)
        except OSError:
            return False

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
            self._process = None


@pytest.fixture(scope="module")
def service(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    process = Process(database_url, tmp_path_factory.mktemp("service"))
    process.start()
    yield process
    process.stop()


@pytest.fixture
def host(archive: Path, tmp_path: Path, service: Process, database_url: str) -> Shipped:
    """Enrolled, with a workload declared."""
    host = Shipped(archive, tmp_path)
    host.declare()
    token(host, service, database_url)
    host.run("enrol", "--without-root", "--url", service.url, "--token-file", "token", "--attempts", "2", expected=0)
    return host


def token(host: Shipped, service: Process, database_url: str) -> None:
    request = urllib.request.Request(
        f"{service.url}/api/v1/servers/join-tokens",
        data=b"{}",
        headers={"authorization": f"Bearer {admin_token(database_url)}", "content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        (host.here / "token").write_text(json.loads(response.read())["token"] + "\n")


def results(database_url: str, plan: str) -> list[str]:
    """Outcomes that the service keeps of a plan, oldest first."""
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        rows = connection.execute("SELECT outcome FROM results WHERE plan = %s ORDER BY at, received_at", [plan])
        return [row[0] for row in rows]


def run(host: Shipped, *words: str, expected: int | None = None) -> subprocess.CompletedProcess[str]:
    return host.run("run", "--without-root", *words, expected=expected)


def the_plan(host: Shipped) -> str:
    """The one that waits."""
    (name,) = [name for name in host.names("plans") if name.endswith(".json")]
    return name.removesuffix(".json")


def test_from_enrolment_to_a_result_that_the_service_keeps(host: Shipped, database_url: str):
    audit = run(host, expected=2)
    plan = the_plan(host)
    assert host.sets() == []
    assert "commands would be run, none was" in audit.stderr

    run(host, expected=2)
    assert the_plan(host) == plan

    run(host, "--enforce", expected=0)
    assert len(host.sets()) > 0
    assert results(database_url, plan) == ["done"]
    assert host.names("results") == []

    again = run(host, "--enforce", expected=0)
    assert "nothing to change" in again.stderr
    host.run("verify", "--without-root", str(host.state / "plans" / f"{plan}.json.done"), expected=0)


def test_enrolling_again_before_the_key_was_used_changes_nothing(host: Shipped, service: Process):
    key = (host.config / "server.key").read_text()
    words = ["enrol", "--without-root", "--url", service.url, "--token-file", "token"]
    host.run(*words, expected=0)
    assert (host.config / "server.key").read_text() == key

    run(host, expected=2)
    refused = host.run(*words, expected=CODES["service_refused"])
    assert "Make a join token for that server" in refused.stderr
    assert (host.config / "server.key").read_text() == key


def test_a_secret_is_for_its_owner_and_told_to_nobody(host: Shipped):
    secret = json.loads((host.config / "server.key").read_text())["secret"]
    said = run(host, "--enforce")

    assert (host.config / "server.key").stat().st_mode & 0o777 == 0o600
    assert secret not in said.stdout + said.stderr
    kept = [path.read_text(errors="replace") for path in host.state.rglob("*") if path.is_file()]
    assert not any(secret in text for text in kept)


def test_while_the_service_is_away_the_plan_is_carried_out_and_its_result_waits(
    host: Shipped, service: Process, database_url: str
):
    run(host, expected=2)
    plan = the_plan(host)
    service.stop()
    try:
        away = run(host, "--enforce", expected=CODES["service_away"])
    finally:
        service.start()

    assert "what waits stays on disk" in away.stderr
    assert len(host.sets()) > 0
    assert [name.partition(".")[0] for name in host.names("results")] == [plan]
    assert results(database_url, plan) == []

    run(host, "--enforce", expected=0)
    assert results(database_url, plan) == ["done"]
    assert host.names("results") == []


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (Says(200, b"<html>welcome to the hotel</html>", {}), "service_nonsense"),
        (Says(200, b'{"plan": "do as I say"}'), "service_nonsense"),
        (Says(200, b"{}", {"Raidwise-Protocol": "9"}), "service_version"),
    ],
)
def test_a_service_that_answers_nonsense_changes_nothing(host: Shipped, said: Says, name: str):
    with fake(said) as other:
        elsewhere(host, other.url)
        found = run(host, "--enforce", expected=CODES[name])

    assert f"[{name}]" in found.stderr
    assert (host.sets(), host.names("plans")) == ([], [])


def elsewhere(host: Shipped, url: str) -> None:
    path = host.config / "service.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "url": url}))


def test_a_plan_that_another_key_signed_never_reaches_the_inbox(host: Shipped, service: Process, database_url: str):
    run(host, expected=2)
    plan = json.loads((host.state / "plans" / f"{the_plan(host)}.json").read_text())
    plan["id"] = "0f8fad5b-d9cb-469f-a165-70867728950e"
    with fake(Says(body=json.dumps(plan).encode())) as other:
        elsewhere(host, other.url)
        run(host, "--enforce", "--workloads", str(host.config / "workloads.json"))

    assert f"{plan['id']}.json" not in host.names("plans")


def test_killed_in_the_middle_it_recovers_and_tells_what_became_of_the_plan(host: Shipped, database_url: str):
    run(host, expected=2)
    plan = the_plan(host)
    host.server.plan({"fault": "slow", "match": " set ", "seconds": 1.5, "nth": 2})
    process = host.start("run", "--without-root", "--enforce")
    deadline = time.monotonic() + 60
    while len(host.sets()) < 2:
        assert time.monotonic() < deadline
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=30)

    recovered = run(host, "--enforce", "--wait", "60")

    assert recovered.returncode in (0, CODES["rolled_back"]), recovered
    assert results(database_url, plan)[0] == "recovered"
    assert host.names("results") == []
    run(host, "--enforce", expected=0)
    assert "every run has ended" in host.run("recover", "--without-root", "--enforce", expected=0).stderr


def test_what_failed_is_told_and_not_tried_again(host: Shipped, database_url: str):
    run(host, expected=2)
    plan = the_plan(host)
    host.server.plan({"fault": "success_ignored", "match": " set ", "nth": "every"})

    run(host, "--enforce", expected=CODES["rolled_back"])
    tried = len(host.sets())
    again = run(host, "--enforce", expected=2)

    assert results(database_url, plan) == ["failed"]
    assert len(host.sets()) == tried
    assert "is not tried again" in again.stderr


def test_without_declared_workloads_only_a_report_is_made(host: Shipped):
    (host.config / "workloads.json").unlink()
    said = run(host, "--enforce", expected=0)

    assert "no workloads are declared" in said.stderr
    assert (host.sets(), host.names("plans")) == ([], [])


def test_a_service_is_left_alone_where_that_is_asked_for(host: Shipped, service: Process):
    elsewhere(host, "http://127.0.0.1:9")

    run(host, "--enforce", "--offline", expected=0)


def test_a_host_without_a_network_is_enrolled_by_file(
    archive: Path, tmp_path: Path, service: Process, database_url: str
):
    host = Shipped(archive, tmp_path)
    token(host, service, database_url)
    words = ["enrol", "--url", service.url, "--token-file", "token"]
    host.run(*words, "--out", "db9.key", expected=CODES["input"])
    made = host.run(*words, "--out", "db9.key", "--name", "db9", expected=0)
    assert "carry it there" in made.stdout
    assert list(host.config.iterdir()) == []

    host.run("key", "import", "db9.key", expected=0)
    assert host.run("key", "show", expected=0).stdout.startswith("server ")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["--url", "http://raidwise.example.org", "--token-file", "token"], "input"),
        (["--url", "http://127.0.0.1:9", "--token-file", "token", "--attempts", "0"], "input"),
        (["--url", "http://127.0.0.1:9", "--token-file", "nowhere"], "input"),
        (["--url", "http://127.0.0.1:9", "--token-file", "token", "--attempts", "1"], "service_away"),
    ],
)
def test_enrolling_that_cannot_work_leaves_nothing(archive: Path, tmp_path: Path, words: list[str], name: str):
    host = Shipped(archive, tmp_path)
    (host.here / "token").write_text("rwj_1_2")

    host.run("enrol", "--without-root", *words, expected=CODES[name])

    assert list(host.config.iterdir()) == []
