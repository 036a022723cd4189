"""Advice into a plan: only what differs, and why the rest is left."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.collector.planning import Header, plan_of
from app.collector.refusals import RefusedError
from app.collector.tables import plan_lines
from app.core.hardware import Capability, Controller, Drive, Policies, Snapshot, Tool, VirtualDrive
from app.core.plan import Plan
from app.core.policies import DiskCachePolicy, IoPolicy, Media, RaidLevel, ReadPolicy, WritePolicy
from app.core.reading import Silence

NOW = Policies(ReadPolicy.READ_AHEAD, WritePolicy.PROTECTED_WRITE_BACK, IoPolicy.DIRECT, DiskCachePolicy.DRIVE_DEFAULT)
HEADER = Header("p1", "2026-11-20T17:00:00Z", "2026-11-21T17:00:00Z", None)
RISK = {"by": "ops", "reason": "scratch", "until": "2999-01-01"}


def volume(number: int = 0, **over: Any) -> VirtualDrive:
    made = VirtualDrive(
        number, drive_group=0, raid_level=RaidLevel.RAID5, size_bytes=1 << 40, wwn=f"6{number}", strip_size_kib=64,
        configured=NOW, in_effect=NOW,
    )  # fmt: skip
    return replace(made, **over)


def controller(*volumes: VirtualDrive, media: Media = Media.HDD, **over: Any) -> Controller:
    drives = tuple(Drive(f"252:{slot}", drive_group=0, media=media, serial=f"S{slot}") for slot in range(3))
    return replace(Controller(0, serial="SV", drives=drives, virtual_drives=volumes or (volume(),)), **over)


def advice(number: int = 0, status: str = "advised", **settings: Any) -> dict[str, Any]:
    said = {name: value if isinstance(value, dict) else {"value": value} for name, value in settings.items()}
    return {
        "controller": 0,
        "virtual_drive": number,
        "raid_level": "raid5",
        "advice": {"status": status, "settings": said},
    }


def planned(one: Controller, *said: dict[str, Any]) -> Plan:
    return plan_of(
        Snapshot((one,), Tool("storcli")), {"rulebook": {"version": "b1"}, "virtual_drives": [*said]}, HEADER
    )


def held(one: Controller, **settings: Any) -> str:
    """Why the only setting was held back."""
    made = planned(one, advice(**settings))
    assert made.changes == ()
    (remark,) = made.held_back
    return remark.reason


def test_only_what_differs_becomes_a_change_in_the_safe_order() -> None:
    cite = {"document": "ucs-m4-2016", "place": "Table 8", "claim": "C1", "quotation": "left out"}
    wanted = {"value": "write_through", "reason": "It is safer.", "citations": [cite]}
    made = planned(
        controller(),
        advice(
            read_policy="no_read_ahead", io_policy="direct", write_policy=wanted, disk_cache_policy="disabled",
            initialization="full", strip_size_kib=256, raid_level="raid5",
        ),
    )  # fmt: skip

    assert [(one.setting, str(one.after)) for one in made.changes] == [
        ("disk_cache_policy", "disabled"),
        ("write_policy", "write_through"),
        ("read_policy", "no_read_ahead"),
    ]
    through = made.changes[1]
    assert (through.reason, through.citations) == (
        "It is safer.",
        ({"document": "ucs-m4-2016", "place": "Table 8", "claim": "C1"},),
    )
    assert "writes out what it has cached" in through.cost
    assert (made.rulebook, made.tool, len(made.volumes), len(made.controllers)) == ("b1", "storcli", 1, 1)
    assert [(one.setting, one.has, one.value) for one in made.advised] == [("strip_size_kib", 64, 256)]


def test_what_is_as_advised_needs_no_plan() -> None:
    made = planned(controller(), advice(write_policy="protected_write_back", read_policy={"value": None}))

    assert (made.changes, made.volumes, made.controllers) == ((), (), ())
    assert plan_lines(made)[0].startswith("plan p1: no changes")


def test_an_acceptable_strip_is_not_worth_a_word() -> None:
    made = planned(controller(), advice(strip_size_kib={"value": 256, "acceptable": [64, 256]}))

    assert made.advised == ()


def test_a_level_is_advised_and_never_done() -> None:
    made = planned(controller(), advice(raid_level={"value": "raid10", "reason": "Parity is slow."}))

    assert made.changes == ()
    assert made.advised[0].reason == "fixed when a volume is made: only a re-creation changes it. Parity is slow."
    assert "never done by this plan" in "\n".join(plan_lines(made))


def test_the_drives_cache_touches_the_whole_group_and_is_changed_once() -> None:
    one = controller(volume(0), volume(1), volume(2, drive_group=1))
    made = planned(one, *(advice(number, disk_cache_policy="disabled") for number in (0, 1)))

    assert [change.volume for change in made.changes] == ["c0/v0"]
    assert made.changes[0].blast_radius == ("c0/v0", "c0/v1", "c0/d0: every drive of the group")
    assert made.held_back[0].reason == "done with c0/v0, which lies on the same drives"
    assert "touches: c0/v0, c0/v1" in "\n".join(plan_lines(made))


def test_volumes_of_one_group_that_disagree_on_it_keep_it() -> None:
    now = replace(NOW, disk_cache=DiskCachePolicy.ENABLED)
    one = controller(volume(0, configured=now), volume(1, configured=now))
    made = planned(one, advice(0, disk_cache_policy="disabled"), advice(1, disk_cache_policy="drive_default"))

    assert made.changes == ()
    assert "want different things: c0/v0, c0/v1" in made.held_back[0].reason


def test_a_group_nobody_read_is_told_so() -> None:
    members = ("252:0", "252:1")
    made = planned(controller(volume(drive_group=Silence.UNREAD, drives=members)), advice(disk_cache_policy="disabled"))

    assert made.changes[0].blast_radius == ("c0/v0", "c0/dunread: every drive of the group")


def test_what_was_not_read_is_not_changed() -> None:
    unread = volume(configured=replace(NOW, write=Silence.UNREAD))
    unsupported = volume(configured=replace(NOW, io=Silence.UNSUPPORTED))

    assert "could not be read" in held(controller(unread), write_policy="write_through")
    assert "no such setting" in held(controller(unsupported), io_policy="cached")


def test_what_the_card_cannot_change_is_held_back() -> None:
    no = Capability(write_policy=False, ssd_disk_cache_change=False)

    assert "no such setting" in held(controller(capability=no), write_policy="write_through")
    solid = controller(capability=no, media=Media.SSD)
    assert "solid-state" in held(solid, disk_cache_policy="disabled")
    assert "no command" in held(controller(), read_policy="adaptive_read_ahead")
    assert "CacheCade" in held(controller(volume(cachecade=True)), read_policy="no_read_ahead")
    unpinned = volume(wwn=Silence.UNREAD, size_bytes=Silence.UNREAD)
    assert "cannot be told from another" in held(controller(unpinned), read_policy="no_read_ahead")


def test_a_refused_advice_is_not_carried_out() -> None:
    made = planned(controller(), advice(status="refused", write_policy="write_through"))

    assert (made.changes, made.held_back[0].reason) == ((), "the advice was refused")
    assert "held back:" in plan_lines(made)[1]


def test_danger_needs_a_name() -> None:
    assert "accepted the risk by name" in held(controller(), write_policy="unprotected_write_back")
    assert "accepted the risk by name" in held(controller(), disk_cache_policy="enabled")
    solid = planned(controller(media=Media.SSD), advice(disk_cache_policy="enabled"))
    assert len(solid.changes) == 1
    risky = {"value": "unprotected_write_back", "accepted_risk": RISK}
    made = planned(controller(), advice(write_policy=risky))
    assert made.changes[0].accepted_risk == ("ops", "scratch", "2999-01-01")
    assert "risk accepted by ops until 2999-01-01: scratch" in "\n".join(plan_lines(made))


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ([], "holds no virtual_drives"),
        ({"virtual_drives": [1]}, "holds no virtual_drives"),
        ({"virtual_drives": [advice(7)]}, "c0/v7, which was not read"),
        ({"virtual_drives": [{**advice(), "raid_level": "raid1"}]}, "another volume by now"),
        ({"virtual_drives": [{"controller": 0, "virtual_drive": 0}]}, "has no settings"),
        ({"virtual_drives": [advice(write_policy="write_back")]}, "known: write_through"),
        ({"virtual_drives": [advice(write_policy=["wt"])], "rulebook": 3}, "known: write_through"),
    ],
)
def test_a_file_that_is_no_advice_for_this_server(said: Any, says: str) -> None:
    with pytest.raises(RefusedError) as caught:
        plan_of(Snapshot((controller(),)), said, HEADER)

    assert (caught.value.name, says in str(caught.value)) == ("input", True), str(caught.value)
