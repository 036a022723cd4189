"""``/cX show`` and ``/cX show all`` of an mpi3mr card."""

from __future__ import annotations

from typing import Any

from app.emulator.answers import Entry
from app.emulator.cards import facts_of
from app.emulator.clock import iso
from app.emulator.eight import tables
from app.emulator.eight.rows import drive_row, enclosure_rows, topology, unit_row, volume_row
from app.emulator.seven.tables import section
from app.emulator.state import Controller

Section = dict[str, Any]

LIBRARY = "08.0507.0000"
STATES = {
    "optimal": "Optimal",
    "charging": "Charging",
    "learning": "Learning",
    "degraded": "Degraded",
    "failed": "Failed",
    "absent": "Absent",
}
_WEEK = 168 * 3600


def show_all(controller: Controller, at: float) -> Entry:
    """Everything."""
    facts = facts_of(controller)
    vendor, device = facts["subsystem"]
    data = {
        "Basics": _basics(controller, facts, at),
        "Version": _version(facts),
        "HostInterface": {
            "Max PCIe Link Rate": "0x08 (16GT/s)",
            "Max PCIe Port Width": 8,
            "PCI Address": f"00:{controller['bus']:02x}:00:0",
            "PCIe Link Width": "X8 Lane(s)",
        },
        "DeviceInterface": {
            "SAS/SATA": "SAS/SATA-6G, SAS-12G, SAS-22.5G",
            "PCIe": "PCIE-2.5GT, PCIE-5GT, PCIE-8GT, PCIE-16GT",
            "PCI Vendor ID": f"0x{facts['vendor']:04X}",
            "PCI Device ID": f"0x{facts['device']:04X}",
            "PCI Subsystem Vendor ID": f"0x{vendor:04X}",
            "PCI Subsystem ID": f"0x{device:04X}",
        },
        "Status": _status(controller),
        "Supported Controller operations": section(tables.CONTROLLER_OPERATIONS),
        "External Key Management": {
            "Capability": "Supported",
            "Boot Agent Status": "Not Available",
            "Configured": "No",
        },
        "Supported PD operations": section(tables.PD_OPERATIONS),
        "Supported VD operations": _volume_operations(facts),
        "HwCfg": _hardware(controller, facts),
        "Max. Supported Config": section(tables.LIMITS, {"Max Number of VDs": facts["max_volumes"]}),
        "Properties": section(tables.PROPERTIES),
        "Capabilities": section(tables.CAPABILITIES),
        "NVCache Information": {
            "NVCache Flash Capacity(MiB)": 16384,
            "Bad Block Capacity(MiB)": 96,
            "Allowable bad blocks consumed(%)": 4,
        },
        "Scheduled Tasks": {
            "Patrol Read Execution Frequency(hours)": "168",
            "Next Patrol Read Start time(LocalTime yyyy/mm/dd hh:mm:sec)": iso(at - at % _WEEK + _WEEK),
        },
        "Secure Boot Details": section(tables.SECURE_BOOT),
        "Security Protocol Details": {"Security Protocol": "SPDM-1.2.0,1.1.0,1.0.0"},
        **_lists(controller),
    }
    return Entry(controller["number"], data)


def show(controller: Controller, at: float) -> Entry:
    """The short form."""
    basics = _basics(controller, facts_of(controller), at)
    flat = {key: basics[key] for key in ("Product Name", "Serial Number", "SAS Address")}
    return Entry(controller["number"], {**flat, **_lists(controller)})


