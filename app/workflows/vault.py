"""
Secrets of servers, sealed before they reach the database.

A server's secret must be known to the service to check an HMAC and to sign a plan, so it cannot be hashed. It is sealed
with AES-256-GCM under a key that is never in the database: who steals a dump has no secret, who steals dump and key has
all of them. Several keys may be given: the first seals, every one opens, so that keys can be replaced.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32
_NAME_BYTES = 8
_NONCE_BYTES = 12


class SecretKeyError(Exception):
    """The key of the vault cannot be used, or this was sealed with another; the text says which and what to do."""


class Vault:
    """Keys are read when first needed: a service without servers needs none."""

    def __init__(self, keys: Callable[[], list[bytes]]) -> None:
        self._read = keys
        self._keys: list[bytes] = []

    @property
    def keys(self) -> list[bytes]:
        if not self._keys:
            self._keys = self._read()
        return self._keys

    def sealed(self, secret: bytes, owner: str) -> bytes:
        """``owner`` is needed again to open it: nobody's secret can be put in another's row."""
        key, nonce = self.keys[0], secrets.token_bytes(_NONCE_BYTES)
        return _name(key) + nonce + AESGCM(key).encrypt(nonce, secret, owner.encode())

    def opened(self, sealed: bytes, owner: str) -> bytes:
        """Raises ``SecretKeyError``."""
        name, rest = sealed[:_NAME_BYTES], sealed[_NAME_BYTES:]
        for key in self.keys:
            if _name(key) == name:
                return _opened(key, rest, owner)
        raise SecretKeyError(
            f"A server's secret was sealed with key {name.hex()}, and here is only "
            f"{', '.join(_name(key).hex() for key in self.keys)}. Add the other to RAIDWISE_SECRET_KEY."
        )

    def derived(self, label: str) -> bytes:
        """The same 32 bytes for the same label, which nobody without the key can tell."""
        return hmac.new(self.keys[0], b"raidwise derived\n" + label.encode(), hashlib.sha256).digest()


def vault_of(configured: str | None, data_dir: Path) -> Vault:
    """Keys from the settings, separated by commas; else one in a file that is made when first needed."""
    if configured is not None:
        return Vault(lambda: [_parsed(text.strip(), "RAIDWISE_SECRET_KEY") for text in configured.split(",")])
    return Vault(lambda: [_from_file(data_dir / "secret.key")])


def _opened(key: bytes, sealed: bytes, owner: str) -> bytes:
    try:
        return AESGCM(key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], owner.encode())
    except InvalidTag:
        raise SecretKeyError(f"The stored secret of server {owner} was changed; enrol it again.") from None


def _name(key: bytes) -> bytes:
    return hashlib.sha256(b"raidwise key name\n" + key).digest()[:_NAME_BYTES]


def _parsed(text: str, source: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise SecretKeyError(f"{source} must be {KEY_BYTES * 2} hexadecimal digits, as of `openssl rand -hex 32`.")
    return key


def _from_file(path: Path) -> bytes:
    """Of two processes that make it at once one wins, and both read the winner's."""
    try:
        if not path.exists():
            _make(path)
        if path.stat().st_mode & 0o077:
            raise SecretKeyError(f"{path} can be read by others: chmod 600 it.")
        return _parsed(path.read_text().strip(), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise SecretKeyError(f"{path}: {error}. Set RAIDWISE_SECRET_KEY, or make the directory usable.") from error


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(secrets.token_hex(KEY_BYTES) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(unfinished, path)
    except FileExistsError:
        # Another process was faster; its key is the one.
        return
    finally:
        unfinished.unlink()
