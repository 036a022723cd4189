"""Snapshots, reports, locks, disks and voices: what is written, and what is made of what cannot be read."""

from __future__ import annotations

import errno
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from app.collector import disk as disk_module
from app.collector.captures import Capture, captures_in
from app.collector.disk import Disk, refusal, write_whole
from app.collector.kill_switch import KillSwitch
from app.collector.locking import Locks
from app.collector.refusals import RefusedError
from app.collector.report import redacted, report, written
from app.collector.snapshot import snapshot_from_captures
from app.collector.snapshot_files import snapshot_document, snapshot_from_bytes
from app.collector.voice import Voice
from app.core.hardware import Snapshot
from tests.collector.sites import Site
from tests.collector.test_shared_captures import CAPTURES
from tests.collector.worlds import World


@pytest.mark.skipif(not CAPTURES.is_dir(), reason=f"no captures at {CAPTURES}")
def test_every_snapshot_of_the_shared_captures_survives_a_file() -> None:
    for folder in sorted(path for path in CAPTURES.iterdir() if path.is_dir()):
        for capture in captures_in(folder)[0]:
            snapshot = snapshot_from_captures([capture], "2026-11-20T17:00:00Z")
            assert snapshot_from_bytes(json.dumps(snapshot_document(snapshot)).encode(), capture.name) == snapshot


def test_what_is_unread_is_left_out_and_the_other_silences_are_named(world: World) -> None:
    controller = snapshot_document(world.read(0).snapshot)["controllers"][0]

    assert "firmware" in controller
    assert "personality" not in controller or isinstance(controller["personality"], str)
    spare = next(drive for drive in controller["drives"] if drive["state"] == "global_hot_spare")
    assert spare["drive_group"] == {"silence": "absent"}


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"[]",
        b'{"format": "raidwise-snapshot/2"}',
        b'{"format": "raidwise-snapshot/1", "stranger": 1}',
        b'{"format": "raidwise-snapshot/1", "controllers": [{"number": 0, "model": {"x": 1}}]}',
        b'{"format": "raidwise-snapshot/1", "controllers": [{"number": 0, "protection": {"state": "fine"}}]}',
        b'{"format": "raidwise-snapshot/1", "controllers": [3.5]}',
        b'{"format": "raidwise-snapshot/1", "taken_at": {"silence": "golden"}}',
        b'{"format": "raidwise-snapshot/1", "tool": 3}',
        b"[" * 100_000,
    ],
)
def test_a_file_that_is_no_snapshot(data: bytes) -> None:
    with pytest.raises(RefusedError, match="snapshot"):
        snapshot_from_bytes(data, "file")


def test_a_report_tells_nothing_of_the_host_and_keeps_the_rest(site: Site) -> None:
    path = site.directory / "report.json"

    said = site.run("collect", "--report", str(path))

    text = path.read_text()
    state = site.server.state()
    secrets = [drive[name] for one in state["controllers"] for drive in one["drives"] for name in ("serial", "wwn")]
    secrets += [state["host"], *(volume["naa"] for one in state["controllers"] for volume in one["volumes"])]
    assert [secret for secret in secrets if secret.lower() in text.lower()] == []
    assert "look through it" in said.err
    assert "AVAGO MegaRAID SAS 9361-8i" in text
    document = json.loads(text)
    assert snapshot_from_captures([Capture(one["command"], one["text"]) for one in document["captures"]]).controllers
    assert path.stat().st_mode & 0o077 == 0


def test_equal_things_stay_equal_in_a_report() -> None:
    data = '{"SN": " AB12CD34 ", "WWN": "-", "Name": "data", "x": ["ab12cd34", 4]}'
    text = '{"Controllers": [{"Command Status": {}, "Response Data": ' + data + "}]}"
    other = Capture("b", "Serial No : AB12CD34\nInquiry Data: ab12cd34 x\n")
    told = report([Capture("a", text), other], Snapshot(), 1.0)

    assert told["captures"][0]["text"].count("removed-1") == 2
    assert '"Response Data": {"SN": " removed-1 ", "WWN": "-", "Name": "removed-2"' in told["captures"][0]["text"]
    assert "AB12" not in json.dumps(told).upper()
    assert redacted("as it is", {}) == "as it is"


def test_a_report_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(RefusedError):
        written(str(tmp_path / "none" / "report.json"), [], Snapshot(), 0.0)


def test_a_lock_names_its_holder_or_says_that_nobody_did(tmp_path: Path) -> None:
    with Locks(str(tmp_path), ["c1", "c0"], "apply p1") as first:
        assert len(first.held) == 2
        with pytest.raises(RefusedError, match=rf"c0 is held by process {os.getpid()} \(apply p1, user ") as caught:
            Locks(str(tmp_path), ["c0"], "apply p2").__enter__()
        assert caught.value.name == "locked"
        (tmp_path / "c1.lock").write_text("nobody")
        with pytest.raises(RefusedError, match="did not say who it is"):
            Locks(str(tmp_path), ["c1"], "apply p2", wait=0.15).__enter__()
    with Locks(str(tmp_path), ["c0", "c1"], "apply p2"):
        pass
    assert first.held == ()


def test_a_lock_directory_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(RefusedError, match="RAIDWISE_LOCK_DIR"):
        Locks(str(tmp_path / "file"), ["c0"], "apply").__enter__()


def test_a_lock_that_cannot_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)

    with pytest.raises(RefusedError, match="No locks available"):
        Locks(str(tmp_path), ["c0"], "apply").__enter__()


def test_a_file_is_the_old_one_or_the_new_one(tmp_path: Path) -> None:
    write_whole(Disk(), str(tmp_path / "file"), b"old")
    write_whole(Disk(), str(tmp_path / "file"), b"new")

    assert (tmp_path / "file").read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_short_write_is_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_module.os, "write", lambda *_: 1)

    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(Disk(), str(tmp_path / "file"), b"much")
    assert refusal(caught.value, "x").name == "disk_full"
    assert refusal(PermissionError(errno.EACCES, "Permission denied"), "x").name == "state_unusable"


def test_a_kill_switch_nobody_can_see_is_off_only_where_nothing_is_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    assert not KillSwitch(str(tmp_path / "none" / "stop")).is_on
    assert not KillSwitch(str(tmp_path / "file" / "stop")).is_on
    assert KillSwitch(str(tmp_path / ("x" * 300))).is_on
    assert KillSwitch(str(tmp_path / "file")).is_on


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "quiet", "shown"), [(Terminal(), False, True), (Terminal(), True, False), (io.StringIO(), False, False)]
)
def test_progress_is_for_terminals(stream: Any, quiet: bool, shown: bool) -> None:
    voice = Voice(io.StringIO(), stream, quiet)

    voice.progress("reading c0 ...")
    voice.line("done")

    assert ("reading c0 ..." in stream.getvalue(), "\r" in stream.getvalue()) == (shown, shown)
    assert stream.getvalue().endswith("done\n")
