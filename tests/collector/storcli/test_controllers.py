from typing import Any

import pytest

from app.core.policies import RaidLevel
from app.core.reading import Silence
from tests.collector.samples import VERSION_8, controller_data, drive_row_8, only_controller, problems, read, reply

UNREAD = Silence.UNREAD


def of(**sections: Any) -> Any:
    return only_controller(reply(controller_data(**sections)))


def of_8(**sections: Any) -> Any:
    data = {
        "Basics": {"Product Name": "Invented RAID 9999-16i Adapter", "Serial Number": "SV00000002"},
        "Version": {"Package Version": "8.1", "Driver Name": "mpi3mr", "Driver Version": "8.5"},
        "DeviceInterface": {
            "PCI Vendor ID": "0x1000",
            "PCI Device ID": "0x00A5",
            "PCI Subsystem Vendor ID": "0x1028",
            "PCI Subsystem ID": "0x2114",
        },
        "Status": {
            "Controller Status": "Optimal",
            "Preserved Cache Present": "Yes",
            "Controller Personality": "RAID",
        },
        "Supported Controller operations": {"Support SSD Ld Disk Cache Change": "Yes"},
        "Supported VD operations": {
            "Support Changing Read Policy": "No",
            "Support Changing Write Policy": "Yes",
            "Support Changing Disk Cache Policy": "Yes",
        },
        "HwCfg": {"DDR Memory Size(MiB)": 4096, "Current Size of FW Cache(MiB)": 3877, "Energy Pack": "Present"},
        "Max. Supported Config": {"Max Number of VDs": 240},
        "Capabilities": {"Supported RAID Levels": "RAID0, RAID1"},
        **sections,
    }
    return only_controller(reply(data, controller="0", version=VERSION_8))


def test_identity_of_a_grammar_7_controller() -> None:
    controller = of()
    assert controller.model == "Invented RAID 9999-8i"
    assert controller.serial == "SV00000001"
    assert controller.pci_id == "1000:10e2"
    assert controller.pci_subsystem == "1000:4000"
    assert controller.firmware == "51.1.0-1"
    assert controller.driver == "megaraid_sas 07.7"
    assert (controller.status, controller.kind, controller.preserved_cache) == ("optimal", "raid", False)


def test_identity_of_a_grammar_8_controller() -> None:
    controller = of_8()
    assert controller.model == "Invented RAID 9999-16i Adapter"
    assert (controller.pci_id, controller.pci_subsystem) == ("1000:00a5", "1028:2114")
    assert (controller.firmware, controller.driver) == ("8.1", "mpi3mr 8.5")
    assert (controller.cache_mib, controller.preserved_cache, controller.personality) == (4096, True, "raid")


def test_the_short_show_is_flat() -> None:
    flat = {
        "Product Name": "Invented RAID 9999-8i",
        "Serial Number": "SV00000001",
        "FW Package Build": "24.1",
        "FW Version": "4.6",
        "Driver Name": "megaraid_sas",
        "Vendor Id": 4096,
        "Device Id": 93,
        "SubVendor Id": 32902,
        "SubDevice Id": 37728,
        "Current Personality": "RAID-Mode ",
        "VD LIST": [],
    }
    controller = only_controller(reply(flat))
    assert (controller.model, controller.firmware, controller.driver) == (
        "Invented RAID 9999-8i",
        "24.1",
        "megaraid_sas",
    )
    assert (controller.pci_id, controller.pci_subsystem) == ("1000:005d", "8086:9360")
    assert (controller.personality, controller.kind) == ("raid", "raid")


@pytest.mark.parametrize(
    ("vendor", "device", "read"),
    [
        ("4096", "4322", "1000:10e2"),
        ("0x1000", "0x10E2", "1000:10e2"),
        ("0xzz", 1, UNREAD),
        ("0x", 1, UNREAD),
        (4096, "-", UNREAD),
        (70000, 1, UNREAD),
    ],
)
def test_pci_ids_are_decimal_or_hexadecimal(vendor: object, device: object, read: object) -> None:
    assert of(Bus={"Vendor Id": vendor, "Device Id": device}).pci_id == read


def test_the_memory_of_the_board_tells_the_cache() -> None:
    # A PERC 6/i prints a firmware cache of 0 beside 256MB and a battery.
    assert of(HwCfg={"On Board Memory Size": "256MB", "Current Size of FW Cache (MB)": 0}).cache_mib == 256
    assert of(HwCfg={"On Board Memory Size": "0MB"}).cache_mib == 0
    assert of(HwCfg={"Current Size of FW Cache (MB)": 3142}).cache_mib == 3142
    assert of(HwCfg={}).cache_mib is UNREAD


def test_capability_is_what_the_controller_says_of_itself() -> None:
    capability = of().capability
    assert (capability.read_policy, capability.write_policy, capability.io_policy) == (True, True, True)
    assert capability.disk_cache_policy is False
    assert capability.ssd_disk_cache_change is False
    assert (capability.fastpath, capability.cachecade) == (True, False)
    assert capability.raid_levels == (RaidLevel.RAID0, RaidLevel.RAID1, RaidLevel.RAID5, RaidLevel.RAID10)
    assert (capability.strip_min_kib, capability.strip_max_kib, capability.max_virtual_drives) == (64, 1024, 240)


def test_grammar_8_has_no_io_policy_and_no_cachecade() -> None:
    capability = of_8().capability
    assert (capability.read_policy, capability.write_policy, capability.disk_cache_policy) == (False, True, True)
    assert (capability.io_policy, capability.cachecade) == (False, False)
    assert capability.ssd_disk_cache_change is True
    assert capability.max_virtual_drives == 240


def test_a_silent_controller_has_an_unread_capability() -> None:
    capability = only_controller(reply({"Basics": {"Model": "Invented"}})).capability
    assert set(vars(capability).values()) == {UNREAD}


def test_cachecade_is_possible_where_either_of_its_lines_says_so() -> None:
    assert of(**{"Supported VD Operations": {"Support SSC Association": "Yes"}}).capability.cachecade is True


def test_an_hba_is_told_by_its_adapter_type() -> None:
    data = {
        "Basics": {"Model": "Invented HBA", "Adapter Type": "  SAS3X16"},
        "Physical Device Information": {"Drive /c0/e1/s2": [drive_row_8("1:2", State="JBOD", Status="Online", DG="-")]},
    }
    controller = only_controller(reply(data))
    assert controller.kind == "hba"
    assert [drive.state for drive in controller.drives] == ["jbod"]


def test_a_property_reply_tells_the_personality() -> None:
    rows = [{"Ctrl_Prop": "Other", "Value": "1"}, {"Ctrl_Prop": "Current Personality", "Value": "JBOD "}]
    assert only_controller(reply({"Controller Properties": rows})).personality == "jbod"


def test_a_status_nobody_knows_is_unread_and_said() -> None:
    snapshot = read(reply(controller_data(Status={"Controller Status": "Wobbly"})))
    assert snapshot.controllers[0].status is UNREAD
    assert problems(snapshot) == ["Controllers[0]/Response Data/Status/Controller Status: unknown word 'Wobbly'"]
