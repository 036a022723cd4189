"""
What an answer costs: server CPU time of ``POST /api/v1/advice`` against an empty ASGI reply that reads the same body.

One uvicorn worker each, both on one core, the load on the other; slices alternate. The ratio is empty over raidwise: 1
would be an answer for nothing. 5000 requests, no two alike, go round; in the first pass each situation is new to the
process, later each was met before, which is what a fleet of like servers looks like. Both are told.

    python bench/http.py [--quick]
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
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
from bench.http_server import Server, served, usage_of
from bench.report import machine_line, median_and_spread, print_result

BODIES = 5000
LEAST_BUSY = 0.9


@dataclass(frozen=True)
class Slice:
    """One server under load for a few seconds."""

    microseconds: float
    """CPU time of the server for one request."""
    busy: float
    """
    Share of the time in which the server worked, of the time in which it and the
    load could have their cores: what other processes took says nothing of either.
    """
    rate: float
    octets: float


def measured(server: Server, requests: Iterator[bytes], seconds: float, least: int = 0) -> Slice:
    before, own, start = server.usage(), usage_of(os.getpid()), time.perf_counter()
    load = run_slice(server.port, requests, seconds, least)
    wall, used, ours = time.perf_counter() - start, server.usage().since(before), usage_of(os.getpid()).since(own)
    busy = used.running / max(wall - used.waiting - ours.waiting, used.running)
    return Slice(used.running / load.answers * 1e6, busy, load.answers / wall, load.octets / load.answers)


@dataclass(frozen=True)
class Figures:
    """``first`` is the pass in which every request is new; the pairs are the same requests again and again."""

    first: tuple[Slice, Slice]
    pairs: list[tuple[Slice, Slice]]


def figures(empty: Server, raidwise: Server, texts: list[bytes], count: int, seconds: float) -> Figures:
    """Alternating slices, so that whatever else the machine does meets both."""
    sides = [(empty, itertools.cycle(texts)), (raidwise, itertools.cycle(texts))]
    first = [measured(server, requests, 0, len(texts)) for server, requests in sides]
    found = []
    for number in range(count):
        order = sides if number % 2 == 0 else sides[::-1]
        slices = {server.pid: measured(server, requests, seconds) for server, requests in order}
        found.append((slices[empty.pid], slices[raidwise.pid]))
    return Figures((first[0], first[1]), found)


def report(found: Figures, resident_mb: float) -> int:
    """Print the figures; 1 where too few slices were busy enough to mean anything."""
    for name, side in (("empty", 0), ("raidwise", 1)):
        slices = [pair[side] for pair in found.pairs]
        print(f"{name:9} CPU us a request: {median_and_spread([item.microseconds for item in slices])}")
        print(f"{'':9} requests a second: {median_and_spread([item.rate for item in slices])}")
        print(f"{'':9} busy: {median_and_spread([item.busy for item in slices])}; {slices[0].octets:.0f} bytes a reply")
    good = [(empty, raidwise) for empty, raidwise in found.pairs if min(empty.busy, raidwise.busy) >= LEAST_BUSY]
    print(f"pairs over {LEAST_BUSY:.0%} busy on both sides: {len(good)} of {len(found.pairs)}")
    if not good:
        print("no pair was busy enough: the load, not the server, was measured", file=sys.stderr)
        return 1
    ratios = [empty.microseconds / raidwise.microseconds for empty, raidwise in good]
    print(f"ratio: {median_and_spread(ratios)}")
    empty, raidwise = found.first
    print(f"the first pass, every request new to the process: {raidwise.microseconds:.0f} us a request")
    print_result("http_ratio_first_pass", empty.microseconds / raidwise.microseconds)
    print_result("http_memory_mb", resident_mb)
    print_result("http_ratio", statistics.median(ratios))
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
        found = figures(empty, raidwise, texts, 7 if quick else 15, 2 if quick else 5)
        return report(found, raidwise.resident_mb())


if __name__ == "__main__":
    sys.exit(main())
