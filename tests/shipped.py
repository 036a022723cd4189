"""The collector as it ships: one file, run from an empty directory beside an emulated server, nothing else around."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.emulator.machine import Machine
from devkit.collector_archive import NAME, build

PATIENCE = 120


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("archive") / NAME
    build(target)
    return target


class Shipped:
    """A host with the file and the tools on it."""

    def __init__(self, archive: Path, directory: Path, preset: str = "db-9361", python: str = sys.executable) -> None:
        self.directory = directory
        self.archive, self.python = archive, python
        self.server = Machine.make(preset, directory / "tools")
        self.here = directory / "empty"
        self.config = directory / "etc"
        self.state = directory / "var"
        for made in (self.here, self.config, directory / "sys"):
            made.mkdir()
        (directory / "machine-id").write_text(f"{os.urandom(16).hex()}\n")

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of the developer's."""
        return {
            "PATH": f"{self.directory / 'tools'}:/usr/bin:/bin",
            "RAIDWISE_STATE_DIR": str(self.state),
            "RAIDWISE_CONFIG_DIR": str(self.config),
            "RAIDWISE_LOCK_DIR": str(self.directory / "lock"),
            "RAIDWISE_SYSFS_DIR": str(self.directory / "sys"),
            "RAIDWISE_MACHINE_ID_FILE": str(self.directory / "machine-id"),
        }

    def argv(self, *words: str) -> list[str]:
        return [self.python, "-I", str(self.archive), *words]

    def run(self, *words: str, expected: int | None = None) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            self.argv(*words),
            cwd=self.here,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert expected is None or done.returncode == expected, (done.returncode, done.stdout, done.stderr)
        return done

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.argv(*words),
            cwd=self.here,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def sets(self) -> list[str]:
        """Every set that was run: ``/c0/v1 set wrcache=wt``."""
        return [" ".join(run["argv"][:3]) for run in self.server.runs("set")]

    def declare(self, **volumes: Any) -> None:
        document = {"format": "raidwise-workloads/1", "volumes": volumes or {"*": "oltp"}}
        (self.config / "workloads.json").write_text(json.dumps(document))

    def names(self, folder: str) -> list[str]:
        """What lies in a directory of its state."""
        place = self.state / folder
        return sorted(path.name for path in place.iterdir()) if place.is_dir() else []
