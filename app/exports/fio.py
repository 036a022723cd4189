"""
A benchmark plan as job files of fio. No job names a device: ``filename`` is an
environment variable, and fio refuses a job whose variable is not set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

DEVICE = "RAIDWISE_DEVICE"
_RW = {
    ("random", True, False): "randread",
    ("random", False, True): "randwrite",
    ("random", True, True): "randrw",
    ("sequential", True, False): "read",
    ("sequential", False, True): "write",
    ("sequential", True, True): "rw",
}

Plan = Mapping[str, Any]
Options = dict[str, str]


@dataclass(frozen=True)
class FioJob:
    """One job file; ``destructive`` where it writes to the device."""

    file: str
    text: str
    destructive: bool
    says: str


def fio_jobs(plan: Plan) -> tuple[FioJob, ...]:
    """Every run of the plan (the content of the section ``benchmark``) as a job file."""
    jobs = [_access_job(plan, spec) for spec in plan["access_specifications"]]
    if plan["conditioning"] is not None:
        jobs.append(_conditioning_job(plan["conditioning"]))
    jobs += [_hot_spot_job(plan["hot_spot"]), _full_disk_job(plan["full_disk_access"])]
    jobs += _demonstration_jobs(plan)
    return tuple(jobs)


def _access_job(plan: Plan, spec: Mapping[str, Any]) -> FioJob:
    """One section for each number of outstanding requests, one after the other."""
    access = spec["access"]
    workers = _of_access(plan["workers"], access)
    jobs = workers if isinstance(workers, int) else 1
    run = _run(spec["access"], spec["read_percent"], spec["block_kib"])
    run.update(_timed(plan["run_time_min"] * 60, _of_access(plan["ramp_s"], access)))
    run["size"] = f"{plan['dataset_percent']:g}%"
    if spec["writes"] and plan["data_pattern"] == "repeating bytes":
        run["buffer_pattern"] = "0x5a"
    sections = {}
    for total in _outstanding(plan, access):
        depth = max(1, total // jobs)
        sections[f"outstanding-{depth * jobs}"] = {"iodepth": str(depth), "numjobs": str(jobs), "stonewall": ""}
    limit = plan["latency_ms"]
    says = (
        f"{spec['read_percent']:g} % {access} reads of {spec['block_kib']:g} KiB blocks. Results count up to "
        f"{_limit_words(limit)} of response time."
    )
    return _job(f"access-{spec['name']}", says, spec["writes"], run, sections)


def _of_access(value: Any, access: str) -> Any:
    return value.get(access) if isinstance(value, Mapping) else value


def _outstanding(plan: Plan, access: str) -> list[int]:
    known = _of_access(plan["outstanding"], access)
    return [known] if isinstance(known, int) else list(plan["outstanding_series"])


def _limit_words(limit: Any) -> str:
    if not isinstance(limit, Mapping):
        return f"{limit:g} ms"
    return " and ".join(f"{ms:g} ms on {media}" for media, ms in limit.items())


def _run(access: str, read_percent: float, block_kib: float) -> Options:
    rw = _RW[access, read_percent > 0, read_percent < 100]
    size = f"{block_kib:g}k" if block_kib == int(block_kib) else str(max(1, round(block_kib * 1024)))
    found = {"rw": rw, "bs": size, "blockalign": size}
    if rw in ("randrw", "rw"):
        found["rwmixread"] = str(round(read_percent))
    if access == "random":
        found["norandommap"] = "1"
        found["randrepeat"] = "0"
    return found


def _timed(seconds: float, ramp_s: float | None = None) -> Options:
    found = {"time_based": "1", "runtime": str(round(seconds))}
    if ramp_s is not None:
        found["ramp_time"] = str(round(ramp_s))
    return found


def _conditioning_job(plan: Plan) -> FioJob:
    """The fill covers the device once; the random pass runs as long as one pass was reckoned."""
    sections = {}
    for step in plan["passes"]:
        run = _run(step["access"], step["read_percent"], step["block_kib"])
        timed = _timed(step["run_s"]) if step["access"] == "random" else {}
        sections[step["name"]] = {**run, **timed, "iodepth": "32", "stonewall": ""}
    says = f"Writes every SSD through before it is measured, aligned to {plan['align_kib']:g} KiB. {plan['why']}"
    return _job("conditioning", says, True, {"size": "100%"}, sections)


def _hot_spot_job(plan: Plan) -> FioJob:
    common = {
        "size": f"{max(1, round(plan['range_gib'] * 1024))}m",
        "numjobs": str(plan["workers"]),
        "iodepth": str(plan["outstanding_per_worker"]),
    }
    prime = _run(plan["prime"]["access"], plan["prime"]["read_percent"], plan["prime"]["block_kib"])
    run = _run(plan["run"]["access"], plan["run"]["read_percent"], plan["run"]["block_kib"])
    sections = {"prime": {**prime, "stonewall": ""}, "hot-spot": {**run, "stonewall": ""}}
    says = (
        f"A hot spot of {plan['range_gib']:g} GiB ({plan['max_sectors']} sectors of 512 bytes): filled into the "
        "cache by sequential reads, then read at random."
    )
    return _job("hot-spot", says, False, common, sections)


def _full_disk_job(plan: Plan) -> FioJob:
    """All regions at once; priming is the ramp, which fio does not count."""
    run = _run(plan["run"]["access"], plan["run"]["read_percent"], plan["run"]["block_kib"])
    run.update(_timed(plan["capture_min"] * 60, plan["prime_min"] * 60))
    sections = {
        region["name"]: {"size": _percent(region["percent"]), "iodepth": str(region["qd"])}
        for region in plan["regions"]
    }
    says = (
        f"Overlapping regions from the start of the volume, the smallest the busiest; {plan['prime_min']:g} minutes "
        f"fill the cache, {plan['capture_min']:g} is measured."
    )
    return _job("full-disk-access", says, False, run, sections)


def _percent(share: float) -> str:
    """fio takes whole percents: 12.5 becomes 13, the next larger one."""
    return f"{-int(-share // 1)}%"


def _demonstration_jobs(plan: Plan) -> list[FioJob]:
    found = []
    for item in plan["fastpath_demonstration"]["runs"]:
        run = _run(item["access"], item["read_percent"], item["block_kib"])
        run.update(_timed(plan["run_time_min"] * 60, _of_access(plan["ramp_s"], item["access"])))
        run["size"] = "100%"
        jobs = {
            f"outstanding-{depth}": {"iodepth": str(depth), "stonewall": ""} for depth in plan["outstanding_series"]
        }
        kind = "write" if item["writes"] else "read"
        says = f"FastPath: random {kind}s of {item['block_kib']:g} KiB blocks on a conditioned SSD volume."
        found.append(_job(f"fastpath-random-{kind}", says, item["writes"], run, jobs))
    return found


def _job(name: str, says: str, destructive: bool, common: Options, sections: Mapping[str, Options]) -> FioJob:
    lines = [f"# {says}", *_guard(destructive), "[global]", f"filename=${{{DEVICE}}}", "direct=1", "ioengine=libaio"]
    lines += ["group_reporting=1", *_options(common)]
    for section, options in sections.items():
        lines += ["", f"[{section}]", *_options(options)]
    return FioJob(f"{name}.fio", "\n".join(lines) + "\n", destructive, says)


def _guard(destructive: bool) -> list[str]:
    if destructive:
        return [
            "# DESTROYS what the device holds. It names none: fio refuses to run until you set the variable,",
            f"#   {DEVICE}=/dev/<device> fio <this file>",
        ]
    return [f"# Reads only: {DEVICE}=/dev/<device> fio --readonly <this file>"]


def _options(options: Options) -> list[str]:
    return [f"{name}={value}" if value else name for name, value in options.items()]
