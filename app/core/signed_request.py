"""A request that a server signs with its own secret: what exactly is signed, and how it stands in one header."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import NamedTuple, Optional

PROTOCOL = 1
"""Counts up when the conversation changes; neighbours (one apart) understand each other."""
PROTOCOL_HEADER = "Raidwise-Protocol"
SCHEME = "Raidwise-HMAC-SHA256"
SKEW = 300
"""Seconds that the clocks of server and service may differ by."""

# Another first line than a plan could have, which begins with "{": no signature of one passes for the other.
_PREFIX = "raidwise-request/1"
_HEADER = re.compile(
    SCHEME + r" key=([0-9a-zA-Z-]{1,64}), time=([0-9]{1,12}), nonce=([0-9a-f]{32}), signature=([0-9a-f]{64})",
    re.ASCII,
)


class Stamp(NamedTuple):
    """Who signed, when, and that it was this request. A nonce is used once."""

    key: str
    time: int
    nonce: str
    signature: str

    @property
    def header(self) -> str:
        return f"{SCHEME} key={self.key}, time={self.time}, nonce={self.nonce}, signature={self.signature}"


class Sent(NamedTuple):
    """What is signed of a request. ``target`` is the path from ``/api/`` on, with its query."""

    method: str
    target: str
    body: bytes


def stamp(sent: Sent, key: str, secret: bytes, time: int, nonce: str) -> Stamp:
    """The stamp of this request at this moment."""
    return Stamp(key, time, nonce, _signature(sent, key, secret, time, nonce))


def stamp_in(header: str) -> Optional[Stamp]:
    """The stamp as it arrived; None for anything else."""
    found = _HEADER.fullmatch(header)
    return Stamp(found[1], int(found[2]), found[3], found[4]) if found is not None else None


def is_stamped_by(found: Stamp, sent: Sent, secret: bytes) -> bool:
    """Whether this secret made the stamp for this very request, told in constant time."""
    wanted = _signature(sent, found.key, secret, found.time, found.nonce)
    return hmac.compare_digest(wanted, found.signature)


def are_neighbours(protocol: int, other: int) -> bool:
    """Whether two versions of the conversation understand each other."""
    return abs(protocol - other) <= 1


def _signature(sent: Sent, key: str, secret: bytes, time: int, nonce: str) -> str:
    digest = hashlib.sha256(sent.body).hexdigest()
    lines = (_PREFIX, sent.method.upper(), sent.target, key, str(time), nonce, digest)
    return hmac.new(secret, "\n".join(lines).encode(), hashlib.sha256).hexdigest()
