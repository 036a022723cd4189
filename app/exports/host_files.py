"""Host settings as files that Linux takes: a tuned profile and a udev rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

DRIVERS = "megaraid_sas|mpi3mr"
"""Kernel drivers of the controllers; storage of other drivers is left alone."""


@dataclass(frozen=True)
class HostFile:
    """One file by where it belongs."""

    path: str
    text: str


def tuned_profile(content: Mapping[str, Any], purpose: str) -> HostFile | None:
    """A profile on top of a stock one; None where this kernel's tuned reads another form."""
    if content["tuned_profile"] is None:
        return None
    lines = [
        "# raidwise: volumes behind a RAID controller. Activate it with: tuned-adm profile raidwise",
        "[main]",
        "summary=Volumes behind a RAID controller",
        f"include={content['tuned_profile']}",
        "",
        "[cpu]",
        f"governor={one(content['cpu_governor'], purpose)}",
    ]
    disk = {"elevator": one(content["io_scheduler"], purpose), "readahead": number(content["read_ahead_kb"], purpose)}
    known = [f"{name}={value}" for name, value in disk.items() if value is not None]
    lines += ["", "[disk]", *known] if known else []
    return HostFile("/etc/tuned/raidwise/tuned.conf", "\n".join(lines) + "\n")


def udev_rule(content: Mapping[str, Any], purpose: str) -> HostFile | None:
    """The queue settings that are known, for every disk of the controllers' drivers; None where none is."""
    queue = {
        "scheduler": one(content["io_scheduler"], purpose),
        "read_ahead_kb": number(content["read_ahead_kb"], purpose),
        "nr_requests": number(content["nr_requests"], purpose),
        "rq_affinity": number(content["rq_affinity"], purpose),
    }
    set_to = [f'ATTR{{queue/{name}}}="{value}"' for name, value in queue.items() if value is not None]
    if not set_to:
        return None
    match = [
        'ACTION=="add|change"',
        'SUBSYSTEM=="block"',
        'ENV{DEVTYPE}=="disk"',
        f'DRIVERS=="{DRIVERS}"',
    ]
    lines = [
        "# raidwise: queue settings of volumes behind a RAID controller.",
        '# For one volume alone add ENV{ID_SERIAL}=="<its serial>" in front.',
        ", ".join([*match, *set_to]),
    ]
    return HostFile("/etc/udev/rules.d/60-raidwise.rules", "\n".join(lines) + "\n")


def one(value: Any, purpose: str) -> str | None:
    """The word for this purpose; None where it hangs on a fact that nobody named."""
    if isinstance(value, Mapping) and purpose in value:
        value = value[purpose]
    return str(value) if isinstance(value, (str, int)) else None


def number(value: Any, purpose: str) -> int | None:
    """The number for this purpose, the top of a range; None for words such as ``default``."""
    if isinstance(value, Mapping) and purpose in value:
        value = value[purpose]
    if isinstance(value, list) and value:
        value = value[-1]
    return value if isinstance(value, int) else None
