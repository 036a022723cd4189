"""``enrol``: a join token into a key of this host's own."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from typing import List, Tuple

from app.collector import service_files
from app.collector.disk import refusal, write_whole
from app.collector.hosting import Host
from app.collector.keys import Key, kept, key_of
from app.collector.places import machine
from app.collector.refusals import DONE, RefusedError
from app.collector.service import Service
from app.collector.service_files import ServiceFile
from app.collector.sources import file_bytes, host_of, live
from app.collector.voice import Voice
from app.core.hardware import Snapshot


def enrol(given: argparse.Namespace, voice: Voice) -> int:
    """Makes this host, or one that is carried its key, known to a service."""
    host = host_of(voice)
    ca = os.path.abspath(given.ca) if given.ca else None  # noqa: PTH100
    at = service_files.judged(ServiceFile(given.url, ca, given.attempts))
    name, identity, controllers = _identity(given, host)
    if given.dry_run:
        voice.answer(f"{at.url}: would enrol {name} with {len(controllers)} controllers")
        return DONE
    said = {"name": name, "machine": identity, "controllers": controllers}
    answer = Service(at, host.clock, voice).joining(_token(given.token_file), said)
    data = json.dumps(answer.document).encode()
    return _kept(given, host, at, key_of(data, f"the answer of {at.url}"), data)


def _identity(given: argparse.Namespace, host: Host) -> Tuple[str, str, List[str]]:
    """Its name, a hash of its machine id, and hashes of its controllers' serial numbers."""
    if given.out:
        if not given.name:
            raise RefusedError("input", "--out makes a key for another host: say which with --name")
        return given.name, _hashed("raidwise offline host", given.name), []
    controllers = [] if given.without_controllers else _controllers(live(given, host).snapshot)
    return given.name or os.uname().nodename, machine(host.places), controllers


def _controllers(snapshot: Snapshot) -> List[str]:
    serials = [one.serial for one in snapshot.controllers if isinstance(one.serial, str)]
    return [_hashed("raidwise controller", serial) for serial in serials]


def _hashed(kind: str, text: str) -> str:
    return hashlib.sha256(f"{kind}\n{text}".encode("utf-8", "replace")).hexdigest()[:32]


def _token(path: str) -> str:
    text = file_bytes(path).strip()
    if not text or len(text) > 500 or not all(33 <= sign <= 126 for sign in text):
        raise RefusedError("input", f"{path} holds no join token; make one with POST /api/v1/servers/join-tokens")
    return text.decode("ascii")


def _kept(given: argparse.Namespace, host: Host, at: ServiceFile, key: Key, data: bytes) -> int:
    """The key first: without it the address is of no use, and enrolling again with the same token gives it again."""
    if given.out:
        try:
            write_whole(host.disk, os.path.abspath(given.out), data)  # noqa: PTH100
        except OSError as error:
            raise refusal(error, given.out) from error
        host.voice.answer(
            f"{given.out}: server {key.server}, key {key.id}; carry it there, then key import, then shred it"
        )
        return DONE
    kept(host.disk, host.places.key, key, given.replace)
    service_files.kept(host, at)
    host.voice.answer(f"{at.url} knows this host as server {key.server}, key {key.id}")
    return DONE
