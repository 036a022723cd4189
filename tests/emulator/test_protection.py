"""Time passes: batteries learn and recover, operations end."""

from __future__ import annotations

import time

from app.emulator.machine import Machine
from tests.emulator.tool import cache, data, entries, ran

HOUR, DAY = 3600, 24 * 3600


def battery(machine) -> str:
    found = {row["Property"]: row["Value"] for row in data(machine, "/c0/bbu", "show", "status")["BBU_Info"]}
    return str(found["Battery State"])


def test_a_classic_battery_learns_charges_and_comes_back(make):
    machine = make("bbu-9261")
    seen = []
    for _ in range(9):
        seen.append((battery(machine), cache(machine)))
        machine.advance(HOUR)

    assert seen[0] == ("Learning", "RaWTC")
    assert seen[2] == ("Charging", "RaWTC")
    assert seen[-1] == ("Optimal", "RaWBC")


def test_a_battery_learns_again_when_it_is_due(make):
    machine = make("bbu-9261")
    machine.advance(30 * DAY + HOUR)

    assert battery(machine) == "Learning"
    machine.advance(9 * HOUR)
    assert battery(machine) == "Optimal"


def test_a_cachevault_learns_without_telling(make):
    machine = make("db-9361")
    ran(machine, "/c0/cv", "start", "learn", "J")

    assert cache(machine, "v1") == "RWBD"
    assert [run["kind"] for run in machine.runs()] == ["operation", "show"]


def test_a_learn_cycle_can_be_asked_for(make):
    machine = make("bbu-9261")
    machine.advance(DAY)
    ran(machine, "/c0/bbu", "start", "learn", "J")

    assert battery(machine) == "Learning"


def test_the_wrong_sort_of_protection_is_hinted_at(make):
    row = entries(make("db-9361"), "/c0/bbu", "show")[0]["Command Status"]["Detailed Status"][0]
    other = entries(make("bbu-9261"), "/c0/cv", "show")[0]["Command Status"]["Detailed Status"][0]

    assert (row["ErrMsg"], row["ErrCd"]) == ("use /cx/cv", 255)
    assert (other["ErrMsg"], other["ErrCd"]) == ("use /cx/bbu", 255)


def test_nothing_fitted_is_error_34(make):
    found = ran(make("nocache-9341"), "/c0/cv", "show", "all", "J")

    assert found.returncode == 34
    assert "Cachevault is absent!" in found.stdout


def test_protection_lost_and_restored(make):
    machine = make("db-9361")
    machine.happen("protection_lost", "c0", state="charging")
    machine.happen("protection_restored", "c0", seconds=600)

    assert cache(machine, "v1") == "RWTD"
    machine.advance(601)
    assert cache(machine, "v1") == "RWBD"


def test_an_operation_advances_and_ends(make):
    machine = make("old-9270cv")

    def active() -> str:
        return str(data(machine, "/c0/v0", "show", "all")["VD0 Properties"]["Active Operations"])

    assert active() == "Consistency Check (33%)"
    assert data(machine, "/c0/v0", "show", "cc")["VD Operation Status"][0]["Status"] == "In progress"
    machine.advance(4 * HOUR)
    assert active() == "None"


def test_a_drive_fails_is_replaced_and_rebuilds(make):
    machine = make("db-9361")
    machine.happen("drive_failed", "c0/v2", slot="252:7")
    machine.happen("rebuild_started", "c0/v2", hours=2)
    machine.advance(HOUR)

    progress = data(machine, "/c0/e252/s7", "show", "rebuild")[0]
    assert (progress["Progress%"], progress["Status"]) == (50, "In progress")
    machine.advance(2 * HOUR)
    assert data(machine, "/c0/v2", "show")["Virtual Drives"][0]["State"] == "Optl"


def test_time_can_run_faster(tmp_path):
    machine = Machine.make("bbu-9261", tmp_path, factor=1e6)
    until = time.monotonic() + 20
    while battery(machine) != "Optimal" and time.monotonic() < until:
        time.sleep(0.01)

    assert machine.is_protected()
