"""Each fault, as a program meets it, and where the server stands afterwards."""

from __future__ import annotations

import json
import signal
import subprocess
import time

import pytest

from app.emulator.events import EVENTS
from app.emulator.faults import FAULTS
from tests.emulator.tool import cache, data, ran, rows

SET = ("/c0/v1", "set", "wrcache=wt", "nolog", "J")
OLD, NEW = "RWBD", "RWTD"


def parsed(text: str):
    return json.loads(text)["Controllers"][0]["Command Status"]


def test_a_hang_does_nothing_until_it_is_killed(make):
    machine = make("db-9361")
    with pytest.raises(subprocess.TimeoutExpired):
        subprocess.run(
            [machine.programs[0], *SET], timeout=1, capture_output=True, check=False, env=planned("hang"), text=True
        )

    assert cache(machine, "v1") == OLD
    assert machine.runs("set")[0]["fate"] == "hang"


def test_a_hang_after_the_effect_holds_up_nobody_else(make):
    machine = make("db-9361")
    with subprocess.Popen([machine.programs[0], *SET], env=planned("hang_after")) as process:
        wait_for(lambda: machine.runs("set") and machine.runs("set")[0]["fate"] == "hang")
        assert cache(machine, "v1") == NEW
        process.kill()


def planned(faults: str) -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "RAIDWISE_EMULATOR_FAULTS": faults}


def wait_for(condition) -> None:
    until = time.monotonic() + 20
    while not condition() and time.monotonic() < until:
        time.sleep(0.02)
    assert condition()


@pytest.mark.parametrize(
    ("fault", "signaled", "now"),
    [
        ("killed_before", signal.SIGKILL, OLD),
        ("killed_writing", signal.SIGKILL, OLD),
        ("killed_after", signal.SIGKILL, NEW),
        ("killed_printing", signal.SIGKILL, NEW),
        ("illegal_instruction", signal.SIGILL, OLD),
        ("illegal_instruction_after", signal.SIGILL, NEW),
    ],
)
def test_it_dies_of_a_signal_and_the_state_is_old_or_new(make, fault, signaled, now):
    machine = make("db-9361")
    found = ran(machine, *SET, faults=fault)

    assert found.returncode == -signaled
    assert cache(machine, "v1") == now
    run = machine.runs("set")[0]
    assert (run["exit"], run["fate"], run["changed"]) == (None, "killed", now == NEW)


def test_killed_while_printing_leaves_half_an_answer(make):
    found = ran(make("db-9361"), *SET, faults="killed_printing").stdout

    assert found.startswith("{")
    assert not found.rstrip().endswith("]\n}")


def test_slow_answers_in_the_end(make):
    machine = make("db-9361")
    began = time.monotonic()
    found = ran(machine, *SET, faults="slow:seconds=0.5")

    assert time.monotonic() - began > 0.5
    assert parsed(found.stdout)["Status"] == "Success"


@pytest.mark.parametrize(
    ("fault", "says", "code", "now"),
    [
        ("success_ignored", "Success", 0, OLD),
        ("delayed_effect", "Success", 0, OLD),
        ("failure_applied", "Failure", 3, NEW),
        ("failure_applied:code=61", "Failure", 61, NEW),
        ("failure_exit_0", "Failure", 0, OLD),
        ("exit_code", "Success", 1, NEW),
        ("partial_success", "Success", 0, OLD),
        ("refused", "Failure", 255, OLD),
        ("refused:code=24", "Failure", 24, OLD),
        ("sequence_mismatch", "Failure", 103, OLD),
        ("busy", "Failure", 7, OLD),
        ("no_controller", "Failure", 255, OLD),
        ("neighbour_changed", "Success", 0, "NRWTD"),
    ],
)
def test_what_is_said_what_is_exited_with_and_what_was_done(make, fault, says, code, now):
    machine = make("db-9361")
    found = ran(machine, *SET, faults=f"{fault}~set")

    assert (parsed(found.stdout)["Status"], found.returncode) == (says, code)
    assert cache(machine, "v1") == now


def test_a_refusal_answers_for_each_property(make):
    found = ran(make("db-9361"), "/c0/v1", "set", "wrcache=wt", "rdcache=nora", "J", faults="sequence_mismatch")

    assert [(row["Property"], row["ErrCd"]) for row in parsed(found.stdout)["Detailed Status"]] == [
        ("wrCache", 103),
        ("rdCache", 103),
    ]


def test_partial_success_sets_the_first_of_several(make):
    machine = make("db-9361")
    found = ran(machine, "/c0/v1", "set", "wrcache=wt", "rdcache=nora", "J", faults="partial_success")

    assert [row["Status"] for row in parsed(found.stdout)["Detailed Status"]] == ["Success", "Failed"]
    assert parsed(found.stdout)["Status"] == "Failure"
    assert cache(machine, "v1") == NEW


def test_partial_success_of_one_property_is_a_row_that_failed(make):
    found = parsed(ran(make("db-9361"), *SET, faults="partial_success").stdout)

    assert (found["Status"], found["Detailed Status"][0]["Status"]) == ("Success", "Failed")


