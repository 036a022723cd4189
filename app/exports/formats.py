"""Every format there is, in one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from app.exports import ansible, intersight, ironic, redfish, shell, ucsm, whole
from app.exports.plans import Export, VolumePlan


@dataclass(frozen=True)
class Format:
    """One format: what it is, and what makes it, from a plan or, for the whole answer, from that."""

    title: str
    media_type: str
    file_name: str
    of_plan: Callable[[VolumePlan], Export] | None = None
    of_answer: Callable[[Mapping[str, Any]], Export] | None = None


def _commands(tool: str, title: str) -> Format:
    return Format(title, shell.MEDIA_TYPE, f"raidwise-{tool}.sh", of_plan=partial(shell.export, tool=tool))


FORMATS: Mapping[str, Format] = {
    "json": Format("The whole answer", "application/json", "raidwise.json", of_answer=whole.export_json),
    "yaml": Format("The whole answer", "application/yaml", "raidwise.yaml", of_answer=whole.export_yaml),
    "storcli": _commands("storcli", "storcli 7 command lines"),
    "perccli": _commands("perccli", "perccli 7 command lines"),
    "storcli2": _commands("storcli2", "storcli2 8 command lines, one property each"),
    "perccli2": _commands("perccli2", "perccli2 8 command lines, one property each"),
    "megacli": _commands("megacli", "MegaCli command lines, for cards before SAS38xx and SAS39xx only"),
    "redfish": Format(
        "Redfish Volume: a body to create, one to change", "application/json", "raidwise-redfish.json", redfish.export
    ),
    "ironic": Format("OpenStack Ironic target_raid_config", "application/json", "raidwise-ironic.json", ironic.export),
    "intersight": Format(
        "Cisco Intersight drive group with its VirtualDrivePolicy",
        "application/json",
        "raidwise-intersight.json",
        intersight.export,
    ),
    "ucsm": Format("Cisco UCS Manager disk group policy", ucsm.MEDIA_TYPE, "raidwise-ucsm.xml", ucsm.export),
    "ansible": Format("Ansible task file", ansible.MEDIA_TYPE, "raidwise-ansible.yml", ansible.export),
}
"""Name on the wire to the format."""
