"""Single steps in trouble: what each outcome is called, and what is done about it."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from app.collector.disk import Disk
from app.collector.outcomes import Seen, outcome, with_protection
from app.collector.refusals import RefusedError
from app.collector.storcli.answers import ACCEPTED, UNCLEAR, Answer
from app.core.hardware import Policies, VirtualDrive
from app.core.plan import Change
from app.core.policies import CacheProtection, ReadPolicy, WritePolicy
from tests.collector.worlds import CountedDisk, Instants, World, dying

BACK, THROUGH = WritePolicy.PROTECTED_WRITE_BACK, WritePolicy.WRITE_THROUGH
PLAN = (
    ("c0/v1", "disk_cache_policy", "disabled"),
    ("c0/v1", "read_policy", "no_read_ahead"),
    ("c0/v0", "write_policy", "protected_write_back"),
)


def ended(world: World, *faults: dict[str, Any], wanted: Any = PLAN) -> tuple[str, str]:
    """How an apply ends under these faults, and every outcome in the journal."""
    file = world.plan(*wanted)
    world.server.plan(*faults)
    said = world.apply(file)
    (told,) = world.journals()
    return said.name, " ".join(one["outcome"] for one in told.of("found"))


@pytest.mark.parametrize(
    ("fault", "name", "outcomes"),
    [
        ({"fault": "refused", "match": "set rdcache"}, "rolled_back", "applied rejected applied"),
        ({"fault": "success_ignored", "match": "set rdcache"}, "rolled_back", "applied ignored applied applied"),
        ({"fault": "delayed_effect", "match": "set rdcache"}, "", "applied applied applied"),
        ({"fault": "failure_applied", "match": "set rdcache"}, "", "applied applied applied"),
        ({"fault": "busy", "match": "set rdcache"}, "", "applied applied applied"),
        ({"fault": "sequence_mismatch", "match": "set rdcache"}, "", "applied applied applied"),
        ({"fault": "hang", "match": "set rdcache"}, "rolled_back", "applied unknown applied applied"),
        ({"fault": "killed_after", "match": "set rdcache"}, "", "applied applied applied"),
        ({"fault": "illegal_instruction", "match": "set rdcache"}, "rolled_back", "applied unknown applied applied"),
        ({"fault": "exit_code", "match": "set rdcache", "code": 46}, "", "applied applied applied"),
        ({"fault": "truncated", "match": "set rdcache"}, "", "applied applied applied"),
        ({"fault": "noise", "match": "set rdcache"}, "", "applied applied applied"),
        ({"fault": "empty", "match": "set rdcache"}, "", "applied applied applied"),
        ({"fault": "partial_success", "match": "set rdcache"}, "rolled_back", "applied rejected applied"),
        ({"fault": "killed_printing", "match": "/c0/v1 show", "nth": 2}, "", "applied applied applied"),
        ({"fault": "controller_resetting", "match": "/c0/v1 show"}, "", "applied applied applied"),
        (
            {"fault": "protection_lost", "match": "set wrcache"},
            "rolled_back",
            "applied applied unknown applied applied applied",
        ),
        (
            {"fault": "protection_lost", "state": "charging", "match": "set wrcache"},
            "not_in_effect",
            "applied applied applied_not_effective",
        ),
        (
            {"fault": "neighbour_changed", "property": "iopolicy", "match": "set rdcache"},
            "rolled_back",
            "applied unknown applied applied",
        ),
    ],
)
def test_every_outcome_has_its_name(world: World, fault: dict[str, Any], name: str, outcomes: str) -> None:
    assert ended(world, fault) == (name, outcomes)


def test_a_busy_controller_is_asked_once_more_and_no_further(world: World) -> None:
    assert ended(world, {"fault": "busy", "match": "set rdcache", "nth": "every"})[0] == "rolled_back"
    assert world.sets().count("/c0/v1 set rdcache=nora") == 2


def test_what_somebody_else_changed_meanwhile_is_left_to_them(world: World) -> None:
    wanted = (("c0/v2", "io_policy", "cached"), ("c0/v1", "write_policy", "write_through"))
    name, outcomes = ended(
        world,
        {"fault": "policy_set", "wrcache": "awb", "when": "after", "match": "set wrcache", "where": "c0/v1"},
        wanted=wanted,
    )

    assert (name, outcomes) == ("left_alone", "unknown")
    assert world.journals()[0].end["state"] == "mixed"  # type: ignore[index]


def test_a_volume_that_turned_into_another_is_not_touched_again(world: World) -> None:
    name, _ = ended(world, {"fault": "number_reused", "match": "/c0/v1 show", "where": "c0/v1"})

    assert name == "left_alone"
    assert world.sets() == ["/c0/v1 set pdcache=off"]


def test_the_kill_switch_stops_in_the_middle_and_recover_ends_it(world: World) -> None:
    file = world.plan(*PLAN)
    stop = Path(world.places.stop)
    stop.parent.mkdir()

    def halted() -> str:
        if len(world.sets()) == 1:
            stop.touch()
        return ""

    with pytest.raises(RefusedError, match="exists, so no command is run"):
        world.apply(file, halted)
    assert world.sets() == ["/c0/v1 set pdcache=off"]
    stop.unlink()
    assert [one.name for one in world.recover()] == [""]
    assert world.sets()[-1] == "/c0/v1 set pdcache=default"


@pytest.mark.parametrize("appended", range(1, 12))
def test_a_disk_that_fills_in_the_middle_lets_everything_go_back(world: World, appended: int) -> None:
    class Filling(CountedDisk):
        left = appended

        def append(self, handle: int, data: bytes) -> None:
            self.left -= 1
            if self.left < 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            super().append(handle, data)

    file = world.plan(*PLAN)
    old = world.values(file.plan.changes)
    world.made = Filling
    with dying() as said:
        assert world.apply(file).name in ("rolled_back", "")
    world.made = CountedDisk
    values = world.values(file.plan.changes)
    assert values in (old, [str(change.after) for change in file.plan.changes]), said
    if appended < 11:
        assert values == old
    world.recover()
    assert all(told.is_finished for told in world.journals())
    assert world.values(file.plan.changes) == values


def test_a_disk_that_cannot_begin_changes_nothing(world: World) -> None:
    class Full(Disk):
        def __init__(self, instants: Instants) -> None:
            pass

        def create(self, path: str) -> int:
            raise OSError(errno.EDQUOT, "Disk quota exceeded")

    file = world.plan(*PLAN)
    world.made = Full

    with dying() as said:
        world.apply(file)

    assert (said[0].partition(":")[0], world.sets()) == ("disk_full", [])


def test_a_wish_to_stop_is_asked_before_each_step(world: World) -> None:
    said = world.apply(world.plan(*PLAN), lambda: "interrupted by SIGTERM" if len(world.sets()) == 2 else "")

    assert said.name == "interrupted"
    assert world.sets()[2:] == ["/c0/v1 set rdcache=ra", "/c0/v1 set pdcache=default"]


def change(after: Any = BACK) -> Change:
    return Change(0, 0, "write_policy", THROUGH if after is BACK else BACK, after)


def volume(configured: Any, in_effect: Any, **over: Any) -> VirtualDrive:
    read = ReadPolicy.READ_AHEAD
    return VirtualDrive(0, configured=Policies(read, configured), in_effect=Policies(read, in_effect), **over)


def test_write_back_in_effect_without_protection_is_never_well() -> None:
    found = outcome(change(), Answer(ACCEPTED, "success"), volume(THROUGH, THROUGH), Seen(volume(BACK, BACK)))

    assert (found.word, with_protection(change(), found, CacheProtection.OPTIMAL).word) == ("applied", "applied")
    for state in (CacheProtection.CHARGING, CacheProtection.FAILED, CacheProtection.UNREAD):
        assert with_protection(change(), found, state).word == "unknown"
    assert with_protection(change(THROUGH), found, CacheProtection.FAILED) is found


def test_a_volume_that_is_not_well_any_more_is_no_success() -> None:
    seen = Seen(volume(BACK, BACK, state="degraded"))
    found = outcome(change(), Answer(UNCLEAR, "killed"), volume(THROUGH, THROUGH, state="optimal"), seen)

    assert (found.word, found.detail) == ("unknown", "the volume is degraded now")


def test_the_protection_is_read_once_after_the_last_write_back(world: World) -> None:
    world.server.happen("policy_set", "c0/v1", wrcache="wt")
    world.server.happen("policy_set", "c0/v2", wrcache="wt")
    file = world.plan(*((f"c0/v{number}", "write_policy", "protected_write_back") for number in (0, 1, 2)))
    world.server.forget()

    assert world.apply(file).name == ""
    lines = [" ".join(run["argv"][:-2]) for run in world.server.runs()]
    assert len(lines) == 4 + 2 * 3 + 1
    assert lines[-1] == "/c0/cv show all"


def test_protection_lost_between_two_write_backs_takes_both_back(world: World) -> None:
    world.server.happen("policy_set", "c0/v1", wrcache="wt")
    file = world.plan(*((f"c0/v{number}", "write_policy", "protected_write_back") for number in (0, 1)))
    world.server.plan({"fault": "protection_lost", "match": "/c0/v1 set"})

    assert world.apply(file).name == "rolled_back"
    assert world.values(file.plan.changes) == ["write_through", "write_through"]
