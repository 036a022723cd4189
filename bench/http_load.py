"""A load of many keep-alive connections, each with one request under way: raw sockets and epoll, no pipelining."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

CONNECTIONS = 64
_PATIENCE = 10
"""Seconds without an answer on any connection, after which something hangs."""


@dataclass
class Load:
    """What came back in one slice."""

    answers: int = 0
    octets: int = 0


class _Connection:
    """One socket, and how much of its answer is still to come."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.missing = 0

    def received(self, buffer: memoryview, load: Load) -> bool:
        """Whether the answer is complete. Raises ``RuntimeError`` for anything but a 200."""
        size = self.socket.recv_into(buffer)
        if self.missing == 0:
            self.missing = _length(bytes(buffer[: min(size, 1024)]))
            load.octets += self.missing
        if size == 0 or size > self.missing:
            raise RuntimeError("the server closed a connection, or said more than it was asked")
        self.missing -= size
        return self.missing == 0


def _length(begin: bytes) -> int:
    """Of head and body; every answer here begins with its whole head and tells its length."""
    end = begin.find(b"\r\n\r\n")
    if not begin.startswith(b"HTTP/1.1 200") or end < 0:
        raise RuntimeError(f"an answer that is no 200: {begin!r}")
    at = begin.index(b"content-length: ") + 16
    return int(begin[at : begin.index(b"\r\n", at)]) + end + 4


def run_slice(port: int, requests: Iterator[bytes], seconds: float, least: int = 0) -> Load:
    """
    Load the server for so long, and until it gave so many answers; every request
    that was sent is answered before this returns.
    """
    load, buffer = Load(), memoryview(bytearray(1 << 18))
    connections = [_Connection(port) for _ in range(CONNECTIONS)]
    by_number = {item.socket.fileno(): item for item in connections}
    with select.epoll() as poll:
        for number, item in by_number.items():
            poll.register(number, select.EPOLLIN)
            item.socket.send(next(requests))
        end, under_way = time.perf_counter() + seconds, len(connections)
        while under_way:
            ready = poll.poll(_PATIENCE)
            if not ready:
                raise RuntimeError(f"no answer for {_PATIENCE} s")
            is_over = load.answers >= least and time.perf_counter() > end
            for number, _ in ready:
                item = by_number[number]
                if not item.received(buffer, load):
                    continue
                load.answers += 1
                if is_over:
                    under_way -= 1
                else:
                    item.socket.send(next(requests))
    for item in connections:
        item.socket.close()
    return load


def requests_of(path: str, bodies: Sequence[bytes]) -> list[bytes]:
    head = f"POST {path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: "
    return [head.encode() + b"%d\r\n\r\n" % len(body) + body for body in bodies]
