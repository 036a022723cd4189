"""Starting a tool: whole output, a time limit, nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from app.collector import running
from app.collector.running import Runner


def script(directory: Path, text: str) -> str:
    path = directory / "tool"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_output_errors_and_exit_code_come_apart(tmp_path: Path) -> None:
    ran = Runner().run([script(tmp_path, 'echo "$1"; echo oops >&2; pwd; exit 46'), "a b"], 20, str(tmp_path))

    assert (ran.output, ran.errors, ran.code, ran.problem) == (f"a b\n{tmp_path}\n".encode(), b"oops\n", 46, "")
    assert ran.argv[1] == "a b"
    assert 0 < ran.seconds < 20


def test_the_environment_is_bare_and_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_PRELOAD_OF_MINE", "x")
    monkeypatch.delenv("PATH")

    ran = Runner().run([script(tmp_path, "/usr/bin/env")], 20, str(tmp_path))

    assert b"LC_ALL=C" in ran.output
    assert b"LD_PRELOAD_OF_MINE" not in ran.output


@pytest.mark.parametrize("stubborn", ["", "trap '' TERM; "])
def test_what_takes_too_long_is_ended_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stubborn: str
) -> None:
    monkeypatch.setattr(running, "_GRACE", 0.2)
    tool = script(tmp_path, f"{stubborn}echo $$; sleep 300 & echo $!; wait; sleep 300")

    ran = Runner().run([tool], 0.7, str(tmp_path))

    assert (ran.code is None or ran.code < 0, ran.problem) == (True, "no answer within 0.7 s, ended")
    for process in ran.output.split():
        deadline = time.monotonic() + 5
        while Path(f"/proc/{int(process)}").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not Path(f"/proc/{int(process)}").exists()


def test_a_tool_that_closed_its_output_and_lives_on_is_ended_too(tmp_path: Path) -> None:
    ran = Runner().run([script(tmp_path, "echo done; exec >&- 2>&-; sleep 300")], 0.7, str(tmp_path))

    assert (ran.output, ran.problem) == (b"done\n", "no answer within 0.7 s, ended")


def test_output_without_end_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "OUTPUT_LIMIT", 1024 * 1024)

    assert Runner().run([script(tmp_path, "yes")], 20, str(tmp_path)).problem == "printed more than 1 MiB, ended"


def test_a_tool_that_dies_says_of_what(tmp_path: Path) -> None:
    ran = Runner().run([script(tmp_path, "kill -ILL $$")], 20, str(tmp_path))

    assert (ran.code, ran.problem) == (-4, "ended by SIGILL")
    assert running._signal_name(99) == "signal 99"


def test_a_tool_that_is_not_there_is_no_exception(tmp_path: Path) -> None:
    ran = Runner().run([str(tmp_path / "none")], 20, str(tmp_path))

    assert (ran.code, ran.problem) == (None, f"{tmp_path / 'none'} cannot be started: No such file or directory")


def test_a_process_that_cannot_be_ended_is_told_and_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_GRACE", 0.05)
    monkeypatch.setattr(running, "_REAP", 0.05)
    killed = []
    monkeypatch.setattr(running, "_signal_group", lambda group, number: killed.append((group, number)))
    started = []
    real = subprocess.Popen.__exit__

    def ended(process: subprocess.Popen[bytes], *rest: object) -> None:
        started.append(process.pid)
        os.killpg(process.pid, signal.SIGKILL)
        real(process, *rest)

    monkeypatch.setattr(subprocess.Popen, "__exit__", ended)
    ran = Runner().run([script(tmp_path, "sleep 300")], 0.2, str(tmp_path))

    assert f"cannot be ended (process {started[0]}); the controller may be resetting" in ran.problem
    assert [number for _, number in killed] == [signal.SIGTERM, signal.SIGKILL]


def test_locks_are_inherited(tmp_path: Path) -> None:
    read, write = os.pipe()
    try:
        ran = Runner().run([script(tmp_path, f"echo kept > /dev/fd/{write}")], 20, str(tmp_path), [write])
        os.close(write)

        assert (ran.code, os.read(read, 100)) == (0, b"kept\n")
    finally:
        os.close(read)


def test_a_group_that_is_gone_needs_no_signal() -> None:
    process = subprocess.Popen(["true"], start_new_session=True)
    process.wait()

    running._signal_group(process.pid, signal.SIGTERM)
