"""Several at once, and kills at any moment: the state is always a whole one."""

from __future__ import annotations

import json
import random
import subprocess
import time

import pytest

from tests.emulator.tool import cache

WORKERS, ROUNDS = 2, 8


def test_two_processes_at_once_lose_no_setting(make):
    machine = make("db-9361")
    sets = [["/c0/v1", "set", "wrcache=wt"], ["/c0/v1", "set", "rdcache=nora"], ["/c0/v1", "set", "iopolicy=cached"]]
    processes = [subprocess.Popen([machine.programs[0], *words], stdout=subprocess.DEVNULL) for words in sets]

    assert [process.wait(30) for process in processes] == [0, 0, 0]
    assert cache(machine, "v1") == "NRWTC"


def test_every_command_of_many_at_once_is_recorded_once(make):
    machine = make("db-9361")
    for _ in range(ROUNDS):
        running = [
            subprocess.Popen([machine.programs[0], "/c0/v1", "set", f"name=w{worker}"], stdout=subprocess.DEVNULL)
            for worker in range(WORKERS)
        ]
        assert [process.wait(30) for process in running] == [0] * WORKERS

    assert len(machine.runs("set")) == WORKERS * ROUNDS
    assert all(run["exit"] == 0 for run in machine.runs())


def kill_at(machine, moment: float) -> None:
    with subprocess.Popen(
        [machine.programs[0], "/c0/v1", "set", "wrcache=wt", "rdcache=nora"], stdout=subprocess.DEVNULL
    ) as process:
        time.sleep(moment)
        process.kill()


@pytest.mark.parametrize("seed", range(4))
def test_a_kill_at_any_moment_leaves_the_old_state_or_the_new(make, seed):
    machine, dice = make("db-9361"), random.Random(seed)
    for _ in range(8):
        machine.run("/c0/v1", "set", "wrcache=wb", "rdcache=ra")
        kill_at(machine, dice.uniform(0, 0.12))

        json.loads((machine.directory / "state.json").read_text(encoding="utf-8"))
        assert cache(machine, "v1") in ("RWBD", "NRWTD")
        assert all(isinstance(run["argv"], list) for run in machine.runs())


def test_in_this_process_and_as_another_the_answer_is_the_same(make):
    machine = make("db-9361")
    for command in ("show all", "/c0/vall show all J", "/c0/cv show all J", "/c5 show J", "/c0/v1 set wrcache=xx"):
        alone = subprocess.run([machine.programs[0], *command.split()], capture_output=True, text=True, check=False)
        here = machine.run(*command.split())

        assert (alone.stdout, alone.returncode) == (here.stdout, here.code)
