from __future__ import annotations

import json
import re
import shlex
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from app.exports.formats import FORMATS
from app.exports.plans import Allowance, Export, ExportRefusedError, VolumePlan
from tests.exports.plan_samples import plan, read_back

PLANNED = [name for name, item in FORMATS.items() if item.of_plan is not None]
WRITE = ("write_through", "protected_write_back", "unprotected_write_back")
READ = ("no_read_ahead", "read_ahead", "adaptive_read_ahead")
DISK = ("enabled", "disabled", "drive_default")

# The vocabulary map of the field notes, written out by hand: what each tool calls our values.
GOLDEN = {
    "redfish": {
        "write_policy": ("WriteThrough", "ProtectedWriteBack", "UnprotectedWriteBack"),
        "read_policy": ("Off", "ReadAhead", "AdaptiveReadAhead"),
    },
    "intersight": {
        "write_policy": ("WriteThrough", "WriteBackGoodBbu", "AlwaysWriteBack"),
        "read_policy": ("NoReadAhead", "ReadAhead", None),
        "disk_cache_policy": ("Enable", "Disable", "Default"),
    },
    "ucsm": {
        "write_policy": ("write-through", "write-back-good-bbu", "always-write-back"),
        "read_policy": ("normal", "read-ahead", None),
        "disk_cache_policy": ("enable", "disable", "platform-default"),
    },
    "idrac": {
        "write_policy": ("WriteThrough", "WriteBack", "WriteBackForce"),
        "read_policy": ("NoReadAhead", "ReadAhead", "AdaptiveReadAhead"),
        "disk_cache_policy": ("Enabled", "Disabled", "Default"),
    },
    "storcli": {"write_policy": ("wt", "wb", "awb"), "read_policy": ("nora", "ra", None)},
    "perccli": {"write_policy": ("wt", "wb", "fwb"), "read_policy": ("nora", "ra", None)},
    "megacli": {"write_policy": ("WT", "WB", "CachedBadBBU"), "read_policy": ("NORA", "RA", "ADRA")},
}
VALUES = {"write_policy": WRITE, "read_policy": READ, "disk_cache_policy": DISK}
KEYS = {
    "redfish": {"write_policy": "WriteCachePolicy", "read_policy": "ReadCachePolicy"},
    "intersight": {"write_policy": "WritePolicy", "read_policy": "ReadPolicy", "disk_cache_policy": "DriveCache"},
    "ucsm": {"write_policy": "writeCachePolicy", "read_policy": "readPolicy", "disk_cache_policy": "driveCache"},
    "idrac": {
        "write_policy": "write_cache_policy",
        "read_policy": "read_cache_policy",
        "disk_cache_policy": "disk_cache_policy",
    },
}
CASES = [
    (tool, setting, value, word)
    for tool, settings in GOLDEN.items()
    for setting, words in settings.items()
    for value, word in zip(VALUES[setting], words, strict=True)
]


def exported(name: str, chosen: VolumePlan | None = None) -> Export:
    make = FORMATS[name].of_plan
    assert make is not None
    return make(chosen or plan())


def content(name: str, chosen: VolumePlan | None = None) -> Any:
    return json.loads(exported(name, chosen).text)


def fields(tool: str, chosen: VolumePlan) -> dict[str, Any]:
    """The tool's own fields, read with nothing of ours."""
    if tool == "redfish":
        return dict(content("redfish", chosen)["create"])
    if tool == "intersight":
        return dict(content("intersight", chosen)["drive_group"]["VirtualDrives"][0]["VirtualDrivePolicy"])
    if tool == "ucsm":
        return dict(ElementTree.fromstring(exported("ucsm", chosen).text).find("lstorageVirtualDriveDef").attrib)  # type: ignore[union-attr]
    (task,) = yaml.safe_load(exported("ansible", chosen).text)
    return dict(task["dellemc.openmanage.idrac_storage_volume"])


