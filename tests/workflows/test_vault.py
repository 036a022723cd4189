"""Secrets are sealed under a key that the database never sees."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.workflows.vault import SecretKeyError, vault_of

ONE, OTHER = "11" * 32, "22" * 32
SECRET = secrets.token_bytes(32)


def test_what_is_sealed_is_opened_by_its_owners_name(tmp_path: Path):
    vault = vault_of(ONE, tmp_path)

    sealed = vault.sealed(SECRET, "server-1")

    assert SECRET not in sealed
    assert vault.opened(sealed, "server-1") == SECRET


def test_a_secret_moved_to_another_servers_row_does_not_open(tmp_path: Path):
    vault = vault_of(ONE, tmp_path)

    with pytest.raises(SecretKeyError, match="was changed"):
        vault.opened(vault.sealed(SECRET, "server-1"), "server-2")


def test_a_key_can_be_replaced(tmp_path: Path):
    sealed = vault_of(ONE, tmp_path).sealed(SECRET, "server-1")
    both = vault_of(f"{OTHER},{ONE}", tmp_path)

    assert both.opened(sealed, "server-1") == SECRET
    with pytest.raises(SecretKeyError, match="RAIDWISE_SECRET_KEY"):
        vault_of(ONE, tmp_path).opened(both.sealed(SECRET, "server-1"), "server-1")


def test_without_a_configured_key_one_is_made_and_only_its_owner_may_read_it(tmp_path: Path):
    home = tmp_path / "data"
    sealed = vault_of(None, home).sealed(SECRET, "server-1")

    assert (home / "secret.key").stat().st_mode & 0o777 == 0o600
    assert vault_of(None, home).opened(sealed, "server-1") == SECRET


def test_of_several_processes_that_make_a_key_at_once_all_have_the_same(tmp_path: Path):
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: vault_of(None, tmp_path).derived("x"), range(8)))

    assert len(set(found)) == 1


def test_a_key_that_others_can_read_is_not_used(tmp_path: Path):
    (tmp_path / "secret.key").write_text(ONE)
    (tmp_path / "secret.key").chmod(0o644)

    with pytest.raises(SecretKeyError, match="chmod 600"):
        vault_of(None, tmp_path).sealed(SECRET, "server-1")


@pytest.mark.parametrize("key", ["", "11" * 31, "x" * 64, f"{ONE},"])
def test_a_key_of_another_length_is_refused(tmp_path: Path, key: str):
    with pytest.raises(SecretKeyError, match="hexadecimal"):
        vault_of(key, tmp_path).sealed(SECRET, "server-1")