def test_a_delayed_effect_comes(make):
    machine = make("db-9361")
    ran(machine, *SET, faults="delayed_effect:seconds=60")

    assert cache(machine, "v1") == OLD
    machine.advance(61)
    assert cache(machine, "v1") == NEW


@pytest.mark.parametrize(
    ("fault", "holds"),
    [
        ("truncated", lambda text: text.startswith("{") and len(text) > 100),
        ("noise", lambda text: text.startswith("100 (percent)100 (percent){")),
        ("noise_after", lambda text: text.startswith("{") and not text.rstrip().endswith("}")),
        ("not_utf8", lambda text: "\udce9" in text),
        ("text_despite_json", lambda text: "Status = Success" in text),
        ("deprecated", lambda text: "Deprecated command" in text),
        ("nolog_refused", lambda text: "TOKEN_NOLOG" in text),
        ("empty", lambda text: text == ""),
    ],
)
def test_what_is_printed_cannot_be_taken_as_it_is(make, fault, holds):
    assert holds(ran(make("db-9361"), *SET, faults=fault).stdout)


def test_without_nolog_a_build_that_refuses_it_answers(make):
    assert parsed(ran(make("db-9361"), *SET[:3], "J", faults="nolog_refused").stdout)["Status"] == "Success"


def test_an_unreadable_state_says_so_beside_standard_output(make):
    machine = make("db-9361")
    assert machine.programs
    machine.directory.joinpath("state.json").write_text("{", encoding="utf-8")
    found = ran(machine, "show", "J")

    assert (found.stdout, found.returncode) == ("", 70)
    assert "not JSON" in found.stderr


def test_the_fault_of_an_unreadable_state_needs_no_broken_file(make):
    machine = make("db-9361")

    assert ran(machine, *SET, faults="unreadable_state").returncode == 70
    assert cache(machine, "v1") == OLD


def test_a_resetting_controller_answers_7_and_then_well(make):
    machine = make("db-9361")
    machine.happen("controller_resetting", "c0", commands=2)
    codes = [ran(machine, *argv).returncode for argv in (("/c0", "show", "J"), SET, SET)]

    assert codes == [7, 7, 0]


def test_another_actor_comes_before_or_after(make):
    machine = make("db-9361")
    machine.plan(
        {"fault": "another_actor", "match": "set wrcache", "property": "rdcache"},
        {"fault": "another_actor", "match": "set wrcache", "value": "awb", "when": "after"},
    )
    ran(machine, *SET)

    assert cache(machine, "v1") == "NRAWBD"


def test_a_number_is_reused(make):
    machine = make("db-9361")
    before = data(machine, "/c0/v1", "show", "all")
    ran(machine, *SET, faults="number_reused")
    after = data(machine, "/c0/v1", "show", "all")

    assert before["VD1 Properties"]["SCSI NAA Id"] != after["VD1 Properties"]["SCSI NAA Id"]
    assert after["/c0/v1"][0]["Name"] == "other"


def test_protection_is_lost_in_the_middle(make):
    machine = make("db-9361")
    machine.plan({"fault": "protection_lost", "match": "wrcache=wb", "when": "after"})
    ran(machine, "/c0/v0", "set", "wrcache=wb", "J")

    assert machine.policies("c0/v0")["wrcache"] == "wb"
    assert machine.policies("c0/v0")["in_force"] == "wt"


def test_a_drive_fails_in_the_middle(make):
    machine = make("db-9361")
    ran(machine, *SET, faults="drive_failed")

    assert data(machine, "/c0/v1", "show")["Virtual Drives"][0]["State"] == "Dgrd"


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_leaves_a_server_that_answers(make, event):
    for server in ("db-9361", "mpi3-9660"):
        machine = make(server)
        machine.happen(event, "c0/v1")
        for command in ("/c0 show all J", "/c0/vall show all J", "/c0/eall/sall show all J", "/c0/dall show J"):
            assert json.loads(machine.run(*command.split()).stdout)["Controllers"]


@pytest.mark.parametrize("fault", sorted(FAULTS))
@pytest.mark.parametrize("server", ["db-9361", "mpi3-9660", "bbu-9261"])
def test_every_fault_strikes_every_grammar_and_the_next_command_is_well(make, fault, server):
    machine = make(server)
    volume = "v0" if server == "bbu-9261" else "v1"
    machine.plan({"fault": fault})
    machine.run(f"/c0/{volume}", "set", "wrcache=wt", "nolog", "J")

    assert json.loads(machine.run(f"/c0/{volume}", "show", "J").stdout)["Controllers"]
    assert machine.runs()[0]["faults"] == [fault]


def test_every_fault_and_event_has_its_sentence():
    assert all(fault.says.endswith(".") for fault in FAULTS.values())
    assert all((event.__doc__ or "").rstrip().endswith(".") for event in EVENTS.values())
    assert not FAULTS.keys() & EVENTS.keys()


def test_rows_of_grammar_8_name_who_refused(make):
    machine = make("mpi3-9660")
    machine.plan({"fault": "refused", "code": 9})

    assert rows(machine, "/c0/v1", "set", "wrcache=wt")[0]["ErrType"] == "DCMD"
