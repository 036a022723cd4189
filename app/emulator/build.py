"""The parts a server is made of: drives, groups, volumes, a controller. Serials are invented, the same each time."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from app.emulator.clock import DAY, HOUR
from app.emulator.state import Controller, Drive, State, Volume

# Model (as wide as its inquiry field), maker, interface, medium, rpm, raw sectors, firmware, physical sector.
DRIVES: dict[str, tuple[str, str, str, str, int, int, str, str]] = {
    "sas-1.2t": ("ST1200MM0088    ", "SEAGATE ", "SAS", "HDD", 10500, 2344225968, "TT31", "512B"),
    "sas-4t": ("HUS726040AL5210 ", "HGST    ", "SAS", "HDD", 7202, 7814037168, "A907", "4 KB"),
    "sas-10t": ("ST10000NM018B   ", "SEAGATE ", "SAS", "HDD", 7200, 19532873728, "E001", "4 KB"),
    "sata-3t": ("WDC WD30EFRX-68EUZN0", "ATA     ", "SATA", "HDD", 5400, 5860533168, "82.00A82", "4 KB"),
    "sata-4t": ("ST4000NM0035-1V4107", "ATA     ", "SATA", "HDD", 7200, 7814037168, "TN03    ", "512B"),
    "sata-ssd": ("SAMSUNG MZ7LH960HAJR-00005", "ATA     ", "SATA", "SSD", 0, 1875385008, "HXT7404Q", "4 KB"),
    "sas-ssd": ("MZILS800HEHP/007", "SAMSUNG ", "SAS", "SSD", 0, 1562824368, "GXL5", "4 KB"),
    "nvme": ("SAMSUNG MZQL21T9HCJR-00A07              ", "NVMe    ", "NVMe", "SSD", 0, 3750748848, "GDC5602Q", "4 KB"),
}
_EDGE = 1 << 20  # what a coerced size is rounded down to, in sectors


def invented(seed: str, length: int, digits: str = "0123456789ABCDEF") -> str:
    """Characters that look like a serial number and belong to nobody."""
    blocks = (hashlib.sha256(f"{seed}/{block}".encode()).digest() for block in range(length // 32 + 1))
    return "".join(digits[byte % len(digits)] for block in blocks for byte in block)[:length]


def inquiry(serial: str) -> str:
    """The bytes of a drive's inquiry, in pairs of digits."""
    found = invented(f"{serial}/inquiry", 512, "0123456789abcdef")
    return " ".join(found[index : index + 2] for index in range(0, 512, 2)) + " "


def drive(server: str, product: str, slot: str, number: int, group: int | None = None, state: str = "Onln") -> Drive:
    """A drive in a slot; outside of a group it is unconfigured unless told."""
    seed = f"{server}/{slot}/{number}"
    return {
        "slot": slot,
        "number": number,
        "product": product,
        "group": group,
        "state": state if group is not None or state != "Onln" else "UGood",
        "serial": invented(f"{seed}/serial", 12),
        "wwn": "5000" + invented(f"{seed}/wwn", 12),
        "rebuild": None,
    }


def group(number: int, spans: Sequence[Sequence[str]], pdcache: str = "default") -> dict[str, Any]:
    """A drive group: its spans, each with the slots of its members."""
    return {"number": number, "spans": [list(span) for span in spans], "pdcache": pdcache, "spares": []}


def volume(server: str, number: int, of_group: int, level: str, product: str, drives: int, **over: Any) -> Volume:
    """A virtual drive over a whole group, write-back and read-ahead unless told."""
    found: Volume = {
        "number": number,
        "group": of_group,
        "name": "",
        "level": level,
        "sectors": coerced(product) * _data_drives(level, drives, int(over.get("spans", 1))),
        "strip_kib": 256,
        "rdcache": "ra",
        "wrcache": "wb",
        "iopolicy": "direct",
        "state": "Optl",
        "access": "RW",
        "consistent": True,
        "naa": naa(f"{server}/v{number}"),
        "device": None,
        "created": 1655390786.0,
        "operation": None,
        "cachecade": False,
        "preserved": False,
    }
    over.pop("spans", None)
    return {**found, **over}


def naa(seed: str) -> str:
    """``6`` and 31 digits, as a RAID card makes them."""
    return "6" + invented(f"{seed}/naa", 31, "0123456789abcdef")


def raw_sectors(product: str) -> int:
    """As the drive reports."""
    return DRIVES[product][5]


def coerced(product: str) -> int:
    """As the controller uses it."""
    return raw_sectors(product) // _EDGE * _EDGE


def _data_drives(level: str, drives: int, spans: int) -> int:
    parity = {"raid5": 1, "raid6": 2, "raid50": spans, "raid60": 2 * spans}
    if level in ("raid1", "raid10"):
        return drives // 2
    return drives - parity.get(level, 0)


def controller(
    server: str, number: int, card: str, protection: dict[str, Any] | None = None, **over: Any
) -> Controller:
    """A controller without drives."""
    found: Controller = {
        "number": number,
        "card": card,
        "serial": invented(f"{server}/c{number}/serial", 10, "0123456789"),
        "sas": "5" + invented(f"{server}/c{number}/sas", 15, "0123456789abcdef"),
        "bus": 59 + 16 * number,
        "protection": protection or absent(),
        "preserved": False,
        "foreign": [],
        "pending": [],
        "resetting": 0,
        "patrol": "Stopped",
        "enclosure": 252,
        "enclosures": {},
        "groups": [],
        "volumes": [],
        "drives": [],
    }
    return {**found, **over}


def absent() -> dict[str, Any]:
    """Nothing fitted."""
    return {"kind": None, "model": "-", "state": "absent", "schedule": [], "next_learn": None, "transparent": False}


def protection(kind: str, model: str, next_learn: float, transparent: bool = True) -> dict[str, Any]:
    """A healthy battery, CacheVault or energy pack."""
    return {
        "kind": kind,
        "model": model,
        "state": "optimal",
        "schedule": [],
        "next_learn": next_learn,
        "transparent": transparent,
    }


def server(name: str, controllers: Sequence[Controller], at: float, versions: dict[str, str | None]) -> State:
    """The whole state. ``at`` is what its clock shows first."""
    return {
        "format": 1,
        "server": name,
        "host": f"{name}.example.org",
        "kernel": "5.14.0-362.8.1.el9_3.x86_64",
        "clock": {"real": 0.0, "shown": at, "factor": 1.0},
        "versions": versions,
        "controllers": list(controllers),
    }


def next_learn(at: float) -> float:
    """Some two weeks ahead."""
    return at + 14 * DAY + 4 * HOUR
