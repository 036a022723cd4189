"""The shows that collectors and monitoring scripts ask for, in text and JSON."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from app.emulator.presets import NAMES
from tests.emulator.tool import cache, data, document, entries, ran, status

SHOWS = [
    "show",
    "show all",
    "show ctrlcount",
    "/c0 show",
    "/c0 show all",
    "/c0 show all noaso",
    "/call show",
    "/c0/vall show",
    "/c0/vall show all",
    "/c0/vall show init",
    "/c0/vall show cc",
    "/c0/vall show bgi",
    "/c0/vall show migrate",
    "/c0/eall/sall show",
    "/c0/eall/sall show all",
    "/c0/eall/sall show rebuild",
    "/c0/eall show",
    "/c0/dall show",
    "/c0/cv show all",
    "/c0/cv show status",
    "/c0/cv show learn",
    "/c0/bbu show all",
    "/c0/bbu show status",
    "/c0 show preservedcache",
    "/c0 show patrolread",
    "/c0 show cc",
    "/c0 show personality",
    "/c0 show rebuildrate",
    "/c0/fall show",
    "/c0/fall show all",
]


def in_process(machine, command: str):
    return machine.run(*command.split())


@pytest.mark.parametrize("server", [name for name in NAMES if name != "big-240"])
def test_every_show_answers_in_json_and_in_text(make, server):
    machine = make(server)
    eight = machine.programs[0].name.endswith("2")
    for command in SHOWS:
        outcome = in_process(machine, f"{command} J nolog")
        if eight and any(word in command for word in ("/cv", "/bbu", "migrate")):
            assert outcome.stdout.startswith("CLI Version")
            continue
        assert json.loads(outcome.stdout)["Controllers"], command
        assert "Status = " in in_process(machine, command).stdout


def test_all_controllers_answer_in_one_document_and_not_alike(make):
    found = entries(make("two-controllers"), "/call", "show", "cc")

    assert [one["Command Status"]["Controller"] for one in found] == [0, 1, 2]
    assert [one["Command Status"]["Status"] for one in found] == ["Success", "Success", "Failure"]


def test_a_controller_that_is_not_there(make):
    assert status(make("db-9361"), "/c5", "show") == {
        "Controller": 5,
        "Status": "Failure",
        "Description": "Controller 5 not found",
    }


def test_a_tool_of_another_vendor_sees_no_controller(make):
    machine = make("perc-h730p")

    assert json.loads(machine.run("show", "J", program="storcli64").stdout)["Controllers"][0]["Response Data"] == {
        "Number of Controllers": 0,
        "Host Name": "perc-h730p.example.org",
        "Operating System ": "Linux 5.14.0-362.8.1.el9_3.x86_64",
    }
    assert "No Controller found" in machine.run("/call", "show", "J", program="storcli64").stdout
    assert "Controller 0 not found" in machine.run("/c0", "show", "J", program="storcli64").stdout


def test_two_vendors_cards_are_seen_each_by_its_own_tool(make):
    machine = make("two-vendors")
    seen = {
        path.name: [
            row["Model"]
            for row in json.loads(subprocess.check_output([path, "show", "J"]))["Controllers"][0]["Response Data"][
                "System Overview"
            ]
        ]
        for path in machine.programs
        if path.name.endswith("64")
    }

    assert seen == {"storcli64": ["AVAGOMegaRAIDSAS9361-8i"], "perccli64": ["PERCH730PAdapter"]}


def test_no_controller_is_told_in_three_ways(make):
    machine = make("no-controller")

    assert data(machine, "show")["Number of Controllers"] == 0
    assert status(machine, "/call", "show")["Description"] == "No Controller found"
    assert status(machine, "/c0", "show")["Description"] == "Controller 0 not found"
    with pytest.raises(LookupError):
        machine.happen("drive_failed", "c0")


def test_the_name_of_the_program_decides_which_tool_it_is(make):
    machine = make("db-9361")
    other = machine.directory / "perccli64"
    shutil.copy(machine.programs[0], other)

    seen = json.loads(subprocess.check_output([other, "show", "J"]))["Controllers"][0]["Response Data"]
    told = json.loads(subprocess.check_output([other, "--as", "storcli64", "show", "J"]))["Controllers"][0][
        "Response Data"
    ]

    assert (seen["Number of Controllers"], told["Number of Controllers"]) == (0, 1)


def test_old_builds_say_no_version_and_glue_the_system(make):
    found = document(make("bbu-9261"), "show")["Controllers"][0]

    assert "CLI Version" not in found["Command Status"]
    assert found["Response Data"]["Operating System "].startswith("Linux5.")


def test_grammar_8_says_the_controller_as_text(make):
    machine = make("mpi3-9660")

    assert status(machine, "/c0", "show")["Controller"] == "0"
    assert status(machine, "/c9", "show")["Controller"] == 9


def test_exit_codes_of_grammar_8_cannot_be_relied_on(make):
    machine = make("mpi3-9660")
    codes = {
        command: ran(machine, *command.split(), "J").returncode for command in ("show", "/c9 show", "/c0/v99 show")
    }

    assert codes == {"show": 6, "/c9 show": 0, "/c0/v99 show": 0}
    assert ran(machine, "/c0/e306/s99", "show", "J").returncode != 0


def test_volume_numbers_count_down_on_newer_cards(make):
    assert sorted(row["DG/VD"] for row in data(make("trimode-9560"), "/c0/vall", "show")["Virtual Drives"]) == [
        "0/239",
        "1/238",
        "2/237",
    ]


def test_one_failed_drive_makes_the_whole_list_a_failure_with_its_data(make):
    machine = make("db-9361")
    machine.happen("drive_failed", "c0/v2")
    found = ran(machine, "/c0/eall/sall", "show", "all", "J")
    entry = json.loads(found.stdout)["Controllers"][0]

    assert found.returncode == 46
    assert entry["Command Status"]["Status"] == "Failure"
    assert len(entry["Response Data"]) == 2 * 11


def test_a_degraded_volume_is_degraded_everywhere(make):
    machine = make("db-9361")
    machine.happen("drive_failed", "c0/v2")

    assert data(machine, "show")["System Overview"][0]["VNOpt"] == 1
    assert data(machine, "/c0/v2", "show")["Virtual Drives"][0]["State"] == "Dgrd"
    assert "Failed" in [row["State"] for row in data(machine, "/c0", "show")["TOPOLOGY"]]


def test_text_mode_of_a_controller_begins_with_a_warning_of_patience(make):
    assert ran(make("db-9361"), "/c0", "show").stdout.startswith("Generating detailed summary")


def test_text_of_grammar_8_tells_what_its_json_tells(make):
    machine = make("mpi3-9660")
    text = machine.run("/c0/v5", "show", "all").stdout + machine.run("/c0/e306/s0", "show", "all").stdout

    for said in ("VD Properties :", "Drive Write Cache Policy = Disabled", "R,WB", "Hard Disk Drive RPM = 7200"):
        assert said in text


def test_vendor_numbers_are_hexadecimal_in_text_and_decimal_in_json(make):
    machine = make("db-9361")

    assert "Device Id = 0x5D" in machine.run("/c0", "show").stdout
    assert data(machine, "/c0", "show")["Device Id"] == 0x5D


def test_lists_and_ranges_of_volumes_are_shown(make):
    found = data(make("db-9361"), "/c0/v0,1-2", "show")["Virtual Drives"]

    assert [row["DG/VD"] for row in found] == ["0/0", "1/1", "2/2"]


def test_version_and_nonsense(make):
    machine = make("db-9361")

    assert "007.2508" in ran(machine, "-v").stdout
    assert "syntax error" in ran(machine, "/c0", "frobnicate", "J").stdout
    assert "syntax error" in ran(machine, "/c0", "show", "frobnicate", "J").stdout
    assert "syntax error" in ran(machine).stdout


def test_every_number_an_identity_is_the_same_each_time_and_differs_between_drives(make):
    first, second = (make("big-240").state()["controllers"] for _ in range(2))

    assert first == second
    assert len({drive["serial"] for drive in first[0]["drives"]}) == 240
    assert len({volume["naa"] for volume in first[0]["volumes"]}) == 20


def test_adaptive_read_ahead_and_cached_i_o_have_their_letters(make):
    assert cache(make("bbu-9261"), "v0") == "RaWTC"
