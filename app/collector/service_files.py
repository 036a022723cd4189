# ruff: noqa: PTH118, PTH123 - pathlib costs every start 5 ms
"""Which service this host belongs to: written by ``enrol``, read by ``run``."""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple, Optional
from urllib.parse import urlsplit

from app.collector.disk import refusal, write_whole
from app.collector.hosting import Host
from app.collector.refusals import RefusedError

FORMAT = "raidwise-service/1"
ATTEMPTS = 5
_MOST_ATTEMPTS = 20


class ServiceFile(NamedTuple):
    """Where the service is, whose word proves that it is the service, and how often a request is tried."""

    url: str
    ca: Optional[str] = None
    """A file of certificates to believe instead of the system's own."""
    attempts: int = ATTEMPTS


class Address(NamedTuple):
    """An address in its parts."""

    is_https: bool
    host: str
    port: int
    path: str


def place_of(host: Host) -> str:
    return os.path.join(host.places.config, "service.json")


def service_file(host: Host) -> Optional[ServiceFile]:
    """
    The service of this host, or None for a host by itself.

    :raises RefusedError: ``input``.
    """
    path = place_of(host)
    try:
        with open(path, "rb") as file:
            return _service(file.read(65536), path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise RefusedError("input", f"{path}: {error.strerror}") from error


def _service(data: bytes, path: str) -> ServiceFile:
    try:
        said: Any = json.loads(data)
        if said["format"] != FORMAT:
            raise RefusedError("input", f"{path}: format {said['format']!r}; this collector reads {FORMAT!r}")
        ca = said.get("ca")
        found = ServiceFile(str(said["url"]), str(ca) if ca is not None else None, int(said.get("attempts", ATTEMPTS)))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RefusedError("input", f"{path} names no service ({type(error).__name__}); run enrol again") from error
    return judged(found)


def judged(found: ServiceFile) -> ServiceFile:
    """
    The same, where it can be used.

    :raises RefusedError: ``input``: no address, or one that anybody on the way could read and change.
    """
    address_of(found.url)
    if not 1 <= found.attempts <= _MOST_ATTEMPTS:
        raise RefusedError("input", f"attempts should be 1 to {_MOST_ATTEMPTS}")
    return found


def address_of(url: str) -> Address:
    """
    The parts of an address.

    :raises RefusedError: ``input``.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise RefusedError("input", f"{url!r} is no address: {error}") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
        raise RefusedError("input", f"{url!r} is no address such as https://raidwise.example.org")
    if parts.scheme == "http" and not _is_loopback(parts.hostname):
        raise RefusedError("input", f"{url!r}: http is taken for this very host only; everything else is https")
    is_https = parts.scheme == "https"
    return Address(is_https, parts.hostname, port or (443 if is_https else 80), parts.path.rstrip("/"))


def _is_loopback(name: str) -> bool:
    numbers = name.split(".")
    is_127 = len(numbers) == 4 and numbers[0] == "127" and all(number.isdigit() for number in numbers)
    return is_127 or name in ("localhost", "::1")


def kept(host: Host, found: ServiceFile) -> None:
    """
    Stores which service this host belongs to.

    :raises RefusedError: ``state_unusable`` or ``disk_full``.
    """
    path = place_of(host)
    try:
        host.disk.make_directory(host.places.config)
        write_whole(host.disk, path, json.dumps({"format": FORMAT, **found._asdict()}, indent=1).encode() + b"\n")
    except OSError as error:
        raise refusal(error, path) from error
