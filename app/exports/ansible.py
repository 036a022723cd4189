"""
A volume as an Ansible task file: the iDRAC module for Dell's controllers, the Intersight module for Cisco's, and for
all others the command lines themselves, guarded so that a second run changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import yaml

from app.core.policies import RaidLevel
from app.exports.carrying import carried
from app.exports.geometry import default_spans
from app.exports.plans import Export, ExportRefusedError, NotCarried, VolumePlan, head_lines
from app.exports.shell import planned_commands
from app.exports.words import IDRAC, INTERSIGHT

MEDIA_TYPE = "application/yaml"
IDRAC_MODULE = "dellemc.openmanage.idrac_storage_volume"
INTERSIGHT_MODULE = "cisco.intersight.intersight_storage_policy"
_IDRAC_FIELDS = {
    "raid_level": "volume_type",
    "strip_size_kib": "stripe_size",
    "read_policy": "read_cache_policy",
    "write_policy": "write_cache_policy",
    "disk_cache_policy": "disk_cache_policy",
    "initialization": "raid_init_operation",
}
_INTERSIGHT_FIELDS = {
    "raid_level": "raid_level",
    "strip_size_kib": "strip_size",
    "read_policy": "read_policy",
    "write_policy": "write_policy",
    "disk_cache_policy": "disk_cache",
}
_NUMBERS = ("stripe_size", "strip_size")
Task = dict[str, Any]


def export(plan: VolumePlan) -> Export:
    """Raises ``ExportRefusedError`` where there is no volume to speak of."""
    if plan.level is RaidLevel.JBOD or plan.kind == "hba":
        raise ExportRefusedError("A drive presented as it is has no virtual drive to be made by a task.")
    module, tasks, lost = _tasks(plan)
    head = [*head_lines(plan, lost), f"uses {module}"]
    body = yaml.safe_dump(tasks, sort_keys=False, allow_unicode=True, width=110)
    text = "".join(f"# {line}\n" for line in head) + "---\n" + body
    return Export("ansible", MEDIA_TYPE, "raidwise-ansible.yml", text, tuple(lost))


def _tasks(plan: VolumePlan) -> tuple[str, list[Task], list[NotCarried]]:
    if plan.vendor == "dell" and not plan.exists and plan.spans_known:
        return IDRAC_MODULE, *_idrac(plan)
    if plan.vendor == "cisco" and not plan.exists and plan.spans_known:
        return INTERSIGHT_MODULE, *_intersight(plan)
    return "ansible.builtin.command", *_commands(plan)


def _typed(found: dict[str, str]) -> dict[str, Any]:
    return {name: int(word) if name in _NUMBERS else word for name, word in found.items()}


def _slots(plan: VolumePlan) -> tuple[int, int]:
    """Spans, and drives in each."""
    if plan.level is None or plan.drives is None:
        raise ExportRefusedError("The RAID level and the number of drives are not known.")
    try:
        spans = default_spans(plan.level, plan.drives)
    except ValueError as error:
        raise ExportRefusedError(f"No volume can be made so: {error}.") from error
    return spans, plan.drives // spans


def _idrac(plan: VolumePlan) -> tuple[list[Task], list[NotCarried]]:
    found, lost = carried(plan, _IDRAC_FIELDS, IDRAC, "the iDRAC module")
    spans, each = _slots(plan)
    options = {
        "idrac_ip": "{{ idrac_ip }}",
        "idrac_user": "{{ idrac_user }}",
        "idrac_password": "{{ idrac_password }}",
        "controller_id": "{{ raidwise_controller_id }}",
        "state": "create",
        "span_depth": spans,
        "span_length": each,
        **_typed(found),
        "volumes": [{"name": "{{ raidwise_volume }}", "drives": {"id": "{{ raidwise_drive_ids }}"}}],
    }
    return [{"name": "Create the volume as advised", IDRAC_MODULE: options}], lost


def _intersight(plan: VolumePlan) -> tuple[list[Task], list[NotCarried]]:
    found, lost = carried(plan, _INTERSIGHT_FIELDS, INTERSIGHT, "the Intersight module")
    level = found.pop("raid_level", None)
    spans, _ = _slots(plan)
    drive = {"name": "raidwise", "expand_to_available": True, **_typed(found)}
    group = {
        "name": "raidwise",
        **({"raid_level": level} if level is not None else {}),
        "span_groups": [{"slots": f"{{{{ raidwise_slots[{number}] }}}}"} for number in range(spans)],
        "virtual_drives": [drive],
    }
    options = {
        "api_private_key": "{{ api_private_key }}",
        "api_key_id": "{{ api_key_id }}",
        "name": "raidwise",
        "drive_groups": [group],
    }
    return [{"name": "Storage policy as advised", INTERSIGHT_MODULE: options}], lost


def _commands(plan: VolumePlan) -> tuple[list[Task], list[NotCarried]]:
    commands, lost = planned_commands(plan, plan.tool)
    lines = [command.argv for command in commands if command.argv]
    if plan.exists:
        return [_command_task(number, argv) for number, argv in enumerate(lines, 1)], lost
    return [_FOLDER, *(task for number, argv in enumerate(lines, 1) for task in _once(number, argv))], lost


_FOLDER = {
    "name": "Where it is written down what was done once",
    "ansible.builtin.file": {"path": "/var/lib/raidwise", "state": "directory", "mode": "0750"},
}


def _once(number: int, argv: Sequence[str]) -> tuple[Task, Task]:
    """Making and initialising a volume must not happen twice: a file tells that it was done."""
    marker = f"/var/lib/raidwise/{{{{ raidwise_volume_name }}}}-step-{number}"
    command = _command_task(number, argv)
    command["ansible.builtin.command"]["creates"] = marker
    touch = {"path": marker, "state": "touch", "mode": "0640"}
    done = {"name": f"Step {number} is done", "ansible.builtin.file": touch, "when": "raidwise_step is changed"}
    return command, done


def _command_task(number: int, argv: Sequence[str]) -> Task:
    """Success is told by what the tool prints, since its exit code is not to be believed."""
    return {
        "name": f"Step {number} as advised",
        "ansible.builtin.command": {"argv": [_with_variables(word) for word in argv]},
        "register": "raidwise_step",
        "changed_when": "'Status = Success' in raidwise_step.stdout",
        "failed_when": "not ('Status = Success' in raidwise_step.stdout or 'skipped' in raidwise_step.stdout)",
    }


def _with_variables(word: str) -> str:
    for spot, variable in _VARIABLES.items():
        word = word.replace(spot, variable)
    return word


_VARIABLES = {
    "/c0/v0": "/c{{ raidwise_controller }}/v{{ raidwise_volume }}",
    "/c0": "/c{{ raidwise_controller }}",
    "<v>": "{{ raidwise_volume }}",
    "<e:s,...>": "{{ raidwise_drives }}",
}
