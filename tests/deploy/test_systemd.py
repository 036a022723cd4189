"""The units: what systemd itself says of them, and what must not be lost from them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from app.collector.places import Places

UNITS = Path(__file__).resolve().parents[2] / "deploy" / "systemd"
PROGRAM = "/usr/local/sbin/raidwise-collector"


def settings(path: Path) -> dict[str, list[str]]:
    """``{"Service.ProtectSystem": ["strict"]}``; a name may stand several times."""
    found: dict[str, list[str]] = {}
    section = ""
    for line in path.read_text().splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found.setdefault(f"{section}.{name}", []).append(value)
    return found


SERVICE = settings(UNITS / "raidwise-collector.service")
TIMER = settings(UNITS / "raidwise-collector.timer")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")
@pytest.mark.parametrize("name", ["raidwise-collector.service", "raidwise-collector.timer"])
def test_systemd_understands_every_line(tmp_path: Path, name: str):
    for unit in UNITS.glob("raidwise-collector.*"):
        if unit.is_file():
            (tmp_path / unit.name).write_text(unit.read_text().replace(PROGRAM, "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", tmp_path / name], capture_output=True, text=True)

    assert (done.returncode, [line for line in done.stderr.splitlines() if "raidwise" in line]) == (0, [])


def test_nothing_is_changed_unless_the_host_says_enforce():
    assert SERVICE["Service.ExecStart"] == [f"{PROGRAM} run $RAIDWISE_OPTIONS"]
    assert (UNITS / "collector.env").read_text().splitlines()[-1] == "RAIDWISE_OPTIONS="


def test_only_its_own_places_can_be_written_and_locks_outlive_it():
    places = Places()

    assert SERVICE["Service.ProtectSystem"] == ["strict"]
    assert [f"/var/lib/{name}" for name in SERVICE["Service.StateDirectory"]] == [places.state]
    assert [f"/run/{name}" for name in SERVICE["Service.RuntimeDirectory"]] == [places.locks]
    assert SERVICE["Service.RuntimeDirectoryPreserve"] == ["yes"]
    assert "Service.ReadWritePaths" not in SERVICE


def test_the_controllers_can_be_reached_and_little_else():
    assert SERVICE["Service.PrivateDevices"] == ["no"]
    assert SERVICE["Service.CapabilityBoundingSet"] == ["CAP_SYS_ADMIN CAP_SYS_RAWIO CAP_MKNOD"]
    assert SERVICE["Service.NoNewPrivileges"] == ["yes"]


def test_a_stop_lets_it_go_back_and_does_not_cut_the_tool_off():
    assert SERVICE["Service.KillMode"] == ["mixed"]
    assert SERVICE["Service.TimeoutStopSec"] == ["15min"]


def test_an_audit_that_wants_changes_is_no_failure():
    assert SERVICE["Service.SuccessExitStatus"] == ["2"]


def test_the_kill_switch_holds_the_timer_too():
    assert SERVICE["Unit.ConditionPathExists"] == [f"!{Places().stop}"]


def test_a_host_without_a_service_reaches_no_network():
    offline = settings(UNITS / "raidwise-collector.service.d" / "offline.conf")

    assert offline["Service.PrivateNetwork"] == ["yes"]
    assert offline["Service.RestrictAddressFamilies"] == ["", "AF_UNIX AF_NETLINK"]


def test_hosts_come_at_their_own_minute():
    assert (TIMER["Timer.RandomizedDelaySec"], TIMER["Timer.FixedRandomDelay"]) == (["50min"], ["true"])
