"""Servers ready to run: ``raidwise emulate --server NAME``."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from app.emulator import build
from app.emulator.clock import HOUR
from app.emulator.state import Controller, State
from app.emulator.tools import VERSIONS

NAMES: dict[str, tuple[str, Callable[[str, float], State]]] = {}
"""What each server shows, and who makes it."""

# 2026-06-01 03:00:00 UTC: what every new server's clock shows, so that two of them are alike.
BEGIN = 1780282800.0

Maker = Callable[[str, float], State]


def _preset(name: str, shows: str) -> Callable[[Maker], Maker]:
    def kept(make: Maker) -> Maker:
        NAMES[name] = (shows, make)
        return make

    return kept


def make(name: str) -> State:
    """
    The server of this name, its clock started.

    :raises KeyError: no such server.
    """
    state = NAMES[name][1](name, BEGIN)
    state["clock"]["real"] = time.time()
    return state


def fill(
    controller: Controller,
    product: str,
    spans: Sequence[Sequence[int]],
    level: str,
    number: int,
    pdcache: str = "default",
    **over: Any,
) -> None:
    """Drives into slots, a group of them, one volume over it."""
    number_of_group = len(controller["groups"])
    slots = [[_place(controller, slot) for slot in span] for span in spans]
    for slot in (slot for span in slots for slot in span):
        controller["drives"].append(
            build.drive(controller["serial"], product, slot, len(controller["drives"]) + 8, number_of_group)
        )
    drives = sum(len(span) for span in slots)
    controller["groups"].append(build.group(number_of_group, slots, pdcache))
    device = f"/dev/sd{chr(ord('a') + len(controller['volumes']))}"
    made = build.volume(
        controller["serial"],
        number,
        number_of_group,
        level,
        product,
        drives,
        spans=len(spans),
        **{"device": device, **over},
    )
    controller["volumes"].append(made)


def _place(controller: Controller, slot: int) -> str:
    return str(slot) if controller["enclosure"] is None else f"{controller['enclosure']}:{slot}"


def spare(controller: Controller, product: str, slot: int, state: str = "GHS") -> None:
    """A drive in no group: a global spare, or unconfigured."""
    place = f"{controller['enclosure']}:{slot}"
    controller["drives"].append(
        build.drive(controller["serial"], product, place, len(controller["drives"]) + 8, None, state)
    )


@_preset("db-9361", "SAS3108 with CacheVault: RAID 1 of SSD, RAID 10 and RAID 5 of disks, a spare")
def _db(name: str, at: float) -> State:
    card = build.controller(name, 0, "9361-8i", build.protection("cachevault", "CVPM02", build.next_learn(at)))
    fill(card, "sata-ssd", [[0, 1]], "raid1", 0, name="system", strip_kib=64, rdcache="nora", wrcache="wt")
    fill(card, "sas-1.2t", [[2, 3], [4, 5]], "raid10", 1, name="data", strip_kib=64)
    fill(card, "sas-4t", [[6, 7, 8, 9]], "raid5", 2, name="archive", pdcache="off", rdcache="nora")
    spare(card, "sas-4t", 10)
    return build.server(name, [card], at, {"storcli": "007.2508.0000.0000 Feb 27, 2023"})


@_preset(
    "old-9270cv", "SAS2208 with CacheVault: RAID 5 of eight disks, adaptive read-ahead, a consistency check running"
)
def _old(name: str, at: float) -> State:
    card = build.controller(name, 0, "9270CV-8i", build.protection("cachevault", "CVPM02", build.next_learn(at)))
    fill(card, "sata-3t", [range(8)], "raid5", 0, pdcache="off", rdcache="adaptive")
    card["volumes"][0]["operation"] = {"kind": "cc", "started": at - 2 * HOUR, "seconds": 6 * HOUR}
    return build.server(name, [card], at, {"storcli": "007.3703.0000.0000 Jan 16, 2026"})


@_preset("bbu-9261", "SAS2108 with a classic battery in the middle of its learn cycle; a build of 2014, cached I/O")
def _battery(name: str, at: float) -> State:
    battery = build.protection("battery", "iBBU", at + 30 * 24 * HOUR, transparent=False)
    battery.update(state="learning", schedule=[[at + HOUR, "charging"], [at + 7 * HOUR, "optimal"]])
    card = build.controller(name, 0, "9261-8i", battery)
    fill(card, "sas-1.2t", [range(6)], "raid6", 0, iopolicy="cached", rdcache="adaptive")
    spare(card, "sas-1.2t", 6, "UGood")
    return build.server(name, [card], at, {"storcli": None})


@_preset("nocache-9341", "SAS3008 integrated RAID, no cache: write-back and read-ahead refused")
def _no_cache(name: str, at: float) -> State:
    card = build.controller(name, 0, "9341-8i")
    fill(card, "sata-ssd", [[0, 1]], "raid1", 0, strip_kib=64, rdcache="nora", wrcache="wt")
    fill(card, "sata-4t", [[2, 3], [4, 5]], "raid10", 1, strip_kib=64, rdcache="nora", wrcache="wt", pdcache="on")
    return build.server(name, [card], at, {"storcli": "007.1017.0000.0000 May 10, 2019"})


@_preset("embedded", "SAS2008 on the board, a build of 2014, no enclosure: every policy but the disk cache ignored")
def _embedded(name: str, at: float) -> State:
    card = build.controller(name, 0, "ROMB-imr", enclosure=None)
    fill(card, "sata-4t", [[0, 1]], "raid1", 0, strip_kib=64, rdcache="nora", wrcache="wt")
    return build.server(name, [card], at, {"storcli": None})


@_preset("trimode-9560", "SAS39xx with CacheVault: NVMe RAID 10, RAID 5 and RAID 6; I/O policy answered and ignored")
def _trimode(name: str, at: float) -> State:
    card = build.controller(name, 0, "9560-8i", build.protection("cachevault", "CVPM05", build.next_learn(at)))
    fill(card, "nvme", [[0, 1], [2, 3]], "raid10", 239, name="fast")
    fill(card, "sas-ssd", [[4, 5, 6]], "raid5", 238, name="db", rdcache="nora", wrcache="wt", pdcache="off")
    fill(card, "sas-10t", [range(7, 13)], "raid6", 237, name="media", strip_kib=1024)
    return build.server(name, [card], at, {"storcli": "007.1616.0000.0000 Dec 24, 2020"})


@_preset("mpi3-9660", "SAS41xx with an energy pack, storcli2: 24 volumes of one disk, RAID 60")
def _mpi3(name: str, at: float) -> State:
    card = build.controller(
        name, 0, "9660-16i", build.protection("energy_pack", "FBU345", build.next_learn(at)), enclosure=306
    )
    for slot in range(4):
        fill(card, "sas-10t", [[slot]], "raid0", slot + 1, pdcache="off", rdcache="nora")
    fill(card, "sas-10t", [[4, 5, 6, 7], [8, 9, 10, 11]], "raid60", 5, name="vault", pdcache="off")
    spare(card, "sas-10t", 12, "UGood")
    return build.server(name, [card], at, {"storcli2": "008.0005.0000.0010 Feb 22, 2023"})


@_preset("perc-h730p", "Dell H730P: perccli, forced write-back is FWB; RAID 1 of SSD, RAID 0, RAID 5")
def _perc(name: str, at: float) -> State:
    card = build.controller(name, 0, "H730P", build.protection("battery", "BBU", build.next_learn(at)), enclosure=32)
    fill(card, "sata-ssd", [[0, 1]], "raid1", 0, strip_kib=64)
    fill(card, "sas-4t", [[2]], "raid0", 1, strip_kib=64)
    fill(card, "sas-4t", [[3, 4, 5]], "raid5", 2, strip_kib=64)
    return build.server(name, [card], at, {"perccli": "007.2616.0000.0000 Dec 06, 2023"})


@_preset("perc-h755", "Dell H755: RAID 1 of SSD, RAID 50; no I/O policy; the battery is failing")
def _perc_new(name: str, at: float) -> State:
    card = build.controller(name, 0, "H755", build.protection("battery", "BBU", build.next_learn(at)), enclosure=64)
    card["protection"]["state"] = "failed"
    fill(card, "sas-ssd", [[0, 1]], "raid1", 239, strip_kib=64, name="os")
    fill(card, "sas-4t", [[2, 3, 4], [5, 6, 7]], "raid50", 238, strip_kib=64, name="data")
    return build.server(name, [card], at, {"perccli": "007.2616.0000.0000 Dec 06, 2023"})


@_preset("perc-h965i", "Dell H965i: perccli2; the read policy cannot be changed")
def _perc_8(name: str, at: float) -> State:
    card = build.controller(
        name, 0, "H965i", build.protection("energy_pack", "None", build.next_learn(at)), enclosure=306
    )
    fill(card, "nvme", [[0, 1]], "raid1", 1, strip_kib=64, rdcache="nora", name="os")
    fill(card, "sas-ssd", [[2, 3, 4, 5]], "raid5", 2, strip_kib=64, rdcache="nora")
    return build.server(name, [card], at, {"perccli2": "008.0010.0000.0020 Jun 18, 2024"})


@_preset("hba-9300", "an HBA: no volumes, most commands refused")
def _hba(name: str, at: float) -> State:
    card = build.controller(name, 0, "9300-8i", enclosure=0)
    for slot in range(4):
        spare(card, "sata-4t", slot, "JBOD")
    return build.server(name, [card], at, {"storcli": "007.2106.0000.0000 Feb 28, 2022"})


@_preset("two-controllers", "a 9361 with a foreign configuration, a 9560 with preserved cache, and an HBA")
def _several(name: str, at: float) -> State:
    first = build.controller(name, 0, "9361-8i", build.protection("cachevault", "CVPM02", build.next_learn(at)))
    fill(first, "sas-1.2t", [[0, 1]], "raid1", 0, name="system")
    spare(first, "sas-4t", 2, "UGood")
    first["foreign"] = [{"group": 0, "level": "RAID5", "volumes": 1}]
    second = build.controller(name, 1, "9560-8i", build.protection("cachevault", "CVPM05", build.next_learn(at)))
    fill(second, "sas-10t", [range(4)], "raid5", 239, name="data", device="/dev/sdb")
    second["preserved"] = True
    second["volumes"][0]["preserved"] = True
    third = build.controller(name, 2, "9300-8i", enclosure=0)
    spare(third, "sata-4t", 0, "JBOD")
    return build.server(name, [first, second, third], at, {"storcli": "007.2106.0000.0000 Feb 28, 2022"})


@_preset("two-vendors", "a Broadcom 9361 and a Dell H730P: storcli sees the one, perccli the other")
def _vendors(name: str, at: float) -> State:
    first = build.controller(name, 0, "9361-8i", build.protection("cachevault", "CVPM02", build.next_learn(at)))
    fill(first, "sas-1.2t", [[0, 1]], "raid1", 0)
    second = build.controller(name, 1, "H730P", build.protection("battery", "BBU", build.next_learn(at)))
    fill(second, "sas-4t", [[0, 1]], "raid1", 0, device="/dev/sdb")
    return build.server(name, [first, second], at, {"storcli": VERSIONS["storcli"], "perccli": VERSIONS["perccli"]})


@_preset("no-controller", "storcli installed, and no controller that it sees")
def _none(name: str, at: float) -> State:
    return build.server(name, [], at, {"storcli": VERSIONS["storcli"]})


@_preset("big-240", "a 9560 with 240 drives in volumes of twelve")
def _big(name: str, at: float) -> State:
    card = build.controller(name, 0, "9560-8i", build.protection("cachevault", "CVPM05", build.next_learn(at)))
    for index in range(20):
        slots = range(12 * index, 12 * index + 12)
        fill(card, "sas-10t", [slots], "raid6", 239 - index, device=f"/dev/sd{chr(ord('b') + index)}")
    return build.server(name, [card], at, {"storcli": "007.2508.0000.0000 Feb 27, 2023"})
