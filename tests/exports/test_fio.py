"""Benchmark plans as fio jobs, read back by fio itself."""

from __future__ import annotations

import configparser
import itertools
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.core.book import Book
from tests.asking import CARD_2011, CARD_2013, CARD_2016, asked

FIO = shutil.which("fio")
needs_fio = pytest.mark.skipif(
    FIO is None, reason="no fio: install it (apt-get install -y fio) to have its jobs read back"
)

MODELS = [CARD_2011, CARD_2013, CARD_2016]
VOLUMES: list[dict[str, Any]] = [{}, {"media": "hdd", "drives": 24}, {"media": "ssd", "drives": 8}]
WORKLOADS: list[dict[str, Any]] = [
    {},
    {"name": "oltp"},
    {"name": "database_logging_small"},
    {"name": "video_surveillance"},
    {"access": "mixed", "read_percent": 99.6, "block_kib": 0.5},
    {"access": "random", "read_percent": 0, "block_kib": 1.5, "working_set_gib": 0.25},
    {"access": "sequential", "read_percent": 0.001, "block_kib": 1_048_576, "working_set_gib": 0.0001},
    {"access": "random", "read_percent": 99.999, "block_kib": 1e-9, "working_set_gib": 1e9},
]
DEVICE = {"device_gb": 480, "write_mb_per_s": 400}


def jobs(book: Book, **request: Any) -> list[dict[str, Any]]:
    return asked(book, "benchmark", **request)["benchmark"]["fio"]


@pytest.fixture(scope="module")
def every_job(book: Book) -> list[dict[str, Any]]:
    """Each job that differs from the others in its text, of all combinations above."""
    asks = itertools.product(MODELS, VOLUMES, WORKLOADS)
    found = [jobs(book, model=m, volume=v, workload=w, benchmark=DEVICE) for m, v, w in asks]
    return list({job["text"]: job for made in found for job in made}.values())


def parsed(text: str) -> configparser.ConfigParser:
    found = configparser.ConfigParser(allow_no_value=True, interpolation=None, delimiters=("=",))
    found.read_string(text)
    return found


def run_fio(files: list[Path], device: str | None) -> subprocess.CompletedProcess[str]:
    found = {name: value for name, value in os.environ.items() if name != "RAIDWISE_DEVICE"}
    if device is not None:
        found["RAIDWISE_DEVICE"] = device
    return subprocess.run(
        [str(FIO), "--parse-only", *map(str, files)], env=found, capture_output=True, text=True, timeout=60, check=False
    )


def written(folder: Path, made: list[dict[str, Any]]) -> list[Path]:
    files = [folder / f"{number:03}-{job['file']}" for number, job in enumerate(made)]
    for file, job in zip(files, made, strict=True):
        file.write_text(job["text"])
    return files


@needs_fio
def test_fio_reads_every_job(every_job: list[dict[str, Any]], tmp_path: Path, count: Callable[[str, int], None]):
    files = written(tmp_path, every_job)
    for some in (files[at : at + 20] for at in range(0, len(files), 20)):
        found = run_fio(some, "/dev/null")
        assert (found.returncode, found.stderr) == (0, ""), some
    count("fio jobs that fio itself read", len(files))


@needs_fio
def test_fio_refuses_a_job_while_no_device_is_named(book: Book, tmp_path: Path):
    for file in written(tmp_path, jobs(book, model=CARD_2016)):
        assert run_fio([file], None).returncode != 0
        assert run_fio([file], "").returncode != 0


def test_no_job_names_a_device(every_job: list[dict[str, Any]]):
    for job in every_job:
        found = parsed(job["text"])
        names = {found[section]["filename"] for section in found.sections() if "filename" in found[section]}
        assert names == {"${RAIDWISE_DEVICE}"}
        assert "directory" not in job["text"]


def test_every_job_that_writes_says_so(every_job: list[dict[str, Any]]):
    for job in every_job:
        found = parsed(job["text"])
        patterns = {found[section].get("rw", "") for section in found.sections()} - {"", "read", "randread"}
        assert job["destructive"] == bool(patterns)
        assert ("DESTROYS" in job["text"]) == job["destructive"]
        assert ("--readonly" in job["text"]) != job["destructive"]


def test_the_access_job_has_the_papers_numbers(book: Book):
    volume = {"media": "hdd", "drives": 24}
    (job,) = [
        item
        for item in jobs(book, model=CARD_2013, volume=volume, workload={"name": "oltp"})
        if item["file"].startswith("access-")
    ]
    found = parsed(job["text"])
    common = found["global"]
    assert (common["rw"], common["rwmixread"], common["bs"], common["size"]) == ("randrw", "70", "8k", "70%")
    assert (common["runtime"], common["ramp_time"]) == ("1800", "120")
    assert found["outstanding-48"]["iodepth"] == "48"


def test_workers_share_the_outstanding_requests(book: Book):
    volume = {"media": "ssd", "drives": 8}
    job = next(item for item in jobs(book, model=CARD_2016, volume=volume, workload={"access": "random"}))
    found = parsed(job["text"])
    assert [(found[s]["numjobs"], found[s]["iodepth"]) for s in found.sections()[1:3]] == [("8", "1"), ("8", "2")]


def test_conditioning_fills_in_sequence_and_then_at_random(book: Book):
    (job,) = [item for item in jobs(book, benchmark=DEVICE) if item["file"] == "conditioning.fio"]
    found = parsed(job["text"])
    assert [(found[s]["rw"], found[s]["bs"]) for s in found.sections()[1:]] == [("write", "128k"), ("randwrite", "4k")]


def test_the_hot_spot_is_primed_before_it_is_read(book: Book):
    (job,) = [item for item in jobs(book, model=CARD_2011) if item["file"] == "hot-spot.fio"]
    found = parsed(job["text"])
    assert (found["global"]["size"], found["global"]["numjobs"], found["global"]["iodepth"]) == ("30720m", "2", "64")
    assert [(found[s]["rw"], found[s]["bs"]) for s in found.sections()[1:]] == [("read", "32k"), ("randread", "4k")]
    assert "62914560 sectors" in job["text"]


def test_graduated_regions_run_together(book: Book):
    (job,) = [item for item in jobs(book, model=CARD_2011) if item["file"] == "full-disk-access.fio"]
    found = parsed(job["text"])
    assert [(found[s]["size"], found[s]["iodepth"]) for s in found.sections()[1:]] == [
        ("13%", "32"),
        ("25%", "4"),
        ("50%", "2"),
        ("100%", "1"),
    ]
    assert "stonewall" not in job["text"]
    assert (found["global"]["ramp_time"], found["global"]["runtime"]) == ("300", "60")


def test_a_plan_for_iometer_has_no_fio_jobs(book: Book):
    assert jobs(book, benchmark={"tool": "iometer"}) == []
