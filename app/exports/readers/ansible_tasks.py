"""Ansible playbooks, roles and task files: the modules that make volumes, and commands that call a RAID tool."""

from __future__ import annotations

from app.exports.readers.fields import IDRAC_FIELDS, INTERSIGHT_MODULE_FIELDS, REDFISH_MODULE_FIELDS, Fields, volume_in
from app.exports.readers.invocations import Invocation, invocation_of, invocations
from app.exports.readers.plan import Mark, VolumeSaid
from app.exports.readers.tree import Node, mappings

MODULES: dict[str, Fields] = {
    "idrac_storage_volume": IDRAC_FIELDS,
    "dellemc_idrac_storage_volume": IDRAC_FIELDS,
    "redfish_storage_volume": REDFISH_MODULE_FIELDS,
    "intersight_storage_policy": INTERSIGHT_MODULE_FIELDS,
    "intersight_drive_group": INTERSIGHT_MODULE_FIELDS,
}
_COMMANDS = frozenset({"command", "shell", "raw", "script"})
_DELETES = frozenset({"absent", "delete"})


def task_volumes(root: Node) -> tuple[list[VolumeSaid], list[Mark]]:
    """What the tasks' modules say."""
    volumes: list[VolumeSaid] = []
    marks: list[Mark] = []
    for path, task in mappings(root):
        for module, options in _modules(task):
            fields = MODULES.get(module)
            if fields is None:
                continue
            state = options.get("state")
            if state is not None and state.text in _DELETES:
                marks.append(
                    Mark("destructive-command", f"state: {state.text}", state.line, f"{path}.{module}".lstrip("."))
                )
                continue
            volumes += _said(options, fields, f"{path}.{module}".lstrip("."))
    return volumes, marks


def task_calls(root: Node) -> list[Invocation]:
    """Calls of a RAID tool in command and shell tasks."""
    found: list[Invocation] = []
    for _, task in mappings(root):
        for module, options in _modules(task):
            if module in _COMMANDS:
                found += _calls(options)
    return found


def _modules(task: Node) -> list[tuple[str, Node]]:
    """Module names without their collection, and their options."""
    if not isinstance(task.value, dict):
        return []
    return [(key.rpartition(".")[2], options) for key, options in task.value.items()]


def _said(options: Node, fields: Fields, path: str) -> list[VolumeSaid]:
    """In the module's own options and in whatever they hold, such as drive groups and their virtual drives."""
    below = ((f"{path}.{inner}".rstrip("."), node) for inner, node in mappings(options))
    return [volume for place, node in below if (volume := volume_in(node, fields, place)) is not None]


def _calls(options: Node) -> list[Invocation]:
    argv = options.get("argv")
    if argv is not None and isinstance(argv.value, list):
        found = invocation_of([word.text or "" for word in argv.value], options.line)
        return [found] if found is not None else []
    said = options.get("cmd") or options.get("_raw_params") or options
    if said.text is None:
        return []
    return [Invocation(call.tool, call.words, said.line + call.line - 1) for call in invocations(said.text)]
