from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.policies import RaidLevel
from app.exports.creation import create_command
from app.exports.tools import BINARIES

SETTINGS: dict[str, str | int | None] = {
    "strip_size_kib": 64,
    "read_policy": "no_read_ahead",
    "write_policy": "protected_write_back",
    "io_policy": "direct",
    "disk_cache_policy": "disabled",
}
SLOTS = ["252:0", "252:1", "252:2", "252:3"]


def create(tool: str, level: str = "raid5", drives: int = 5, **changes: str | int | None) -> str:
    (command,) = create_command(tool, 0, {**SETTINGS, **changes}, level, drives)
    return command.text


def test_storcli_is_given_every_value() -> None:
    assert create("storcli") == "storcli64 /c0 add vd r5 drives=<e:s,...> wb nora direct strip=64 pdcache=off"


def test_slots_take_the_place_of_the_placeholder() -> None:
    (command,) = create_command("perccli", 1, SETTINGS, "raid10", 4, SLOTS)
    assert command.text == (
        "perccli64 /c1 add vd r10 drives=252:0,252:1,252:2,252:3 pdperarray=2 wb nora direct strip=64 pdcache=off"
    )
    assert command.verified


@pytest.mark.parametrize(
    ("level", "drives", "each"),
    [("raid10", 4, 2), ("raid10", 16, 2), ("raid10", 24, 4), ("raid50", 9, 3), ("raid50", 8, 4), ("raid60", 12, 6)],
)
def test_spanned_levels_say_how_many_drives_a_span_has(level: str, drives: int, each: int) -> None:
    assert f" pdperarray={each} " in create("storcli", level, drives)


def test_spans_may_be_chosen() -> None:
    (command,) = create_command("storcli", 0, SETTINGS, "raid50", 12, spans=4)
    assert " pdperarray=3 " in command.text


def test_grammar_8_takes_bare_words_and_no_io_policy() -> None:
    (command,) = create_command("storcli2", 0, SETTINGS, "raid5", 4, SLOTS)
    assert command.text == "storcli2 /c0 add vd r5 drives=252:0,252:1,252:2,252:3 wb nora strip=64"
    assert "disk cache" in str(command.note)
    without = {**SETTINGS, "disk_cache_policy": None}
    assert create_command("storcli2", 0, without, "raid5", 4, SLOTS)[0].verified
    assert not create_command("storcli2", 0, without, "raid10", 4, SLOTS)[0].verified


@pytest.mark.parametrize(("tool", "token"), [("storcli", "awb"), ("perccli", "fwb"), ("perccli2", "awb")])
def test_an_unprotected_write_back_is_spelled_by_the_tool(tool: str, token: str) -> None:
    (command,) = create_command(tool, 0, {**SETTINGS, "write_policy": "unprotected_write_back"}, "raid0", 2)
    assert f" {token} " in command.text
    assert command.verified is (tool == "storcli")


def test_an_adaptive_read_ahead_is_left_to_the_controller_and_said() -> None:
    (command,) = create_command("storcli", 0, {**SETTINGS, "read_policy": "adaptive_read_ahead"}, "raid0", 2)
    assert command.text == "storcli64 /c0 add vd r0 drives=<e:s,...> wb direct strip=64 pdcache=off"
    assert "adaptive" in str(command.note)


def test_what_nobody_advised_is_left_out() -> None:
    (command,) = create_command("storcli", 0, {}, "raid1", 2)
    assert command.text == "storcli64 /c0 add vd r1 drives=<e:s,...>"


def test_megacli_names_drives_in_brackets() -> None:
    assert create("megacli") == "MegaCli64 -CfgLdAdd -r5[<e:s,...>] WB NoCachedBadBBU NORA Direct -strpsz64 -a0"


def test_megacli_names_each_span() -> None:
    (command,) = create_command("megacli", 0, {"write_policy": "write_through"}, "raid10", 4, SLOTS)
    assert command.text == "MegaCli64 -CfgSpanAdd -r10 -Array0[252:0,252:1] -Array1[252:2,252:3] WT -a0"
    assert not command.verified
    (placeholder,) = create_command("megacli", 0, {}, "raid10", 4)
    assert placeholder.text == "MegaCli64 -CfgSpanAdd -r10 -Array0[<e:s,...>] -Array1[<e:s,...>] -a0"


@pytest.mark.parametrize(
    ("tool", "wanted", "text"),
    [
        ("storcli", "full", "storcli64 /c0/v<v> start init full"),
        ("storcli", "fast", "storcli64 /c0/v<v> start init"),
        ("megacli", "full", "MegaCli64 -LDInit -Start -Full -L<v> -a0"),
        ("megacli", "fast", "MegaCli64 -LDInit -Start -L<v> -a0"),
    ],
)
def test_initialisation_is_a_command_of_its_own_and_says_that_it_destroys(tool: str, wanted: str, text: str) -> None:
    create_one, start = create_command(tool, 0, {"initialization": wanted}, "raid5", 3)
    assert not create_one.destructive
    assert (start.text, start.destructive, str(start.note).startswith("DESTROYS")) == (text, True, True)


def test_no_initialisation_gives_no_command() -> None:
    assert len(create_command("storcli", 0, {"initialization": "none"}, "raid5", 3)) == 1


def test_a_jbod_drive_needs_no_volume() -> None:
    (command,) = create_command("storcli", 0, SETTINGS, "jbod", 1)
    assert command.argv == ()


@pytest.mark.parametrize(
    ("level", "drives", "slots", "spans"),
    [
        ("raid5", 2, [], None),
        ("raid10", 5, [], None),
        ("raid50", 7, [], None),
        ("raid5", 6, [], 2),
        ("raid50", 6, [], 1),
        ("raid50", 6, [], 0),
        ("raid0", 2, ["252:0"], None),
        ("raid0", 2, ["252:0", "252:1; reboot"], None),
        ("raid7", 2, [], None),
    ],
)
def test_what_does_not_fit_is_refused(level: str, drives: int, slots: list[str], spans: int | None) -> None:
    with pytest.raises(ValueError, match=r"needs|cannot|slots|not a valid"):
        create_command("storcli", 0, SETTINGS, level, drives, slots, spans)


@given(st.sampled_from(sorted(BINARIES)), st.sampled_from(sorted(RaidLevel)), st.integers(min_value=1, max_value=64))
def test_every_level_gives_a_command_or_a_refusal(tool: str, level: RaidLevel, drives: int) -> None:
    refused = False
    with contextlib.suppress(ValueError):
        refused = not create_command(tool, 0, SETTINGS, level.value, drives)
    assert not refused