def _basics(controller: Controller, facts: Section, at: float) -> Section:
    return {
        "Product Name": facts["model"],
        "Board Name": facts["board"].ljust(32),
        "Board Assembly": "00-00000-00001".ljust(32),
        "Board Tracer Number": controller["serial"].ljust(32),
        "Board Revision": "00001   ",
        "Chip Name": facts["chip"].ljust(32),
        "Chip Revision": "B0      ",
        "Board Mfg Date(yyyy/mm/dd)": "2025/02/17",
        "Board Rework Date(yyyy/mm/dd)": "0000/00/00",
        "Custom Serial Number": " " * 32,
        "SAS Address": f"0x{controller['sas']}",
        "Serial Number": controller["serial"],
        "Controller Time(LocalTime yyyy/mm/dd hh:mm:sec)": iso(at),
        "System Time(LocalTime yyyy/mm/dd hh:mm:sec)": iso(at),
        "OEM": facts["oem"],
        "SubOEMID": 0,
        "PCI Slot Number": 3,
    }


def _version(facts: Section) -> Section:
    build, none = facts["firmware"][0], "00.00.00.00"
    return {
        "Package Version": build,
        "Firmware Version": build,
        "Firmware Security Version Number": none,
        "FMC Version": build,
        "FMC Security Version Number": none,
        "BSP Version": build,
        "BSP Security Version Number": none,
        "BIOS Version": "0x080C0400",
        "BIOS Security Version Number": none,
        "HIIM Version": "08.12.04.00",
        "HIIM Security Version Number": none,
        "HIIA Version": "08.12.04.00",
        "HIIA Security Version Number": none,
        "PSOC Hardware Version": "6.64",
        "PSOC Firmware Version": "28.00",
        "PSOC Part Number": "00000-280-000",
        "NVDATA Version": "0C.0B.00.58",
        "Driver Name": "mpi3mr",
        "Driver Version": "8.9.1.0.51",
        "SL8 Library Version": LIBRARY,
    }


def _status(controller: Controller) -> Section:
    volumes, drives = controller["volumes"], controller["drives"]
    over = {
        "Controller Status": controller.get("status", "Optimal"),
        "VD Count": len(volumes),
        "VD Degraded Count": sum(1 for volume in volumes if volume["state"] in ("Dgrd", "Pdgd")),
        "VD Offline Count": sum(1 for volume in volumes if volume["state"] == "OfLn"),
        "PD Count": len(drives) + len(enclosure_rows(controller)),
        "PD Drive Count": len(drives),
        "Failed PD Drive Count": sum(1 for drive in drives if drive["state"] == "Failed"),
        "Preserved Cache Present": "Yes" if controller["preserved"] else "No",
    }
    return section(tables.STATUS, over)


def _volume_operations(facts: Section) -> Section:
    return section(tables.VD_OPERATIONS, {"Support Changing Read Policy": "Yes" if facts["changes_read"] else "No"})


def _hardware(controller: Controller, facts: Section) -> Section:
    over = {
        "DDR Memory Size(MiB)": facts["cache_mib"],
        "Current Size of FW Cache(MiB)": facts["firmware_cache_mib"],
        "Energy Pack": "Absent" if controller["protection"]["state"] == "absent" else "Present",
    }
    return section(tables.HARDWARE, over)


def _lists(controller: Controller) -> Section:
    found: Section = {}
    drives = controller["drives"]
    if controller["volumes"]:
        found["Drive Groups"] = len({volume["group"] for volume in controller["volumes"]})
        found["TOPOLOGY"] = topology(controller)
        found["Virtual Drives"] = len(controller["volumes"])
        found["VD LIST"] = [volume_row(controller, volume) for volume in controller["volumes"]]
    if drives:
        found["Physical Drives"] = len(drives)
        found["PD LIST"] = [drive_row(drive) for drive in drives]
        found["LU/NS LIST"] = [unit_row(drive) for drive in drives]
        found["Enclosures"] = len(enclosure_rows(controller))
        found["Enclosure List"] = enclosure_rows(controller)
    if controller["protection"]["state"] != "absent":
        found["Energy Pack Info"] = [_pack(controller)]
    return found


def _pack(controller: Controller) -> Section:
    kind, model = facts_of(controller)["pack"]
    state = STATES[controller["protection"]["state"]]
    return {"Type": kind, "SubType": model, "Voltage(mV)": 9102, "Temperature(C)": 36, "Status": state}
