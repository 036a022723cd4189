"""The development script: what it installs, and what it says when something is missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from devkit import chromium, environment, install, words
from devkit.commands import main

ROOT = Path(__file__).resolve().parents[1]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
OLD_PYTHONS = [path for name in ("3.6", "3.7", "3.8", "3.9", "3.10") if (path := shutil.which(f"python{name}"))]


def test_there_is_a_lock_for_each_purpose():
    assert [path.stem for path in LOCKS] == ["bootstrap", "build", "runtime", "test"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_a_lock_holds_pins_and_hashes_and_names_no_host_or_path(lock):
    lines = [line.removesuffix(" \\") for line in lock.read_text().splitlines()]

    strange = [
        line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.+!-]+( ; .+)?|    --hash=sha256:[0-9a-f]{64}", line)
    ]

    assert strange == []


def pins(lock):
    return set(re.findall(r"^([\w.-]+==[^\s;]+)", (ROOT / "requirements" / lock).read_text(), re.MULTILINE))


def test_the_tests_run_on_the_versions_that_are_shipped():
    assert pins("runtime.txt") <= pins("test.txt")


def test_the_locks_cover_what_the_project_asks_for():
    project = environment.tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["test"]]
    names = {re.split(r"[\[<>=]", line)[0].lower().replace("_", "-") for line in wanted}

    assert names <= {pin.split("==")[0] for pin in pins("test.txt")}


@pytest.mark.skipif(not OLD_PYTHONS, reason="no older Python here")
def test_an_older_python_is_told_what_is_needed():
    for python in OLD_PYTHONS:
        done = subprocess.run([python, str(ROOT / "dev.py"), "test"], capture_output=True, text=True)
        if "not found" in done.stderr or "command not found" in done.stdout:
            continue  # a version manager's stub with no Python behind it

        assert done.returncode == 1
        assert "raidwise needs Python 3.11 or newer" in done.stderr


def test_the_script_needs_only_the_standard_library():
    done = subprocess.run([sys.executable, "-I", "-S", ROOT / "dev.py", "--help"], capture_output=True, text=True)

    assert done.returncode == 0
    for command in ("setup", "serve", "test", "lock", "wheelhouse"):
        assert command in done.stdout


def test_a_python_without_ensurepip_is_told_which_package_brings_it(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda name: None)

    assert main(["setup"]) == 2
    assert "apt-get install python3-venv" in capsys.readouterr().err


def test_without_a_registry_the_ways_out_are_named(monkeypatch, tmp_path, capsys):
    lock = tmp_path / "lock.txt"
    lock.write_text("raidwise-no-such-distribution==1 --hash=sha256:" + "0" * 64 + "\n")
    monkeypatch.setattr(install, "ROOT", tmp_path)

    with pytest.raises(words.MissingError, match=r"(?s)pip config set.*wheelhouse"):
        install.install(Path(sys.executable), lock, wheelhouse=tmp_path)
    assert "raidwise-no-such-distribution" in capsys.readouterr().err


def test_a_changed_lock_is_installed_again_and_the_same_one_is_not(monkeypatch, tmp_path):
    installed = []
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(environment, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(environment, "LOCKS", tmp_path)
    monkeypatch.setattr(environment, "_make_venv", lambda: None)
    monkeypatch.setattr(environment, "_link_project", lambda: None)
    monkeypatch.setattr(environment.install, "install", lambda python, lock, house: installed.append(lock.name))
    for text in ("one", "one", "two"):
        (tmp_path / "runtime.txt").write_text(text)
        environment.ready("runtime")

    assert installed == ["runtime.txt", "runtime.txt"]


def test_an_environment_for_tests_serves_too(monkeypatch, tmp_path):
    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(environment, "LOCKS", ROOT / "requirements")
    (tmp_path / "raidwise-test.sha256").write_text(environment._wanted("test"))

    assert environment._is_installed("runtime")


def test_unknown_words_are_refused_by_every_command_but_test(capsys):
    with pytest.raises(SystemExit):
        main(["setup", "--no-such-thing"])
    assert "--no-such-thing" in capsys.readouterr().err


def test_without_chromium_an_ordinary_user_is_told_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(chromium.shutil, "which", lambda name: None)
    monkeypatch.setattr(chromium, "_PLACES", ())
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 1000)
    monkeypatch.delenv("RAIDWISE_CHROMIUM", raising=False)

    assert chromium.chromium_or_advice() is None
    assert "apt-get install chromium fonts-liberation" in capsys.readouterr().out


def test_the_ci_script_runs_what_developers_run():
    script = ROOT / ".ci" / "run"

    assert os.access(script, os.X_OK)
    assert script.read_text().splitlines()[-1] == "python3 dev.py test"


def test_the_licence_is_the_whole_of_apache_2():
    text = (ROOT / "LICENSE").read_text()

    assert "Version 2.0, January 2004" in text
    assert "END OF TERMS AND CONDITIONS" in text


def test_no_tracked_file_names_this_machine_or_a_package_registry():
    names = [
        "/" + "work/",
        "/" + "root/",
        "python" + "hosted",
        "pypi" + r"\.org",
        "registry" + r"\.npmjs",
        "debian" + r"\.org",
    ]
    command = ["git", "grep", "-nIE", "|".join(names), "--", ".", ":!rules"]

    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)

    assert found.stdout == ""
    assert found.returncode == 1  # 1: nothing found; 128: no repository
