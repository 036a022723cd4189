"""``dev.py test``: every check, each one run even when an earlier one failed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from devkit.chromium import chromium, chromium_or_advice
from devkit.environment import ready
from devkit.words import ROOT, run, say

# Servers bring their own Python: 3.9 is what RHEL 9 ships.
_OLD_PYTHON = ("app/core", "app/collector", "app/emulator")


def test(whole: bool, arguments: Sequence[str], wheelhouse: Path | None) -> int:
    """0 when everything passed. With pytest arguments only pytest runs, in one process."""
    python = ready("test", wheelhouse)
    if arguments:
        return _pytest(python, whole, arguments, chromium())
    checks: dict[str, Callable[[], int]] = {
        "ruff check": lambda: run([python, "-m", "ruff", "check", "."]),
        "ruff format": lambda: run([python, "-m", "ruff", "format", "--check", "."]),
        "vermin": lambda: _vermin(python),
        "mypy": lambda: run([python, "-m", "mypy"]),
        "pytest": lambda: _pytest(python, whole, ["-n", "2"], chromium_or_advice()),
    }
    return _summary({name: _timed(name, check) for name, check in checks.items()})


def _pytest(python: Path, whole: bool, arguments: Sequence[str], browser: str | None) -> int:
    everything = ["--all"] if whole else []
    environment = {"RAIDWISE_CHROMIUM": browser} if browser else {}
    return run([python, "-m", "pytest", *everything, *arguments], environment)


def _vermin(python: Path) -> int:
    folders = [name for name in _OLD_PYTHON if (ROOT / name).is_dir()]
    return run([python.with_name("vermin"), "--quiet", "--no-tips", "--violations", "--target=3.9-", *folders])


def _timed(name: str, check: Callable[[], int]) -> tuple[int, float]:
    say(f"--- {name}")
    began = time.monotonic()
    return check(), time.monotonic() - began


def _summary(results: dict[str, tuple[int, float]]) -> int:
    say("---")
    for name, (code, seconds) in results.items():
        say(f"{name:12} {'ok' if code == 0 else f'FAILED ({code})':12} {seconds:6.1f} s")
    failed = [name for name, (code, _) in results.items() if code != 0]
    say(f"failed: {', '.join(failed)}" if failed else "everything passed")
    return 1 if failed else 0
