from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from app.core.policies import RaidLevel
from app.exports import ironic
from tests.exports.plan_samples import plan

IRONIC_SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["logical_disks"],
    "properties": {
        "logical_disks": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["raid_level", "size_gb"],
                "dependentRequired": {"physical_disks": ["controller"]},
                "properties": {
                    "raid_level": {"enum": ["JBOD", "0", "1", "2", "5", "6", "1+0", "5+0", "6+0"]},
                    "size_gb": {"anyOf": [{"type": "integer", "minimum": 1}, {"const": "MAX"}]},
                    "volume_name": {"type": "string"},
                    "is_root_volume": {"type": "boolean"},
                    "share_physical_disks": {"type": "boolean"},
                    "disk_type": {"enum": ["hdd", "ssd"]},
                    "interface_type": {"enum": ["sata", "scsi", "sas"]},
                    "number_of_physical_disks": {"type": "integer", "minimum": 1},
                    "controller": {"type": "string"},
                    "physical_disks": {"type": "array"},
                },
            },
        }
    },
}


def content(chosen: Any = None) -> Any:
    return json.loads(ironic.export(chosen or plan()).text)


@pytest.mark.parametrize("level", list(RaidLevel))
@pytest.mark.parametrize(("media", "interface"), [("hdd", "sas"), ("ssd", "sata"), ("nvme", "nvme"), (None, None)])
def test_ironic_takes_what_is_written_for_it(level: RaidLevel, media: str | None, interface: str | None) -> None:
    made = content(plan({"raid_level": str(level)}, media=media, interface=interface))

    jsonschema.validate(made["target_raid_config"], IRONIC_SCHEMA)
    assert made["target_raid_config"]["logical_disks"][0]["number_of_physical_disks"] == 8


def test_ironic_carries_none_of_the_cache_settings_nor_the_strip() -> None:
    lost = {item["setting"] for item in content()["not_carried"]}

    assert lost == set(plan().settings) - {"raid_level"}


def test_a_spanned_level_has_a_plus_in_ironic() -> None:
    disk = content(plan({"raid_level": "raid10"}))["target_raid_config"]["logical_disks"][0]
    assert disk["raid_level"] == "1+0"
