from typing import Any

import pytest

from app.collector.storcli.protection import together
from app.core.hardware import Protection
from app.core.policies import CacheProtection
from app.core.reading import Silence
from tests.collector.samples import VERSION_8, only_controller, problems, read, reply

P = CacheProtection
UNREAD, ABSENT = Silence.UNREAD, Silence.ABSENT


def protection(*data: dict[str, Any]) -> Protection:
    return only_controller(*(reply(one) for one in data)).protection


def vault(state: str = "Optimal", **changes: Any) -> dict[str, Any]:
    return {"Cachevault_Info": [{"Model": "CVPM00", "State": state, "Temp": "40C", "Mode": "-", **changes}]}


def vault_show_all(*flags: tuple[str, str], state: str = "Optimal") -> dict[str, Any]:
    return {
        "Cachevault_Info": [
            {"Property": "Type", "Value": "CVPM00"},
            {"Property": "Temperature", "Value": "40 C"},
            {"Property": "State", "Value": state},
        ],
        "Firmware_Status": [{"Property": name, "Value": value} for name, value in flags],
        "GasGaugeStatus": [{"Property": "Capacitance", "Value": "89 %"}],
    }


def bits(printed: object, present: str = "Present") -> dict[str, Any]:
    return {"Status": {"BBU Status": printed}, "HwCfg": {"BBU": present}}


def test_a_cachevault_in_the_overview_of_a_controller() -> None:
    assert protection(vault()) == Protection(P.OPTIMAL, "cachevault", "CVPM00")


def test_a_battery_in_the_overview_of_a_controller() -> None:
    data = {"BBU_Info": [{"Model": "iBBU00", "State": "Optimal", "Temp": "34C"}]}
    assert protection(data) == Protection(P.OPTIMAL, "battery", "iBBU00")


def test_a_cachevault_asked_for_itself_lists_properties() -> None:
    assert protection(vault_show_all(("Replacement required", "No"))) == Protection(P.OPTIMAL, "cachevault", "CVPM00")


def test_a_battery_asked_for_itself_lists_properties() -> None:
    data = {
        "BBU_Info": [{"Property": "Battery Type", "Value": "BBU"}, {"Property": "Battery State", "Value": "Degraded"}],
        "BBU_Firmware_Status": [{"Property": "Charging Status", "Value": "None"}],
    }
    assert protection(data) == Protection(P.DEGRADED, "battery", "BBU")


@pytest.mark.parametrize(
    ("flag", "state"),
    [
        (("Replacement required", "Yes"), P.FAILED),
        (("No space to cache offload", "Yes"), P.DEGRADED),
        (("Learn Cycle Active", "Yes"), P.LEARNING),
        (("Charging Status", "Charging"), P.CHARGING),
        (("Charging Status", "Discharging"), P.LEARNING),
        (("Module microcode update required", "Yes"), P.OPTIMAL),
    ],
)
def test_a_firmware_flag_is_worse_than_the_state(flag: tuple[str, str], state: CacheProtection) -> None:
    assert protection(vault_show_all(flag)).state is state


def test_an_energy_pack() -> None:
    row = {"Type": "Supercap", "SubType": "FBU000", "Temperature(C)": 38, "Status": "Optimal"}
    text = reply({"Energy Pack Info": [row]}, controller="0", version=VERSION_8)
    assert only_controller(text).protection == Protection(P.OPTIMAL, "energy_pack", "FBU000")


def test_an_energy_pack_without_a_name() -> None:
    data = {"Energy Pack Info": [{"Type": "Battery", "SubType": "None", "Status": "Failed"}]}
    assert protection(data) == Protection(P.FAILED, "energy_pack")


@pytest.mark.parametrize(
    ("printed", "state"),
    [
        (0, P.OPTIMAL),
        ("0", P.OPTIMAL),
        (4096, P.OPTIMAL),
        (8, P.CHARGING),
        (16, P.LEARNING),
        (32, P.LEARNING),
        (40, P.LEARNING),
        (64, P.LEARNING),
        (2, P.DEGRADED),
        (4, P.DEGRADED),
        (128, P.DEGRADED),
        (256, P.DEGRADED),
        (2048, P.DEGRADED),
        (512, P.FAILED),
        (1024, P.FAILED),
        (1024 + 8, P.FAILED),
        (1, P.ABSENT),
        ("NA", P.UNREAD),
    ],
)
def test_the_status_of_a_battery_is_a_bitmap(printed: object, state: CacheProtection) -> None:
    assert protection(bits(printed)).state is state


def test_the_bits_are_kept_as_words() -> None:
    assert protection(bits(1024 + 8)).detail == "charging; replace pack"


@pytest.mark.parametrize("printed", [8192, -1])
def test_a_bit_nobody_knows_leaves_the_state_unread(printed: int) -> None:
    snapshot = read(reply({**bits(printed), **vault()}))
    assert snapshot.controllers[0].protection.state is P.UNREAD
    assert problems(snapshot) == [f"Controllers[0]/Response Data/Status/BBU Status: unknown bits in {printed}"]


