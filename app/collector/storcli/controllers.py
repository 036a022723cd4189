"""What a controller says of itself: identity, state, cache and capability."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

from app.collector.storcli import tokens
from app.collector.storcli.fields import Fields, whole_number
from app.core.hardware import Capability, Controller
from app.core.reading import Reading, Silence

UNREAD = Silence.UNREAD
MIB = 1024 * 1024

_SECTIONS_8 = (
    "Supported Controller operations",
    "Max. Supported Config",
    "DeviceInterface",
    "Energy Pack Info",
    "Drives List",
    "SL8 Library Version",
)


def is_grammar_8(data: Fields) -> bool:
    """True where storcli2 or perccli2 printed this, told from the keys alone (9660-16i, 008.0005)."""
    if any(key in data for key in _SECTIONS_8):
        return True
    rows = data.value("Virtual Drives", "VD LIST")
    return isinstance(rows, list) and any(
        isinstance(row, dict) and ("VD Info" in row or "CurrentCache" in row) for row in rows
    )


def controller(number: int, data: Fields) -> Controller:
    """The controller of one reply, without its drives; unread wherever the reply says nothing."""
    basics, version, status = data.fields("Basics"), data.fields("Version"), data.fields("Status")
    return Controller(
        number=number,
        model=_first(basics.text("Model", "Product Name"), data.text("Product Name")),
        pci_id=_pci(data, "Vendor Id", "Device Id", "PCI Vendor ID", "PCI Device ID"),
        pci_subsystem=_pci(data, "SubVendor Id", "SubDevice Id", "PCI Subsystem Vendor ID", "PCI Subsystem ID"),
        serial=_first(basics.text("Serial Number"), data.text("Serial Number")),
        firmware=_firmware(version, data),
        driver=_first(_driver(version), _driver(data)),
        status=status.word(tokens.CONTROLLER_STATES, "Controller Status"),
        kind=_kind(data),
        cache_mib=_cache_mib(data.fields("HwCfg")),
        preserved_cache=status.word(tokens.YES, "Any Offline VD Cache Preserved", "Preserved Cache Present"),
        capability=_capability(data),
        personality=_personality(data, status),
    )


def of_grammar_8(controller: Controller) -> Controller:
    """Grammar 8 has no I/O policy and no CacheCade: it prints neither, and refuses to set the first."""
    return replace(controller, capability=replace(controller.capability, io_policy=False, cachecade=False))


def _first(*readings: Reading[str]) -> Reading[str]:
    return next((reading for reading in readings if reading is not UNREAD), UNREAD)


def _first_number(first: Reading[int], second: Reading[int]) -> Reading[int]:
    return second if first is UNREAD else first


def _firmware(version: Fields, data: Fields) -> Reading[str]:
    names = ("Firmware Package Build", "Package Version", "FW Package Build", "Firmware Version", "FW Version")
    return _first(version.text(*names), data.text(*names))


def _driver(section: Fields) -> Reading[str]:
    name, version = section.text("Driver Name"), section.text("Driver Version")
    known = [part for part in (name, version) if isinstance(part, str)]
    return " ".join(known) if known else UNREAD


def _pci(data: Fields, *keys: str) -> Reading[str]:
    # Bus (grammar 7) prints decimal numbers, DeviceInterface (grammar 8) text such as "0x00A5", /cX show no section.
    return _first(*(pci_id(one, *keys) for one in (data.fields("Bus"), data.fields("DeviceInterface"), data)))


def pci_id(section: Fields, *keys: str) -> Reading[str]:
    """``1000:005d`` from a pair of keys, or from the next pair where those were not printed."""
    vendor, device = _id(section.value(*keys[0::2])), _id(section.value(*keys[1::2]))
    return UNREAD if vendor is None or device is None else f"{vendor:04x}:{device:04x}"


def _id(printed: object) -> Optional[int]:
    number = whole_number(printed)
    if isinstance(printed, str) and printed.strip().lower().startswith("0x"):
        digits = printed.strip()[2:6]
        number = int(digits, 16) if digits and all(digit in "0123456789abcdefABCDEF" for digit in digits) else None
    return number if number is not None and 0 <= number <= 0xFFFF else None


def _kind(data: Fields) -> Reading[str]:
    if "Physical Device Information" in data or "Adapter Type" in data.fields("Basics"):
        return "hba"
    return "raid" if any(key in data for key in ("Supported VD Operations", "VD LIST", "TOPOLOGY")) else UNREAD


def _cache_mib(hardware: Fields) -> Reading[int]:
    # The board's memory says whether there is a cache. A PERC 6/i with 256MB and a good battery prints
    # "Current Size of FW Cache (MB)" : 0, so that key only answers where the other is missing.
    board = hardware.size("On Board Memory Size")
    if isinstance(board, int):
        return board // MIB
    names = ("DDR Memory Size(MiB)", "Current Size of FW Cache (MB)", "Current Size of FW Cache(MiB)")
    return hardware.number(*names)


def _personality(data: Fields, status: Fields) -> Reading[str]:
    words = tokens.PERSONALITIES
    for row in data.rows("Controller Properties"):
        if row.text("Ctrl_Prop") == "Current Personality":
            return row.word(words, "Value")
    if "Controller Personality" in status:
        return status.word(words, "Controller Personality")
    return data.word(words, "Current Personality")


def _capability(data: Fields) -> Capability:
    volumes = data.fields("Supported VD Operations")
    adapter = data.fields("Supported Adapter Operations", "Supported Controller operations")
    limits, most = data.fields("Capabilities"), data.fields("Max. Supported Config")
    levels = limits.text("RAID Level Supported", "Supported RAID Levels")
    return Capability(
        read_policy=volumes.word(tokens.YES, "Read Policy", "Support Changing Read Policy"),
        write_policy=volumes.word(tokens.YES, "Write Policy", "Support Changing Write Policy"),
        io_policy=volumes.word(tokens.YES, "IO Policy"),
        disk_cache_policy=volumes.word(tokens.YES, "Disk Cache Policy", "Support Changing Disk Cache Policy"),
        ssd_disk_cache_change=_ssd_disk_cache_change(adapter),
        fastpath=volumes.word(tokens.YES, "Support FastPath"),
        cachecade=_cachecade(volumes),
        raid_levels=tokens.raid_levels(levels) if isinstance(levels, str) else UNREAD,
        strip_min_kib=_kib(limits.size("Min Strip Size")),
        strip_max_kib=_kib(limits.size("Max Strip Size")),
        max_virtual_drives=_first_number(limits.number("Max Number of VDs"), most.number("Max Number of VDs")),
    )


def _ssd_disk_cache_change(adapter: Fields) -> Reading[bool]:
    if "Support SSD Ld Disk Cache Change" in adapter:
        return adapter.word(tokens.YES, "Support SSD Ld Disk Cache Change")
    return adapter.word(tokens.NO, "Block SSD Write Disk Cache Change")


def _cachecade(volumes: Fields) -> Reading[bool]:
    said = [volumes.word(tokens.YES, key) for key in ("Support SSC WriteBack", "Support SSC Association")]
    known = [answer for answer in said if isinstance(answer, bool)]
    return any(known) if known else UNREAD


def _kib(size: Reading[int]) -> Reading[int]:
    return size // 1024 if isinstance(size, int) else size
