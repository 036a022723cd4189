from __future__ import annotations

import json
from typing import Any

import pytest

from app.exports.readers.kinds import read_plan
from app.exports.readers.plan import PlanRead

HCL = """
# a comment with { braces
variable "policy" { default = "x" }
resource "redfish_storage_volume" "data" {
  for_each = var.rack
  redfish_server {
    user = each.value.user   // nested: write_cache_policy = "Off"
    write_cache_policy = "Off"
  }
  raid_type             = "RAID5" /* not
  write_cache_policy = "WriteThrough" */
  optimum_io_size_bytes = 131072
  read_cache_policy     = var.read
  write_cache_policy    = "UnprotectedWriteBack"
  disk_cache_policy     = "Disabled"
  note = "a } brace in a text"
}
resource "redfish_storage_volume" "silent" {
  volume_type = "Mirrored"
}
data "redfish_storage_volume" "other" {
  write_cache_policy = "Off"
}
"""


def read(text: str, name: str = "") -> PlanRead:
    return read_plan(text.encode(), name)


def said(found: PlanRead) -> list[tuple[str, Any, int | None]]:
    return [(item.setting, item.value, item.line) for _, item in found.said()]


def values(text: str, name: str = "") -> dict[str, Any]:
    return {setting: value for setting, value, _ in said(read(text, name))}


def test_terraform_is_read_with_its_lines_past_comments_blocks_and_expressions() -> None:
    found = read(HCL, "main.tf")

    assert found.kind == "terraform"
    assert said(found) == [
        ("raid_level", "raid5", 10),
        ("strip_size_kib", 128, 12),
        ("read_policy", None, 13),
        ("write_policy", "unprotected_write_back", 14),
        ("disk_cache_policy", "disabled", 15),
        ("raid_level", "raid1", 19),
    ]
    assert [(mark.rule, mark.place) for mark in found.marks] == [
        ("terraform-unsafe-default", "redfish_storage_volume.silent")
    ]


def test_a_terraform_plan_in_json_is_read_once() -> None:
    volume = {"raid_type": "RAID6", "write_cache_policy": "WriteThrough"}
    resource = {"address": "redfish_storage_volume.a", "mode": "managed", "type": "redfish_storage_volume"}
    plan = {
        "format_version": "1.2",
        "terraform_version": "1.9",
        "planned_values": {"root_module": {"child_modules": [{"resources": [{**resource, "values": volume}]}]}},
        "resource_changes": [{**resource, "change": {"after": volume}}],
    }
    found = read(json.dumps(plan))

    assert (found.kind, len(found.volumes), found.volumes[0].place) == ("terraform", 1, "redfish_storage_volume.a")
    assert not found.marks


def test_a_terraform_plan_that_says_nothing_of_the_policy_is_noticed() -> None:
    change = {"type": "redfish_storage_volume", "address": "a", "change": {"after": {"raid_type": "RAID6"}}}
    deleted = {"type": "redfish_storage_volume", "address": "b", "change": {"after": None}}
    found = read(json.dumps({"resource_changes": [change, deleted]}))

    assert [(mark.rule, mark.place) for mark in found.marks] == [("terraform-unsafe-default", "a")]


def test_terraform_in_json_syntax_is_read() -> None:
    text = json.dumps({"resource": {"redfish_storage_volume": {"v": {"write_cache_policy": "ProtectedWriteBack"}}}})
    assert values(text, "main.tf.json") == {"write_policy": "protected_write_back"}


def test_a_redfish_volume_is_read_wherever_it_lies() -> None:
    body = {"Members": [{"Volume": {"RAIDType": "RAID10", "StripSizeBytes": 65536, "WriteCachePolicy": "Off"}}]}
    assert values(json.dumps(body)) == {"raid_level": "raid10", "strip_size_kib": 64, "write_policy": "write_through"}


def test_intersight_is_read_with_the_policy_older_schemas_had() -> None:
    policy = {"VirtualDrivePolicy": {"StripSize": 64, "WritePolicy": "AlwaysWriteBack", "IoPolicy": "Cached"}}
    assert values(json.dumps({"RaidLevel": "Raid5", "VirtualDrives": [policy]})) == {
        "raid_level": "raid5",
        "strip_size_kib": 64,
        "write_policy": "unprotected_write_back",
        "io_policy": "cached",
    }


@pytest.mark.parametrize(
    "text",
    [
        '<inConfig>\n<lstorageVirtualDriveDef writeCachePolicy="always-write-back" stripSize="64KB"/></inConfig>',
        '{"lstorageVirtualDriveDef":\n {"writeCachePolicy": "always-write-back", "stripSize": "64KB"}}',
    ],
)
def test_ucsm_is_read_from_xml_and_json(text: str) -> None:
    found = read(text)

    assert found.kind == "ucsm"
    assert sorted(said(found)) == [("strip_size_kib", 64, 2), ("write_policy", "unprotected_write_back", 2)]


def test_ironic_is_read_and_what_it_would_refuse_is_noticed() -> None:
    found = read('{"logical_disks": [{"raid_level": "1+0",\n "size_gb": 100, "write_policy": "WB"}]}')

    assert (found.kind, said(found)) == ("ironic", [("raid_level", "raid10", 1)])
    assert [(mark.rule, mark.word) for mark in found.marks] == [("unknown-property", "write_policy")]


