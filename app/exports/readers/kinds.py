"""A file of any kind, read as the plan that it is."""

from __future__ import annotations

import re

from app.exports.readers import ansible_tasks, megacli_lines, storcli_lines
from app.exports.readers.hcl_tree import hcl_resources
from app.exports.readers.invocations import Invocation, invocations
from app.exports.readers.json_tree import json_tree
from app.exports.readers.plan import AllowanceSaid, Mark, PlanRead, VolumeSaid
from app.exports.readers.structured import TERRAFORM_TYPE, Found, objects, terraform_volume, ucsm_elements
from app.exports.readers.tree import MOST_BYTES, MOST_LINES, Node, NotReadableError
from app.exports.readers.xml_tree import xml_elements
from app.exports.readers.yaml_tree import yaml_trees

KINDS = (
    "Redfish volumes (JSON), Intersight policies (JSON), UCSM definitions (XML, JSON), Ironic target_raid_config, "
    f"Terraform {TERRAFORM_TYPE} (.tf, .tf.json, plan JSON), Ansible tasks, and scripts that call storcli, perccli, "
    "storcli2, perccli2 or MegaCli"
)
_HCL = re.compile(r'^\s*(?:resource|data|module|variable|provider)\s+"[^"\n]+"[^\n]*\{', re.MULTILINE)
_CONTROLLER = re.compile(r'raidwise-controller:[ \t]{0,9}([^"\n\r]{1,200}?)[ \t]{0,9}(?:-->|"|$)', re.MULTILINE)
_ALLOWED = re.compile(
    r"raidwise-allow:[ \t]{0,9}([a-z0-9-]{1,60})"
    r"(?:[ \t]{1,9}until=([0-9]{4}-[0-9]{2}-[0-9]{2}))?[ \t]{0,9}:?[ \t]{0,9}([^\"\n\r]{0,400})"
)


def read_plan(data: bytes, name: str = "") -> PlanRead:
    """
    The plan in this file; ``name`` helps where the content could be two things.

    Raises ``NotReadableError`` for anything that is no plan, with what was found instead.
    """
    text = text_of(data)
    kind, volumes, marks, calls = _content(text, name.lower())
    for call in calls:
        reader = megacli_lines if call.tool.startswith("megacli") else storcli_lines
        volume, seen = reader.volume_said(call)
        volumes += [volume] if volume is not None else []
        marks += seen
    marks += megacli_lines.leaves_bad_battery_open([call for call in calls if call.tool.startswith("megacli")])
    if not volumes and not marks and not calls:
        raise NotReadableError(f"no RAID volume was found in it. Known are: {KINDS}")
    controller = _CONTROLLER.search(text)
    return PlanRead(
        kind,
        tuple(volumes),
        tuple(marks),
        controller[1] if controller is not None else None,
        tuple(
            AllowanceSaid(found[1], found[2], found[3].partition("-->")[0].strip()) for found in _ALLOWED.finditer(text)
        ),
        tuple({call.tool: call.line for call in reversed(calls)}.items()),
    )


def text_of(data: bytes) -> str:
    """The text of a file. Raises ``NotReadableError`` for what is none, or too much of it."""
    if len(data) > MOST_BYTES:
        raise NotReadableError(f"larger than {MOST_BYTES // 1024**2} MiB")
    if not data.strip():
        raise NotReadableError("the file is empty")
    if data.count(b"\n") > MOST_LINES:
        raise NotReadableError(f"more than {MOST_LINES} lines")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotReadableError(f"not a text: byte {error.start} is not UTF-8") from None
    if "\x00" in text:
        raise NotReadableError("not a text: it contains the byte 0")
    return text.replace("\r\n", "\n")


Content = tuple[str, list[VolumeSaid], list[Mark], list[Invocation]]


def _content(text: str, name: str) -> Content:
    start = text.lstrip()[:1]
    if start == "<":
        return _tree(ucsm_elements(xml_elements(text)))
    if name.endswith(".json") or (start in ("{", "[") and not name.endswith((".yml", ".yaml"))):
        return _tree(objects(json_tree(text)))
    if name.endswith((".tf", ".hcl")) or _HCL.search(text):
        return _hcl(text)
    if name.endswith((".sh", ".bash", ".bat", ".cmd")) or text.startswith("#!"):
        return "commands", [], [], invocations(text)
    return _yaml_or_commands(text, is_yaml=name.endswith((".yml", ".yaml")))


def _tree(found: Found) -> Content:
    return (*found, [])


def _hcl(text: str) -> Content:
    found = [
        terraform_volume(node, f"{kind}.{name}") for kind, name, node in hcl_resources(text) if kind == TERRAFORM_TYPE
    ]
    return "terraform", [volume for volume, _ in found], [mark for _, marks in found for mark in marks], []


def _yaml_or_commands(text: str, is_yaml: bool) -> Content:
    """A text without a name may be YAML or a bare list of commands."""
    try:
        trees = [tree for tree in yaml_trees(text) if isinstance(tree.value, dict | list)]
    except NotReadableError:
        calls = invocations(text)
        if is_yaml or not calls:
            raise
        return "commands", [], [], calls
    if not trees:
        return "commands", [], [], invocations(text)
    return _yaml(trees)


def _yaml(trees: list[Node]) -> Content:
    volumes: list[VolumeSaid] = []
    marks: list[Mark] = []
    calls: list[Invocation] = []
    kinds: list[str] = []
    for tree in trees:
        tasks, seen = ansible_tasks.task_volumes(tree)
        called = ansible_tasks.task_calls(tree)
        kind, others, wrong = objects(tree)
        kinds.append("ansible" if tasks or seen or called else kind)
        volumes, marks, calls = [*volumes, *tasks, *others], [*marks, *seen, *wrong], [*calls, *called]
    return kinds[0], volumes, marks, calls
