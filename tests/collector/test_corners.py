"""Readings and preconditions that the emulated servers do not come to by themselves."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.collector import preconditions
from app.collector.disk import Disk
from app.collector.journal import begun
from app.collector.outcomes import values
from app.collector.places import machine
from app.collector.reading import Read, protection_after, read
from app.collector.refusals import RefusedError
from app.collector.running import Ran
from app.collector.stepping import Steps
from app.collector.storcli.commands import NotExpressibleError, drives_question
from app.collector.tables import snapshot_lines
from app.collector.tools import Tool
from app.core.hardware import Capability, Controller, Policies, Protection, Snapshot, VirtualDrive
from app.core.plan import Plan
from app.core.policies import CacheProtection, ReadPolicy, WritePolicy
from app.core.reading import Silence
from tests.collector.samples import reply
from tests.collector.worlds import World, dying

STORCLI = Tool("storcli", "/s")


def beside(world: World, plan: Plan, **over: Any) -> str:
    """What stands against this plan on a controller that is otherwise than it was."""
    (controller,) = world.read(0).snapshot.controllers
    changed = Snapshot((replace(controller, **over),))
    return "; ".join(preconditions.obstacles(plan, Read((), changed, ()), STORCLI, "2026-11-20"))


def test_every_precondition_is_told_by_its_reason(world: World) -> None:
    plan = world.plan(("c0/v0", "write_policy", "protected_write_back")).plan
    (controller,) = world.read(0).snapshot.controllers
    read_only = tuple(replace(one, access="read_only") for one in controller.virtual_drives)

    assert beside(world, plan) == ""
    assert "its personality is hba" in beside(world, plan, personality="hba")
    assert "c0/v0: access is read_only" in beside(world, plan, virtual_drives=read_only)
    assert "says it cannot be changed" in beside(world, plan, capability=Capability(write_policy=False))
    assert "the controller has no cache" in beside(world, plan, cache_mib=0)
    assert "it is unread" in beside(world, plan, protection=Protection())
    assert beside(world, plan, virtual_drives=()) == beside(world, plan, number=7) == ""


def test_a_plan_on_another_controller_finds_nothing_to_judge(world: World) -> None:
    plan = world.plan(("c0/v0", "write_policy", "protected_write_back")).plan
    nothing = Read((), Snapshot(), ())

    assert preconditions.drift(plan, nothing) == (
        "c0/v0 write_policy: planned from write_through, and it is unread now",
    )


def test_a_step_on_a_volume_that_was_never_read_is_not_taken(world: World) -> None:
    (change,) = world.plan(("c0/v0", "read_policy", "read_ahead")).plan.changes
    host = world.host()
    steps = Steps(world.session(host), None, host.clock, host.voice, Read((), Snapshot(), ()))  # type: ignore[arg-type]

    assert (steps.taken(0, change).word, steps.taken(0, change).is_ours) == ("unknown", False)
    assert steps.looked_at(change).is_other
    assert not steps.is_done_already(change)
    assert world.sets() == []


def test_a_session_runs_nothing_outside_the_list(world: World) -> None:
    with pytest.raises(NotExpressibleError):
        world.session(world.host()).ran(("/c0", "delete", "config"))


def test_where_nothing_protects_nothing_is_asked(world: World) -> None:
    session = world.session(world.host())
    none = Controller(0, protection=Protection(CacheProtection.ABSENT, Silence.ABSENT))
    strange = Controller(3, protection=Protection(CacheProtection.OPTIMAL, "cachevault"))

    assert protection_after(session, none) is CacheProtection.ABSENT
    assert session.commands == []
    with pytest.raises(RefusedError, match="no controller found"):
        protection_after(session, strange)


class Scripted:
    """A tool that prints what it is told, whatever it is asked."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)

    def run(self, argv: Any, *_: object) -> Ran:
        text = self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]
        return Ran(tuple(argv), text.encode(), b"some complaint\n", 0, 0.1)


def scripted(world: World, *texts: str) -> Any:
    session = world.session(world.host())
    session._runner = Scripted(*texts)
    return session


def test_a_reply_about_another_controller_is_no_answer(world: World) -> None:
    with pytest.raises(RefusedError, match="does not see controller 0"):
        read(scripted(world, reply({"Basics": {"Model": "x"}}, controller=1)), (0,))
    strange = scripted(world, reply({"Cachevault_Info": [{"State": "Optimal"}]}, controller=1))
    fitted = Controller(0, protection=Protection(CacheProtection.OPTIMAL, "cachevault"))
    assert protection_after(strange, fitted) is CacheProtection.UNREAD