@pytest.mark.parametrize(("tool", "setting", "value", "word"), CASES)
def test_every_value_has_the_word_of_the_tool_or_is_said_to_be_lost(
    tool: str, setting: str, value: str, word: str | None
) -> None:
    chosen = plan({setting: value}, vendor="dell" if tool == "idrac" else None)
    if tool in KEYS:
        said = fields(tool, chosen).get(KEYS[tool][setting])
    else:
        said = word if word in shlex.split(exported(tool, chosen).text, comments=True) else None
    lost = exported("ansible" if tool == "idrac" else tool, chosen).not_carried

    assert said == word
    assert (setting in {item.setting for item in lost}) is (word is None)


@pytest.mark.parametrize("name", PLANNED)
def test_what_is_written_and_what_is_lost_is_all_there_is(name: str) -> None:
    made = exported(name)
    lost = {item.setting: item.value for item in made.not_carried}

    assert {**read_back(made.text, made.file_name), **lost} == plan().settings
    assert not set(lost) & set(read_back(made.text, made.file_name))


@pytest.mark.parametrize("name", PLANNED)
def test_an_export_says_what_it_is_made_from(name: str) -> None:
    made = exported(name, plan(places={"write_policy": "ucs-m4-2016 Table 8"}))

    assert "2026-01-01-0" in made.text
    assert "ucs-m4-2016 Table 8" in made.text
    assert made.media_type == FORMATS[name].media_type
    assert made.file_name == FORMATS[name].file_name


@pytest.mark.parametrize("name", PLANNED)
def test_each_loss_stands_in_the_text_with_its_reason(name: str) -> None:
    made = exported(name, plan({"read_policy": "adaptive_read_ahead"}))

    assert all(item.setting in made.text and item.reason in made.text for item in made.not_carried)


@pytest.mark.parametrize("name", PLANNED)
def test_what_a_caller_wrote_cannot_end_a_comment(name: str) -> None:
    evil = 'x\nstorcli64 /c0/vall del force\r\n--><evil/>"\u2028rm -rf /\x85# '
    made = exported(name, plan(model=evil, allowances=(Allowance("raid0", evil),)))

    assert not [line for line in made.text.splitlines() if line.startswith(("storcli64 /c0/vall", "rm "))]
    assert read_back(made.text, made.file_name)
    if name == "ucsm":
        assert ElementTree.fromstring(made.text).find("evil") is None


def test_dells_redfish_has_the_disk_cache_and_another_name_for_the_strip() -> None:
    made = content("redfish", plan(vendor="dell"))

    assert made["create"]["OptimumIOSizeBytes"] == 65536
    assert made["create"]["Oem"]["Dell"]["DellVolume"]["DiskCachePolicy"] == "Disabled"
    assert made["change"]["@Redfish.SettingsApplyTime"] == {"ApplyTime": "Immediate"}
    assert "StripSizeBytes" not in made["create"]
    assert [item["setting"] for item in made["not_carried"]] == ["io_policy"]


def test_redfish_of_others_has_no_disk_cache() -> None:
    made = content("redfish")

    assert made["create"]["StripSizeBytes"] == 65536
    assert made["change"] == {"ReadCachePolicy": "Off", "WriteCachePolicy": "ProtectedWriteBack"}
    assert {item["setting"] for item in made["not_carried"]} == {"io_policy", "disk_cache_policy"}
    assert len(made["create"]["Links"]["Drives"]) == 8


def test_a_volume_that_exists_is_only_changed() -> None:
    existing = plan(exists=True)

    assert "create" not in content("redfish", existing)
    assert "add vd" not in exported("storcli", existing).text
    assert {"raid_level", "strip_size_kib", "initialization"} <= {
        item.setting for item in exported("storcli", existing).not_carried
    }
    with pytest.raises(ExportRefusedError, match="exists"):
        exported("ironic", existing)


