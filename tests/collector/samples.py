"""Small made-up replies in the shapes of the tools; serial numbers and names are invented."""

from __future__ import annotations

import json
from typing import Any

from app.collector.captures import Capture
from app.collector.snapshot import snapshot_from_captures
from app.core.hardware import Controller, Snapshot, VirtualDrive

VERSION_7 = "007.1616.0000.0000 Dec 24, 2020"
VERSION_8 = "008.0005.0000.0010 Feb 22, 2023"


def entry(data: Any = None, controller: Any = 0, version: str | None = VERSION_7, **status: Any) -> dict[str, Any]:
    """One entry of ``Controllers``; None leaves a part out."""
    command: dict[str, Any] = {"Status": "Success", "Description": "None", **status}
    if version is not None:
        command["CLI Version"] = version
    if controller is not None:
        command["Controller"] = controller
    return {"Command Status": command} if data is None else {"Command Status": command, "Response Data": data}


def reply(data: Any = None, controller: Any = 0, version: str | None = VERSION_7, **status: Any) -> str:
    return json.dumps({"Controllers": [entry(data, controller, version, **status)]}, indent="\t")


def read(*texts: str) -> Snapshot:
    return snapshot_from_captures([Capture(f"capture-{index}", text) for index, text in enumerate(texts)])


def only_controller(*texts: str) -> Controller:
    (controller,) = read(*texts).controllers
    return controller


def only_volume(*texts: str) -> VirtualDrive:
    (volume,) = only_controller(*texts).virtual_drives
    return volume


def problems(snapshot: Snapshot) -> list[str]:
    return [f"{note.path}: {note.problem}" for note in snapshot.unread]


def drive_row(slot: str = "252:0", **changes: Any) -> dict[str, Any]:
    row = {"EID:Slt": slot, "DID": 9, "State": "Onln", "DG": 0, "Size": "1.000 TB", "Intf": "SAS", "Med": "HDD"}
    return {**row, "SED": "N", "PI": "N", "SeSz": "512B", "Model": "INVENTED 1000  ", "Sp": "U", "Type": "-", **changes}


def drive_row_8(slot: str = "306:0", **changes: Any) -> dict[str, Any]:
    row = {"EID:Slt": slot, "PID": 293, "State": "Conf", "Status": "Online", "DG": 0, "Size": "9.094 TiB"}
    return {**row, "Intf": "SAS", "Med": "HDD", "SED_Type": "-", "Model": "INVENTED 9000   ", "Sp": "U", **changes}


def volume_row(number: int = 0, group: int = 0, **changes: Any) -> dict[str, Any]:
    row = {"DG/VD": f"{group}/{number}", "TYPE": "RAID5", "State": "Optl", "Access": "RW", "Consist": "Yes"}
    return {**row, "Cache": "RWBD", "Cac": "-", "sCC": "ON", "Size": "2.000 TB", "Name": "", **changes}


def volume_row_8(number: int = 1, group: int = 0, **changes: Any) -> dict[str, Any]:
    row = {"DG/VD": f"{group}/{number}", "TYPE": "RAID0", "State": "Optl", "Access": "RW"}
    return {**row, "CurrentCache": "NR,WT", "DefaultCache": "NR,WB", "Size": "9.094 TiB", "Name": "", **changes}


def properties(**changes: Any) -> dict[str, Any]:
    printed = {
        "Strip Size": "256 KB",
        "Number of Blocks": 4294967296,
        "Span Depth": 1,
        "Number of Drives Per Span": 3,
        "Write Cache(initial setting)": "WriteBack",
        "Disk Cache Policy": "Disk's Default",
        "Active Operations": "None",
        "OS Drive Name": "/dev/sdz",
        "SCSI NAA Id": "6ABCDEF0123456789",
    }
    return {**printed, **changes}


def volume_data(number: int = 0, row: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """What ``/c0/vN show all J`` holds in grammar 7."""
    return {
        f"/c0/v{number}": [row or volume_row(number)],
        f"PDs for VD {number}": [drive_row(f"252:{index}") for index in range(3)],
        f"VD{number} Properties": properties(**changes),
    }


def controller_data(**sections: Any) -> dict[str, Any]:
    """What ``/c0 show all J`` holds in grammar 7, cut to what is read."""
    data = {
        "Basics": {"Controller": 0, "Model": "Invented RAID 9999-8i", "Serial Number": "SV00000001  "},
        "Version": {
            "Firmware Package Build": "51.1.0-1",
            "Firmware Version": "5.1",
            "Driver Name": "megaraid_sas",
            "Driver Version": "07.7",
        },
        "Bus": {"Vendor Id": 4096, "Device Id": 4322, "SubVendor Id": 4096, "SubDevice Id": 16384},
        "Status": {"Controller Status": "Optimal", "Any Offline VD Cache Preserved": "No", "BBU Status": 0},
        "Supported Adapter Operations": {"Block SSD Write Disk Cache Change": "Yes"},
        "Supported VD Operations": {
            "Read Policy": "Yes",
            "Write Policy": "Yes",
            "IO Policy": "Yes",
            "Disk Cache Policy": "No",
            "Support FastPath": "Yes",
            "Support SSC WriteBack": "No",
            "Support SSC Association": "No",
        },
        "HwCfg": {"BBU": "Present", "On Board Memory Size": "4096MB", "Current Size of FW Cache (MB)": 3142},
        "Capabilities": {
            "RAID Level Supported": "RAID0, RAID1(2 or more drives), RAID5, RAID00, RAID10, PRL 11",
            "Max Number of VDs": 240,
            "Min Strip Size": "64 KB",
            "Max Strip Size": "1.000 MB",
        },
    }
    return {**data, **sections}
