# ruff: noqa: PTH118, PTH123 - pathlib costs every start 5 ms
"""What the volumes of this host are for, as its administrator declared it in a file."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Mapping, Optional, Tuple

from app.collector.hosting import Host
from app.collector.refusals import RefusedError
from app.core.hardware import Controller, Snapshot, VirtualDrive

FORMAT = "raidwise-workloads/1"
OTHERS = "*"

Declared = Mapping[str, Mapping[str, Any]]


def declared(host: Host, path: Optional[str]) -> Optional[Declared]:
    """
    Workloads by the names of volumes, or None where nothing is declared.

    :raises RefusedError: ``input``.
    """
    place = path or os.path.join(host.places.config, "workloads.json")
    try:
        with open(place, "rb") as file:
            return _read(file.read(1024 * 1024), place)
    except FileNotFoundError:
        if path is None:
            return None
        raise RefusedError("input", f"{place}: no such file") from None
    except OSError as error:
        raise RefusedError("input", f"{place}: {error.strerror}") from error


def _read(data: bytes, place: str) -> Declared:
    try:
        said: Any = json.loads(data)
        if said["format"] != FORMAT:
            raise RefusedError("input", f"{place}: format {said['format']!r}; this collector reads {FORMAT!r}")
        return {str(name): _workload(workload) for name, workload in said["volumes"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RefusedError("input", f"{place} declares no workloads ({type(error).__name__} {error})") from error


def _workload(said: Any) -> Mapping[str, Any]:
    if isinstance(said, str):
        return {"name": said}
    if not isinstance(said, dict):
        raise TypeError("a workload is a name or an object")
    return said


def asked(snapshot: Snapshot, found: Declared) -> Tuple[List[Dict[str, Any]], List[str]]:
    """
    A workload for each volume that one is declared for, and the names in the file that no volume has. What is said of
    a volume by its WWN counts before what is said by its name, that before its number, and that before all others.
    """
    volumes: List[Dict[str, Any]] = []
    met = {OTHERS}
    for controller in snapshot.controllers:
        for volume in controller.virtual_drives:
            names = [name for name in _names(controller, volume) if name in found]
            met.update(names)
            if names:
                where = {"controller": controller.number, "virtual_drive": volume.number}
                volumes.append({**where, "workload": dict(found[names[0]])})
    return volumes, [name for name in found if name not in met]


def _names(controller: Controller, volume: VirtualDrive) -> List[str]:
    said = [name for name in (volume.wwn, volume.name) if isinstance(name, str) and name]
    return [*said, f"c{controller.number}/v{volume.number}", OTHERS]
