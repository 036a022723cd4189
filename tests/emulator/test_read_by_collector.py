"""Our own collector reads every preset, with nothing left unread that it ought to know."""

from __future__ import annotations

import pytest

from app.collector.captures import Capture
from app.collector.snapshot import snapshot_from_captures
from app.core.policies import CacheProtection, RaidLevel, WritePolicy
from app.emulator.presets import NAMES

COMMANDS = (
    "show all",
    "/call show all",
    "/call/vall show all",
    "/call/eall/sall show all",
    "/call show",
    "/call/vall show",
    "/call/dall show",
    "/call show patrolread",
    "/call show cc",
    "/call/fall show all",
    "/call/vall show init",
    "/call/eall/sall show rebuild",
)
OF_AN_HBA = ("PCI Version", "Enclosure Information", "Min Strip Size", "Max Strip Size", "Command Status")
"""Real HBAs print these too (storcli_text/mtik00_hba_show_all.txt): not the emulator's to hide."""


def read(machine):
    """As the collector asks: an address without enclosure where there is none."""
    has_none = all(":" not in drive["slot"] for one in machine.state()["controllers"] for drive in one["drives"])
    commands = [command.replace("/eall/sall", "/sall") if has_none else command for command in COMMANDS]
    texts = [Capture(command, machine.run(*command.split(), "J").stdout) for command in commands]
    return snapshot_from_captures(texts)


@pytest.mark.parametrize("server", NAMES)
def test_every_server_is_read_and_nothing_left_over(make, server):
    snapshot = read(make(server))
    hbas = {one.number for one in snapshot.controllers if one.kind == "hba"}
    left = [one for one in snapshot.unread if not (hbas and any(key in one.path for key in OF_AN_HBA))]

    assert bool(snapshot.controllers) is (server != "no-controller")
    assert [one.problem for one in left if "no controller" not in one.problem.casefold()] == []


@pytest.mark.parametrize(
    ("server", "protection", "cache"),
    [
        ("db-9361", CacheProtection.OPTIMAL, 1024),
        ("bbu-9261", CacheProtection.LEARNING, 512),
        ("nocache-9341", CacheProtection.ABSENT, 0),
        ("perc-h755", CacheProtection.FAILED, 8192),
        ("mpi3-9660", CacheProtection.OPTIMAL, 4096),
    ],
)
def test_what_protects_the_cache_is_read(make, server, protection, cache):
    (controller,) = read(make(server)).controllers

    assert (controller.protection.state, controller.cache_mib) == (protection, cache)


def test_a_fallback_is_read_as_configured_and_in_effect(make):
    (controller,) = read(make("bbu-9261")).controllers
    (volume,) = controller.virtual_drives

    assert volume.configured.write is WritePolicy.PROTECTED_WRITE_BACK
    assert volume.in_effect.write is WritePolicy.WRITE_THROUGH


@pytest.mark.parametrize("always", ["WriteBack", "AlwaysWriteBack"])
def test_always_write_back_is_read_whatever_the_properties_say(make, always):
    machine = make("db-9361")
    machine.change(always_text=always)
    machine.happen("policy_set", "c0/v1", wrcache="awb")

    volume = read(machine).controllers[0].virtual_drives[1]

    assert volume.configured.write is volume.in_effect.write is WritePolicy.UNPROTECTED_WRITE_BACK


def test_drives_without_an_enclosure_are_read(make):
    (controller,) = read(make("embedded")).controllers

    assert [drive.slot for drive in controller.drives] == ["0", "1"]
    assert controller.virtual_drives[0].drives == ("0", "1")
    assert all(isinstance(drive.serial, str) for drive in controller.drives)


def test_every_level_and_its_spans_are_read(make):
    levels = {}
    for server in ("db-9361", "bbu-9261", "perc-h755", "perc-h730p", "mpi3-9660"):
        for volume in read(make(server)).controllers[0].virtual_drives:
            levels[volume.raid_level] = (volume.span_depth, volume.drives_per_span)

    assert set(levels) == set(RaidLevel) - {RaidLevel.JBOD}
    assert levels[RaidLevel.RAID60] == (2, 4)
    assert levels[RaidLevel.RAID50] == (2, 3)
