"""Somebody else's client, as it comes from the package index, reads the emulator and sets policies through it."""

from __future__ import annotations

import pytest

pystorcli2 = pytest.importorskip("pystorcli2", reason="pystorcli2 is in the group `test`: python3 dev.py setup")
cachevault = pytest.importorskip("pystorcli2.cachevault")


@pytest.fixture
def client(make):
    machine = make("db-9361")
    return machine, pystorcli2.StorCLI(binary=str(machine.programs[0]))


def volume_of(machine, number: str = "1"):
    (controller,) = pystorcli2.Controllers(binary=str(machine.programs[0]))
    return next(volume for volume in controller.vds if volume.id == number)


def test_it_reads_controllers_volumes_and_drives(client):
    _, storcli = client
    (controller,) = storcli.controllers

    assert storcli.full_version.startswith("007.2508")
    assert [(volume.id, volume.raid, volume.name) for volume in controller.vds] == [
        ("0", "raid1", "system"),
        ("1", "raid10", "data"),
        ("2", "raid5", "archive"),
    ]
    assert len(controller.drives_ids) == 11


def test_it_reads_a_volume(client):
    machine, _ = client
    volume = volume_of(machine)

    assert (volume.strip, volume.os_name, volume.os_exposed, volume.size) == ("64", "/dev/sdb", True, "2.183 TB")
    assert (volume.wrcache, volume.rdcache, volume.iopolicy, volume.pdcache) == ("wb", "ra", "direct", "default")
    assert len(volume.drives) == 4
    assert (volume.cc_running, volume.autobgi) == (False, "on")
    assert str(volume.state) == "Optimal"


@pytest.mark.parametrize(
    ("name", "value"),
    [("wrcache", "wt"), ("wrcache", "awb"), ("rdcache", "nora"), ("iopolicy", "cached"), ("pdcache", "off")],
)
def test_it_sets_a_policy_and_reads_it_back(client, name, value):
    machine, _ = client
    volume = volume_of(machine)

    setattr(volume, name, value)

    assert getattr(volume, name) == value
    assert machine.policies("c0/v1")[name] == value


def test_it_names_a_volume(client):
    machine, _ = client
    volume = volume_of(machine)

    volume.name = "fast"

    assert volume_of(machine).name == "fast"


def test_a_refusal_is_an_exception_with_the_firmwares_code(make):
    machine = make("nocache-9341")

    with pytest.raises(pystorcli2.exc.StorCliCmdErrorCode) as refused:
        volume_of(machine).wrcache = "wb"
    assert refused.value.error_code.value == 151


def test_it_reads_the_cachevault(client):
    machine, _ = client
    vault = cachevault.CacheVault(ctl_id=0, binary=str(machine.programs[0]))

    assert vault.metrics.state == "optimal"


def test_what_it_reads_of_a_controller(client):
    _, storcli = client
    (controller,) = storcli.controllers

    assert (controller.patrolread, controller.cc) == ("on", "on")
    assert controller.autorebuild == "on"
    assert controller.has_foreign_configurations() is False


def test_deleting_is_refused_to_it_too(client):
    machine, _ = client

    with pytest.raises(pystorcli2.exc.StorCliError):
        volume_of(machine).delete(force=True)
    assert machine.destructive() == [["/c0/v1", "del", "force", "J"]]


def test_it_sees_a_foreign_configuration(make):
    machine = make("two-controllers")
    controller = pystorcli2.Controller(ctl_id=0, binary=str(machine.programs[0]))

    assert controller.has_foreign_configurations() is True
