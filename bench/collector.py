"""
What the collector costs: its start, a plan, its own time beside the tool's, memory, and commands for an apply.

    python bench/collector.py [--quick]
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.report import machine_line, median_and_spread, print_result
from tests.collector.worlds import World, dying

_ISOLATED = (sys.executable, "-I", "-S")
_MAIN = "import sys; sys.path.insert(0, {root!r}); from app.collector.__main__ import main; sys.exit(main())"
_PEAK = """
import resource, sys
sys.path.insert(0, {root!r})
from app.collector.__main__ import main
code = main()
sys.stderr.write("peak %d\\n" % resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
sys.exit(code)
"""


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--quick", action="store_true", help="fewer repetitions, in under 50 s")
    rounds = 12 if given.parse_args().quick else 40
    print(machine_line())
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        shipped = _shipped(place)
        _start(shipped, rounds)
        _plan(shipped, place, rounds)
        _own_time(shipped, place, max(3, rounds // 4))
        _commands(place / "apply")


def _shipped(place: Path) -> Path:
    """The modules that ship, compiled, by themselves: nothing else of the checkout can be imported."""
    shipped = place / "shipped"
    for room in ("core", "collector"):
        shutil.copytree(ROOT / "app" / room, shipped / "app" / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "app" / "__init__.py", shipped / "app" / "__init__.py")
    compileall.compile_dir(str(shipped), quiet=1)
    return shipped


def _start(shipped: Path, rounds: int) -> None:
    program = _MAIN.format(root=str(shipped))
    ratios, empty, version = _ratios([*_ISOLATED, "-c", program, "--version"], rounds)
    print(f"python -I -S -c pass: {median_and_spread(empty)} ms; --version: {median_and_spread(version)} ms")
    print(f"--version over an empty Python: {median_and_spread(ratios)}, goal 3 or less")
    print_result("collector_start_ratio", _middle(ratios))


def _plan(shipped: Path, place: Path, rounds: int) -> None:
    world = World(place / "plan", "db-9361")
    snapshot, advice = place / "snapshot.json", place / "advice.json"
    snapshot.write_text(json.dumps(_snapshot(world)))
    advice.write_text(json.dumps(_advice()))
    words = ["plan", "--snapshot", str(snapshot), "--advice", str(advice)]
    ratios, _, took = _ratios([*_ISOLATED, "-c", _MAIN.format(root=str(shipped)), *words], rounds, expected=2)
    print(f"plan from a snapshot file: {median_and_spread(took)} ms, {median_and_spread(ratios)} times, goal 6 or less")
    print_result("collector_plan_ratio", _middle(ratios))


def _ratios(argv: Sequence[str], rounds: int, expected: int = 0) -> tuple[list[float], list[float], list[float]]:
    """Round for round the command over an empty Python started right beside it, and both in milliseconds."""
    pairs = [(_milliseconds([*_ISOLATED, "-c", "pass"], 0), _milliseconds(argv, expected)) for _ in range(rounds + 2)][
        2:
    ]
    return [ours / empty for empty, ours in pairs], [empty for empty, _ in pairs], [ours for _, ours in pairs]


def _milliseconds(argv: Sequence[str], expected: int) -> float:
    began = time.perf_counter()
    ended = subprocess.run(argv, capture_output=True, check=False)
    took = time.perf_counter() - began
    assert ended.returncode == expected, ended.stderr.decode()
    return took * 1000


def _own_time(shipped: Path, place: Path, rounds: int) -> None:
    """A whole collect as an operator runs it: the tool's seconds are told by the collector itself."""
    for preset, drives in (("trimode-9560", 13), ("big-240", 240)):
        world = World(place / preset, preset)
        program = _PEAK.format(root=str(shipped))
        argv = [*_ISOLATED, "-c", program, "collect", "--json", "--without-root"]
        found = [_collected(argv, world) for _ in range(rounds)]
        own = [(whole - tool) * 1000 for whole, tool, _ in found]
        tool = [seconds * 1000 for _, seconds, _ in found]
        print(f"{drives} drives: {median_and_spread(own)} ms of our own, {median_and_spread(tool)} ms in the tool")
        if drives == 240:
            peak = max(memory for _, _, memory in found)
            print(f"{drives} drives: {peak:.1f} MB at the peak, goal 40 or less")
            print_result("collector_memory_mb", peak)
            print_result("collector_own_ms_240_drives", _middle(own))


def _collected(argv: Sequence[str], world: World) -> tuple[float, float, float]:
    environment = {
        **os.environ,
        f"RAIDWISE_{world.tool.name.upper()}": world.tool.path,
        "RAIDWISE_STATE_DIR": world.places.state,
        "RAIDWISE_CONFIG_DIR": world.places.config,
        "RAIDWISE_LOCK_DIR": world.places.locks,
        "RAIDWISE_SYSFS_DIR": world.places.sysfs,
    }
    began = time.perf_counter()
    ended = subprocess.run(argv, capture_output=True, check=True, env=environment)
    whole = time.perf_counter() - began
    peak = int(ended.stderr.decode().rpartition("peak ")[2]) / 1024
    return whole, float(json.loads(ended.stdout)["spent"]["tool_seconds"]), peak


def _commands(place: Path) -> None:
    """Commands of an apply above the least: a snapshot, a set and a reading a change, one reading of the protection."""
    world = World(place, "db-9361")
    wanted = [
        ("c0/v1", "disk_cache_policy", "disabled"),
        ("c0/v1", "write_policy", "write_through"),
        ("c0/v1", "read_policy", "no_read_ahead"),
        ("c0/v0", "write_policy", "protected_write_back"),
    ]
    file = world.plan(*wanted)
    world.read(0)
    world.server.forget()
    world.read(0)
    snapshot = len(world.server.runs())
    world.server.forget()
    with dying() as said:
        assert world.apply(file).name == ""
    assert said == []
    least = snapshot + 2 * len(wanted) + 1
    ran = len(world.server.runs())
    print(f"an apply of {len(wanted)} changes: {ran} commands, {least} at the least ({snapshot} for the snapshot)")
    print_result("collector_snapshot_commands", snapshot)
    print_result("collector_apply_commands_over_minimum", ran - least)


def _snapshot(world: World) -> object:
    from app.collector.snapshot_files import snapshot_document

    return snapshot_document(world.read(0).snapshot)


def _advice() -> object:
    settings = {
        "write_policy": {"value": "write_through", "reason": "The benchmark wants a change."},
        "read_policy": {"value": "no_read_ahead", "reason": "The benchmark wants another."},
        "strip_size_kib": {"value": 256, "reason": "This one is advised only."},
    }
    volume = {
        "controller": 0,
        "virtual_drive": 1,
        "raid_level": "raid10",
        "advice": {"status": "advised", "settings": settings},
    }
    return {"rulebook": {"version": "bench"}, "virtual_drives": [volume]}


def _middle(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


if __name__ == "__main__":
    main()
