"""Plans as data: ordered, undone, written, read back, signed; and everything that is no plan."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.hardware import Controller, Drive, VirtualDrive
from app.core.plan import (
    SETTINGS,
    Change,
    MalformedPlanError,
    OutsideClosedListError,
    Plan,
    Remark,
    Risk,
    canonical,
    change_from_document,
    controller_identity,
    is_signed_by,
    ordered,
    plan_document,
    plan_from_document,
    signed,
    volume_identity,
)
from app.core.policies import DiskCachePolicy, IoPolicy, ReadPolicy, WritePolicy

BACK, THROUGH = WritePolicy.PROTECTED_WRITE_BACK, WritePolicy.WRITE_THROUGH


def drive(slot: str, **facts: Any) -> Drive:
    return Drive(slot, **facts)


CONTROLLER = Controller(
    0,
    serial="SV1",
    model="Invented 9999",
    pci_id="1000:005d",
    drives=(drive("252:0", serial="B"), drive("252:1", serial="A"), drive("252:2", wwn="5000")),
)
VOLUME = VirtualDrive(1, drives=("252:0", "252:1"), size_bytes=2048, wwn="6abc", name="data")


def change(setting: str = "write_policy", before: Any = BACK, after: Any = THROUGH, **over: Any) -> Change:
    return Change(
        0, 1, setting, before, after, "because", ({"document": "d", "place": "Table 1"},), "none", ("c0/v1",), **over
    )


def plan(*changes: Change) -> Plan:
    return Plan(
        "p1",
        "2026-11-20T17:00:00Z",
        "2026-11-21T17:00:00Z",
        "server-1",
        "storcli",
        "book",
        (controller_identity(CONTROLLER),),
        (volume_identity(CONTROLLER, VOLUME),),
        changes or (change(),),
        (Remark(0, 1, "strip_size_kib", 64, 256, "fixed"),),
        (Remark(0, 1, "io_policy", "unread", "direct", "unread"),),
    )


def test_a_volume_is_told_by_wwn_size_and_members_in_any_order() -> None:
    identity = volume_identity(CONTROLLER, VOLUME)

    assert (identity.wwn, identity.size_bytes, identity.members, identity.is_pinned) == ("6abc", 2048, ("A", "B"), True)
    assert identity.differences(identity._replace(members=("A", "C"), wwn=None)) == ("wwn", "members")


def test_a_drive_without_serial_is_told_by_its_wwn_and_one_without_both_tells_nothing() -> None:
    by_wwn = VirtualDrive(1, drives=("252:0", "252:2"), size_bytes=2048)
    nameless = Controller(0, drives=(drive("252:0", serial="A"), drive("252:1")))

    assert volume_identity(CONTROLLER, by_wwn).members == ("5000", "B")
    assert volume_identity(nameless, VOLUME).members == ()


@pytest.mark.parametrize("volume", [VirtualDrive(1), VirtualDrive(1, size_bytes=4), VirtualDrive(1, wwn="6abc")])
def test_a_number_alone_pins_nothing(volume: VirtualDrive) -> None:
    assert not volume_identity(Controller(0), volume).is_pinned


def test_the_safer_direction_comes_first_and_write_back_last() -> None:
    back = change(before=THROUGH, after=BACK)
    read = change("read_policy", ReadPolicy.READ_AHEAD, ReadPolicy.NO_READ_AHEAD)
    io = change("io_policy", IoPolicy.CACHED, IoPolicy.DIRECT)
    off = change("disk_cache_policy", DiskCachePolicy.DRIVE_DEFAULT, DiskCachePolicy.DISABLED)
    on = change("disk_cache_policy", DiskCachePolicy.DISABLED, DiskCachePolicy.DRIVE_DEFAULT)

    assert ordered((back, on, read, io, change(), off)) == (off, change(), read, io, on, back)


def test_undo_turns_round_and_forgets_the_risk() -> None:
    risky = change(after=WritePolicy.UNPROTECTED_WRITE_BACK, accepted_risk=Risk("ops", "scratch", "2999-01-01"))

    assert (risky.undo().before, risky.undo().after) == (WritePolicy.UNPROTECTED_WRITE_BACK, BACK)
    assert risky.undo().accepted_risk is None


def test_a_plan_survives_being_written_and_read() -> None:
    made = plan(change(accepted_risk=Risk("ops", "scratch", "2999-01-01")), change())

    assert plan_from_document(json.loads(json.dumps(plan_document(made)))) == made


def test_a_signature_holds_for_this_very_document_and_key() -> None:
    document = signed(plan_document(plan()), "k1", b"secret" * 8)

    assert is_signed_by(document, "k1", b"secret" * 8)
    assert not is_signed_by(document, "k1", b"other!" * 8)
    assert not is_signed_by(document, "k2", b"secret" * 8)
    assert not is_signed_by({**document, "id": "p2"}, "k1", b"secret" * 8)
    assert not is_signed_by({**document, "added": 1}, "k1", b"secret" * 8)
    assert not is_signed_by(plan_document(plan()), "k1", b"secret" * 8)
    assert not is_signed_by({**document, "signature": {"value": "x"}}, "k1", b"secret" * 8)


def test_what_is_signed_has_one_spelling() -> None:
    document = signed({"b": 1, "a": "ü"}, "k", b"s" * 32)

    assert canonical(document) == b'{"a":"\\u00fc","b":1}'
    assert canonical({"a": "ü", "b": 1}) == canonical(document)


@given(st.data())
def test_no_changed_byte_of_a_signed_plan_is_believed(data: st.DataObject) -> None:
    text = json.dumps(signed(plan_document(plan()), "k1", b"secret" * 8))
    at = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.characters(min_codepoint=32, max_codepoint=126))
    try:
        document = json.loads(text[:at] + sign + text[at + 1 :])
    except ValueError:
        return

    assert document == json.loads(text) or not is_signed_by(document, "k1", b"secret" * 8)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": "raidwise-plan/2"}, "reads 'raidwise-plan/1'"),
        ({"id": None}, "plan.id should be str"),
        ({"server": 3}, "plan.server should be str or null"),
        ({"changes": {}}, "plan.changes should be list"),
        ({"changes": [1]}, "plan.changes[0] is not an object"),
        ({"volumes": [{}]}, "plan.volumes[0].controller should be int"),
        ({"controllers": [{"number": -1}]}, "plan.controllers[0].number is below zero"),
        ({"controllers": [{"number": True}]}, "plan.controllers[0].number should be int"),
    ],
)
def test_every_complaint_names_its_place(change: dict[str, Any], says: str) -> None:
    with pytest.raises(MalformedPlanError) as caught:
        plan_from_document({**plan_document(plan()), **change})

    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("part", "value", "says"),
    [
        ("setting", "strip_size_kib", "only write_policy, read_policy"),
        ("setting", "accesspolicy", "can be changed"),
        ("after", "write_back", "known: write_through"),
        ("before", "WT", "known: write_through"),
    ],
)
def test_what_no_plan_may_ask_for_is_outside(part: str, value: str, says: str) -> None:
    document = plan_document(plan())
    document["changes"][0][part] = value

    with pytest.raises(OutsideClosedListError) as caught:
        plan_from_document(document)

    assert says in str(caught.value)


def test_members_are_texts() -> None:
    document = plan_document(plan())
    document["volumes"][0]["members"] = ["A", 3]

    with pytest.raises(MalformedPlanError, match=r"volumes\[0\].members holds something that is no text"):
        plan_from_document(document)


def test_one_change_is_judged_as_strictly_by_itself() -> None:
    assert change_from_document(plan_document(plan())["changes"][0]) == change()
    with pytest.raises(MalformedPlanError, match="change is not an object"):
        change_from_document("wrcache=wt")


def test_only_four_settings_are_on_the_list() -> None:
    assert list(SETTINGS) == ["write_policy", "read_policy", "io_policy", "disk_cache_policy"]
