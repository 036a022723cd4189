"""What set does, refuses, and only seems to do."""

from __future__ import annotations

import pytest

from tests.emulator.tool import cache, data, ran, rows, status


def test_each_property_answers_by_its_own_name(make):
    found = rows(make("db-9361"), "/c0/v1", "set", "wrcache=WT", "rdcache=nora", "iopolicy=Cached", "pdcache=off")

    assert [(row["Property"], row["Value"], row["Status"]) for row in found] == [
        ("wrCache", "WT", "Success"),
        ("rdCache", "NoRA", "Success"),
        ("IoPolicy", "Cached", "Success"),
        ("PdCac", "Off", "Success"),
    ]


def test_several_properties_at_once_are_all_set(make):
    machine = make("db-9361")
    ran(machine, "/c0/v1", "set", "wrcache=wt", "rdcache=nora", "iopolicy=cached")

    assert cache(machine, "v1") == "NRWTC"


@pytest.mark.parametrize("argv", [["/c0/v1"], ["/c0", "/v1"], ["/C0/V1"]])
def test_paths_and_words_are_read_in_any_case(make, argv):
    machine = make("db-9361")

    assert ran(machine, *argv, "SET", "WrCache=aWb", "j", "NOLOG").returncode == 0
    assert cache(machine, "v1") == "RAWBD"


@pytest.mark.parametrize(("server", "word", "other"), [("db-9361", "awb", "fwb"), ("perc-h730p", "fwb", "awb")])
def test_always_write_back_has_its_vendors_word(make, server, word, other):
    machine = make(server)

    assert "syntax error" in ran(machine, "/c0/v1", "set", f"wrcache={other}", "J").stdout
    assert ran(machine, "/c0/v1", "set", f"wrcache={word}", "J").returncode == 0
    assert cache(machine, "v1") == f"R{word.upper()}D"


@pytest.mark.parametrize("word", ["awb", "fwb"])
def test_perccli2_takes_both_words(make, word):
    machine = make("perc-h965i")
    ran(machine, "/c0/v1", "set", f"wrcache={word}")

    assert machine.policies("c0/v1")["wrcache"] == "awb"


def test_an_i_o_policy_that_the_card_lacks_is_answered_and_ignored(make):
    machine = make("trimode-9560")

    assert rows(machine, "/c0/v239", "set", "iopolicy=cached")[0]["Status"] == "Success"
    assert cache(machine, "v239").endswith("D")
    assert machine.policies("c0/v239")["iopolicy"] == "direct"


def test_a_card_without_cache_refuses_write_back(make):
    machine = make("nocache-9341")
    found = ran(machine, "/c0/v1", "set", "wrcache=wb", "J")

    assert found.returncode == 151
    assert rows(machine, "/c0/v1", "set", "wrcache=wb")[0]["ErrCd"] == 151
    assert cache(machine, "v1") == "NRWTD"


def test_another_card_without_cache_says_success_and_stays(make):
    machine = make("embedded")

    assert rows(machine, "/c0/v0", "set", "wrcache=wb")[0]["Status"] == "Success"
    assert machine.policies("c0/v0")["wrcache"] == "wt"


def test_the_disk_cache_of_ssd_is_blocked_where_the_card_says_so(make):
    machine = make("db-9361")
    blocked = data(machine, "/c0", "show", "all")["Supported Adapter Operations"]["Block SSD Write Disk Cache Change"]

    assert blocked == "Yes"
    assert rows(machine, "/c0/v0", "set", "pdcache=off")[0]["Status"] == "Failed"
    assert rows(machine, "/c0/v1", "set", "pdcache=off")[0]["Status"] == "Success"


def test_the_disk_cache_is_the_whole_drive_groups(make):
    machine = make("db-9361")
    found = machine.state()
    beside = {**found["controllers"][0]["volumes"][1], "number": 7}
    found["controllers"][0]["volumes"].append(beside)
    machine.put(found)

    ran(machine, "/c0/v1", "set", "pdcache=on")

    assert machine.policies("c0/v7")["pdcache"] == "on"


def test_write_back_without_protection_is_configured_and_not_in_effect(make):
    machine = make("perc-h755")

    assert rows(machine, "/c0/v239", "set", "wrcache=wb")[0]["Status"] == "Success"
    properties = data(machine, "/c0/v239", "show", "all")
    assert properties["/c0/v239"][0]["Cache"] == "RWTD"
    assert properties["VD239 Properties"]["Write Cache(initial setting)"] == "WriteBack"


