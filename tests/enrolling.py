"""A service that servers enrol with, driven as a collector drives it: signed requests over ASGI."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import itertools
import json
import os
import time
import uuid
from pathlib import Path
from typing import Any, NamedTuple

from starlette.testclient import TestClient

from app.collector.captures import Capture
from app.collector.snapshot import snapshot_from_captures
from app.collector.snapshot_files import snapshot_document
from app.core.hardware import Snapshot
from app.core.plan import canonical
from app.core.signed_request import Sent, stamp
from app.db.session import async_engine, session_scope
from app.emulator.machine import Machine
from app.workflows.servers import make_admin_token

SECRET_KEY = "5a" * 32
PREFIX = "/api/v1/servers"
_NUMBERS = itertools.count(1)


def admin_token(database_url: str, hours: float = 1.0) -> str:
    """Into the database, as ``raidwise admin token`` does."""

    async def made() -> str:
        engine = async_engine(database_url)
        until = datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=hours)
        async with session_scope(engine) as session:
            token = await make_admin_token(session, "a test", until)
        await engine.dispose()
        return token

    return asyncio.run(made())


def join_token(client: TestClient, admin: str, key: str | None = None, **body: Any) -> Any:
    """The answer of the service."""
    headers = {"authorization": f"Bearer {admin}", **({"idempotency-key": key} if key else {})}
    return client.post(f"{PREFIX}/join-tokens", json=body, headers=headers)


def machine() -> str:
    return hashlib.sha256(f"{os.getpid()} {next(_NUMBERS)} {uuid.uuid4()}".encode()).hexdigest()[:32]


def enrol(client: TestClient, token: str, **said: Any) -> Any:
    body = {"name": "db7", "machine": machine(), "controllers": [], **said}
    return client.post(f"{PREFIX}/enrol", json=body, headers={"authorization": f"Bearer {token}"})


class Signing(NamedTuple):
    """A server that signs what it sends."""

    client: TestClient
    server: str
    key: str
    secret: bytes

    def send(self, method: str, path: str, body: bytes = b"", **changed: Any) -> Any:
        """``changed`` spoils the request: ``signed_body``, ``signed_path``, ``at``, ``nonce``, ``secret``, ``key``."""
        target = f"{PREFIX}/{changed.get('server', self.server)}/{path}"
        sent = Sent(method, changed.get("signed_path", target), changed.get("signed_body", body))
        secret, key = changed.get("secret", self.secret), changed.get("key", self.key)
        nonce = changed.get("nonce", os.urandom(16).hex())
        made = stamp(sent, key, secret, int(changed.get("at", time.time())), nonce)
        headers = {"authorization": made.header, "content-type": "application/json", **changed.get("headers", {})}
        return self.client.request(method, target, content=body, headers=headers)

    def report(self, document: dict[str, Any], **changed: Any) -> Any:
        content = canonical({key: value for key, value in document.items() if key != "taken_at"})
        path = f"snapshots/{changed.pop('named', hashlib.sha256(content).hexdigest())}"
        return self.send("PUT", path, json.dumps(document).encode(), **changed)

    def ask(self, body: dict[str, Any], **changed: Any) -> Any:
        return self.send("POST", "plans", json.dumps(body).encode(), **changed)

    def tell(self, plan: str, body: dict[str, Any], **changed: Any) -> Any:
        return self.send("PUT", f"plans/{plan}/result", json.dumps(body).encode(), **changed)


def enrolled(client: TestClient, admin: str) -> Signing:
    key = enrol(client, join_token(client, admin).json()["token"]).json()
    return Signing(client, key["server"], key["key"], bytes.fromhex(key["secret"]))


def report_of(snapshot: Snapshot) -> dict[str, Any]:
    """As it is sent."""
    document: dict[str, Any] = json.loads(json.dumps(snapshot_document(snapshot)))
    return document


def emulated(directory: Path, server: str = "db-9361") -> dict[str, Any]:
    """What a collector reads of an emulated server with one controller."""
    machine = Machine.make(server, directory)
    questions = ["/c0 show all", "/c0/vall show all", "/c0/eall/sall show all", "/c0/cv show all"]
    captures = [Capture(words, machine.run(*words.split(), "J").stdout) for words in questions]
    return report_of(snapshot_from_captures(captures, "2026-11-20T12:00:00Z"))


def declared(document: dict[str, Any], name: str = "oltp") -> dict[str, Any]:
    """A plan asked for every volume of the first controller."""
    volumes = document["controllers"][0]["virtual_drives"]
    return {
        "volumes": [
            {"controller": 0, "virtual_drive": volume["number"], "workload": {"name": name}} for volume in volumes
        ]
    }
