"""``/cX show`` and ``/cX show all`` of a RAID card."""

from __future__ import annotations

from typing import Any

from app.emulator import sizes
from app.emulator.answers import Entry
from app.emulator.cards import facts_of
from app.emulator.clock import american, american_plain
from app.emulator.seven import tables
from app.emulator.seven.protection import BITS, summary
from app.emulator.seven.rows import drive_row, enclosure_rows, topology, volume_row
from app.emulator.state import Controller

Section = dict[str, Any]
_WEEK = 168 * 3600


def show_all(controller: Controller, at: float) -> Entry:
    """Everything. A build of 2014 prints fewer sections and fewer lines of each."""
    facts = facts_of(controller)
    data = {
        "Basics": _basics(controller, facts, at),
        "Version": _version(facts),
        "Bus": _bus(controller, facts),
        "Pending Images in Flash": {"Image name": "No pending images"},
        "Status": _status(controller, facts),
        "Supported Adapter Operations": _adapter(facts),
        "Enterprise Key management": {"Capability": "Supported", "Boot Agent": "Not Available", "Configured": "No"},
        "Supported PD Operations": _drive_operations(facts),
        "Supported VD Operations": _volume_operations(facts),
        "Advanced Software Option": [_option("MegaRAID FastPath"), _option("MegaRAID RAID5")],
        "Safe ID": " " + (controller["serial"] * 5)[:40],
        "HwCfg": _hardware(controller, facts),
        "Policies": _policies(facts),
        "Boot": tables.section(tables.BOOT),
        "High Availability": tables.section(tables.AVAILABILITY),
        "Defaults": _defaults(facts),
        "Capabilities": _capabilities(facts),
        "Scheduled Tasks": _tasks(controller, facts, at),
        "Security Protocol properties": {"Security Protocol": "None"},
        **_lists(controller, facts),
    }
    hidden = ("Enterprise Key management", "Security Protocol properties") if facts["old"] else ()
    return Entry(controller["number"], {key: value for key, value in data.items() if key not in hidden})


def show(controller: Controller, at: float) -> Entry:
    """The short form: identity flat, then the lists."""
    facts = facts_of(controller)
    bus = _bus(controller, facts)
    data = {
        "Product Name": facts["model"],
        "Serial Number": controller["serial"],
        "SAS Address": f" {controller['sas']}",
        "PCI Address": _address(controller),
        "System Time": american_plain(at),
        "Mfg. Date": "03/11/24",
        "Controller Time": american_plain(at - 2),
        "FW Package Build": facts["firmware"][0],
        "BIOS Version": facts["firmware"][2],
        "FW Version": facts["firmware"][1],
        "Driver Name": "megaraid_sas",
        "Driver Version": "07.725.01.00-rc1",
        **bus,
        "Security Protocol": "None",
        **_lists(controller, facts),
    }
    hidden = ("Security Protocol",) if facts["old"] else ()
    return Entry(controller["number"], {key: value for key, value in data.items() if key not in hidden})


def _address(controller: Controller) -> str:
    return f"00:{controller['bus']:02x}:00:00"


def _basics(controller: Controller, facts: Section, at: float) -> Section:
    return {
        "Controller": controller["number"],
        "Model": facts["model"],
        "Serial Number": controller["serial"],
        "Current Controller Date/Time": american(at - 2),
        "Current System Date/time": american(at),
        "SAS Address": controller["sas"],
        "PCI Address": _address(controller),
        "Mfg Date": "03/11/24",
        "Rework Date": "00/00/00",
        "Revision No": "21B",
    }


def _version(facts: Section) -> Section:
    package, firmware, bios, nvdata = facts["firmware"]
    found = {
        "Firmware Package Build": package,
        "Firmware Version": firmware,
        "Bios Version": bios,
        "NVDATA Version": nvdata,
        "WebBIOS Version": "6.1-76-e_76-Rel",
        "Preboot CLI Version": "05.07-00:#%00011",
        "Boot Block Version": "2.05.00.00-0010",
        "Bootloader Version": "07.26.26.219",
        "Driver Name": "megaraid_sas",
        "Driver Version": "07.725.01.00-rc1",
    }
    hidden = () if facts["interface"] == "SAS-6G" else ("WebBIOS Version",)
    return {key: value for key, value in found.items() if key not in hidden}


def _bus(controller: Controller, facts: Section) -> Section:
    vendor, device = facts["subsystem"]
    found = {
        "Vendor Id": facts["vendor"],
        "Device Id": facts["device"],
        "SubVendor Id": vendor,
        "SubDevice Id": device,
        "Host Interface": "PCIE" if facts["old"] else "PCI-E",
        "Device Interface": facts["interface"],
        "Bus Number": controller["bus"],
        "Device Number": 0,
        "Function Number": 0,
        "Domain ID": 0,
    }
    return {key: value for key, value in found.items() if not (facts["old"] and key == "Domain ID")}


def _status(controller: Controller, facts: Section) -> Section:
    over = {
        "Controller Status": controller.get("status", "Optimal"),
        "Any Offline VD Cache Preserved": "Yes" if controller["preserved"] else "No",
        "BBU Status": BITS[controller["protection"]["state"]],
    }
    return tables.section(tables.STATUS, over, tables.NOT_IN_OLD_STATUS if facts["old"] else ())


