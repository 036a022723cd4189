"""Which fault strikes which command."""

from __future__ import annotations

import json

import pytest

from tests.emulator.tool import ran


def codes(machine, *commands: str) -> list[int]:
    return [machine.run(*command.split()).code for command in commands]


def test_the_nth_command_that_matches_is_struck(make):
    machine = make("db-9361")
    machine.plan({"fault": "busy", "match": "SHOW", "nth": 2})

    assert codes(machine, "show", "/c0/v1 set rdcache=ra", "/c0 show", "show") == [0, 0, 7, 0]


def test_a_kind_narrows_it_and_every_means_every(make):
    machine = make("db-9361")
    machine.plan({"fault": "busy", "kind": "set", "nth": "every"})

    assert codes(machine, "show", "/c0/v1 set rdcache=ra", "/c0/v1 set rdcache=ra") == [0, 7, 7]


def test_a_new_plan_counts_from_the_beginning_and_none_ends_it(make):
    machine = make("db-9361")
    for _ in range(2):
        machine.plan({"fault": "busy"})
        assert codes(machine, "/c0 show", "/c0 show") == [7, 0]
    machine.plan({"fault": "busy"})
    machine.plan()
    assert codes(machine, "/c0 show") == [0]


def test_two_entries_alike_strike_two_commands(make):
    machine = make("db-9361")
    machine.plan({"fault": "busy", "nth": 1}, {"fault": "busy", "nth": 2})

    assert codes(machine, "/c0 show", "/c0 show", "/c0 show") == [7, 7, 0]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("busy", [7, 0, 0]),
        ("busy@2", [0, 7, 0]),
        ("busy@every", [7, 7, 7]),
        ("busy@every~/c0/v1", [0, 7, 0]),
        ("refused:code=61,message=no@3", [0, 0, 61]),
        ("busy;sequence_mismatch@2", [7, 103, 0]),
        ('[{"fault": "busy", "nth": 2}]', [0, 7, 0]),
        ('{"faults": [{"fault": "busy"}]}', [7, 0, 0]),
    ],
)
def test_the_variable_holds_json_or_the_short_form(make, given, expected):
    machine = make("db-9361")
    commands = (["/c0", "show"], ["/c0/v1", "show"], ["/c0", "show"])

    assert [ran(machine, *command, faults=given).returncode for command in commands] == expected


def test_the_variable_names_a_file(make, tmp_path):
    machine, file = make("db-9361"), tmp_path / "plan.json"
    file.write_text(json.dumps([{"fault": "busy"}]), encoding="utf-8")

    assert ran(machine, "/c0", "show", faults=str(file)).returncode == 7


@pytest.mark.parametrize("given", ["[1]", "{broken", "No Such Thing!", "no_such_fault", '[{"fault": 3}]'])
def test_a_plan_that_is_none_is_said_and_nothing_is_run(make, given):
    machine = make("db-9361")
    found = ran(machine, "/c0/v1", "set", "wrcache=wt", faults=given)

    assert (found.stdout, found.returncode) == ("", 70)
    assert "fault" in found.stderr
    assert machine.policies("c0/v1")["wrcache"] == "wb"