def test_hpe_says_energy_pack_for_the_same() -> None:
    data = {"Status": {"Energy Pack Status": 0}, "HwCfg": {"Energy Pack": "Present"}}
    assert protection(data) == Protection(P.OPTIMAL, "energy_pack")
    assert protection({"HwCfg": {"Energy Pack": "Absent"}}) == Protection(P.ABSENT, ABSENT)


def test_a_controller_without_a_battery() -> None:
    assert protection(bits("NA", "Absent")) == Protection(P.ABSENT, ABSENT)
    assert protection(bits(0, "Absent")) == Protection(P.ABSENT, ABSENT)


def test_a_controller_without_a_cache_has_nothing_to_protect() -> None:
    assert protection({"HwCfg": {"On Board Memory Size": "0MB"}}) == Protection(P.ABSENT, ABSENT)
    # A part that shows itself is believed more than the memory.
    assert protection({"HwCfg": {"On Board Memory Size": "0MB"}, **vault()}).state is P.OPTIMAL


def test_a_controller_that_says_nothing_is_unread() -> None:
    assert protection({"Basics": {"Model": "Invented"}}) == Protection()


@pytest.mark.parametrize(
    ("state", "ours"),
    [
        ("Degraded (Need Attention)", P.DEGRADED),
        ("Failed", P.FAILED),
        ("Missing", P.ABSENT),
        ("Charging", P.CHARGING),
        ("-", P.UNREAD),
    ],
)
def test_states_of_the_part(state: str, ours: CacheProtection) -> None:
    assert protection(vault(state)).state is ours


@pytest.mark.parametrize("word", ["Wobbly", "Unknown"])
def test_a_state_nobody_knows_is_unread_though_the_bits_are_well(word: str) -> None:
    told = protection({**bits(0), **vault(word)})
    assert (told.state, told.kind) == (P.UNREAD, "cachevault")
    assert told.detail == f"not understood: {word}"


def test_a_state_nobody_knows_is_said_with_its_word() -> None:
    problem = "Controllers[0]/Response Data/Cachevault_Info[0]/State: unknown word 'Wobbly'"
    assert problems(read(reply(vault("Wobbly")))) == [problem]


def test_a_doubt_outlives_other_captures() -> None:
    assert protection(vault("Wobbly"), vault_show_all()).state is P.UNREAD
    assert protection(vault_show_all(), vault("Wobbly")).state is P.UNREAD


def failed(message: str, code: int = 255) -> str:
    row = {"Ctrl": 0, "Status": "Failed", "Property": "-", "ErrMsg": message, "ErrCd": code}
    return reply(None, Status="Failure", **{"Detailed Status": [row]})


def test_the_wrong_question_tells_the_kind() -> None:
    snapshot = read(failed("use /cx/cv"))
    assert (snapshot.controllers[0].protection.state, snapshot.controllers[0].protection.kind) == (
        P.UNREAD,
        "cachevault",
    )
    assert snapshot.unread == ()
    assert only_controller(failed("use /cx/bbu")).protection.kind == "battery"


def test_a_probe_that_finds_nothing_tells_absence() -> None:
    told = only_controller(failed("Cachevault is absent!", 34)).protection
    assert (told.state, told.kind) == (P.ABSENT, ABSENT)


def test_a_probe_for_the_other_sort_is_no_contradiction() -> None:
    battery = {"BBU_Info": [{"Model": "BBU", "State": "Optimal"}]}
    told = only_controller(reply(battery), failed("Cachevault is absent!", 34)).protection
    assert (told.state, told.kind) == (P.OPTIMAL, "battery")


def test_a_part_shown_and_said_to_be_absent_is_a_contradiction() -> None:
    told = protection({**bits("NA", "Absent"), **vault()})
    assert told.state is P.UNREAD
    assert told.detail == "not understood: shown, and said to be absent"


def test_the_worst_of_all_captures_decides() -> None:
    assert protection(vault(), bits(8)).state is P.CHARGING
    assert protection(bits(8), vault("Failed")).state is P.FAILED


@pytest.mark.parametrize(
    ("printed", "state"),
    [("Opt", P.OPTIMAL), ("Msng", P.ABSENT), ("Fld", P.FAILED), ("NdAtn", P.DEGRADED), ("N/A", P.UNREAD)],
)
def test_the_overview_has_codes_of_its_own(printed: str, state: CacheProtection) -> None:
    row = {"Ctl": 0, "Model": "Invented", "BBU": printed, "Hlth": "Opt"}
    assert protection({"System Overview": [row]}).state is state


def test_no_word_at_all_is_unread() -> None:
    assert together([]) == Protection()


def test_a_property_without_a_name_is_survived() -> None:
    assert protection({"Firmware_Status": [{"Value": "Yes"}, {"Property": 5, "Value": "Yes"}]}) == Protection()
