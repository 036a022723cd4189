"""What volumes are for, as their administrator wrote it down."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from app.collector.clock import Clock
from app.collector.disk import Disk
from app.collector.hosting import Host
from app.collector.places import Places
from app.collector.refusals import RefusedError
from app.collector.voice import Voice
from app.collector.workloads import FORMAT, asked, declared
from app.core.hardware import Controller, Snapshot, VirtualDrive

SNAPSHOT = Snapshot(
    (
        Controller(
            0,
            virtual_drives=(
                VirtualDrive(1, name="data", wwn="600605b0000000000000000000000001"),
                VirtualDrive(2, name="data"),
                VirtualDrive(3),
            ),
        ),
    )
)


def host(directory: Path) -> Host:
    return Host(Places(config=str(directory)), Disk(), Clock(), Voice(io.StringIO(), io.StringIO()))


def written(directory: Path, volumes: object, form: str = FORMAT) -> Path:
    path = directory / "workloads.json"
    path.write_text(json.dumps({"format": form, "volumes": volumes}))
    return path


def names(directory: Path, volumes: object) -> tuple[dict[int, str], list[str]]:
    written(directory, volumes)
    found = declared(host(directory), None)
    assert found is not None
    said, strangers = asked(SNAPSHOT, found)
    return {one["virtual_drive"]: one["workload"]["name"] for one in said}, strangers


def test_the_nearest_name_of_a_volume_counts(tmp_path: Path):
    said = {
        "*": "file_server",
        "c0/v2": "oltp",
        "c0/v1": "vdi",
        "data": {"name": "database"},
        "600605b0000000000000000000000001": "hadoop",
    }

    assert names(tmp_path, said) == ({1: "hadoop", 2: "database", 3: "file_server"}, [])


def test_a_volume_nothing_is_said_of_is_left_alone(tmp_path: Path):
    assert names(tmp_path, {"c0/v3": "oltp"}) == ({3: "oltp"}, [])


def test_a_name_that_no_volume_has_is_told(tmp_path: Path):
    assert names(tmp_path, {"c0/v9": "oltp"}) == ({}, ["c0/v9"])


def test_nothing_declared_is_nothing_asked(tmp_path: Path):
    assert declared(host(tmp_path), None) is None


def test_a_file_that_was_named_must_be_there(tmp_path: Path):
    with pytest.raises(RefusedError, match="no such file"):
        declared(host(tmp_path), str(tmp_path / "x.json"))


@pytest.mark.parametrize(("volumes", "form"), [({}, "raidwise-workloads/2"), ([], FORMAT), ({"a": 1}, FORMAT)])
def test_a_file_that_declares_nothing_is_refused(tmp_path: Path, volumes: object, form: str):
    with pytest.raises(RefusedError) as found:
        declared(host(tmp_path), str(written(tmp_path, volumes, form)))
    assert found.value.name == "input"
