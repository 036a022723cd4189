"""Everything that can stand against a command: its own message, its own exit code, and nothing changed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from app.collector import disk as disk_module
from app.collector.clock import Clock, text_of
from app.collector.keys import Key
from app.collector.refusals import CODES
from app.core.plan import Risk
from tests.collector.sites import Said, Site, key_text, resigned
from tests.collector.worlds import World, dying, signed_file

CHANGE = ("c0/v1", "read_policy", "no_read_ahead")


def refused(site: Site, name: str, *words: str) -> Said:
    """What was said, after it is sure that it was this refusal and that nothing was changed."""
    said = site.run(*words)
    assert (said.code, said.err.strip().rpartition(" ")[2]) == (CODES[name], f"[{name}]"), said
    assert site.sets() == []
    return said


def test_without_root_it_says_what_to_run_instead(site: Site) -> None:
    site.monkeypatch.setattr(os, "geteuid", lambda: 1000)

    assert "run as root, or with --sudo" in refused(site, "not_root", "collect").err
    refused(site, "not_root", "apply", site.plan_file(CHANGE), "--enforce")
    assert site.run("collect", "--without-root").code == 0


def test_without_a_tool_it_names_the_variable(site: Site) -> None:
    site.monkeypatch.delenv("RAIDWISE_STORCLI")
    site.monkeypatch.setenv("PATH", str(site.directory))

    assert "RAIDWISE_STORCLI" in refused(site, "no_tool", "collect").err
    assert "RAIDWISE_PERCCLI" in refused(site, "no_tool", "collect", "--tool", "perccli").err


def test_two_tools_need_the_operators_word(site: Site) -> None:
    other = site.second("perc-h730p")
    site.monkeypatch.setenv("RAIDWISE_PERCCLI", str(other.programs[0]))

    assert "use --tool" in refused(site, "two_tools", "collect").err
    assert "PERC" in site.run("collect", "--tool", "perccli").out


def test_no_controller_is_not_taken_for_no_volumes(site: Site) -> None:
    site.server.plan({"fault": "no_controller", "nth": "every"})

    assert "sees no controller" in refused(site, "no_controller", "collect").err
    refused(site, "no_controller", "apply", plan_made_before(site), "--enforce")


def plan_made_before(site: Site) -> str:
    """A plan from a time when everything was well."""
    site.server.plan()
    path = site.plan_file(CHANGE)
    site.server.plan({"fault": "no_controller", "nth": "every"})
    return path


def test_an_hba_has_nothing_to_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = Site(tmp_path, "hba-9300", monkeypatch)

    assert "no volumes and no policies" in refused(site, "only_hba", "collect").err


def test_the_kill_switch_wins_over_everything(site: Site) -> None:
    path = site.plan_file(CHANGE)
    Path(site.places.stop).touch()

    for words in (["collect"], ["apply", path, "--enforce"], ["verify", path], ["run", "--enforce"]):
        assert f"{site.places.stop} exists" in refused(site, "stopped", *words).err


def test_a_kill_switch_that_cannot_be_looked_at_counts(site: Site) -> None:
    # A directory where nobody may look: as root every directory can be looked into, so a link that leads in a ring.
    Path(site.places.stop).symlink_to(site.places.stop)

    refused(site, "stopped", "collect")


@pytest.mark.parametrize(
    ("document", "name", "says"),
    [
        ("{", "plan_malformed", "is no JSON"),
        ("[]", "plan_malformed", "plan is not an object"),
        ({"format": "raidwise-plan/9"}, "plan_malformed", "raidwise-plan/9"),
    ],
)
def test_what_is_no_plan_is_told_with_its_place(site: Site, document: object, name: str, says: str) -> None:
    assert says in refused(site, name, "apply", site.kept(document), "--enforce").err


def test_a_plan_that_is_not_there(site: Site) -> None:
    assert "No such file" in refused(site, "plan_malformed", "apply", str(site.directory / "none.json")).err


def test_a_changed_plan_is_forged(site: Site) -> None:
    path = site.plan_file(CHANGE)
    document = json.loads(Path(path).read_text())
    document["changes"][0]["virtual_drive"] = 2

    refused(site, "plan_forged", "apply", site.kept(document), "--enforce")
    refused(site, "plan_forged", "apply", site.kept({**document, "signature": None}), "--enforce")
    refused(site, "plan_forged", "apply", site.kept({**document, "signature": {"value": 1}}), "--enforce")


def test_a_plan_of_another_key_or_server_is_not_ours(site: Site) -> None:
    plan = site.plan(CHANGE).plan
    other = Key("server-under-test", "key-1", b"x" * 32)

    refused(site, "plan_forged", "apply", site.kept(signed_file(plan, other).document), "--enforce")
    assert (
        "another-server"
        in refused(
            site, "plan_foreign", "apply", resigned(site, plan._replace(server="another-server")), "--enforce"
        ).err
    )


def test_a_plan_has_an_end_and_a_beginning(site: Site) -> None:
    now = Clock().now

    over = site.plan_file(CHANGE, made_at=text_of(now - 7200), valid_until=text_of(now - 3600))
    refused(site, "plan_expired", "apply", over, "--enforce")
    backwards = site.plan_file(CHANGE, made_at=text_of(now), valid_until=text_of(now - 3600))
    refused(site, "plan_expired", "apply", backwards, "--enforce")
    early = site.plan_file(CHANGE, made_at=text_of(now + 7200), valid_until=text_of(now + 9000))
    assert "Set the clock right" in refused(site, "clock", "apply", early, "--enforce").err
    refused(site, "plan_malformed", "apply", site.plan_file(CHANGE, made_at="yesterday"), "--enforce")


def test_a_clock_that_went_back_behind_the_last_run_is_not_believed(site: Site) -> None:
    assert site.apply(site.plan(CHANGE)).name == ""
    site.server.forget()
    real = Clock().wall()
    site.monkeypatch.setattr(Clock, "wall", lambda _: real - 86400)
    now = real - 86400

    path = site.plan_file(("c0/v1", "read_policy", "read_ahead"), made_at=text_of(now), valid_until=text_of(now + 60))

    assert "the clock went back" in refused(site, "clock", "apply", path, "--enforce").err


@pytest.mark.parametrize(
    ("part", "value"),
    [("setting", "accesspolicy"), ("after", "ro"), ("after", "write_through"), ("before", "adaptive")],
)
def test_a_plan_that_asks_for_more_than_four_settings_is_refused(site: Site, part: str, value: str) -> None:
    document = dict(site.plan(CHANGE).document)
    document["changes"] = [{**document["changes"][0], part: value}]

    assert (
        "Nothing of this plan is done" in refused(site, "plan_outside", "apply", site.kept(document), "--enforce").err
    )


@pytest.mark.parametrize("number", [-1, 1.5, True, "0", None])
def test_numbers_that_are_none_are_refused(site: Site, number: object) -> None:
    document = dict(site.plan(CHANGE).document)
    document["changes"] = [{**document["changes"][0], "virtual_drive": number}]

    refused(site, "plan_malformed", "apply", site.kept(document), "--enforce")


def test_a_plan_that_contradicts_itself(site: Site) -> None:
    plan = site.plan(CHANGE).plan

    said = refused(site, "plan_conflict", "apply", resigned(site, plan._replace(changes=plan.changes * 2)), "--enforce")

    assert "c0/v1 read_policy more than once" in said.err


def test_without_a_key_no_plan_can_be_believed(site: Site) -> None:
    path = site.plan_file(CHANGE)
    Path(site.places.key).unlink()

    assert "key import FILE" in refused(site, "no_key", "apply", path, "--enforce").err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nonsense", "no key file"),
        ("[]", "no key file"),
        (key_text(format="raidwise-key/7"), "raidwise-key/7"),
        (key_text(secret="00"), "shorter than 32"),
        (key_text(server=""), "names no server"),
    ],
)
def test_a_key_that_is_none(site: Site, text: str, says: str) -> None:
    site.key_file.write_text(text)

    assert says in refused(site, "key_bad", "key", "import", str(site.key_file)).err


def test_a_key_that_others_can_read_is_not_used(site: Site) -> None:
    Path(site.places.key).chmod(0o644)

    assert "chmod 600" in refused(site, "key_bad", "apply", site.plan_file(CHANGE)).err


def test_a_volume_that_is_gone_or_another_by_now(site: Site) -> None:
    path = site.plan_file(CHANGE)

    site.server.happen("number_reused", "c0/v1")
    assert "another volume than planned for (wwn" in refused(site, "identity", "apply", path, "--enforce").err
    site.server.happen("volume_deleted", "c0/v1")
    assert "c0/v1: gone" in refused(site, "identity", "apply", path, "--enforce").err
    assert site.run("verify", path).code == CODES["identity"]


def test_a_member_drive_that_was_swapped_is_another_volume(site: Site) -> None:
    path = site.plan_file(CHANGE)
    site.server.happen("drive_replaced", "c0/v1")

    assert "(members)" in refused(site, "identity", "apply", path, "--enforce").err


def test_a_controller_that_is_another(site: Site) -> None:
    plan = site.plan(CHANGE).plan
    moved = plan._replace(controllers=tuple(one._replace(serial="SV-OTHER") for one in plan.controllers))

    assert "another controller" in refused(site, "identity", "apply", resigned(site, moved), "--enforce").err
    nameless = plan._replace(controllers=(), volumes=())
    assert "does not say which volume" in refused(site, "identity", "apply", resigned(site, nameless), "--enforce").err
    half = plan._replace(controllers=())
    assert "does not say which controller" in refused(site, "identity", "apply", resigned(site, half), "--enforce").err
    loose = plan._replace(volumes=tuple(one._replace(wwn=None, members=()) for one in plan.volumes))
    assert "by its number only" in refused(site, "identity", "apply", resigned(site, loose), "--enforce").err


def test_a_value_that_moved_since_is_planned_anew(site: Site) -> None:
    path = site.plan_file(("c0/v1", "write_policy", "write_through"))
    site.server.happen("policy_set", "c0/v1", wrcache="awb")

    assert "is unprotected_write_back now" in refused(site, "drifted", "apply", path, "--enforce").err


@pytest.mark.parametrize(
    ("event", "options", "says"),
    [
        ("status_changed", {"status": "Failed"}, "the controller is failed"),
        ("cache_preserved", {}, "preserved cache"),
        ("drive_failed", {}, "the volume is degraded"),
        ("operation_started", {"kind": "migrate"}, "wait for its end"),
        ("operation_started", {"kind": "cc"}, "--tolerate-checks goes on"),
        ("cachecade_associated", {}, "CacheCade"),
    ],
)
def test_a_server_that_is_not_well_is_left_alone(site: Site, event: str, options: dict[str, str], says: str) -> None:
    path = site.plan_file(CHANGE)
    site.server.happen(event, "c0/v1", **options)

    assert says in refused(site, "precondition", "apply", path, "--enforce").err


def test_a_check_is_tolerated_on_the_operators_word(site: Site) -> None:
    path = site.plan_file(CHANGE)
    site.server.happen("operation_started", "c0/v1", kind="cc")

    assert site.run("apply", path, "--enforce", "--tolerate-checks").code == 0


@pytest.mark.parametrize("state", ["failed", "charging", "learning", "degraded", "absent"])
def test_write_back_waits_for_protection(site: Site, state: str) -> None:
    path = site.plan_file(("c0/v0", "write_policy", "protected_write_back"))
    site.server.happen("protection_lost", "c0", state=state)

    assert "needs protection that is optimal" in refused(site, "precondition", "apply", path, "--enforce").err


@pytest.mark.parametrize(
    "risk",
    [
        None,
        Risk("", "scratch", "2999-01-01"),
        Risk("ops", " ", "2999-01-01"),
        Risk("ops", "scratch", "2020-01-01"),
        Risk("ops", "scratch", "soon"),
    ],
)
def test_unprotected_writes_need_a_risk_with_name_reason_and_end(site: Site, risk: Risk | None) -> None:
    back = site.plan_file(("c0/v0", "write_policy", "unprotected_write_back"), risk=risk)
    assert "risk accepted" in refused(site, "precondition", "apply", back, "--enforce").err
    drives = site.plan_file(("c0/v2", "disk_cache_policy", "enabled"), risk=risk)
    assert "risk accepted" in refused(site, "precondition", "apply", drives, "--enforce").err


def test_an_accepted_risk_is_taken_at_its_word(site: Site) -> None:
    risk = Risk("storage operations", "scratch data", "2999-01-31")
    path = site.plan_file(("c0/v2", "disk_cache_policy", "enabled"), risk=risk)

    assert site.run("apply", path, "--enforce").code == 0
    assert site.sets() == ["/c0/v2 set pdcache=on"]


def test_a_card_without_the_setting_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = Site(tmp_path, "trimode-9560", monkeypatch).with_key()
    plan = site.plan(("c0/v238", "read_policy", "read_ahead")).plan
    document = dict(signed_file(plan).document)
    change = {**document["changes"][0], "setting": "io_policy", "before": "direct", "after": "cached"}

    said = site.run("apply", site.kept({**document, "changes": [change]}), "--enforce")

    assert said.code == CODES["plan_forged"]


def test_a_journal_directory_that_cannot_be_used(site: Site) -> None:
    path = site.plan_file(CHANGE)
    Path(site.places.state).mkdir()
    Path(site.places.journals).write_text("a file where the directory should be")

    assert "RAIDWISE_STATE_DIR" in refused(site, "state_unusable", "apply", path, "--enforce").err


def test_a_full_disk_is_told_before_anything_is_done(site: Site) -> None:
    path = site.plan_file(CHANGE)
    site.monkeypatch.setattr(disk_module.Disk, "free_bytes", lambda *_: 100)

    assert "make room first" in refused(site, "disk_full", "apply", path, "--enforce").err


def finished(world: World) -> Path:
    """The journal of a run that ended well."""
    assert world.apply(world.plan(CHANGE)).name == ""
    world.server.forget()
    (journal,) = Path(world.places.journals).iterdir()
    return journal


def test_a_journal_of_another_version(site: Site) -> None:
    journal = finished(site)
    journal.write_text('{"record": "begin", "format": "raidwise-journal/2", "seq": 0}\n{"new": "shape"}\n')

    assert "run the version that wrote it" in refused(site, "journal_version", "recover", "--enforce").err


def test_a_journal_of_another_host(site: Site) -> None:
    finished(site)
    Path(site.places.machine_id).write_text("another machine\n")

    assert "another host" in refused(site, "journal_host", "recover", "--enforce").err


@pytest.mark.parametrize("broken", ["{}", "not json", "[]", '{"seq": 1, "record": "end", "state": "old"}'])
def test_a_journal_that_was_changed(site: Site, broken: str) -> None:
    journal = finished(site)
    first, _, *rest = journal.read_text().splitlines()
    journal.write_text("\n".join([first, broken, *rest]) + "\n")

    assert "line 2 was changed or lost" in refused(site, "journal_broken", "recover", "--enforce").err


def test_a_run_that_did_not_end_comes_first(site: Site) -> None:
    site.live(16)
    with dying():
        site.apply(site.plan(CHANGE))
    site.live()
    site.server.forget()

    path = site.plan_file(CHANGE)

    assert "recover --enforce" in refused(site, "unfinished", "apply", path, "--enforce").err


def test_nothing_to_roll_back(site: Site) -> None:
    assert "known: none" in refused(site, "no_such_run", "rollback", "nothing", "--enforce").err
    refused(site, "no_such_run", "log", "nothing")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["plan", "--captures", "/nowhere", "--advice", "x"], "/nowhere"),
        (["plan", "--snapshot", "/nowhere", "--advice", "x"], "/nowhere"),
        (["collect", "--captures", "."], "tells of a controller"),
    ],
)
def test_files_that_are_not_there(site: Site, words: list[str], says: str) -> None:
    site.monkeypatch.chdir(site.directory / "etc")

    assert says in refused(site, "input", *words).err


@pytest.mark.parametrize("words", [[], ["nonsense"], ["apply"], ["collect", "--tool", "fdisk"]])
def test_words_that_mean_nothing_are_no_changes_wanted(site: Site, words: list[str]) -> None:
    assert site.run(*words).code == CODES["usage"]


def test_every_refusal_has_a_code_of_its_own() -> None:
    assert len(set(CODES.values())) == len(CODES)
    assert all(code >= 10 for code in CODES.values())
