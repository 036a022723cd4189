"""What each card is and can do. Facts of the catalogue (``rules/controllers``); serials are made when a server is."""

from __future__ import annotations

from typing import Any

Card = dict[str, Any]

ALL_LEVELS = "RAID0, RAID1(2 or more drives), RAID5, RAID6, RAID00, RAID10(2 or more drives per span), RAID50, RAID60"
NO_RAID6 = "RAID0, RAID1(2 or more drives), RAID5, RAID00, RAID10(2 or more drives per span), RAID50"
INTEGRATED = "RAID0, RAID1, RAID10"

_COMMON: Card = {
    "family": "storcli",
    "old": False,  # prints what builds of 2014 print
    "kind": "raid",
    "ports": 8,
    "vendor": 0x1000,
    "interface": "SAS-12G",
    "cache_mib": 1024,
    "firmware_cache_mib": 731,
    "cachevault_flash": "16.0 GB",
    "levels": ALL_LEVELS,
    "strip_min": 64,
    "strip_max": 1024,
    "strip_default": 256,
    "read_default": "RA",
    "write_default": "WB",
    "max_volumes": 64,
    "operations": {},  # of "Supported VD Operations", beside the four policies
    "adapter": {},  # of "Supported Adapter Operations"
    "oem": "Broadcom",
    # What set does: take it, answer Success and "ignore" it, or refuse with this error.
    "wrcache": "take",
    "rdcache": "take",
    "iopolicy": "take",
    "pdcache": "take",
    "ssd_disk_cache": True,  # False: refuses pdcache on SSD
    "always_needs_protection": False,  # HPE: always write back falls back too
    "always_text": "WriteBack",  # of "Write Cache(initial setting)"
    "says": {},  # Yes or No of the four policies, where it is not what set does
    "roc_temperature": 54,
    "info": "Cachevault_Info",
}


def _card(**facts: Any) -> Card:
    return {**_COMMON, **facts}


