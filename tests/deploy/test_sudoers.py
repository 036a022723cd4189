"""The sudoers file lets through what the collector runs, and nothing that it does not."""

from __future__ import annotations

import fnmatch
import shutil
import subprocess
from pathlib import Path

import pytest

from app.collector.storcli import commands
from app.core.policies import DiskCachePolicy, IoPolicy, ReadPolicy, WritePolicy
from devkit.sudoers import TOOLS, sudoers

FILE = Path(__file__).resolve().parents[2] / "deploy" / "sudoers" / "raidwise-collector"
LINES = [line.strip().rstrip(", \\") for line in FILE.read_text().splitlines() if line.startswith("    /")]
PATTERNS = [line.replace("\\=", "=") for line in LINES]
NUMBERS = (0, 9, 10, 42, 238, 999)


def lets_through(line: str) -> bool:
    """As sudo matches: the words in one string, with fnmatch."""
    path, _, words = line.partition(" ")
    return any(
        pattern.partition(" ")[0] == path and fnmatch.fnmatchcase(words, pattern.partition(" ")[2])
        for pattern in PATTERNS
    )


def questions() -> list[commands.Words]:
    found: list[commands.Words] = [commands.OVERVIEW]
    for controller in (0, 9, 10, 31):
        found += [commands.controller_question(controller), commands.controller_summary(controller)]
        found += [commands.volumes_question(controller), commands.drives_question(controller, True)]
        found += [commands.drives_question(controller, False)]
        found += [commands.protection_question(controller, kind) for kind in ("cachevault", "battery", "energy_pack")]
        found += [commands.volume_question(controller, number) for number in NUMBERS]
    return found


def changes(tool: str) -> list[commands.Words]:
    found = []
    for policy in (*WritePolicy, *ReadPolicy, *IoPolicy, *DiskCachePolicy):
        for number in NUMBERS:
            try:
                found.append(commands.set_command(tool, 3, number, policy, risk_accepted=True))
            except commands.NotExpressibleError:
                # Not of this tool: nothing to let through.
                break
    return found


def test_the_file_is_what_its_generator_writes():
    assert FILE.read_text() == sudoers()


@pytest.mark.parametrize("tool", TOOLS)
def test_every_command_of_the_collector_is_let_through(tool: str):
    path = TOOLS[tool][0]
    for words in (*questions(), *changes(tool.lower())):
        for form in ("nolog J", "J"):
            assert lets_through(f"{path} {' '.join(words)} {form}")


def test_no_pattern_matches_a_blank_or_a_word_of_any_length():
    assert all("*" not in pattern and "?" not in pattern for pattern in PATTERNS)


def test_every_pattern_is_of_the_closed_list():
    for pattern in PATTERNS:
        words = tuple(pattern.replace("[0-9]", "7").split(" ")[1:])
        assert commands.is_allowed(words), pattern


@pytest.mark.parametrize(
    "words",
    [
        "/c0 set jbod=on nolog J",
        "/c0/v0 del force",
        "/c0/v0 set wrcache=wb nolog J force",
        "/c0/v0 set wrcache=wb,rdcache=ra nolog J",
        "/c0/v0 start init full J",
        "/c0/vall set wrcache=awb J",
        "/c0 show all nolog J logfile=/etc/shadow",
        "/c0 download file=/tmp/x",
        "/c0/v0 show all",
    ],
)
def test_what_the_collector_never_runs_is_not_let_through(words: str):
    assert not any(lets_through(f"{path} {words}") for path, _, _ in TOOLS.values())


@pytest.mark.skipif(shutil.which("visudo") is None, reason="no visudo here")
def test_sudo_understands_the_file(tmp_path: Path):
    copy = tmp_path / "raidwise"
    copy.write_text(FILE.read_text())
    copy.chmod(0o440)

    assert subprocess.run(["visudo", "-cf", copy], capture_output=True).returncode == 0
