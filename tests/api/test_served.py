"""Over a real socket: what a test client would never send. Everything is answered, nothing hangs."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn

from app.api.front import Application
from tests.api.samples import OLTP

PATIENCE = 20
MIB = 1024**2


class Served(uvicorn.Server):
    def install_signal_handlers(self) -> None:
        """Signals belong to the tests."""


@pytest.fixture(scope="module")
def port(application: Application) -> Iterator[int]:
    server = Served(uvicorn.Config(application, port=0, log_level="critical", ws="none", lifespan="off"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + PATIENCE
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join(PATIENCE)


def said(port: int, *pieces: bytes, stays: bool = True) -> bytes:
    """All that comes back until the server closes; a client that does not stay ends its side first."""
    found = bytearray()
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as wire:
        # A server that has answered already need not listen to the rest, and may close at once.
        with contextlib.suppress(ConnectionError):
            for piece in pieces:
                wire.sendall(piece)
        with contextlib.suppress(ConnectionError):
            if not stays:
                wire.shutdown(socket.SHUT_WR)
            while received := wire.recv(65536):
                found += received
    return bytes(found)


def head(path: str, *lines: str) -> bytes:
    return "\r\n".join((f"POST {path} HTTP/1.1", "host: here", "connection: close", *lines, "", "")).encode()


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


class TestServed:
    def test_a_body_in_chunks_of_one_byte(self, port: int):
        body = json.dumps(OLTP).encode()
        pieces = [chunk(body[n : n + 1]) for n in range(len(body))]
        answer = said(port, head("/api/v1/advice", "transfer-encoding: chunked"), *pieces, chunk(b""))
        assert answer.startswith(b"HTTP/1.1 200")
        assert b'"status":"advised"' in answer

    @pytest.mark.parametrize(
        ("path", "limit"),
        [("/api/v1/advice", MIB), ("/api/v1/advice/batch", MIB), ("/api/v1/captures/advice", 32 * MIB)],
    )
    def test_chunks_without_end_are_cut_off(self, port: int, path: str, limit: int):
        media = "application/x-ndjson" if path.endswith("batch") else "application/json"
        pieces = (chunk(b" " * 65536) for _ in range(limit // 65536 + 50))
        answer = said(port, head(path, f"content-type: {media}", "transfer-encoding: chunked"), *pieces)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 413")

    def test_a_length_beyond_the_limit_is_answered_before_the_body(self, port: int):
        answer = said(port, head("/api/v1/advice", f"content-length: {10**9}"))
        assert answer.startswith(b"HTTP/1.1 413")

    def test_a_client_that_stops_halfway_is_let_go(self, port: int):
        assert said(port, head("/api/v1/advice", "content-length: 100"), b'{"volume"', stays=False) == b""

    def test_two_lengths_that_differ_are_refused(self, port: int):
        answer = said(port, head("/api/v1/advice", "content-length: 2", "content-length: 3"), b"{}")
        assert b" 400 " in answer.partition(b"\r\n")[0] or answer == b""

    def test_the_next_request_on_the_connection_is_answered_after_a_wrong_one(self, port: int):
        wrong, right = b"[", b"{}"
        lines = "POST /api/v1/advice HTTP/1.1\r\nhost: here\r\ncontent-length: {}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as wire:
            wire.sendall(lines.format(len(wrong)).encode() + wrong)
            first = wire.recv(65536)
            wire.sendall(lines.format(len(right)).encode() + right)
            second = wire.recv(65536)
        assert first.startswith(b"HTTP/1.1 400")
        assert second.startswith(b"HTTP/1.1 200")

    def test_a_batch_is_streamed_while_it_is_worked_on(self, port: int):
        body = b"{}\n" * 300
        answer = said(
            port,
            head("/api/v1/advice/batch", "content-type: application/x-ndjson", f"content-length: {len(body)}"),
            body,
        )
        assert b"transfer-encoding: chunked" in answer.lower()
        assert answer.count(b'"status":"needs_input"') == 300

    def test_others_are_answered_while_a_long_batch_runs(self, port: int):
        body = b"{}\n" * 20_000
        begin = head("/api/v1/advice/batch", "content-type: application/x-ndjson", f"content-length: {len(body)}")
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as slow:
            slow.sendall(begin + body)
            started = time.monotonic()
            answer = said(port, b"GET /healthz HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 200")
        assert time.monotonic() - started < 5

    @pytest.mark.parametrize("path", ["/api/v1/captures/advice", "/api/v1/lint"])
    def test_many_who_send_slowly_keep_nobody_out(self, port: int, path: str):
        slow = []
        try:
            for _ in range(8):
                wire = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                wire.sendall(head(path, "content-type: application/json", "content-length: 100000") + b"{")
                slow.append(wire)
            answer = said(port, head(path, "content-type: application/json", "content-length: 2"), b"{}")
            assert answer.startswith(b"HTTP/1.1 4")
        finally:
            for wire in slow:
                wire.close()