def test_grammar_8_tells_both(make):
    machine = make("mpi3-9660")
    machine.happen("protection_lost", "c0")
    info = data(machine, "/c0/v5", "show", "all")["Virtual Drives"][0]["VD Info"]

    assert (info["CurrentCache"], info["DefaultCache"]) == ("R,WT", "R,WB")


def test_always_write_back_stays_and_is_told_as_unprotected(make):
    machine = make("perc-h755")
    ran(machine, "/c0/v239", "set", "wrcache=fwb")

    assert machine.policies("c0/v239")["in_force"] == "awb"
    assert machine.unprotected() == ["c0/v239"]
    assert machine.runs()[-1]["unprotected"] == ["c0/v239"]


def test_some_firmware_lets_even_always_write_back_fall_back(make):
    machine = make("perc-h755")
    machine.change(always_needs_protection=True)
    ran(machine, "/c0/v239", "set", "wrcache=fwb")

    assert machine.policies("c0/v239")["in_force"] == "wt"
    assert machine.unprotected() == []


@pytest.mark.parametrize(
    ("event", "options", "code"),
    [
        ("cache_preserved", {}, 84),
        ("operation_started", {"kind": "migrate"}, 29),
    ],
)
def test_some_states_of_a_volume_refuse_a_write_policy(make, event, options, code):
    machine = make("db-9361")
    machine.happen(event, "c0/v1", **options)

    assert rows(machine, "/c0/v1", "set", "wrcache=wt")[0]["ErrCd"] == code


def test_an_offline_volume_refuses(make):
    machine = make("perc-h730p")
    machine.happen("drive_failed", "c0/v1")

    assert rows(machine, "/c0/v1", "set", "wrcache=wt")[0]["ErrCd"] == 27


def test_a_volume_that_is_not_there(make):
    found = ran(make("db-9361"), "/c0/v99", "set", "wrcache=wt", "J")

    assert found.returncode == 255
    assert "Invalid VD number" in found.stdout
    assert "CLI Version" not in found.stdout


def test_grammar_8_takes_one_property_and_no_i_o_policy(make):
    machine = make("mpi3-9660")

    for words in (["wrcache=wt", "rdcache=ra"], ["iopolicy=direct"]):
        assert "syntax error" in ran(machine, "/c0/v1", "set", *words, "J").stdout
    assert machine.policies("c0/v1")["wrcache"] == "wb"


def test_the_h965i_cannot_change_its_read_policy(make):
    machine = make("perc-h965i")
    operations = data(machine, "/c0", "show", "all")["Supported VD operations"]

    assert operations["Support Changing Read Policy"] == "No"
    assert rows(machine, "/c0/v1", "set", "rdcache=ra")[0]["ErrType"] == "DCMD"


def test_a_name_is_set_and_a_long_one_is_not_read(make):
    machine = make("db-9361")

    assert ran(machine, "/c0/v1", "set", "name=fast").returncode == 0
    assert ran(machine, "/c0/v1", "set", "name=longer-than-fifteen").returncode == 255
    assert data(machine, "/c0/v1", "show")["Virtual Drives"][0]["Name"] == "fast"


@pytest.mark.parametrize(
    "argv",
    [
        ["/c0/v1", "del", "force"],
        ["/c0/vall", "del"],
        ["/c0/v1", "start", "init", "full"],
        ["/c0/v1", "start", "migrate", "type=raid5"],
        ["/c0", "add", "vd", "r0", "drives=252:10"],
        ["/c0/v1", "set", "accesspolicy=blocked"],
        ["/c0/vall", "set", "wrcache=wb"],
        ["/call/v1", "set", "wrcache=wb"],
        ["/c0/v0,1", "set", "wrcache=wb"],
        ["/c0/v1", "set", "wrcache=wb", "hidden=on"],
        ["/c0", "set", "personality=JBOD"],
        ["/c0/e252/s0", "set", "jbod"],
        ["/c0/fall", "import"],
        ["/c0", "flushcache"],
        ["/c0/v1", "delete", "preservedcache", "force"],
    ],
)
def test_everything_else_is_refused_and_recorded_loudly(make, argv):
    machine = make("db-9361")
    before = machine.state()["controllers"]
    found = ran(machine, *argv, "J")

    assert found.returncode == 255
    assert "EMULATOR REFUSED" in found.stderr
    assert machine.destructive() == [[*argv, "J"]]
    assert machine.state()["controllers"] == before


def test_status_is_failure_where_a_row_is(make):
    assert status(make("nocache-9341"), "/c0/v1", "set", "rdcache=ra")["Status"] == "Failure"
