"""
OpenStack Ironic inspection hook: asks raidwise for the RAID configuration of a node and leaves it on the node.

Needs nothing but Ironic and the standard library. What the inventory does not tell (the controller, its cache, the
workload) is taken from the node's ``extra["raidwise"]``, in the form of a raidwise request.
"""

from __future__ import annotations

import json
import logging
import os
import urllib.error
import urllib.request
from typing import Any

try:
    from ironic.drivers.modules.inspector.hooks.base import InspectionHook
except ImportError:  # read or tested outside of Ironic
    InspectionHook = object

Plain = dict[str, Any]
LOG = logging.getLogger(__name__)
URL = os.environ.get("RAIDWISE_URL", "http://127.0.0.1:8000")
TIMEOUT_S = 10


class NoAdviceError(Exception):
    """The service gave nothing that could be put on a node; the message says why."""


class RaidwiseHook(InspectionHook):
    """A node that cannot be advised on is left as it was: inspection goes on."""

    def __call__(self, task: Any, inventory: Plain, plugin_data: Plain) -> None:
        node = task.node
        try:
            export = ask(request_for(node.extra.get("raidwise", {}), inventory))
        except NoAdviceError as error:
            LOG.warning("raidwise has no configuration for node %s: %s", node.uuid, error)
            return
        node.target_raid_config = export["target_raid_config"]
        node.extra = {**node.extra, "raidwise_advice": {name: export[name] for name in ("not_carried", "notes")}}
        node.save()


def request_for(told: Plain, inventory: Plain) -> Plain:
    """The operator's words, completed by what the ramdisk saw of the disks."""
    disks = [disk for disk in inventory.get("disks", []) if disk.get("rotational") is not None]
    seen: Plain = {"drives": len(disks)} if disks else {}
    kinds = {bool(disk["rotational"]) for disk in disks}
    if len(kinds) == 1:
        seen["media"] = "hdd" if kinds == {True} else "ssd"
    return {**told, "volume": {**seen, "exists": False, **told.get("volume", {})}}


def ask(request: Plain) -> Plain:
    """The export for Ironic. Raises ``NoAdviceError``."""
    headers = {"content-type": "application/json"}
    if os.environ.get("RAIDWISE_TOKEN"):
        headers["authorization"] = "Bearer " + os.environ["RAIDWISE_TOKEN"]
    address = URL.rstrip("/") + "/api/v1/advice?format=ironic"
    if not address.startswith(("http://", "https://")):
        raise NoAdviceError(f"not an address of a service: {address}")
    call = urllib.request.Request(address, json.dumps(request).encode(), headers)  # noqa: S310 - checked above
    try:
        with urllib.request.urlopen(call, timeout=TIMEOUT_S) as response:  # noqa: S310
            export: Plain = json.load(response)
            return export
    except urllib.error.HTTPError as error:
        raise NoAdviceError(problem_of(error)) from None
    except (OSError, ValueError) as error:
        raise NoAdviceError(f"{address}: {error}") from None


def problem_of(error: urllib.error.HTTPError) -> str:
    """What the service says is wrong, with each field that it names."""
    try:
        problem = json.load(error)
        reasons = [f"{item['field']}: {item['message']}" for item in problem.get("errors", [])]
        return " ".join([problem["detail"], *reasons])
    except (ValueError, KeyError, TypeError):
        return f"HTTP status {error.code}"