PLAYBOOK = """
- hosts: all
  tasks:
    - name: iDRAC
      dellemc.openmanage.idrac_storage_volume:
        state: create
        volume_type: "RAID 6"
        write_cache_policy: WriteBackForce
        disk_cache_policy: Default
        stripe_size: 262144
    - redfish_storage_volume:
        state: absent
        volume_id: x
    - block:
        - cisco.intersight.intersight_storage_policy:
            drive_groups:
              - raid_level: Raid1
                virtual_drives:
                  - {name: a, disk_cache: Enable, write_policy: "{{ policy }}"}
        - ansible.builtin.shell: |
            set -e
            /opt/MegaRAID/storcli/storcli64 /c0/v0 set wrcache=awb J
        - command:
            argv: [perccli64, /c0/v1, set, pdcache=on]
        - ansible.builtin.command: "storcli64 /c0/v2 set rdcache=ra"
        - shell:
            cmd: storcli2 /c0/v3 set wrcache=wt
"""


def test_ansible_is_read_from_modules_and_from_commands() -> None:
    found = read(PLAYBOOK, "site.yml")

    assert found.kind == "ansible"
    assert sorted(said(found), key=lambda item: item[2] or 0) == [
        ("raid_level", "raid6", 7),
        ("write_policy", "unprotected_write_back", 8),
        ("disk_cache_policy", "drive_default", 9),
        ("strip_size_kib", 256, 10),
        ("raid_level", "raid1", 17),
        ("write_policy", None, 19),
        ("disk_cache_policy", "enabled", 19),
        ("write_policy", "unprotected_write_back", 22),
        ("disk_cache_policy", "enabled", 24),
        ("read_policy", "read_ahead", 25),
        ("write_policy", "write_through", 27),
    ]
    assert [(mark.rule, mark.line) for mark in found.marks] == [("destructive-command", 12)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("storcli64 /c0/v0 set wrcache=WB nolog J", {"write_policy": "protected_write_back"}),
        ("sudo -n /opt/MegaRAID/perccli/perccli64 /c0 /v0 set wrcache=fwb", {"write_policy": "unprotected_write_back"}),
        ("if ! STORCLI=x storcli /c0/v0 set iopolicy=cached; then exit 1; fi", {"io_policy": "cached"}),
        ('out=$(storcli64 /c0/v0 set pdcache=default "J")', {"disk_cache_policy": "drive_default"}),
        ('"$STORCLI" /c0/v0 set rdcache=nora', {"read_policy": "no_read_ahead"}),
        ("${PERCCLI64} /c0/v0 set rdcache=ra", {"read_policy": "read_ahead"}),
        ("storcli64 /c0/v0 set \\\n  wrcache=awb", {"write_policy": "unprotected_write_back"}),
        ("storcli64 show | grep x && storcli64 /c0/v0 set wrcache=wt", {"write_policy": "write_through"}),
        (
            "storcli64 /c0 add vd type=raid6 drives=252:0-7 wrcache=awb rdpolicy=ra iopolicy=direct strip=1024",
            {
                "raid_level": "raid6",
                "write_policy": "unprotected_write_back",
                "read_policy": "read_ahead",
                "io_policy": "direct",
                "strip_size_kib": 1024,
            },
        ),
        ("storcli64 /c0 add vd each r0 drives=all wt", {"raid_level": "raid0", "write_policy": "write_through"}),
        ("storcli2 /c0/v1 start init Full Force", {"initialization": "full"}),
        ("MegaCli64 -LDSetProp -ForcedWB -Immediate -Lall -aAll", {"write_policy": "unprotected_write_back"}),
        (
            "megacli -CfgSpanAdd -r10 -Array0[252:0,252:1] -Array1[252:2,252:3] WT ADRA -Cached -strpsz128 -a0",
            {
                "raid_level": "raid10",
                "write_policy": "write_through",
                "read_policy": "adaptive_read_ahead",
                "io_policy": "cached",
                "strip_size_kib": 128,
            },
        ),
        ("MegaCli64 -LDInit -Start -L0 -a0", {"initialization": "fast"}),
        ("storcli64 /c0/v0 set wrcache=$POLICY", {"write_policy": None}),
        ("storcli64 /c0/v0 set name=wb", {}),
        ("storcli64 /c0/v0 show all J # set wrcache=awb", {}),
        ("echo 'unbalanced; storcli64 /c0/v0 set wrcache=wt", {"write_policy": "write_through"}),
    ],
)
def test_command_lines_are_read_whatever_stands_around_them(line: str, expected: dict[str, Any]) -> None:
    found: dict[str, Any] = {}
    for setting, value, _ in said(read(line + "\n", "x.sh")):
        found[setting] = value
    assert found == expected


def test_a_bare_list_of_commands_needs_no_name() -> None:
    assert read("storcli64 /c0/v0 set wrcache=wt\nstorcli64 /c0/v0 set rdcache=ra\n").kind == "commands"
    assert read("# note: this\nMegaCli64 -LDSetProp WT -L0 -a0\n").kind == "commands"


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm() -> None:
    assert values("\ufeff" + HCL.replace("\n", "\r\n"), "main.tf")["disk_cache_policy"] == "disabled"


def test_the_controller_and_allowances_are_found_in_any_notation() -> None:
    notes = ["raidwise-controller: MegaRAID 9361-8i", "raidwise-allow: raid0 until=2027-01-31: copies elsewhere"]
    texts = [
        "\n".join(f"# {note}" for note in notes) + "\nstorcli64 /c0 add vd r0\n",
        "".join(f"<!-- {note} -->" for note in notes) + '<lstorageDiskGroupConfigPolicy raidLevel="stripe"/>',
        json.dumps({"notes": notes, "RAIDType": "RAID0"}),
    ]
    for text in texts:
        found = read(text)
        assert found.controller == "MegaRAID 9361-8i"
        assert [(one.rule, one.until, one.reason) for one in found.allowed] == [
            ("raid0", "2027-01-31", "copies elsewhere")
        ]
