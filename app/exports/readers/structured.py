"""Plans that are trees: Redfish, Intersight, UCSM, Ironic, our own answers, and Terraform's JSON."""

from __future__ import annotations

from app.exports.readers.fields import SIGNED, TERRAFORM_FIELDS, UCSM_FIELDS, Fields, ironic_disk, volume_in
from app.exports.readers.plan import KNOWN, Mark, Said, VolumeSaid
from app.exports.readers.tree import Node, mappings

TERRAFORM_TYPE = "redfish_storage_volume"
_TERRAFORM_ROOTS = ("planned_values", "resource_changes", "terraform_version", "resource")
Found = tuple[str, list[VolumeSaid], list[Mark]]


def objects(root: Node) -> Found:
    """Every volume in a tree, whoever's it is; the kind is that of the first."""
    if any(root.get(name) is not None for name in _TERRAFORM_ROOTS):
        return terraform_json(root)
    volumes: list[VolumeSaid] = []
    marks: list[Mark] = []
    for path, node in mappings(root):
        disks = node.get("logical_disks")
        for number, disk in enumerate(disks.items if disks is not None else []):
            volume, wrong = ironic_disk(disk, f"{path}.logical_disks[{number}]".lstrip("."))
            volumes += [volume] if volume is not None else []
            marks += wrong
        answer = _answer(node, path)
        found = [answer] if answer else [volume_in(node, fields, path) for fields in SIGNED if _is_signed(node, fields)]
        volumes += [volume for volume in found if volume is not None]
    return (volumes[0].dialect if volumes else "unknown"), volumes, marks


def _is_signed(node: Node, fields: Fields) -> bool:
    return isinstance(node.value, dict) and any(key in node.value for key in fields.settings)


def _answer(node: Node, path: str) -> VolumeSaid | None:
    """The settings of an answer of our own."""
    settings = node.get("settings")
    if settings is None or node.get("rulebook") is None or not isinstance(settings.value, dict):
        return None
    said = []
    for name, setting in settings.value.items():
        value = setting.get("value")
        if value is not None and value.text is not None:
            meant = int(value.text) if name == "strip_size_kib" and value.text.isdigit() else value.text
            said.append(Said(name, value.text, meant, KNOWN, value.line, f"{path}.settings.{name}".lstrip("."), {}))
    return VolumeSaid("raidwise", path or "the answer", node.line, tuple(said)) if said else None


def ucsm_elements(elements: list[tuple[str, Node]]) -> Found:
    """The attributes of each XML element that defines a virtual drive or its disk group."""
    volumes = [volume_in(node, UCSM_FIELDS, path) for path, node in elements]
    return "ucsm", [volume for volume in volumes if volume is not None], []


def terraform_json(root: Node) -> Found:
    """A plan as ``terraform show -json`` prints it, or a configuration in ``.tf.json``."""
    volumes: list[VolumeSaid] = []
    marks: list[Mark] = []
    for path, node in _resources(root):
        volume, mark = terraform_volume(node, path)
        volumes.append(volume)
        marks += mark
    return "terraform", volumes, marks


def terraform_volume(node: Node, path: str) -> tuple[VolumeSaid, list[Mark]]:
    """One resource. Leaving the write policy out is a choice too: the provider's default."""
    volume = volume_in(node, TERRAFORM_FIELDS, path) or VolumeSaid("terraform", path, node.line, ())
    written = node.get("write_cache_policy")
    silent = written is None or written.value is None
    return volume, [Mark("terraform-unsafe-default", "write_cache_policy", node.line, path)] if silent else []


def _resources(root: Node) -> list[tuple[str, Node]]:
    planned = root.get("planned_values")
    if planned is not None:
        return _typed(planned, "values")
    changes = root.get("resource_changes")
    if changes is not None:
        return [
            (path, after)
            for path, change in _typed(changes, "change")
            if (after := change.get("after")) is not None and after.value is not None
        ]
    resource = root.get("resource")
    by_name = resource.get(TERRAFORM_TYPE) if resource is not None else None
    if by_name is None:
        return []
    bodies = [pair for one in by_name.items if isinstance(one.value, dict) for pair in one.value.items()]
    return [(f"{TERRAFORM_TYPE}.{name}", body) for name, nodes in bodies for body in nodes.items]


def _typed(root: Node, part: str) -> list[tuple[str, Node]]:
    """The named part of every resource of Dell's type, with its address."""
    found = []
    for path, node in mappings(root):
        kind, mode, body = node.get("type"), node.get("mode"), node.get(part)
        if kind is not None and kind.text == TERRAFORM_TYPE and body is not None and (not mode or mode.text != "data"):
            address = node.get("address")
            found.append(((address.text if address is not None else None) or path, body))
    return found
