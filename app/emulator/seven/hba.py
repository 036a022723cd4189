"""What an HBA says where a RAID card says more."""

from __future__ import annotations

from typing import Any

from app.emulator.answers import Entry
from app.emulator.cards import facts_of
from app.emulator.clock import american_plain
from app.emulator.seven.drives import details
from app.emulator.seven.rows import enclosure_rows
from app.emulator.seven.tables import names
from app.emulator.state import Controller

_OPERATIONS = names(
    "Alarm Control|Cluster Support|Self Diagnostic|Deny SCSI Passthrough|Deny SMP Passthrough|Deny STP Passthrough|"
    "Support more than 8 Phys|FW and Event Time in GMT|Support Enclosure Enumeration|Support Allowed Operations|"
    "Support Multipath|Support Security|Support Config Page Model|Support the OCE without adding drives|support EKM|"
    "Snapshot Enabled|Support PFK|Support PI|Support Shield State|Support Set Link Speed|Support JBOD"
)
_YES = frozenset(("Support Enclosure Enumeration", "Support Allowed Operations", "Support Multipath"))


def show(controller: Controller, at: float) -> Entry:
    """``/cX show all``; ``show`` alone prints the same here."""
    facts = facts_of(controller)
    vendor, device = facts["subsystem"]
    data: dict[str, Any] = {
        "Basics": {
            "Controller": controller["number"],
            "Adapter Type": "  SAS3008(C0)",
            "Model": facts["model"],
            "Serial Number": controller["serial"],
            "Current System Date/time": american_plain(at),
            "Concurrent commands supported": 9664,
            "SAS Address": f" {controller['sas']}",
            "PCI Address": f"00:{controller['bus']:02x}:00:00",
        },
        "Version": {
            "Firmware Package Build": facts["firmware"][0],
            "Firmware Version": facts["firmware"][1],
            "Bios Version": facts["firmware"][2],
            "NVDATA Version": facts["firmware"][3],
            "Driver Name": "mpt3sas",
            "Driver Version": "43.100.00.00",
        },
        "PCI Version": {
            "Vendor Id": facts["vendor"],
            "Device Id": facts["device"],
            "SubVendor Id": vendor,
            "SubDevice Id": device,
            "Host Interface": "PCIE",
            "Device Interface": facts["interface"],
            "Bus Number": controller["bus"],
            "Device Number": 0,
            "Function Number": 0,
        },
        "Pending Images in Flash": {"Image name": "No pending images"},
        "Status": {
            "Controller Status": "OK",
            "Memory Correctable Errors": 0,
            "Memory Uncorrectable Errors": 0,
            "Bios was not detected during boot": "No",
            "Controller has booted into safe mode": "No",
        },
        "Supported Adapter Operations": {name: "Yes" if name in _YES else "No" for name in _OPERATIONS},
        "HwCfg": {
            "ChipRevision": facts["chip"],
            "BatteryFRU": "N/A",
            "Front End Port Count": 0,
            "Backend Port Count": facts["ports"],
            "Serial Debugger": "Absent",
            "NVRAM Size": "0KB",
            "Flash Size": "16MB",
            "On Board Memory Size": "0MB",
            "On Board Expander": "Absent",
            "Temperature Sensor for ROC": "Present",
            "Temperature Sensor for Controller": "Absent",
            "Current Size of CacheCade (GB)": 0,
            "Current Size of FW Cache (MB)": 0,
            "ROC temperature(Degree Celsius)": facts["roc_temperature"],
        },
        "Capabilities": {
            "Supported Drives": "SAS, SATA",
            "Enable JBOD": "Yes",
            "Max Parallel Commands": 9664,
            "Max SGE Count": 128,
            "Max Data Transfer Size": "32 sectors",
            "Max Strips PerIO": 0,
            "Min Strip Size": "512Bytes",
            "Max Strip Size": "512Bytes",
        },
        "Enclosure Information": enclosure_rows(controller),
        "Physical Device Information": _drives(controller),
    }
    return Entry(controller["number"], data)


def _drives(controller: Controller) -> dict[str, Any]:
    return {key: value for drive in controller["drives"] for key, value in details(controller, drive).items()}
