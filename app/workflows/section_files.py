"""Sections of the answer joined with the files that carry them out: fio jobs, a tuned profile, a udev rule."""

from __future__ import annotations

from typing import Any

from app.core.advice import Advice
from app.core.document import Plain
from app.exports.fio import DEVICE, FioJob, fio_jobs
from app.exports.geometry import alignment
from app.exports.host_files import HostFile, tuned_profile, udev_rule


def with_files(found: Advice) -> Plain:
    """The sections `host` and `benchmark` with their files, where they were asked for."""
    joined: Plain = {}
    if "host" in found.sections:
        joined["host"] = host_section(found)
    if "benchmark" in found.sections:
        joined["benchmark"] = benchmark_section(found)
    return joined


def host_section(found: Advice) -> Plain:
    content = found.sections["host"]
    files: list[Plain] = []
    if content["settings"]:
        purpose = "production" if found.situation.facts["deployment"] == "production" else "benchmark"
        written = (tuned_profile(content, purpose), udev_rule(content, purpose))
        files = [file_document(item) for item in written if item is not None]
    return {**content, "files": files, "alignment": _alignment(found, content)}


def _alignment(found: Advice, content: dict[str, Any]) -> Plain | None:
    level, drives, strip = content["raid_level"], content["drives"], content["strip_size_kib"]
    if level is None or drives is None or not isinstance(strip, int):
        return None
    aligned = alignment(level, drives, strip, found.situation.request.volume.spans)
    return {
        "full_stripe_kib": aligned.full_stripe_kib,
        "mkfs_xfs": aligned.mkfs_xfs,
        "mkfs_ext4": aligned.mkfs_ext4,
        "note": aligned.note,
    }


def benchmark_section(found: Advice) -> Plain:
    """The jobs are left out where the plan is for Iometer."""
    content = found.sections["benchmark"]
    jobs = () if content["tool"] == "iometer" else fio_jobs(content)
    return {**content, "device_variable": DEVICE, "fio": [job_document(job) for job in jobs]}


def file_document(item: HostFile) -> Plain:
    return {"path": item.path, "text": item.text}


def job_document(job: FioJob) -> Plain:
    return {"file": job.file, "says": job.says, "destructive": job.destructive, "text": job.text}
