# ruff: noqa: PTH116, PTH120, PTH123 - pathlib costs every start 5 ms
"""This host's key: made at enrolment, carried here as a file. It says who the host is and proves who made a plan."""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple, Optional

from app.collector.disk import Disk, refusal, write_whole
from app.collector.refusals import RefusedError

FORMAT = "raidwise-key/1"
_LEAST_SECRET = 32


class Key(NamedTuple):
    """``server`` names the host for the service; ``id`` tells this key from the one before it."""

    server: str
    id: str
    secret: bytes


def key_at(path: str) -> Optional[Key]:
    """
    The key, or None where there is none yet.

    :raises RefusedError: ``key_bad``.
    """
    try:
        if os.stat(path).st_mode & 0o077:
            raise RefusedError("key_bad", f"{path} can be read by others: chmod 600 it, and have a new key made")
        with open(path, "rb") as file:
            return key_of(file.read(65536), path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise RefusedError("key_bad", f"{path}: {error.strerror}; run as root") from error


def needed_key(path: str) -> Key:
    """
    The key.

    :raises RefusedError: ``no_key`` or ``key_bad``.
    """
    key = key_at(path)
    if key is None:
        raise RefusedError(
            "no_key", f"{path}: no key yet. Import the one made at enrolment (key import FILE), or make one: key create"
        )
    return key


def key_of(data: bytes, name: str) -> Key:
    """
    The key in a file.

    :raises RefusedError: ``key_bad``.
    """
    try:
        said: Any = json.loads(data)
        if said["format"] != FORMAT:
            raise RefusedError("key_bad", f"{name}: format {said['format']!r}; this collector reads {FORMAT!r}")
        key = Key(str(said["server"]), str(said["key"]), bytes.fromhex(said["secret"]))
    except (ValueError, KeyError, TypeError) as error:
        raise RefusedError("key_bad", f"{name} is no key file of raidwise ({type(error).__name__})") from error
    if len(key.secret) < _LEAST_SECRET or not key.server or not key.id:
        raise RefusedError("key_bad", f"{name}: names no server, or its secret is shorter than {_LEAST_SECRET} bytes")
    return key


def kept(disk: Disk, path: str, key: Key, replace: bool) -> None:
    """
    Stores the key of this host.

    :raises RefusedError: ``key_bad`` where another server's key is there and is not to be replaced.
    """
    present = key_at(path)
    if present is not None and present.server != key.server and not replace:
        raise RefusedError(
            "key_bad", f"{path} belongs to server {present.server}, the new one to {key.server}; --replace if meant"
        )
    try:
        disk.make_directory(os.path.dirname(path))
        write_whole(disk, path, _written(key))
    except OSError as error:
        raise refusal(error, path) from error


def made() -> Key:
    """A new key for a host that no service knows."""
    import secrets

    return Key(f"standalone-{secrets.token_hex(8)}", secrets.token_hex(4), secrets.token_bytes(32))


def _written(key: Key) -> bytes:
    document = {"format": FORMAT, "server": key.server, "key": key.id, "secret": key.secret.hex()}
    return json.dumps(document, indent=1).encode() + b"\n"
