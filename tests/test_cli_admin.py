"""``raidwise admin token`` prints a token once, and the service takes it."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from app.cli import main
from app.main import create_app
from app.settings import Settings
from tests.enrolling import SECRET_KEY, join_token


def test_the_token_that_is_printed_lets_servers_in(database_url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", database_url)
    done = CliRunner().invoke(main, ["admin", "token", "--name", "operations", "--days", "2"])

    assert done.exit_code == 0, done.output
    with TestClient(create_app(Settings(DATABASE_URL=database_url, secret_key=SECRET_KEY))) as client:
        assert join_token(client, done.stdout.strip()).status_code == 201


def test_without_a_database_the_reason_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/nothing")
    done = CliRunner().invoke(main, ["admin", "token"])

    assert done.exit_code == 1
    assert "no database" in done.output