CARDS: dict[str, Card] = {
    "9361-8i": _card(
        model="AVAGO MegaRAID SAS 9361-8i",
        device=0x5D,
        subsystem=(0x1000, 0x9361),
        chip=" C0",
        firmware=("24.21.0-0151", "4.680.00-8577", "6.36.00.3_4.19.08.00_0x06180203", "3.1705.00-0023"),
        ssd_disk_cache=False,
        cache_mib=1024,
        oem="LSI",
        operations={"Support FastPath": "Yes", "Support VD Cachebypass": "Yes", "Support VD Hide": "Yes"},
    ),
    "9270CV-8i": _card(
        model="LSI MegaRAID SAS 9270CV-8i",
        device=0x5B,
        subsystem=(0x1000, 0x9273),
        chip=" D1",
        interface="SAS-6G",
        firmware=("23.34.0-0019", "3.460.115-6465", "5.50.03.0_4.17.08.00_0x06110200", "2.1507.03-0162"),
        strip_min=8,
        read_default="Adaptive",
        levels=NO_RAID6,
        ssd_disk_cache=False,
        firmware_cache_mib=875,
        cachevault_flash="NA",
        oem="LSI",
    ),
    "9261-8i": _card(
        model="LSI MegaRAID SAS 9261-8i",
        device=0x79,
        subsystem=(0x1000, 0x9263),
        chip=" B4",
        interface="SAS-6G",
        firmware=("12.15.0-0239", "2.130.403-4660", "3.30.02.2_4.16.08.00_0x06060A05", "2.09.03-0058"),
        old=True,
        cache_mib=512,
        firmware_cache_mib=350,
        strip_min=8,
        read_default="Adaptive",
        info="BBU_Info",
        oem="LSI",
        cachevault_flash="NA",
    ),
    "9341-8i": _card(
        model="AVAGO MegaRAID SAS 9341-8i",
        device=0x5F,
        subsystem=(0x1000, 0x9341),
        chip=" C0",
        cache_mib=0,
        firmware=("24.21.0-0148", "4.680.01-8563", "6.36.00.3_4.19.08.00_0x06180203", "3.1705.00-0017"),
        firmware_cache_mib=0,
        cachevault_flash="NA",
        levels=INTEGRATED,
        strip_max=64,
        strip_default=64,
        oem="LSI",
        write_default="WT",
        read_default="No Read Ahead",
        max_volumes=32,
        wrcache=151,
        rdcache=151,
        iopolicy=151,
    ),
    "ROMB-imr": _card(
        model="UCSC RAID SAS 2008M-8i",
        device=0x73,
        subsystem=(0x1137, 0xB0),
        chip=" B2",
        interface="SAS-6G",
        firmware=("20.13.1-0255", "2.130.394-3935", "4.38.02.2_4.16.08.00_0x06060900", "2.09.03-0053"),
        old=True,
        cache_mib=0,
        firmware_cache_mib=0,
        cachevault_flash="NA",
        levels=INTEGRATED,
        strip_min=8,
        strip_max=64,
        strip_default=64,
        write_default="WT",
        read_default="None",
        max_volumes=16,
        oem="Cisco Systems",
        wrcache="ignore",
        rdcache="ignore",
        iopolicy="ignore",
        says={"wrcache": "No", "rdcache": "No", "iopolicy": "No"},
    ),
    "9560-8i": _card(
        model="MegaRAID 9560-8i 4GB",
        device=0x10E2,
        subsystem=(0x1000, 0x4010),
        chip=" A0",
        oem="Broadcom",
        firmware=("52.24.0-4763", "5.240.02-3768", "7.24.00.0_0x07180000", "5.2400.02-0630"),
        cache_mib=4096,
        firmware_cache_mib=3142,
        iopolicy="ignore",
        max_volumes=240,
        always_text="AlwaysWriteBack",
        operations={"Support FastPath": "Yes", "Support VD Cachebypass": "Yes", "Support VD Hide": "Yes"},
    ),
    "H730P": _card(
        family="perccli",
        model="PERC H730P Adapter",
        device=0x5D,
        subsystem=(0x1028, 0x1F42),
        chip=" C0",
        oem="Dell",
        firmware=("25.5.9.0001", "4.300.00-8366", "6.33.01.0_4.19.08.00_0x06120304", "3.1511.00-0028"),
        cache_mib=2048,
        firmware_cache_mib=1684,
        cachevault_flash="NA",
        info="BBU_Info",
        strip_default=64,
        ssd_disk_cache=False,
    ),
    "H755": _card(
        family="perccli",
        model="PERC H755 Front",
        device=0x10E2,
        subsystem=(0x1028, 0x1AE1),
        chip=" A0",
        oem="Dell",
        firmware=("52.26.0-5179", "5.260.02-3930", "7.26.00.0_0x071A0000", "5.2600.02-0740"),
        cache_mib=8192,
        firmware_cache_mib=7152,
        cachevault_flash="NA",
        info="BBU_Info",
        strip_default=64,
        iopolicy="ignore",
        ssd_disk_cache=False,
        max_volumes=240,
        always_text="AlwaysWriteBack",
        operations={"Support FastPath": "Yes", "Support VD Cachebypass": "Yes"},
    ),
    "9300-8i": _card(
        kind="hba",
        model="HBA 9300-8i",
        device=0x97,
        subsystem=(0x1000, 0x30E0),
        chip=" C0",
        cache_mib=0,
        firmware=("00.00.00.00", "16.00.12.00", "08.37.00.00_18.00.00.00", "14.01.00.06"),
    ),
    "9660-16i": _card(
        family="storcli2",
        model="MegaRAID 9660-16i Tri-Mode Storage Adapter",
        board="MR 9660-16i",
        chip="SAS4116",
        device=0xA5,
        subsystem=(0x1000, 0x4620),
        firmware=("8.12.1.0-00000-00003",),
        cache_mib=4096,
        firmware_cache_mib=3877,
        max_volumes=240,
        pack=("Supercap", "FBU345"),
        changes_read=True,
        show_exit=6,
    ),
    "H965i": _card(
        family="perccli2",
        model="PERC H965i Front",
        board="PERC H965i Front",
        chip="SAS4116",
        oem="Dell",
        device=0xA5,
        subsystem=(0x1028, 0x2114),
        firmware=("8.8.0.0-00000-00014",),
        cache_mib=8192,
        firmware_cache_mib=7800,
        max_volumes=240,
        pack=("Battery", "None"),
        rdcache=9,
        changes_read=False,
        show_exit=0,
    ),
}


def facts_of(controller: dict[str, Any]) -> Card:
    """The card of a controller, with what this one does otherwise (``facts`` in its state)."""
    return {**CARDS[controller["card"]], **controller.get("facts", {})}


def model_without_blanks(card: Card) -> str:
    """``MegaRAID9560-8i4GB``: the overview prints a model without its blanks."""
    return "".join(str(card["model"]).split())
