"""``raidwise lint`` and ``raidwise advise --format`` as they are typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from app.cli import main
from app.exports.formats import FORMATS
from app.resources import rules_directory

OPTIONS = [
    "--model",
    "9361-8i",
    "--cache-mib",
    "1024",
    "--protection",
    "optimal",
    "--media",
    "hdd",
    "--workload",
    "oltp",
]
RULES = ["--rules", str(rules_directory())]


def run(*words: str, **more: Any) -> Result:
    return CliRunner().invoke(main, list(words), **more)


def written(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.write_bytes(text.encode())
    return str(file)


def test_the_exit_code_is_0_where_nothing_is_found(tmp_path: Path) -> None:
    done = run("lint", written(tmp_path, "a.sh", "storcli64 /c0/v0 set wrcache=wt\n"))

    assert done.exit_code == 0
    assert "nothing to object to" in done.stdout


def test_the_exit_code_is_1_where_something_is(tmp_path: Path) -> None:
    file = written(tmp_path, "a.sh", "#!/bin/sh\nstorcli64 /c0/v0 set wrcache=awb\n")
    done = run("lint", file)

    assert done.exit_code == 1
    assert f"{file}:2: error unprotected-write-back" in done.stdout


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"{", b"prose"])
def test_the_exit_code_is_2_where_a_file_cannot_be_read_and_the_others_are_still_judged(
    tmp_path: Path, content: bytes
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_bytes(content)
    done = run("lint", str(bad), written(tmp_path, "a.sh", "storcli64 /c0/v0 set pdcache=on\n"))

    assert done.exit_code == 2
    assert "bad.json: " in done.stderr
    assert "disk-cache-on" in done.stdout


def test_a_file_that_is_missing_or_a_folder_is_told(tmp_path: Path) -> None:
    assert run("lint", str(tmp_path / "none.tf")).exit_code == 2
    assert run("lint", str(tmp_path)).exit_code == 2
    assert run("lint").exit_code == 2


def test_standard_input_is_read() -> None:
    done = run("lint", "-", input="storcli64 /c0/v0 set pdcache=on\n")
    assert (done.exit_code, done.stdout.splitlines()[0]) == (1, "-:1: error disk-cache-on")


def test_json_and_sarif_are_printed_whole(tmp_path: Path) -> None:
    files = [written(tmp_path, f"{name}.sh", f"storcli64 /c0/v0 set pdcache={name}\n") for name in ("on", "default")]
    reports = json.loads(run("lint", "--format", "json", *files).stdout)["reports"]
    sarif = json.loads(run("lint", "--format", "sarif", *files).stdout)

    assert [report["findings"][0]["rule"] for report in reports] == ["disk-cache-on", "disk-cache-default"]
    assert [result["ruleId"] for result in sarif["runs"][0]["results"]] == ["disk-cache-on", "disk-cache-default"]
    assert run("lint", "--format", "html", *files).exit_code == 2


def test_the_card_can_be_named(tmp_path: Path) -> None:
    file = written(tmp_path, "a.sh", "MegaCli64 -LDInfo -L0 -a0\n")
    assert "megacli-on-new-card" in run("lint", "--controller", "MegaRAID 9560-8i", file).stdout
    assert run("lint", "--controller", "MegaRAID 9266CV-8i", file).exit_code == 0


@pytest.mark.parametrize("name", FORMATS)
def test_advice_is_printed_for_every_tool_and_lints_clean(tmp_path: Path, name: str) -> None:
    done = run("advise", *RULES, *OPTIONS, "--level", "raid6", "--drives", "8", "--format", name)

    assert (done.exit_code, done.stderr) == (0, "")
    assert run("lint", written(tmp_path, FORMATS[name].file_name, done.stdout)).exit_code == 0


def test_what_is_refused_or_undecided_is_not_exported_and_says_why() -> None:
    refused = run("advise", *OPTIONS, "--level", "raid10", "--drives", "3", "--format", "storcli")
    undecided = run("advise", "--level", "raid5", "--drives", "8", "--format", "storcli")
    dangerous = run(
        "advise", "--model", "9560-8i", *OPTIONS[2:], "--level", "raid6", "--drives", "8", "--format", "megacli"
    )

    assert (refused.exit_code, undecided.exit_code, dangerous.exit_code) == (3, 4, 3)
    assert not refused.stdout + undecided.stdout + dangerous.stdout
    assert "RAID 10 needs" in refused.stderr
    assert "fault" in dangerous.stderr


def test_a_format_nobody_knows_and_two_outputs_at_once_are_told(tmp_path: Path) -> None:
    assert "Known are: json, yaml" in run("advise", *OPTIONS, "--format", "xls").stderr
    assert run("advise", *OPTIONS, "--format", "xls").exit_code == 2
    assert run("advise", *OPTIONS, "--json", "--format", "storcli").exit_code == 2
    assert run("advise", "--captures", str(tmp_path), "--format", "storcli").exit_code == 2
