"""What the containers are told is what the code understands."""

from __future__ import annotations

import importlib
import re
import tomllib
from pathlib import Path

import pytest
import yaml
from starlette.testclient import TestClient

from app.serving import APPLICATION
from app.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICE, POSTGRES = COMPOSE["services"]["raidwise"], COMPOSE["services"]["postgres"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def variables():
    """The environment variables that Settings reads."""
    fields = Settings.model_fields
    return {"DATABASE_URL" if name == "database_url" else f"RAIDWISE_{name.upper()}" for name in fields}


def test_every_variable_of_the_service_is_one_that_the_code_reads():
    assert set(SERVICE["environment"]) <= variables()


def test_every_raidwise_variable_of_the_image_is_one_that_the_code_reads():
    assert set(re.findall(r"\b(RAIDWISE_\w+)=", DOCKERFILE)) <= variables()


def test_the_values_of_the_service_are_accepted(monkeypatch):
    for name, value in SERVICE["environment"].items():
        monkeypatch.setenv(name, re.sub(r"\$\{\w+(?::-([^}]*)|:\?[^}]*)\}", r"\1", value))

    settings = Settings()

    assert (settings.host, settings.port, settings.site_rules_dir) == ("0.0.0.0", 8000, None)


def test_the_defaults_in_the_compose_file_are_those_of_the_code(monkeypatch):
    for name in ("max_body_bytes", "max_capture_bytes", "log_level"):
        written = SERVICE["environment"][f"RAIDWISE_{name.upper()}"]

        assert written.endswith(f":-{Settings.model_fields[name].default}}}")


def test_one_port_is_listened_on_published_exposed_and_probed():
    port = SERVICE["environment"]["RAIDWISE_PORT"]

    assert SERVICE["ports"] == [f"127.0.0.1:${{RAIDWISE_PUBLISHED_PORT:-8000}}:{port}"]
    assert f"http://127.0.0.1:{port}/healthz" in SERVICE["healthcheck"]["test"][-1]
    assert f"http://127.0.0.1:{port}/healthz" in DOCKERFILE
    assert f"EXPOSE {port}" in DOCKERFILE
    assert f"RAIDWISE_PORT={port}" in DOCKERFILE


def test_the_image_starts_a_module_that_exists():
    module = re.search(r'^CMD \["python", "-m", "([\w.]+)"\]$', DOCKERFILE, re.MULTILINE)[1]

    assert callable(importlib.import_module(module).main)


def test_the_application_answers_where_it_is_probed():
    module, factory = APPLICATION.split(":")
    application = getattr(importlib.import_module(module), factory)()

    assert TestClient(application).get("/healthz").status_code == 200


@pytest.mark.parametrize("service", COMPOSE["services"].values(), ids=COMPOSE["services"].keys())
def test_no_secret_has_a_default(service):
    for name, value in service["environment"].items():
        if "PASSWORD" in name or "PASSWORD" in value:
            assert re.search(r"\$\{\w+:\?[^}]+\}", value)


def test_both_ends_agree_on_user_and_database():
    user, database = POSTGRES["environment"]["POSTGRES_USER"], POSTGRES["environment"]["POSTGRES_DB"]

    assert SERVICE["environment"]["DATABASE_URL"].startswith(f"postgresql://{user}:")
    assert SERVICE["environment"]["DATABASE_URL"].endswith(f"@postgres/{database}")


def test_the_image_copies_what_the_wheel_is_made_of():
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    allowed = (ROOT / ".dockerignore").read_text().splitlines()

    for name in (*wheel["packages"], *wheel["force-include"]):
        assert f"COPY {name} {name}" in DOCKERFILE
        assert f"!{name}" in allowed


def test_the_image_installs_only_what_a_hash_names():
    installs = [line for line in DOCKERFILE.splitlines() if "pip install" in line]

    assert all("--require-hashes" in line or "--no-index" in line for line in installs)
    assert re.search(r"^USER raidwise$", DOCKERFILE, re.MULTILINE)
