"""Every command as it is typed: what it answers, what it leaves, and that looking changes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app import __version__
from app.collector import command_line
from app.collector.refusals import CODES
from app.emulator.clock import HOUR
from tests.collector.sites import Site
from tests.collector.worlds import dying

READ = ("c0/v1", "read_policy", "no_read_ahead")
DRIVES = ("c0/v1", "disk_cache_policy", "disabled")


def advice(site: Site, **settings: Any) -> str:
    said = {name: {"value": value, "reason": f"{name} is better so."} for name, value in settings.items()}
    answer = {"status": "advised", "settings": said}
    volume = {"controller": 0, "virtual_drive": 1, "raid_level": "raid10", "advice": answer}
    return site.kept({"rulebook": {"version": "book-1"}, "virtual_drives": [volume]}, "advice.json")


def test_the_version_is_told_without_anything_else(site: Site) -> None:
    assert site.run("--version").out == f"raidwise-collector {__version__}\n"


def test_help_names_every_command(site: Site) -> None:
    said = site.run("--help")

    assert said.code == 0
    assert all(f"    {name} " in said.out for name in command_line.COMMANDS)


def test_collect_shows_configured_and_in_effect(site: Site) -> None:
    site.server.happen("protection_lost")

    said = site.run("collect")

    assert "protection failed" in said.out
    assert "protected_write_back (in effect: write_through)" in said.out
    assert "5 commands," in said.out
    assert said.err == ""


def test_collect_asks_four_questions_a_controller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {}
    for preset in ("db-9361", "nocache-9341", "mpi3-9660", "perc-h730p", "two-controllers"):
        directory = tmp_path / preset
        directory.mkdir()
        with monkeypatch.context() as patch:
            site = Site(directory, preset, patch)
            assert site.run("collect").code == 0
            counts[preset] = [" ".join(run["argv"][:-2]) for run in site.server.runs()][1:]

    assert counts["db-9361"] == ["/c0 show all", "/c0/vall show all", "/c0/eall/sall show all", "/c0/cv show all"]
    assert [line.split("/")[-1] for line in counts["perc-h730p"]][-1] == "bbu show all"
    assert counts["nocache-9341"] == counts["mpi3-9660"] == counts["db-9361"][:3]
    two = counts["two-controllers"]
    assert [sum(line.startswith(f"/c{number}") for line in two) for number in (0, 1, 2)] == [4, 4, 0]


def test_a_snapshot_file_says_what_the_controllers_said(site: Site) -> None:
    live = json.loads(site.run("collect", "--json").out)
    kept = site.kept(live, "snapshot.json")
    again = json.loads(site.run("collect", "--snapshot", kept, "--json").out)

    assert live.pop("spent")["tool_commands"] == 5
    assert again == live
    assert (live["format"], len(live["controllers"][0]["virtual_drives"])) == ("raidwise-snapshot/1", 3)


def test_what_the_tool_printed_can_be_kept_and_read_again(site: Site) -> None:
    captures = str(site.directory / "captures")
    first = site.run("collect", "--keep", captures)
    again = site.run("collect", "--captures", captures)

    assert len(list(Path(captures).iterdir())) == 4
    assert again.out.splitlines()[:5] == first.out.splitlines()[:5]
    assert "commands" not in again.out
    refused = site.run("collect", "--keep", str(Path(captures) / "c0_show_all.json"))
    assert refused.code == CODES["input"]


def test_a_dry_run_of_collect_runs_nothing(site: Site) -> None:
    said = site.run("collect", "--dry-run")

    assert f"{site.tool.path} /c0/eall/sall show all nolog J" in said.out
    assert site.run("collect", "--dry-run", "--captures", ".").out == "no command: everything is read from files\n"
    assert site.server.runs() == []


def test_a_plan_tells_before_after_reason_cost_and_what_it_touches(site: Site) -> None:
    path = advice(site, read_policy="no_read_ahead", disk_cache_policy="disabled", strip_size_kib=256)

    said = site.run("plan", "--advice", path, "--out", str(site.directory / "plan.json"), "--sign")

    assert said.code == 2
    assert "c0/v1  read_policy: read_ahead -> no_read_ahead" in said.out
    assert "why: read_policy is better so." in said.out
    assert "touches: c0/v1, c0/d1: every drive of the group" in said.out
    assert "strip_size_kib: 64, better 256: fixed when a volume is made" in said.out
    assert site.sets() == []
    assert site.run("apply", str(site.directory / "plan.json"), "--enforce").code == 0
    assert site.sets() == ["/c0/v1 set pdcache=off", "/c0/v1 set rdcache=nora"]
    assert site.run("plan", "--advice", advice(site, read_policy="no_read_ahead")).code == 0


def test_a_plan_needs_neither_root_nor_a_key_where_captures_are(site: Site, tmp_path: Path) -> None:
    captures = str(site.directory / "captures")
    site.run("collect", "--keep", captures)
    site.server.forget()
    site.monkeypatch.setattr("os.geteuid", lambda: 1000)
    out = str(tmp_path / "plan.json")

    said = site.run("plan", "--captures", captures, "--advice", advice(site, read_policy="no_read_ahead"), "--out", out)

    assert (said.code, "not signed" in said.err) == (2, True)
    assert site.server.runs() == []
    document = json.loads(Path(out).read_text())
    assert (document["server"], "signature" in document) == (None, False)


def test_a_plan_can_be_signed_elsewhere_with_the_servers_key_and_written_as_json(site: Site) -> None:
    path = advice(site, read_policy="no_read_ahead")
    said = site.run("plan", "--advice", path, "--key", str(site.key_file), "--json", "--dry-run", "--valid", "0.5")

    document = json.loads(said.out)
    assert (document["server"], document["signature"]["key"]) == ("server-under-test", "key-1")
    assert site.run("apply", site.kept(document), "--enforce").code == 0


@pytest.mark.parametrize("text", ["{", "[" * 100_000])
def test_advice_that_is_no_json(site: Site, text: str) -> None:
    assert site.run("plan", "--advice", site.kept(text, "advice.json")).code == CODES["input"]


def test_a_plan_that_cannot_be_written_is_told(site: Site) -> None:
    path = advice(site, read_policy="no_read_ahead")

    assert site.run("plan", "--advice", path, "--out", str(site.directory)).code == CODES["input"]


def test_an_audit_shows_the_very_commands_and_runs_none(site: Site) -> None:
    path = site.plan_file(READ, DRIVES)
    for words in (["apply", path], ["apply", path, "--enforce", "--dry-run"]):
        said = site.run(*words)

        assert (said.code, site.sets()) == (2, [])
        assert said.out.splitlines() == [
            f"{site.tool.path} /c0/v1 set pdcache=off nolog J",
            f"{site.tool.path} /c0/v1 set rdcache=nora nolog J",
        ]
        assert "none was" in said.err
    assert not Path(site.places.journals).exists()


def test_a_plan_without_changes_runs_nothing(site: Site) -> None:
    file = site.plan(READ)
    site.server.forget()
    empty = {**file.document, "changes": []}
    from app.core.plan import signed

    said = site.run("apply", site.kept(signed(empty, "key-1", b"k" * 32)), "--enforce")

    assert (said.code, site.server.runs()) == (0, [])
    assert site.run("verify", site.kept(empty)).out == "plan plan-12345678 changes nothing\n"


def test_what_is_as_planned_already_is_not_set_again(site: Site) -> None:
    path = site.plan_file(READ, DRIVES)
    site.server.happen("policy_set", "c0/v1", rdcache="nora")
    assert site.run("apply", path, "--enforce").code == 0
    assert site.sets() == ["/c0/v1 set pdcache=off"]

    said = site.run("apply", path)

    assert (said.code, "nothing to do" in said.err) == (0, True)


def test_verify_names_each_value_that_differs(site: Site) -> None:
    path = site.plan_file(READ, DRIVES)
    site.server.happen("policy_set", "c0/v1", rdcache="nora")

    said = site.run("verify", path)

    assert said.code == 2
    assert "took: c0/v1 read_policy: no_read_ahead, configured and in effect" in said.out
    assert "differs: c0/v1 disk_cache_policy: is drive_default, disabled was planned" in said.out
    assert "show all nolog J" in site.run("verify", path, "--dry-run").out


def test_write_back_that_waits_for_its_battery_is_kept_and_told(site: Site) -> None:
    path = site.plan_file(("c0/v0", "write_policy", "protected_write_back"))
    site.server.plan({"fault": "protection_lost", "state": "charging", "match": "set wrcache"})

    said = site.run("apply", path, "--enforce")

    assert said.code == CODES["not_in_effect"]
    assert "write_through is in effect while protection is charging" in said.err
    assert site.run("verify", path).out.startswith("not_in_effect: ")
    site.server.happen("protection_restored")
    assert site.run("verify", path).code == 0


def test_rollback_takes_back_what_was_done_and_only_that(site: Site) -> None:
    path = site.plan_file(READ, DRIVES)
    site.server.happen("policy_set", "c0/v1", rdcache="nora")
    site.run("apply", path, "--enforce")

    told = site.run("rollback", "plan-12345678")
    said = site.run("rollback", "plan-12345678", "--enforce")

    assert (told.code, told.out) == (2, f"{site.tool.path} /c0/v1 set pdcache=default nolog J\n")
    assert (said.code, site.sets()) == (0, ["/c0/v1 set pdcache=off", "/c0/v1 set pdcache=default"])
    again = site.run("rollback", site.journals()[0].name, "--enforce")
    assert (again.code, "nothing to take back" in again.err) == (0, True)


def test_rollback_leaves_what_somebody_else_changed_since(site: Site) -> None:
    site.run("apply", site.plan_file(("c0/v1", "write_policy", "write_through"), DRIVES), "--enforce")
    site.server.happen("policy_set", "c0/v1", wrcache="awb")

    assert "would be left: c0/v1 write_policy" in site.run("rollback", "plan-12345678").err
    said = site.run("rollback", "plan-12345678", "--enforce")

    assert (said.code, "changed by somebody else" in said.err) == (CODES["left_alone"], True)
    assert site.sets()[-1] == "/c0/v1 set pdcache=default"


def test_rollback_never_brings_unprotected_write_back_again(site: Site) -> None:
    site.server.happen("policy_set", "c0/v1", wrcache="awb")
    site.run("apply", site.plan_file(("c0/v1", "write_policy", "write_through")), "--enforce")

    said = site.run("rollback", "plan-12345678", "--enforce")

    assert (said.code, "needs a signed plan of its own" in said.err) == (CODES["left_alone"], True)
    assert site.sets() == ["/c0/v1 set wrcache=wt"]


def test_rollback_asks_the_same_of_the_server_as_apply(site: Site) -> None:
    site.run("apply", site.plan_file(("c0/v1", "write_policy", "write_through")), "--enforce")
    site.server.happen("protection_lost")
    assert site.run("rollback", "plan-12345678", "--enforce").code == CODES["precondition"]
    site.server.happen("number_reused", "c0/v1")
    assert site.run("rollback", "plan-12345678", "--enforce").code == CODES["identity"]


def test_a_rollback_that_fails_goes_back_to_where_it_came_from(site: Site) -> None:
    site.run("apply", site.plan_file(READ, DRIVES), "--enforce")
    site.server.plan({"fault": "refused", "match": "set pdcache"})

    said = site.run("rollback", "plan-12345678", "--enforce")

    assert said.code == CODES["rolled_back"]
    assert site.run("verify", site.plan_file(READ, DRIVES)).code == 0


def broken(site: Site) -> None:
    """A run that died when its first change was made and not read back."""
    file = site.plan(READ, DRIVES)
    site.live(before="/c0/v1 show all")
    with dying():
        site.apply(file)
    site.live()


def test_recover_tells_first_and_ends_on_the_operators_word(site: Site) -> None:
    broken(site)

    told = site.run("recover")
    assert (told.code, "--enforce ends it" in told.err) == (2, True)
    said = site.run("recover", "--enforce")
    assert (said.code, "as it was before" in said.err) == (0, True)
    assert site.run("recover").err == "every run has ended; nothing to recover\n"


def test_what_can_go_neither_way_is_closed_as_it_is(site: Site) -> None:
    broken(site)
    sets = len(site.sets())

    said = site.run("recover", "--enforce", "--leave")

    assert (said.code, len(site.sets())) == (CODES["left_alone"], sets)
    assert site.journals()[0].is_finished


def test_the_log_is_for_auditors(site: Site) -> None:
    assert site.run("log").out == "no run yet\n"
    site.run("apply", site.plan_file(READ), "--enforce")
    broken(site)

    lines = site.run("log").out.splitlines()
    assert len(lines) == 2
    assert lines[0].endswith("1 steps, new")
    assert lines[1].endswith("not finished: run recover")
    whole = site.run("log", "plan-12345678").out
    for part in (
        "apply of plan plan-12345678",
        "rulebook book-1, signed with key key-1",
        "planned c0/v1 read_policy read_ahead -> no_read_ahead: asked for",
        "/c0/v1 set rdcache=nora nolog J",
        "the tool accepted (success)",
        "applied: no_read_ahead is configured and in effect",
        "end outcome applied, state new",
    ):
        assert part in whole


def test_a_key_is_imported_created_and_shown(site: Site) -> None:
    Path(site.places.key).unlink()

    assert site.run("key", "import", str(site.key_file), "--dry-run").out.endswith("not kept (dry run)\n")
    assert not Path(site.places.key).exists()
    assert site.run("key", "import", str(site.key_file)).code == 0
    assert Path(site.places.key).stat().st_mode & 0o777 == 0o600
    assert site.run("key", "show").out == "server server-under-test, key key-1\n"
    assert site.run("key", "create").code == CODES["key_bad"]
    Path(site.places.key).unlink()
    assert "server standalone-" in site.run("key", "create").out
    refused = site.run("key", "import", str(site.key_file))
    assert (refused.code, "--replace if meant" in refused.err) == (CODES["key_bad"], True)
    assert site.run("key", "import", str(site.key_file), "--replace").code == 0


def test_a_key_directory_that_cannot_be_written(site: Site) -> None:
    Path(site.places.key).unlink()
    Path(site.places.config).rmdir()
    Path(site.places.config).write_text("a file")

    assert site.run("key", "create").code in (CODES["state_unusable"], CODES["key_bad"])


def test_run_recovers_reads_applies_and_verifies_what_waits(site: Site) -> None:
    broken(site)
    inbox = Path(site.places.inbox)
    inbox.mkdir(parents=True)
    (inbox / "1.json").write_text(Path(site.plan_file(READ)).read_text())
    (inbox / "2.json").write_text("{")

    told = site.run("run")
    assert (told.code, sorted(path.name for path in inbox.iterdir())) == (CODES["plan_malformed"], ["1.json", "2.json"])
    said = site.run("run", "--enforce")

    assert said.code == CODES["plan_malformed"]
    assert sorted(path.name for path in inbox.iterdir()) == ["1.json.done", "2.json.refused"]
    assert json.loads((Path(site.places.state) / "snapshot.json").read_text())["format"] == "raidwise-snapshot/1"
    assert site.run("run", "--enforce").code == 0


def test_run_with_advice_makes_its_own_plan(site: Site) -> None:
    path = advice(site, read_policy="no_read_ahead")

    said = site.run("run", "--advice", path, "--enforce")

    assert said.code == 0, said.err
    assert site.sets() == ["/c0/v1 set rdcache=nora"]
    assert site.run("run", "--advice", path, "--enforce").code == 0
    assert len(site.sets()) == 1


def test_run_tells_what_did_not_take(site: Site) -> None:
    Path(site.places.inbox).mkdir(parents=True)
    (Path(site.places.inbox) / "1.json").write_text(Path(site.plan_file(READ)).read_text())
    site.server.plan({"fault": "refused", "match": "set rdcache"})

    said = site.run("run", "--enforce")

    assert said.code == CODES["rolled_back"]
    assert "is read_ahead, no_read_ahead was planned" in said.err
    assert (Path(site.places.inbox) / "1.json.failed").exists()


def test_run_stops_where_recovery_cannot_end(site: Site) -> None:
    broken(site)
    site.server.plan({"fault": "refused", "match": " set ", "nth": "every"})

    assert site.run("run", "--enforce").code == CODES["unknown_state"]
    site.server.plan()
    site.server.advance(HOUR)
    assert site.run("run", "--enforce").code == 0


def test_a_host_with_two_sorts_of_cards_is_read_through_both_tools(site: Site) -> None:
    other = site.second("mpi3-9660")
    site.monkeypatch.setenv("RAIDWISE_STORCLI2", str(other.programs[0]))
    for number, device in enumerate(("005d", "00a5")):
        place = Path(site.places.sysfs) / "bus" / "pci" / "devices" / f"0000:0{number}:00.0"
        place.mkdir(parents=True)
        facts = {"class": "0x010400", "vendor": "0x1000", "device": f"0x{device}", "subsystem_vendor": "0x1000"}
        for name, text in facts.items():
            (place / name).write_text(text)

    document = json.loads(site.run("collect", "--json").out)

    assert [one["model"] for one in document["controllers"]] == ["AVAGO MegaRAID SAS 9361-8i"]
    assert "read it with --tool" in document["unread"][-1]["problem"]
    assert "9660" in site.run("collect", "--tool", "storcli2").out
    path = site.plan_file(READ, tool=None)
    assert site.run("apply", path, "--enforce").code == CODES["two_tools"]
    assert site.run("apply", site.plan_file(READ), "--enforce").code == 0


def test_a_tool_behind_sudo_is_asked_through_it(site: Site) -> None:
    sudo = site.directory / "sudo"
    sudo.write_text('#!/bin/sh\nshift\nexec "$@"\n')
    sudo.chmod(0o755)
    site.monkeypatch.setenv("PATH", str(site.directory), prepend=":")
    site.monkeypatch.setattr("os.geteuid", lambda: 1000)

    assert site.run("collect", "--sudo", "--dry-run").out.startswith(f"sudo -n {site.tool.path} show")
    assert site.run("collect", "--sudo").code == 0


def test_a_build_that_does_not_know_nolog_is_asked_without(site: Site) -> None:
    site.server.plan({"fault": "nolog_refused", "nth": "every"})

    assert site.run("collect").code == 0
    assert site.server.runs()[-1]["argv"][-2:] == ["all", "J"]


def test_an_end_of_the_reader_is_no_error(site: Site) -> None:
    site.monkeypatch.setattr("app.collector.voice.Voice.answer", _broken_pipe)
    closed = []
    site.monkeypatch.setattr("os.dup2", lambda _, handle: closed.append(handle))

    assert (site.run("collect").code, closed) == (0, [1])


def _broken_pipe(*_: object) -> None:
    raise BrokenPipeError


def test_an_interrupted_reading_changes_nothing(site: Site) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    site.monkeypatch.setattr("app.collector.voice.Voice.answer", interrupted)

    assert site.run("collect").code == CODES["interrupted"]
