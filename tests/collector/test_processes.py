"""Real processes: two collectors at once, kill -9 in the middle of a command, a tool that hangs, a polite stop."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from app.collector.refusals import CODES
from tests.collector.sites import Site

CHANGES = (("c0/v1", "read_policy", "no_read_ahead"), ("c0/v1", "disk_cache_policy", "disabled"))
SLOW = {"fault": "slow", "match": " set ", "seconds": 1.5}


def until_set(site: Site) -> None:
    """Waits until the tool was given its first change."""
    deadline = time.monotonic() + 30
    while not site.sets():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_of_two_collectors_one_wins_and_the_other_says_who(site: Site) -> None:
    path = site.plan_file(*CHANGES)
    site.server.plan({**SLOW, "nth": 1})
    first = site.start("apply", path, "--enforce")
    until_set(site)

    second = site.run("apply", path, "--enforce")
    out, err = first.communicate(timeout=60)

    assert second.code == CODES["locked"]
    assert f"c0 is held by process {first.pid} (apply plan-12345678, user 0" in second.err.replace(
        f"user {os.getuid()}", "user 0"
    )
    assert (first.returncode, out) == (0, "")
    assert "\r" not in err
    assert err.count("applied") == 2


def test_whoever_waits_comes_next(site: Site) -> None:
    path = site.plan_file(*CHANGES)
    site.server.plan({**SLOW, "nth": 1})
    first = site.start("apply", path, "--enforce")
    until_set(site)

    second = site.run("apply", path, "--enforce", "--wait", "60")
    first.communicate(timeout=60)

    assert (first.returncode, second.code) == (0, 0)
    assert "nothing to do" in second.err
    assert len(site.sets()) == 2


def test_a_killed_collector_leaves_the_lock_to_its_tool_and_is_recovered_from(site: Site) -> None:
    path = site.plan_file(*CHANGES)
    site.server.plan({**SLOW, "nth": 2})
    first = site.start("apply", path, "--enforce")
    deadline = time.monotonic() + 30
    while len(site.sets()) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    first.send_signal(signal.SIGKILL)
    first.communicate(timeout=30)

    early = site.run("recover", "--enforce")
    told = site.run("recover", "--wait", "60")
    late = site.run("recover", "--enforce", "--wait", "60")

    assert early.code == CODES["locked"]
    assert "which is gone, but a tool it started still runs" in early.err
    assert (told.code, "began 2 of 2 steps" in told.err) == (2, True)
    assert (late.code, "every change had been made; the new state stands" in late.err) == (0, True)
    assert site.run("verify", path).code == 0
    assert site.run("recover", "--enforce").err == "every run has ended; nothing to recover\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_polite_stop_finishes_the_step_and_goes_back(site: Site, number: signal.Signals) -> None:
    path = site.plan_file(*CHANGES)
    site.server.plan({**SLOW, "nth": 1})
    process = site.start("apply", path, "--enforce")
    until_set(site)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)

    assert process.returncode == CODES["interrupted"]
    assert f"going back: interrupted by {number.name}" in err
    assert site.sets() == ["/c0/v1 set pdcache=off", "/c0/v1 set pdcache=default"]


def test_a_tool_that_hangs_is_ended_and_reaped(site: Site) -> None:
    path = site.plan_file(*CHANGES)
    site.server.plan({"fault": "hang", "match": " set pdcache=off"})

    said = site.run("apply", path, "--enforce", "--timeout", "1.5")

    assert said.code == CODES["rolled_back"]
    assert "no answer within 1.5 s, ended" in said.err
    assert site.values(site.plan(*CHANGES).plan.changes) == ["drive_default", "read_ahead"]
    assert running_tools(site) == []


def running_tools(site: Site) -> list[str]:
    """Command lines of processes that were started as this server's tools and still run."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if str(site.directory) in line:
            found.append(line)
    return found


def test_the_whole_way_as_an_operator_goes_it(site: Site) -> None:
    def done(*words: str) -> str:
        process = site.start(*words)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        return out + err

    assert "9361-8i" in done("collect", "--keep", str(site.directory / "captures"))
    path = site.plan_file(*CHANGES)
    assert "every change is configured and in effect" in done("apply", path, "--enforce")
    assert done("verify", path).count("took: ") == 2
    assert "every change is configured and in effect" in done("rollback", "plan-12345678", "--enforce")
    assert site.run("verify", path).code == 2
    assert "2 steps, new" in done("log")


@pytest.mark.parametrize("command", [2, 5, 6, 7, 8])
def test_a_real_kill_at_any_command_is_recovered_from(site: Site, command: int) -> None:
    file = site.plan(*CHANGES)
    path = site.kept(file.document)
    site.server.forget()
    site.server.plan({"fault": "slow", "nth": command, "seconds": 0.4})
    process = site.start("apply", path, "--enforce")
    deadline = time.monotonic() + 60
    while len(site.server.runs()) < command:
        assert (time.monotonic() < deadline, process.poll()) == (True, None)
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=30)

    assert site.run("recover", "--enforce", "--wait", "60").code == 0
    assert site.values(file.plan.changes) in (["disabled", "no_read_ahead"], ["drive_default", "read_ahead"])
    assert site.server.destructive() == []
    assert all(told.is_finished for told in site.journals())
