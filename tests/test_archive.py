"""``raidwise-collector.pyz``: the same bytes each time, and all that a server needs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from app import __version__
from devkit import collector_archive
from devkit.collector_archive import build, shipped_modules
from devkit.words import MissingError
from tests.shipped import Shipped, archive

__all__ = ["archive"]
ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def host(archive: Path, tmp_path: Path) -> Shipped:
    return Shipped(archive, tmp_path)


@pytest.mark.parametrize("plain", [False, True])
def test_two_builds_are_the_same_bytes(archive: Path, tmp_path: Path, plain: bool):
    one, other = tmp_path / "one.pyz", tmp_path / "elsewhere" / "other.pyz"

    assert build(one, plain) == build(other, plain)
    assert one.read_bytes() == other.read_bytes()
    assert plain or one.read_bytes() == archive.read_bytes()


def test_another_checkout_and_clock_make_no_difference(archive: Path, tmp_path: Path):
    checkout = tmp_path / "checkout"
    for room in ("core", "collector"):
        shutil.copytree(ROOT / "app" / room, checkout / "app" / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "app" / "__init__.py", checkout / "app")
    for path in checkout.rglob("*.py"):
        os.utime(path, (1, 1))

    build(tmp_path / "again.pyz", root=checkout)

    assert (tmp_path / "again.pyz").read_bytes() == archive.read_bytes()


def test_it_tells_nothing_of_who_made_it(archive: Path):
    data = archive.read_bytes()

    assert str(ROOT).encode() not in data
    assert sys.executable.encode() not in data
    with zipfile.ZipFile(archive) as content:
        assert {entry.date_time for entry in content.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_it_holds_what_the_collector_imports_and_no_more(archive: Path):
    with zipfile.ZipFile(archive) as content:
        names = {name for name in content.namelist() if name.endswith(".py")}

    assert names == {"__main__.py", *(path.as_posix() for path in shipped_modules())}
    assert {name.split("/")[1] for name in names if "/" in name} == {"__init__.py", "collector", "core"}
    assert "app/core/advise.py" not in names
    # What is there is shipped: a module that nothing imports would be dead.
    assert {path.as_posix() for path in shipped_modules()} >= {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "app" / "collector").rglob("*.py")
    }


def test_what_no_server_has_is_not_shipped(tmp_path: Path):
    (tmp_path / "app" / "collector").mkdir(parents=True)
    (tmp_path / "app" / "__init__.py").write_text('__version__ = "1"\n')
    (tmp_path / "app" / "collector" / "__main__.py").write_text("import yaml\n")

    with pytest.raises(MissingError, match="imports yaml"):
        build(tmp_path / "x.pyz", root=tmp_path)


def test_dev_py_builds_it(tmp_path: Path, archive: Path):
    out = tmp_path / "out.pyz"
    done = subprocess.run(
        [sys.executable, ROOT / "dev.py", "collector", "--out", out], capture_output=True, text=True, cwd=tmp_path
    )

    assert done.returncode == 0, done.stderr
    assert re.search(r"^sha256 [0-9a-f]{64}$", done.stdout, re.MULTILINE)
    assert out.read_bytes() == archive.read_bytes()
    assert os.access(out, os.X_OK)


def test_its_version_is_told_without_reading_the_collector(host: Shipped):
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "importtime", host.archive, "--version"],
        capture_output=True,
        text=True,
        cwd=host.here,
    )

    assert done.stdout == f"raidwise-collector {__version__}\n"
    assert "app." not in done.stderr
    assert "argparse" not in done.stderr


def test_nothing_outside_of_the_standard_library_is_imported(host: Shipped):
    probe = (
        "import sys, runpy; sys.argv = sys.argv[1:]\n"
        "try: runpy.run_path(sys.argv[0], run_name='__main__')\n"
        "except SystemExit: import json; found = {n.partition('.')[0] for n in sys.modules}; "
        "print(json.dumps(sorted(found - set(sys.stdlib_module_names))))"
    )
    words = [sys.executable, "-I", "-S", "-c", probe, str(host.archive), "run", "--without-root", "--offline"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=host.here, env=host.environment)

    assert set(json.loads(done.stdout.splitlines()[-1])) <= {"__main__", "app"}


def advice(captures: Path) -> str:
    words = ["advise", "--workload", "oltp"]
    done = subprocess.run(
        [sys.executable, "-c", "from app.cli import main; main()", *words, "--captures", captures, "--json"],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.stdout, done.stderr
    return done.stdout


def pythons() -> list[str]:
    """This one, and the oldest that servers have, where it is here."""
    oldest = os.environ.get("RAIDWISE_PYTHON39") or shutil.which("python3.9")
    works = oldest and subprocess.run([oldest, "-c", "pass"], capture_output=True).returncode == 0
    return [sys.executable, *([oldest] if oldest and works else [])]


@pytest.mark.parametrize("python", pythons(), ids=lambda path: Path(path).name)
@pytest.mark.parametrize("plain", [False, True])
def test_by_itself_it_reads_plans_applies_proves_and_goes_back(tmp_path: Path, archive: Path, python: str, plain: bool):
    if plain:
        build(tmp_path / "plain.pyz", plain=True)
    host = Shipped(tmp_path / "plain.pyz" if plain else archive, tmp_path, python=python)
    host.run("collect", "--without-root", "--keep", "captures", expected=0)
    (host.here / "advice.json").write_text(advice(host.here / "captures"))
    host.run("key", "create", expected=0)

    planned = host.run("plan", "--without-root", "--advice", "advice.json", "--sign", "--out", "plan.json", expected=2)
    judged = host.run("apply", "--without-root", "plan.json", expected=2)
    assert host.sets() == []
    host.run("apply", "--without-root", "plan.json", "--enforce", expected=0)
    sets = host.sets()
    host.run("verify", "--without-root", "plan.json", expected=0)
    plan = json.loads((host.here / "plan.json").read_text())
    host.run("rollback", "--without-root", plan["id"], "--enforce", expected=0)

    assert len(sets) == len(plan["changes"]) > 0
    assert all(line in judged.stdout for line in sets)
    assert planned.stdout
    host.run("verify", "--without-root", "plan.json", expected=2)
    assert len(host.sets()) == 2 * len(sets)
    assert "rollback" in host.run("log", expected=0).stdout
    assert sorted(path.name for path in host.here.iterdir()) == ["advice.json", "captures", "plan.json"]


def test_the_shebang_keeps_the_hosts_python_setup_out(archive: Path):
    first = archive.read_bytes().split(b"\n", 1)[0].decode()

    assert first == f"#!{collector_archive.INTERPRETER}"
    assert first.split(" ", 1)[1] == "-IS"
