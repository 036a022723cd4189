from typing import Any

import pytest

from app.core.policies import CacheProtection
from app.core.reading import Silence
from tests.collector.samples import VERSION_8, controller_data, only_controller, problems, read, reply, volume_row

OVERVIEW = {"Ctl": 0, "Model": "InventedRAID9999-8i", "Ports": 8, "BBU": "Opt", "Hlth": "Opt"}


def test_the_overview_names_every_controller() -> None:
    data = {"Number of Controllers": 2, "Host Name": "h", "System Overview": [OVERVIEW, {**OVERVIEW, "Ctl": 1}]}
    controllers = read(reply(data, controller=None, **{"Status Code": 0})).controllers
    assert [(one.number, one.model, one.status, one.kind) for one in controllers] == [
        (0, "InventedRAID9999-8i", "optimal", "raid"),
        (1, "InventedRAID9999-8i", "optimal", "raid"),
    ]


def test_the_overview_of_grammar_8_has_names_of_its_own() -> None:
    row = {
        "Ctrl": 0,
        "Product Name": "Invented RAID 9999-16i",
        "Personality": "RAID",
        "Status": "Optimal",
        "EPack": "Optimal",
        "SerialNumber": "SV1",
    }
    controller = only_controller(reply({"System Overview": [row]}, controller=None, version=VERSION_8))
    assert (controller.model, controller.serial, controller.personality) == ("Invented RAID 9999-16i", "SV1", "raid")
    assert (controller.protection.state, controller.protection.kind) == (CacheProtection.OPTIMAL, "energy_pack")


def test_host_adapters_stand_in_an_overview_of_their_own() -> None:
    ids = {"VendId": 4096, "DevId": 172, "SubVendId": 4096, "SubDevId": 12288}
    row = {"Ctl": 0, "Model": "HBA 9000-16i", "AdapterType": "SAS3X16", **ids}
    controller = only_controller(reply({"IT System Overview": [row]}, controller=None))
    assert (controller.kind, controller.pci_id, controller.pci_subsystem) == ("hba", "1000:00ac", "1000:3000")


def test_an_overview_row_without_a_number_is_left_out() -> None:
    data = {"System Overview": [{"Model": "x"}], "IT System Overview": [{"Model": "x"}]}
    assert read(reply(data, controller=None)).controllers == ()


@pytest.mark.parametrize("key", ["Number of Controllers", "Controller Count"])
def test_no_controller_is_said(key: str) -> None:
    snapshot = read(reply({key: 0, "Host Name": "h"}, controller=None))
    assert problems(snapshot) == ["Controllers[0]/Response Data: the tool sees no controller; is it run as root?"]


def test_an_unknown_section_is_said_with_its_path_and_the_rest_is_read() -> None:
    snapshot = read(reply(controller_data(**{"Quantum Cache": {"Level": 9}})))
    assert problems(snapshot) == ["Controllers[0]/Response Data/Quantum Cache: unknown section"]
    assert snapshot.controllers[0].cache_mib == 4096


def test_the_words_of_hpe_are_known() -> None:
    data = {
        "Arrays": 1,
        "Supported Drive Operations": {},
        "Supported VD Operations": {
            "Read Policy": "Yes",
            "Write Policy": "No",
            "IO Policy": "No",
            "Disk Cache Policy": "Yes",
        },
        "HwCfg": {"Energy Pack": "Absent", "On Board Memory Size": "4096MB"},
        "VD LIST": [volume_row(Cache="NRWTD", Size="1.745 TiB")],
    }
    snapshot = read(reply(data))
    (controller,) = snapshot.controllers
    assert snapshot.unread == ()
    assert (controller.capability.write_policy, controller.protection.state) == (False, CacheProtection.ABSENT)
    assert controller.virtual_drives[0].in_effect.io is Silence.UNSUPPORTED


def test_known_sections_without_settings_are_not_said() -> None:
    data = controller_data(Boot={}, Defaults={}, Policies={}, **{"Enclosure LIST": [], "Drive /c0/e1/s2": []})
    assert problems(read(reply(data))) == []


def test_a_reply_of_a_change_tells_no_hardware() -> None:
    snapshot = read(reply(None, Description="Add VD Succeeded."))
    assert (snapshot.controllers, snapshot.unread) == ((), ())


def test_progress_rows_are_no_hardware() -> None:
    rows = [{"Drive-ID": "/c0/e252/s0", "Progress%": 39, "Status": "In progress", "Estimated Time Left": "5 Minutes"}]
    snapshot = read(reply(rows))
    assert (snapshot.controllers, snapshot.unread) == ((), ())


@pytest.mark.parametrize("data", ["text", 7, ["text"], [{"Drive": 1}]])
def test_data_of_another_kind_is_said(data: Any) -> None:
    assert problems(read(reply(data))) == [
        "Controllers[0]/Response Data: neither an object nor a list of progress rows"
    ]


@pytest.mark.parametrize(
    ("version", "data", "grammar"),
    [
        ("007.1616.0000.0000 Dec 24, 2020", None, 7),
        ("008.0005.0000.0010", None, 8),
        ("1.20.15", None, 7),
        (None, controller_data(), 7),
        (None, {"Energy Pack Info": []}, 8),
        (None, {"Virtual Drives": [{"VD Info": {}}]}, 8),
        (None, {"VD LIST": [{"CurrentCache": "NR,WB"}]}, 8),
        (None, None, Silence.UNREAD),
        ("unreadable", None, Silence.UNREAD),
    ],
)
def test_the_grammar_is_told_by_the_version_or_else_by_the_keys(
    version: str | None, data: Any, grammar: object
) -> None:
    assert read(reply(data, version=version)).tool.grammar == grammar
