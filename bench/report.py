"""What every benchmark prints, in one manner: the machine, medians with spread, one RESULT line a figure."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Sequence
from pathlib import Path


def machine_line() -> str:
    """Processor, cores this process may use, kernel and Python: figures mean little without."""
    cores = len(os.sched_getaffinity(0))
    load = os.getloadavg()[0]
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"machine: {_processor()}, {cores} cores, load {load:.2f}, Linux {platform.release()}, {python}"


def median_and_spread(values: Sequence[float]) -> str:
    """The middle, and between which bounds the middle half and the whole lie."""
    ordered = sorted(values)
    middle = statistics.median(ordered)
    if len(ordered) < 2:
        return f"{middle:.4g} (one measurement)"
    low, _, high = statistics.quantiles(ordered, n=4, method="inclusive")
    whole = f"{ordered[0]:.4g} to {ordered[-1]:.4g}"
    return f"{middle:.4g} (half within {low:.4g} to {high:.4g}, all {whole}, n={len(ordered)})"


def print_result(name: str, value: float) -> None:
    """The last word on one figure, for programs to read: ``RESULT engine_ratio 11.2``."""
    print(f"RESULT {name} {value:.4g}", flush=True)


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return " ".join(line.partition(":")[2].split())
    return platform.machine()
