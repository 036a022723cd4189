"""``raidwise emulate``, and what the emulator may import."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli_emulate import emulate
from app.emulator.events import EVENTS
from app.emulator.faults import FAULTS
from app.emulator.presets import NAMES

APP = Path(__file__).resolve().parents[2] / "app"


def command(*words: str):
    return CliRunner().invoke(emulate, list(words))


def test_a_server_is_set_up_and_its_program_answers(tmp_path):
    said = command("--server", "db-9361", "--dir", str(tmp_path / "demo"))

    assert said.exit_code == 0
    assert f"{tmp_path}/demo/storcli64 show" in said.output
    assert b"AVAGO" in subprocess.check_output([tmp_path / "demo" / "storcli64", "show"])


def test_a_directory_with_a_blank_and_a_quote_in_its_name(tmp_path):
    directory = tmp_path / "it's a demo"
    command("--server", "perc-h730p", "--dir", str(directory))

    assert b"PERC" in subprocess.check_output([directory / "perccli64", "show"])


def test_the_lists_name_everything():
    servers, faults = command("--list").output, command("--faults").output

    assert all(name in servers for name in NAMES)
    assert all(name in faults for name in (*FAULTS, *EVENTS))


def test_the_page_in_the_docs_names_every_server():
    page = APP.parent.joinpath("docs", "emulator.md").read_text(encoding="utf-8")

    assert [name for name in NAMES if f"| `{name}` |" not in page] == []


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--server", "nothing", "--dir", "x"],
        ["--server", "db-9361"],
        ["--server", "db-9361", "--dir", "x", "--time-factor", "nan"],
        ["--server", "db-9361", "--dir", "x", "--time-factor", "-5"],
        ["--server", "db-9361", "--dir", "/proc/x"],
        ["record", "--dir", "nowhere"],
        ["advance", "8h", "--dir", "not-even-a-directory"],
        ["advance", "8 hours", "--dir", "x"],
        ["advance", "99999999999999999999d", "--dir", "x"],
        ["advance", "8h", "--dir", "nowhere"],
        ["happen", "nothing", "--dir", "x"],
        ["happen", "drive_failed", "--dir", "nowhere"],
    ],
)
def test_what_cannot_be_done_is_said(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("nowhere").mkdir()

    assert command(*words).exit_code == 2


def test_time_and_events_and_the_record(make):
    machine = make("bbu-9261")
    directory = ["--dir", str(machine.directory)]

    assert command("advance", "8h", *directory).exit_code == 0
    assert machine.is_protected()
    assert command("happen", "protection_lost", "state=charging", "--where", "c0", *directory).exit_code == 0
    assert not machine.is_protected()
    machine.run("/c0", "show")
    assert [json.loads(line)["argv"] for line in command("record", *directory).output.splitlines()] == [["/c0", "show"]]


def test_the_emulator_has_the_standard_library_and_core_only():
    for path in APP.joinpath("emulator").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for module in modules:
                first, _, rest = module.partition(".")
                allowed = rest.startswith(("emulator", "core")) if first == "app" else first in sys.stdlib_module_names
                assert allowed, f"{path.name} imports {module}"


def test_nothing_imports_the_emulator_but_the_command():
    for path in APP.rglob("*.py"):
        if "emulator" not in path.parts and path.name != "cli_emulate.py":
            assert "app.emulator" not in path.read_text(encoding="utf-8"), path


def test_a_server_s_python_is_enough():
    vermin = Path(sys.executable).with_name("vermin")
    if not vermin.exists():
        pytest.skip("vermin is in the group `test`")
    words = ["--quiet", "--no-tips", "--violations", "--target=3.9-", str(APP / "emulator")]

    assert subprocess.run([vermin, *words], capture_output=True, check=False).returncode == 0
