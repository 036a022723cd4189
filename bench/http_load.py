"""A load of many keep-alive connections, each with one request under way: raw sockets, no pipelining."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import uvloop

CONNECTIONS = 32


class Load:
    """What one slice sends, and how many answers came."""

    def __init__(self, requests: Iterator[bytes]) -> None:
        self.requests = requests
        self.answers = 0
        self.octets = 0
        self.is_over = False


class _Connection(asyncio.Protocol):
    def __init__(self, load: Load, closed: asyncio.Future[None]) -> None:
        self.load = load
        self.closed = closed
        self.missing = 0
        self.head = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(next(self.load.requests))

    def data_received(self, data: bytes) -> None:
        if self.missing:
            self.missing -= len(data)
        else:
            self._begin(self.head + data)
        if not self.missing and not self.head:
            self._next()

    def _begin(self, data: bytes) -> None:
        end = data.find(b"\r\n\r\n")
        if end < 0:
            self.head = data
            return
        self.head = b""
        if not data.startswith(b"HTTP/1.1 200"):
            self._fail(RuntimeError(f"an answer that is no 200: {data[:500]!r}"))
        at = data.index(b"content-length: ") + 16
        length = int(data[at : data.index(b"\r\n", at)])
        self.load.octets += length
        self.missing = length - (len(data) - end - 4)

    def _next(self) -> None:
        self.load.answers += 1
        if self.load.is_over:
            self.transport.close()
        else:
            self.transport.write(next(self.load.requests))

    def connection_lost(self, error: Exception | None) -> None:
        if not self.load.is_over:
            self._fail(error or RuntimeError("the server closed a connection"))
        elif not self.closed.done():
            self.closed.set_result(None)

    def _fail(self, error: Exception) -> None:
        if not self.closed.done():
            self.closed.set_exception(error)


def run_slice(port: int, requests: Iterator[bytes], seconds: float) -> Load:
    """Load the server for so long; every request that was sent is answered before this returns."""
    load = Load(requests)
    uvloop.run(_slice(port, load, seconds))
    return load


async def _slice(port: int, load: Load, seconds: float) -> None:
    loop = asyncio.get_running_loop()
    closed = [loop.create_future() for _ in range(CONNECTIONS)]
    for future in closed:
        await loop.create_connection(lambda future=future: _Connection(load, future), "127.0.0.1", port)
    await asyncio.wait(closed, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    load.is_over = True
    await asyncio.wait_for(asyncio.gather(*closed), 30)


def requests_of(path: str, bodies: Sequence[bytes]) -> list[bytes]:
    head = f"POST {path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: "
    return [head.encode() + b"%d\r\n\r\n" % len(body) + body for body in bodies]
