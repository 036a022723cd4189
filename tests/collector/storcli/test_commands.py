"""The closed list: what can be run at all, and that nothing else can be."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.collector.storcli import commands
from app.collector.storcli.commands import NotExpressibleError, is_allowed, set_command
from app.core.policies import CacheProtection, DiskCachePolicy, IoPolicy, Media, ReadPolicy, WritePolicy

POLICIES = [*WritePolicy, *ReadPolicy, *IoPolicy, *DiskCachePolicy]


@pytest.mark.parametrize(
    ("tool", "policy", "option"),
    [
        ("storcli", WritePolicy.WRITE_THROUGH, "wrcache=wt"),
        ("storcli", WritePolicy.PROTECTED_WRITE_BACK, "wrcache=wb"),
        ("storcli2", ReadPolicy.READ_AHEAD, "rdcache=ra"),
        ("perccli2", ReadPolicy.NO_READ_AHEAD, "rdcache=nora"),
        ("perccli", IoPolicy.DIRECT, "iopolicy=direct"),
        ("storcli", IoPolicy.CACHED, "iopolicy=cached"),
        ("storcli", DiskCachePolicy.ENABLED, "pdcache=on"),
        ("storcli2", DiskCachePolicy.DISABLED, "pdcache=off"),
        ("storcli", DiskCachePolicy.DRIVE_DEFAULT, "pdcache=default"),
    ],
)
def test_each_policy_is_one_property_of_one_volume(tool: str, policy: Any, option: str) -> None:
    assert set_command(tool, 0, 239, policy, False) == ("/c0/v239", "set", option)


def test_unprotected_write_back_needs_the_risk_and_has_a_word_for_each_tool() -> None:
    policy = WritePolicy.UNPROTECTED_WRITE_BACK

    assert [set_command(tool, 0, 1, policy, True)[2] for tool in commands.TOOLS] == [
        "wrcache=awb",
        "wrcache=fwb",
        "wrcache=awb",
        "wrcache=awb",
    ]
    for tool in commands.TOOLS:
        with pytest.raises(NotExpressibleError, match="risk accepted"):
            set_command(tool, 0, 1, policy, False)


@pytest.mark.parametrize(
    ("tool", "policy"),
    [
        ("storcli", ReadPolicy.ADAPTIVE_READ_AHEAD),
        ("storcli2", IoPolicy.DIRECT),
        ("megacli", WritePolicy.WRITE_THROUGH),
        ("sh", WritePolicy.WRITE_THROUGH),
        ("storcli", "write_through"),
        ("storcli", "wt"),
        ("storcli", Media.HDD),
        ("storcli", CacheProtection.OPTIMAL),
        ("storcli", None),
    ],
)
def test_nothing_else_can_be_said(tool: str, policy: Any) -> None:
    with pytest.raises(NotExpressibleError):
        set_command(tool, 0, 1, policy, True)


@pytest.mark.parametrize("number", [-1, 10000, True, 1.0, "0", "all", None])
def test_a_number_is_a_number(number: Any) -> None:
    with pytest.raises(NotExpressibleError):
        set_command("storcli", number, 0, WritePolicy.WRITE_THROUGH, False)
    with pytest.raises(NotExpressibleError):
        set_command("storcli", 0, number, WritePolicy.WRITE_THROUGH, False)


def test_every_question_is_allowed() -> None:
    questions = [
        commands.OVERVIEW,
        commands.controller_question(0),
        commands.controller_summary(11),
        commands.volumes_question(0),
        commands.volume_question(0, 239),
        commands.drives_question(0, True),
        commands.drives_question(0, False),
        *(commands.protection_question(0, kind) for kind in ("cachevault", "battery", "energy_pack")),
    ]

    assert all(map(is_allowed, questions))
    assert [" ".join(words) for words in questions[-3:]] == ["/c0/cv show all", "/c0/bbu show all", "/c0 show"]


@pytest.mark.parametrize(
    "line",
    [
        "/c0 delete config",
        "/c0/v0 del",
        "/c0/v0 start init",
        "/c0/v0 set accesspolicy=ro",
        "/c0/v0 set wrcache=wt rdcache=ra",
        "/c0/vall set wrcache=wt",
        "/call/v0 set wrcache=wt",
        "/c0 set personality=hba",
        "/c0/fall import",
        "/c0/v0 set wrcache=wt; rm -rf /",
        "/c0/v0 set wrcache=wt\n",
        "/c0/e1/s1 set good",
        "/c0 add vd r0 drives=1:1",
        "/c0/v0 set pdcache=",
        "/c٠/v0 set wrcache=wt",
        "",
        "show all",
    ],
)
def test_whatever_else_a_tool_understands_is_not(line: str) -> None:
    assert not is_allowed(tuple(line.split(" ")))


@given(
    st.sampled_from(commands.TOOLS),
    st.integers(-5, 20000),
    st.integers(-5, 20000),
    st.one_of(st.sampled_from(POLICIES), st.text(), st.none(), st.booleans()),
    st.booleans(),
)
def test_whatever_is_asked_for_one_of_four_properties_comes_out_or_nothing(
    tool: str, controller: int, volume: int, policy: Any, risk: bool
) -> None:
    try:
        words = set_command(tool, controller, volume, policy, risk)
    except NotExpressibleError:
        return

    assert is_allowed(words)
    assert re.fullmatch(r"/c\d+/v\d+ set (wrcache|rdcache|iopolicy|pdcache)=[a-z]+", " ".join(words))
