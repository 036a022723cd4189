"""The emulated tool: as another program runs it, and in this process where only its words matter."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from app.emulator.machine import Machine

PATIENCE = 30


def ran(machine: Machine, *argv: str, faults: str = "") -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", **({"RAIDWISE_EMULATOR_FAULTS": faults} if faults else {})}
    return subprocess.run(
        [machine.programs[0], *argv],
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env=environment,
        encoding="utf-8",
        errors="surrogateescape",
    )


def document(machine: Machine, *argv: str) -> Any:
    return json.loads(machine.run(*argv, "J").stdout)


def entries(machine: Machine, *argv: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = document(machine, *argv)["Controllers"]
    return found


def data(machine: Machine, *argv: str) -> Any:
    return entries(machine, *argv)[0]["Response Data"]


def status(machine: Machine, *argv: str) -> dict[str, Any]:
    found: dict[str, Any] = entries(machine, *argv)[0]["Command Status"]
    return found


def rows(machine: Machine, *argv: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = status(machine, *argv)["Detailed Status"]
    return found


def cache(machine: Machine, volume: str = "v0") -> str:
    """The column Cache of a volume of grammar 7."""
    return str(data(machine, f"/c0/{volume}", "show")["Virtual Drives"][0]["Cache"])
