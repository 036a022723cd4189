"""
What an answer costs: server CPU time of ``POST /api/v1/advice`` against an empty ASGI reply that reads the same body.

One uvicorn worker each, both on one core, the load on the other; slices alternate, so that whatever else the machine
does meets both. The ratio is empty over raidwise: 1 would be an answer for nothing.

    python bench/http.py [--quick]
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# This file's own folder would hide the standard library's ``http``.
sys.path[0] = str(Path(__file__).resolve().parents[1])

from app.rulebook.load import load_book
from app.settings import Settings
from bench.http_bodies import bodies
from bench.http_load import requests_of, run_slice
from bench.http_server import Server, served
from bench.report import machine_line, median_and_spread, print_result

BODIES = 5000
LEAST_BUSY = 0.9


@dataclass(frozen=True)
class Slice:
    """One server under load for a few seconds."""

    microseconds: float
    """CPU time of the server for one request."""
    busy: float
    """Share of the time in which it had work, of the time in which it could have the core."""
    rate: float
    octets: float


def measured(server: Server, requests: Iterator[bytes], seconds: float) -> Slice:
    before, start = server.usage(), time.perf_counter()
    load = run_slice(server.port, requests, seconds)
    after, wall = server.usage(), time.perf_counter() - start
    running, waiting = after.running - before.running, after.waiting - before.waiting
    busy = running / max(wall - waiting, running)
    return Slice(running / load.answers * 1e6, busy, load.answers / wall, load.octets / load.answers)


def pairs(empty: Server, raidwise: Server, texts: list[bytes], count: int, seconds: float) -> list[tuple[Slice, Slice]]:
    """Alternating slices; the first of each, in which caches fill, is thrown away."""
    sides = [(empty, itertools.cycle(texts)), (raidwise, itertools.cycle(texts))]
    for server, requests in sides:
        measured(server, requests, seconds)
    found = []
    for number in range(count):
        order = sides if number % 2 == 0 else sides[::-1]
        slices = {server.pid: measured(server, requests, seconds) for server, requests in order}
        found.append((slices[empty.pid], slices[raidwise.pid]))
    return found


def report(found: list[tuple[Slice, Slice]], resident_mb: float) -> int:
    """Print the figures; 1 where too few slices were busy enough to mean anything."""
    for name, side in (("empty", 0), ("raidwise", 1)):
        slices = [pair[side] for pair in found]
        print(f"{name:9} CPU us a request: {median_and_spread([item.microseconds for item in slices])}")
        print(f"{'':9} requests a second: {median_and_spread([item.rate for item in slices])}")
        print(f"{'':9} busy: {median_and_spread([item.busy for item in slices])}; body {slices[0].octets:.0f} bytes")
    good = [(empty, raidwise) for empty, raidwise in found if min(empty.busy, raidwise.busy) >= LEAST_BUSY]
    print(f"pairs over {LEAST_BUSY:.0%} busy on both sides: {len(good)} of {len(found)}")
    if not good:
        print("no pair was busy enough: the load, not the server, was measured", file=sys.stderr)
        return 1
    ratios = [empty.microseconds / raidwise.microseconds for empty, raidwise in good]
    print(f"ratio: {median_and_spread(ratios)}")
    print_result("http_memory_mb", resident_mb)
    print_result("http_ratio", sorted(ratios)[len(ratios) // 2])
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="under 50 seconds")
    quick = parser.parse_args().quick
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        print("two cores are needed: one for the servers, one for the load", file=sys.stderr)
        return 1
    print(machine_line())
    texts = requests_of("/api/v1/advice", bodies(load_book(Settings().rules_dir), BODIES))
    os.sched_setaffinity(0, {cores[1]})
    raidwise_app = ("app.main:create_app", cores[0], "--factory")
    with served("bench.http_empty:app", cores[0]) as empty, served(*raidwise_app) as raidwise:
        found = pairs(empty, raidwise, texts, 7 if quick else 15, 2 if quick else 5)
        return report(found, raidwise.resident_mb())


if __name__ == "__main__":
    sys.exit(main())
