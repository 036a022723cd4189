"""The environment variables, and the files that come with raidwise."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.resources import migrations_directory, rules_directory
from app.settings import Settings

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch):
    for name in Settings.model_fields:
        monkeypatch.delenv(f"RAIDWISE_{name.upper()}", raising=False)
    monkeypatch.delenv("DATABASE_URL", raising=False)


def test_with_nothing_set_the_service_is_private_and_embedded():
    settings = Settings()

    assert (settings.host, settings.port, settings.database_url) == ("127.0.0.1", 8000, None)
    assert settings.rules_dir == ROOT / "rules"
    assert (settings.max_body_bytes, settings.max_capture_bytes) == (1_048_576, 33_554_432)


def test_every_setting_says_what_it_is():
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RAIDWISE_PORT", "eighty"),
        ("RAIDWISE_PORT", "65536"),
        ("RAIDWISE_PORT", "-1"),
        ("RAIDWISE_MAX_BODY_BYTES", "0"),
        ("RAIDWISE_LOG_LEVEL", "loud"),
        ("DATABASE_URL", "sqlite:///x.db"),
        ("DATABASE_URL", "mysql://user@host/name"),
    ],
)
def test_a_value_that_means_nothing_is_refused_by_its_name(monkeypatch, name, value):
    monkeypatch.setenv(name, value)

    with pytest.raises(ValidationError, match=name.removeprefix("RAIDWISE_").lower() + "|" + name):
        Settings()


def test_an_empty_variable_is_an_unset_one(monkeypatch):
    monkeypatch.setenv("RAIDWISE_SITE_RULES_DIR", "")
    monkeypatch.setenv("DATABASE_URL", "")

    assert (Settings().site_rules_dir, Settings().database_url) == (None, None)


def test_the_password_is_not_printed(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://raidwise:hidden@host/raidwise")

    assert "hidden" not in repr(Settings())


def test_a_checkout_has_its_rules_and_migrations():
    assert (rules_directory() / "documents").is_dir()
    assert (migrations_directory() / "env.py").is_file()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps", "--no-build-isolation"]
    done = subprocess.run([*pip, "--no-index", "-w", folder, ROOT], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def test_an_installed_wheel_has_its_rules_and_migrations(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    show = "from app.resources import *; print(rules_directory()); print(migrations_directory())"

    shown = subprocess.run([sys.executable, "-c", show], cwd=tmp_path, capture_output=True, text=True, check=True)

    rules, migrations = map(Path, shown.stdout.splitlines())
    assert rules.is_relative_to(tmp_path)
    assert sorted(file.name for file in (rules / "documents").iterdir()) == sorted(
        file.name for file in (ROOT / "rules" / "documents").iterdir()
    )
    assert (migrations / "versions" / "0001_advice.py").is_file()


def test_the_wheel_carries_every_file_of_the_application_and_nothing_else(wheel):
    tracked = subprocess.run(["git", "ls-files", "app"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())

    assert set(tracked.split()) <= names
    assert not [name for name in names if name.startswith(("tests/", "devkit/")) or name.endswith(".pyc")]
    assert any(name.endswith("licenses/LICENSE") for name in names)