def _adapter(facts: Section) -> Section:
    names = tables.ADAPTER_OPERATIONS[: tables.OLD_ADAPTER_OPERATIONS if facts["old"] else None]
    yes = frozenset(tables.ADAPTER_OPERATIONS[: tables.OLD_ADAPTER_OPERATIONS]) - tables.NO_OPERATIONS
    blocked = {"Block SSD Write Disk Cache Change": "No" if facts["ssd_disk_cache"] else "Yes"}
    found = tables.answers(names, yes, {**blocked, **facts["adapter"]})
    return {("BBU " if facts["old"] and name == "BBU" else name): answer for name, answer in found.items()}


def _drive_operations(facts: Section) -> Section:
    names = tables.PD_OPERATIONS[: tables.OLD_PD_OPERATIONS if facts["old"] else None]
    return tables.answers(names, tables.YES_PD_OPERATIONS, {})


def _volume_operations(facts: Section) -> Section:
    names = tables.VD_OPERATIONS[: tables.OLD_VD_OPERATIONS if facts["old"] else None]
    policies = {
        "Read Policy": "rdcache",
        "Write Policy": "wrcache",
        "IO Policy": "iopolicy",
        "Disk Cache Policy": "pdcache",
    }
    said = {name: facts["says"].get(key, "Yes" if facts[key] == "take" else "No") for name, key in policies.items()}
    return tables.answers(names, tables.YES_VD_OPERATIONS, {**said, **facts["operations"]})


def _option(name: str) -> Section:
    return {"Adv S/W Opt": name, " Time Remaining": " Unlimited", " Mode": " -"}


def _hardware(controller: Controller, facts: Section) -> Section:
    degrees = "ROC temperature(Degree Celcius)" if facts["old"] else "ROC temperature(Degree Celsius)"
    found = {
        "ChipRevision": facts["chip"],
        "BatteryFRU": "N/A",
        "Front End Port Count": 0,
        "Backend Port Count": facts["ports"],
        "BBU": "Absent" if controller["protection"]["state"] == "absent" else "Present",
        "Alarm": "On",
        "Serial Debugger": "Present",
        "NVRAM Size": "32KB",
        "Flash Size": "32MB",
        "On Board Memory Size": f"{facts['cache_mib']}MB",
        "CacheVault Flash Size": facts["cachevault_flash"],
        "TPM": "Absent",
        "Upgrade Key": "Absent",
        "On Board Expander": "Absent",
        "Temperature Sensor for ROC": "Present",
        "Temperature Sensor for Controller": "Absent",
        "Upgradable CPLD": "Absent",
        "Upgradable PSOC": "Absent",
        "Current Size of CacheCade (GB)": 0,
        "Current Size of FW Cache (MB)": facts["firmware_cache_mib"],
        degrees: facts["roc_temperature"],
    }
    return {key: value for key, value in found.items() if not (facts["old"] and key == "Upgradable PSOC")}


def _policies(facts: Section) -> Section:
    rows = [{"Policy": name, "Current": now, "Default": usual} for name, now, usual in tables.POLICIES_TABLE]
    found = tables.section(tables.POLICIES)
    if facts["old"]:
        found = {key.replace("Hot Spare", "HotSpare"): value for key, value in found.items()}
        found = tables.after(found, "Auto detect BackPlane", "Load Balance Mode", "Auto")
    return {"Policies Table": rows, **found}


def _defaults(facts: Section) -> Section:
    strip = f"{facts['strip_default']}kB" if facts["old"] else sizes.strip(facts["strip_default"])
    over = {"Strip Size": strip, "Write Policy": facts["write_default"], "Read Policy": facts["read_default"]}
    return tables.section(tables.DEFAULTS, over)


def _capabilities(facts: Section) -> Section:
    over = {
        "RAID Level Supported": facts["levels"],
        "Max Number of VDs": facts["max_volumes"],
        "Min Strip Size": sizes.strip(facts["strip_min"]),
        "Max Strip Size": sizes.strip(facts["strip_max"]),
    }
    if not facts["old"]:
        return tables.section(tables.CAPABILITIES, over)
    found = tables.section(tables.CAPABILITIES, over, tables.NOT_IN_OLD_CAPABILITIES)
    return tables.after(found, "Supported Drives", "Boot Volume Supported", "NO")


def _tasks(controller: Controller, facts: Section, at: float) -> Section:
    learn = controller["protection"]["next_learn"]
    return {
        "Consistency Check Reoccurrence": "168 hrs",
        "Next Consistency check launch": american(at - at % _WEEK + _WEEK),
        "Patrol Read Reoccurrence": "168 hrs",
        "Next Patrol Read launch": american(at - at % _WEEK + _WEEK),
        "Battery learn Reoccurrence": "672 hrs" if learn else "NA",
        "Next Battery Learn": american(learn) if learn else "NA",
        "OEMID": facts["oem"],
    }


def _lists(controller: Controller, facts: Section) -> Section:
    found: Section = {}
    if controller["volumes"]:
        found["Drive Groups"] = len({volume["group"] for volume in controller["volumes"]})
        found["TOPOLOGY"] = topology(controller)
        found["Virtual Drives"] = len(controller["volumes"])
        volumes = sorted(controller["volumes"], key=lambda volume: int(volume["number"]))
        found["VD LIST"] = [volume_row(controller, volume) for volume in volumes]
    if controller["drives"]:
        found["Physical Drives"] = len(controller["drives"])
        found["PD LIST"] = [drive_row(controller, drive) for drive in controller["drives"]]
        found["Enclosures"] = len(enclosure_rows(controller))
        found["Enclosure LIST"] = enclosure_rows(controller)
    if controller["protection"]["state"] != "absent":
        found[facts["info"]] = summary(controller, facts["info"])
    return found
