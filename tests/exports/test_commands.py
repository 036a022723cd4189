from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.policies import DiskCachePolicy, IoPolicy, ReadPolicy, WritePolicy
from app.exports.commands import Command, policy_commands
from app.exports.tools import BINARIES

SAFE = {
    "strip_size_kib": 256,
    "raid_level": "raid5",
    "initialization": "full",
    "read_policy": "read_ahead",
    "write_policy": "protected_write_back",
    "io_policy": "direct",
    "disk_cache_policy": "disabled",
}

settings = st.fixed_dictionaries(
    {},
    optional={
        "read_policy": st.sampled_from([None, *map(str, ReadPolicy)]),
        "write_policy": st.sampled_from([None, *map(str, WritePolicy)]),
        "io_policy": st.sampled_from([None, *map(str, IoPolicy)]),
        "disk_cache_policy": st.sampled_from([None, *map(str, DiskCachePolicy)]),
        "strip_size_kib": st.sampled_from([None, 64]),
    },
)


def texts(tool: str, **changes: str | int | None) -> list[str]:
    return [command.text for command in policy_commands(tool, 0, 3, changes or SAFE)]


def only(tool: str, **changes: str | int | None) -> Command:
    (command,) = policy_commands(tool, 0, 3, changes)
    return command


def test_disk_cache_off_comes_first_and_write_back_last() -> None:
    assert texts("storcli") == [
        "storcli64 /c0/v3 set pdcache=off",
        "storcli64 /c0/v3 set rdcache=ra",
        "storcli64 /c0/v3 set iopolicy=direct",
        "storcli64 /c0/v3 set wrcache=wb",
    ]


def test_write_through_comes_before_the_rest() -> None:
    wanted = {"read_policy": "no_read_ahead", "write_policy": "write_through", "disk_cache_policy": "enabled"}
    assert texts("storcli", **wanted) == [
        "storcli64 /c0/v3 set wrcache=wt",
        "storcli64 /c0/v3 set rdcache=nora",
        "storcli64 /c0/v3 set pdcache=on",
    ]


def test_argv_has_one_word_an_element() -> None:
    assert only("storcli", write_policy="write_through").argv == ("storcli64", "/c0/v3", "set", "wrcache=wt")


def test_grammar_8_has_no_io_policy_and_an_unseen_disk_cache() -> None:
    for tool in ("storcli2", "perccli2"):
        commands = policy_commands(tool, 0, 3, SAFE)
        assert [one.text.split("set ")[1] for one in commands] == ["pdcache=off", "rdcache=ra", "wrcache=wb"]
        assert [one.verified for one in commands] == [False, True, True]
        assert commands[0].note
    assert policy_commands("storcli2", 0, 3, {"io_policy": "direct"}) == ()


@pytest.mark.parametrize(
    ("tool", "token", "verified"),
    [("storcli", "awb", True), ("perccli", "fwb", True), ("storcli2", "awb", True), ("perccli2", "awb", False)],
)
def test_an_unprotected_write_back_is_spelled_by_the_tool(tool: str, token: str, verified: bool) -> None:
    command = only(tool, write_policy="unprotected_write_back")
    assert (command.argv[-1], command.verified, command.note is None) == (f"wrcache={token}", verified, verified)


def test_dell_may_not_offer_an_io_policy() -> None:
    command = only("perccli", io_policy="cached")
    assert (command.argv[-1], command.verified) == ("iopolicy=cached", False)


@pytest.mark.parametrize(("value", "token"), [("enabled", "on"), ("disabled", "off"), ("drive_default", "default")])
def test_the_disk_cache_has_three_values(value: str, token: str) -> None:
    assert only("storcli", disk_cache_policy=value).argv[-1] == f"pdcache={token}"


def test_a_word_the_tool_lacks_is_a_comment_and_nothing_to_run() -> None:
    for tool, setting in (
        ("storcli", {"read_policy": "adaptive_read_ahead"}),
        ("megacli", {"disk_cache_policy": "drive_default"}),
    ):
        command = only(tool, **setting)
        assert command.argv == ()
        assert command.text.startswith("# ")


def test_megacli_needs_two_commands_for_a_write_back_that_falls_back() -> None:
    assert texts("megacli") == [
        "MegaCli64 -LDSetProp -DisDskCache -L3 -a0",
        "MegaCli64 -LDSetProp RA -L3 -a0",
        "MegaCli64 -LDSetProp -Direct -L3 -a0",
        "MegaCli64 -LDSetProp WB -L3 -a0",
        "MegaCli64 -LDSetProp NoCachedBadBBU -L3 -a0",
    ]


@pytest.mark.parametrize(
    ("settings_wanted", "option"),
    [
        ({"write_policy": "write_through"}, "WT"),
        ({"write_policy": "unprotected_write_back"}, "ForcedWB"),
        ({"read_policy": "no_read_ahead"}, "NORA"),
        ({"read_policy": "adaptive_read_ahead"}, "ADRA"),
        ({"io_policy": "cached"}, "-Cached"),
        ({"disk_cache_policy": "enabled"}, "-EnDskCache"),
    ],
)
def test_megacli_has_words_of_its_own(settings_wanted: dict[str, str | int | None], option: str) -> None:
    command = only("megacli", **settings_wanted)
    assert command.argv == ("MegaCli64", "-LDSetProp", option, "-L3", "-a0")
    assert "fault" in str(command.note)


def test_what_is_fixed_at_creation_gives_no_command() -> None:
    assert (
        policy_commands("storcli", 0, 0, {"strip_size_kib": 64, "initialization": "full", "raid_level": "raid5"}) == ()
    )


def test_a_bare_write_back_is_refused() -> None:
    with pytest.raises(ValueError, match="write_back"):
        policy_commands("storcli", 0, 0, {"write_policy": "write_back"})


def test_an_unknown_tool_is_refused() -> None:
    with pytest.raises(ValueError, match="no tool is called 'arcconf'"):
        policy_commands("arcconf", 0, 0, {})


@given(st.sampled_from(sorted(BINARIES)), settings)
def test_every_command_changes_one_property_of_one_volume(tool: str, wanted: dict[str, str | int | None]) -> None:
    for command in policy_commands(tool, 1, 2, wanted):
        assert sum("=" in word for word in command.argv) == (0 if tool == "megacli" or not command.argv else 1)
        assert not command.destructive
        assert command.verified or command.note


@given(st.sampled_from(sorted(BINARIES)), settings)
def test_nothing_follows_write_back(tool: str, wanted: dict[str, str | int | None]) -> None:
    texts = [command.text for command in policy_commands(tool, 1, 2, wanted)]
    backs = [
        place
        for place, text in enumerate(texts)
        if any(word in text for word in ("=wb", "=awb", "=fwb", " WB ", "ForcedWB"))
    ]
    assert all("BBU" in text for place in backs for text in texts[place + 1 :])
