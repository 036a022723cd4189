"""A plan beside a later reading: each change took, differs, waits, was not read, or is gone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.core.hardware import Policies, Snapshot
from app.core.policies import WritePolicy
from app.core.reading import Silence
from app.core.verification import judged, needing_attention, verification, volume_problems
from tests.core.test_plan import BACK, CONTROLLER, THROUGH, VOLUME, change, plan


def snapshot(configured: Any = THROUGH, in_effect: Any = THROUGH, **over: Any) -> Snapshot:
    volume = replace(VOLUME, configured=Policies(write=configured), in_effect=Policies(write=in_effect), **over)
    return Snapshot((replace(CONTROLLER, virtual_drives=(volume,)),))


@pytest.mark.parametrize(
    ("configured", "in_effect", "state", "detail"),
    [
        (THROUGH, THROUGH, "took", "write_through, configured and in effect"),
        (THROUGH, BACK, "not_in_effect", "write_through is configured, protected_write_back is in effect"),
        (BACK, BACK, "differs", "is protected_write_back, write_through was planned"),
        (Silence.UNREAD, THROUGH, "took", "configured and in effect"),
        (THROUGH, Silence.UNREAD, "took", "configured and in effect"),
        (Silence.UNREAD, Silence.UNREAD, "unread", "could not be read"),
    ],
)
def test_configured_and_in_effect_are_two_questions(configured: Any, in_effect: Any, state: str, detail: str) -> None:
    (finding,) = verification(plan(), snapshot(configured, in_effect))

    assert (finding.state, finding.is_well) == (state, state == "took")
    assert finding.detail.startswith("c0/v1 write_policy: ")
    assert detail in finding.detail
    assert needing_attention((finding,)) == ([] if finding.is_well else [finding])
    assert judged(change(), configured, in_effect)[0] == state


def test_a_volume_that_is_gone_or_another_is_not_judged_by_its_number() -> None:
    (gone,) = verification(plan(), Snapshot((CONTROLLER,)))
    (other,) = verification(plan(), snapshot(wwn="6fff"))
    (unnamed,) = verification(plan()._replace(volumes=()), Snapshot())

    assert (gone.state, gone.detail) == ("gone", "c0/v1: gone")
    assert (other.state, other.detail) == ("gone", "c0/v1: another volume than planned for (wwn)")
    assert (unnamed.state, unnamed.detail) == ("gone", "c0/v1: gone")


def test_every_reason_why_this_is_not_the_server_is_told() -> None:
    made = plan()
    elsewhere = made._replace(controllers=tuple(one._replace(serial="SV2") for one in made.controllers))

    assert volume_problems(made, snapshot()) == ()
    assert volume_problems(elsewhere, snapshot()) == ("c0/v1: another controller than planned for",)
    assert volume_problems(made._replace(controllers=()), snapshot()) == (
        "c0/v1: the plan does not say which controller this is",
    )
    assert volume_problems(made._replace(volumes=()), snapshot()) == (
        "c0/v1: the plan does not say which volume this is",
    )


def test_unprotected_write_back_is_told_from_the_protected_one() -> None:
    (finding,) = verification(plan(), snapshot(WritePolicy.UNPROTECTED_WRITE_BACK, WritePolicy.UNPROTECTED_WRITE_BACK))

    assert "is unprotected_write_back" in finding.detail