@pytest.mark.parametrize(
    ("text", "says"), [("", "some complaint"), ("Hello.\n", "Hello."), ('{"Controllers": [', "it printed")]
)
def test_what_cannot_be_used_is_quoted(world: World, text: str, says: str) -> None:
    with pytest.raises(RefusedError) as caught:
        read(scripted(world, text), (0,))

    assert (caught.value.name, says in str(caught.value)) == ("tool_failed", True), str(caught.value)


def test_a_tool_that_knows_neither_form_is_quoted_too(world: World) -> None:
    text = "Status = Failure\nDescription = syntax error, unexpected TOKEN_NOLOG, expecting $end\n"

    with pytest.raises(RefusedError, match="syntax error"):
        read(scripted(world, text), (0,))


def test_drives_without_an_enclosure_are_asked_for_without_one(world: World) -> None:
    direct = {"PD LIST": [{"EID:Slt": " :4", "State": "Onln", "DG": 0, "Med": "HDD", "Intf": "SAS"}], "Basics": {}}
    session = scripted(world, reply(direct))

    read(session, (0,))

    assert drives_question(0, False) in session.commands
    empty = scripted(world, reply({"Basics": {}, "Physical Drives": 0}))
    read(empty, (0,))
    assert not [words for words in empty.commands if "sall" in words[0]]


def test_bytes_that_are_not_utf_8_are_read_and_told(world: World) -> None:
    world.server.plan({"fault": "not_utf8", "match": "/c0/vall"})

    found = world.read(0)

    assert len(found.snapshot.controllers[0].virtual_drives) == 3
    assert "not UTF-8" in found.snapshot.unread[0].problem


def test_what_only_one_column_tells_stands_for_both() -> None:
    old = VirtualDrive(0, in_effect=Policies(write=WritePolicy.WRITE_THROUGH))
    new = VirtualDrive(0, configured=Policies(ReadPolicy.READ_AHEAD))

    assert values("write_policy", old) == (WritePolicy.WRITE_THROUGH, WritePolicy.WRITE_THROUGH)
    assert values("read_policy", new) == (ReadPolicy.READ_AHEAD, ReadPolicy.READ_AHEAD)


def test_the_table_says_what_was_not_understood() -> None:
    from app.core.hardware import Unread

    lines = snapshot_lines(Snapshot((Controller(0),), unread=(Unread("a", "b", "c"),)), 0.0, 0)

    assert lines[1:] == ["  no volumes", "1 things were printed and not understood; --json lists them"]


def test_a_journal_whose_plan_is_none_is_looked_at_by_a_person(world: World) -> None:
    host = machine(world.places)
    at = "2026-01-01T00:00:00Z"
    begun(Disk(), world.places.journals, "run-1", at, host=host, kind="apply", plan={}, steps=[]).close()

    with dying() as said:
        world.recover()

    assert said[0].startswith("journal_broken")


def test_a_step_that_goes_back_after_its_volume_vanished_says_so(world: World) -> None:
    file = world.plan(("c0/v1", "disk_cache_policy", "disabled"), ("c0/v1", "read_policy", "no_read_ahead"))
    world.server.plan(
        {"fault": "refused", "match": "set rdcache"},
        {"fault": "volume_deleted", "match": "set rdcache", "where": "c0/v1", "when": "after"},
    )

    said = world.apply(file)

    assert said.name == "left_alone"
    assert json.dumps(world.journals()[0].end).count("is gone") == 2


def test_the_protection_that_cannot_be_read_is_no_protection(world: World) -> None:
    file = world.plan(("c0/v0", "write_policy", "protected_write_back"))
    world.server.plan(*({"fault": "empty", "match": "/c0/cv", "nth": nth} for nth in (2, 3, 4)))

    said = world.apply(file)

    assert (said.name, "the protection could not be read" in said.text) == ("rolled_back", True)
    assert world.values(file.plan.changes) == ["write_through"]


@pytest.mark.parametrize("after", ["/c0/v0 set", "/c0/v0 show"])
def test_the_kill_switch_wins_while_reading_back(world: World, monkeypatch: pytest.MonkeyPatch, after: str) -> None:
    file = world.plan(("c0/v0", "write_policy", "protected_write_back"))
    stop = Path(world.places.stop)
    stop.parent.mkdir()
    real = world.server.run

    def stopping(*argv: str, program: str | None = None) -> Any:
        said = real(*argv, program=program)
        if " ".join(argv).startswith(after):
            stop.touch()
        return said

    with monkeypatch.context() as patch:
        patch.setattr(world.server, "run", stopping)
        with pytest.raises(RefusedError, match="exists, so no command"):
            world.apply(file)
    stop.unlink()
    assert [one.name for one in world.recover()] == [""]