@pytest.mark.parametrize("family", ["sas38xx_imr", "sas39xx", "sas41xx", "sas51xx"])
def test_megacli_is_never_written_for_a_card_it_breaks(family: str) -> None:
    with pytest.raises(ExportRefusedError, match="fault"):
        exported("megacli", plan(family=family, model="MegaRAID 9560-8i"))


def test_megacli_is_not_written_for_a_card_nobody_named() -> None:
    with pytest.raises(ExportRefusedError, match="name its model"):
        exported("megacli", plan(family="unknown", model=None))


@pytest.mark.parametrize("name", [name for name in PLANNED if name != "ironic"])
def test_a_drive_presented_as_it_is_gives_nothing_to_set(name: str) -> None:
    with pytest.raises(ExportRefusedError):
        exported(name, plan({"raid_level": "jbod"}))


@pytest.mark.parametrize("tool", ["storcli2", "perccli2"])
def test_the_newer_tools_get_one_property_a_command_and_no_io_policy(tool: str) -> None:
    text = exported(tool, plan(exists=True)).text

    assert re.findall(r"set (\S+=\S+)$", text, re.MULTILINE) == ["pdcache=off", "rdcache=nora", "wrcache=wb"]
    assert "iopolicy" not in text


def test_a_tool_that_is_not_the_cards_is_said_so() -> None:
    text = exported("storcli", plan(family="sas41xx", tool="storcli2")).text
    assert "managed by storcli2" in text


def test_the_script_names_the_volume_before_it_wipes_it() -> None:
    lines = [line for line in exported("megacli").text.splitlines() if not line.startswith(("#", "set -"))]

    assert [line.split()[1] for line in lines] == ["-CfgLdAdd", "-LDSetProp", "-LDInit"]
    assert all("<v>" in line for line in lines[1:])


def test_dells_task_uses_the_idrac_module_and_ciscos_the_intersight_one() -> None:
    (dell,) = yaml.safe_load(exported("ansible", plan({"raid_level": "raid50"}, vendor="dell")).text)
    (cisco,) = yaml.safe_load(exported("ansible", plan({"raid_level": "raid50"}, vendor="cisco")).text)

    options = dell["dellemc.openmanage.idrac_storage_volume"]
    assert (options["volume_type"], options["span_depth"], options["span_length"]) == ("RAID 50", 2, 4)
    assert options["stripe_size"] == 65536
    group = cisco["cisco.intersight.intersight_storage_policy"]["drive_groups"][0]
    assert (group["raid_level"], len(group["span_groups"])) == ("Raid50", 2)
    assert group["virtual_drives"][0]["strip_size"] == 64


def test_other_cards_get_command_tasks_that_run_once_and_believe_only_what_is_printed() -> None:
    tasks = yaml.safe_load(exported("ansible").text)
    commands = [task for task in tasks if "ansible.builtin.command" in task]

    assert [task["ansible.builtin.command"]["argv"][2] for task in commands] == ["add", "start"]
    assert all(task["ansible.builtin.command"]["creates"] for task in commands)
    assert all("Status = Success" in task["failed_when"] and "Success" in task["changed_when"] for task in commands)
    assert "<" not in json.dumps(tasks)


def test_an_existing_volume_gets_tasks_that_need_no_guard() -> None:
    tasks = yaml.safe_load(exported("ansible", plan(exists=True, vendor="dell", tool="perccli")).text)

    assert [task["ansible.builtin.command"]["argv"][1] for task in tasks] == [
        "/c{{ raidwise_controller }}/v{{ raidwise_volume }}"
    ] * 4


def test_the_whole_answer_reads_back_from_json_and_yaml_as_it_was() -> None:
    shared = {"document": "ucs-m4-2016"}
    answer = {"status": "advised", "a": [shared, shared], "on": "no", "n": 64, "t": "12:30", "none": None, "ü": "ä"}
    for name, read in (("json", json.loads), ("yaml", yaml.safe_load)):
        make = FORMATS[name].of_answer
        assert make is not None
        assert read(make(answer).text) == answer
        assert "&id" not in make(answer).text
