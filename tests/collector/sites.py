"""A host with the collector on it as an operator has it: command lines, environment, the emulator as real processes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from app.collector.__main__ import main
from app.collector.keys import FORMAT
from app.core.plan import Plan, Risk
from app.emulator.machine import Machine
from tests.collector.worlds import KEY, World, signed_file

ROOT = Path(__file__).resolve().parents[2]


class Said(NamedTuple):
    """What a command gave."""

    code: int
    out: str
    err: str


class Site(World):
    """A world that commands are typed in."""

    def __init__(self, directory: Path, preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(directory, preset)
        self.environment = {
            f"RAIDWISE_{self.tool.name.upper()}": self.tool.path,
            "RAIDWISE_STATE_DIR": self.places.state,
            "RAIDWISE_CONFIG_DIR": self.places.config,
            "RAIDWISE_LOCK_DIR": self.places.locks,
            "RAIDWISE_SYSFS_DIR": self.places.sysfs,
            "RAIDWISE_MACHINE_ID_FILE": self.places.machine_id,
        }
        for name in [name for name in os.environ if name.startswith("RAIDWISE_")]:
            monkeypatch.delenv(name)
        for name, value in self.environment.items():
            monkeypatch.setenv(name, value)
        Path(self.places.config).mkdir()
        self.key_file = directory / "enrolment.json"
        self.key_file.write_text(key_text())
        self.monkeypatch = monkeypatch

    def with_key(self) -> Site:
        key = Path(self.places.key)
        key.write_text(key_text())
        key.chmod(0o600)
        return self

    def run(self, *words: str) -> Said:
        """In this process, as the command would."""
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            try:
                code = main([*words])
            except SystemExit as ended:
                code = int(ended.code or 0)
        return Said(code, out.getvalue(), err.getvalue())

    def start(self, *words: str) -> subprocess.Popen[str]:
        """As a process of its own."""
        argv = [sys.executable, "-m", "app.collector", *words]
        return subprocess.Popen(
            argv, cwd=ROOT, env={**os.environ, **self.environment}, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip

    def plan_file(self, *wanted: tuple[str, str, str], risk: Risk | None = None, **over: Any) -> str:
        """A signed plan in a file; ``over`` replaces parts of it before it is signed."""
        file = self.plan(*wanted, risk=risk)
        if over:
            file = signed_file(file.plan._replace(**over))
        return self.kept(file.document)

    def kept(self, document: Any, name: str = "plan.json") -> str:
        path = self.directory / name
        path.write_text(document if isinstance(document, str) else json.dumps(document))
        return str(path)

    def second(self, preset: str) -> Machine:
        """Another server's tools beside the first one's."""
        return Machine.make(preset, self.directory / "second")


def key_text(**over: Any) -> str:
    said = {"format": FORMAT, "server": KEY.server, "key": KEY.id, "secret": KEY.secret.hex(), **over}
    return json.dumps(said)


def resigned(site: Site, plan: Plan) -> str:
    return site.kept(signed_file(plan).document)
