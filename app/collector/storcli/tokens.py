"""
Every word of storcli, perccli, storcli2 and perccli2 that we interpret, and what it means. They stop here.

Keys are in the form of :func:`app.collector.storcli.fields.normal`: lower case, single blanks.
"""

from __future__ import annotations

import re
from typing import Mapping, Optional, Tuple

from app.core.policies import (
    CacheProtection,
    DiskCachePolicy,
    Interface,
    IoPolicy,
    Media,
    RaidLevel,
    ReadPolicy,
    WritePolicy,
)
from app.core.reading import Reading, Silence

# What a tool prints where it has nothing to say.
NOTHING = frozenset({"", "-", "n/a", "na", "not available", "unknown"})
SUCCESS = "success"
# In the column DG: in no drive group, in a foreign one.
NO_GROUP = frozenset({"-", "f"})

YES: Mapping[str, bool] = {"yes": True, "no": False, "y": True, "n": False, "supported": True, "not supported": False}
NO: Mapping[str, bool] = {"yes": False, "no": True}
ON: Mapping[str, bool] = {"on": True, "off": False, "enabled": True, "disabled": False, "yes": True, "no": False}
PRESENT: Mapping[str, bool] = {"present": True, "absent": False, "yes": True, "no": False, "missing": False}

RAID_LEVELS: Mapping[str, RaidLevel] = {
    **{level.value: level for level in RaidLevel},
    "cac0": RaidLevel.RAID0,
    "cac1": RaidLevel.RAID1,
    "nytrocache0": RaidLevel.RAID0,
    "nytrocache1": RaidLevel.RAID1,
}
CACHECADE_TYPES = frozenset({"cac0", "cac1", "nytrocache0", "nytrocache1"})

# An NVMe drive prints Intf NVMe, Med SSD (7.2508): the interface decides first.
MEDIA: Mapping[str, Media] = {"hdd": Media.HDD, "ssd": Media.SSD, "nytro flash": Media.SSD}
INTERFACES: Mapping[str, Interface] = {
    "sas": Interface.SAS,
    "sata": Interface.SATA,
    "nvme": Interface.NVME,
    "pcie": Interface.NVME,
}

DISK_CACHE: Mapping[str, DiskCachePolicy] = {
    "disk's default": DiskCachePolicy.DRIVE_DEFAULT,
    # Seen in a capture whose author replaced the apostrophe.
    'disk"s default': DiskCachePolicy.DRIVE_DEFAULT,
    "default": DiskCachePolicy.DRIVE_DEFAULT,
    "dflt": DiskCachePolicy.DRIVE_DEFAULT,
    "enabled": DiskCachePolicy.ENABLED,
    "enbl": DiskCachePolicy.ENABLED,
    "disabled": DiskCachePolicy.DISABLED,
    "dsbl": DiskCachePolicy.DISABLED,
}

# No capture has the word for always write back here; the three last are what the legends suggest.
INITIAL_WRITE_CACHE: Mapping[str, WritePolicy] = {
    "writeback": WritePolicy.PROTECTED_WRITE_BACK,
    "write back": WritePolicy.PROTECTED_WRITE_BACK,
    "writethrough": WritePolicy.WRITE_THROUGH,
    "write through": WritePolicy.WRITE_THROUGH,
    "alwayswriteback": WritePolicy.UNPROTECTED_WRITE_BACK,
    "always writeback": WritePolicy.UNPROTECTED_WRITE_BACK,
    "force writeback": WritePolicy.UNPROTECTED_WRITE_BACK,
}

VIRTUAL_DRIVE_STATES: Mapping[str, str] = {
    "optl": "optimal",
    "dgrd": "degraded",
    "pdgd": "partially_degraded",
    "ofln": "offline",
    "rec": "recovery",
    "frgn": "foreign",
}
ACCESS: Mapping[str, str] = {
    "rw": "read_write",
    "ro": "read_only",
    "b": "blocked",
    "hd": "hidden",
    "trans": "transport_ready",
    "rmvblkd": "remove_blocked",
}
DRIVE_STATES: Mapping[str, str] = {
    "onln": "online",
    "offln": "offline",
    "ugood": "unconfigured_good",
    "ubad": "unconfigured_bad",
    "ghs": "global_hot_spare",
    "dhs": "dedicated_hot_spare",
    "jbod": "jbod",
    "rbld": "rebuilding",
    "failed": "failed",
    "msng": "missing",
    "cpybck": "copyback",
    "frgn": "foreign",
    "ugunsp": "unsupported",
    "ubunsp": "unsupported",
    "ugshld": "shielded",
    "hspshld": "shielded",
    "cfshld": "shielded",
    "cbshld": "shielded",
    "sntze": "sanitizing",
}
# In a topology the dedicated spares of a group stand among its members.
SPARES = frozenset({"dhs", "ghs"})
# storcli2 splits what a drive is for (State) and how it does (Status). Seen: Conf/Online, UConf/Good.
DRIVE_STATES_8: Mapping[Tuple[str, str], str] = {
    ("conf", "online"): "online",
    ("conf", "offline"): "offline",
    ("conf", "failed"): "failed",
    ("conf", "missing"): "missing",
    ("conf", "rebuild"): "rebuilding",
    ("uconf", "good"): "unconfigured_good",
    ("uconf", "bad"): "unconfigured_bad",
    ("ghs", "good"): "global_hot_spare",
    ("ghs", "online"): "global_hot_spare",
    ("dhs", "good"): "dedicated_hot_spare",
    ("dhs", "online"): "dedicated_hot_spare",
    ("jbod", "online"): "jbod",
    ("jbod", "good"): "jbod",
}

CONTROLLER_STATES: Mapping[str, str] = {
    "optimal": "optimal",
    "opt": "optimal",
    "ok": "optimal",
    "needs attention": "needs_attention",
    "ndatn": "needs_attention",
    "degraded": "degraded",
    "dgrd": "degraded",
    "failed": "failed",
    "fld": "failed",
    "fault": "failed",
}
PERSONALITIES: Mapping[str, str] = {
    "raid": "raid",
    "raid-mode": "raid",
    "hba": "hba",
    "hba-mode": "hba",
    "jbod": "jbod",
    "jbod-mode": "jbod",
    "it-mode": "hba",
}

PROTECTION_STATES: Mapping[str, CacheProtection] = {
    "optimal": CacheProtection.OPTIMAL,
    "opt": CacheProtection.OPTIMAL,
    "operational": CacheProtection.OPTIMAL,
    "charging": CacheProtection.CHARGING,
    "discharging": CacheProtection.LEARNING,
    "learning": CacheProtection.LEARNING,
    "learn cycle active": CacheProtection.LEARNING,
    "degraded": CacheProtection.DEGRADED,
    "degraded (need attention)": CacheProtection.DEGRADED,
    "degraded(need attention)": CacheProtection.DEGRADED,
    "needs attention": CacheProtection.DEGRADED,
    "need attention": CacheProtection.DEGRADED,
    "ndatn": CacheProtection.DEGRADED,
    "dgrd": CacheProtection.DEGRADED,
    "dgd": CacheProtection.DEGRADED,
    "failed": CacheProtection.FAILED,
    "fld": CacheProtection.FAILED,
    "non operational": CacheProtection.FAILED,
    "missing": CacheProtection.ABSENT,
    "msng": CacheProtection.ABSENT,
    "absent": CacheProtection.ABSENT,
    "not present": CacheProtection.ABSENT,
}
# Firmware bits of the battery (MFI_BBU_STATE_* of FreeBSD's mfireg.h): what each says, and the state it means.
# 32 (learn requested) and 16 (discharging) belong to a learn cycle; 4096 (periodic learn required) is healthy.
BATTERY_BITS: Mapping[int, Tuple[str, CacheProtection]] = {
    1: ("pack missing", CacheProtection.ABSENT),
    2: ("voltage low", CacheProtection.DEGRADED),
    4: ("temperature high", CacheProtection.DEGRADED),
    8: ("charging", CacheProtection.CHARGING),
    16: ("discharging", CacheProtection.LEARNING),
    32: ("learn requested", CacheProtection.LEARNING),
    64: ("learn active", CacheProtection.LEARNING),
    128: ("learn failed", CacheProtection.DEGRADED),
    256: ("learn timeout", CacheProtection.DEGRADED),
    512: ("i2c error", CacheProtection.FAILED),
    1024: ("replace pack", CacheProtection.FAILED),
    2048: ("capacity low", CacheProtection.DEGRADED),
    4096: ("periodic learn required", CacheProtection.OPTIMAL),
}
# Properties of /cX/cv and /cX/bbu that answer Yes or No; Yes means this state.
PROTECTION_FLAGS: Mapping[str, CacheProtection] = {
    "replacement required": CacheProtection.FAILED,
    "battery replacement required": CacheProtection.FAILED,
    "pack is about to fail & should be replaced": CacheProtection.DEGRADED,
    "battery pack missing": CacheProtection.ABSENT,
    "no space to cache offload": CacheProtection.DEGRADED,
    "remaining capacity low": CacheProtection.DEGRADED,
    "learn cycle active": CacheProtection.LEARNING,
    "learn cycle timeout": CacheProtection.DEGRADED,
    "i2c errors detected": CacheProtection.FAILED,
}
# What Charging Status says while something is going on; else it prints None.
CHARGING_WORDS = frozenset({"charging", "discharging"})
# SubType of an energy pack that is a battery (H965i).
NO_MODEL = "none"
# Failure texts of /cX/cv and /cX/bbu that are answers.
PROTECTION_ANSWERS: Mapping[str, Tuple[CacheProtection, str]] = {
    "use /cx/cv": (CacheProtection.UNREAD, "cachevault"),
    "use /cx/bbu": (CacheProtection.UNREAD, "battery"),
    "cachevault is absent!": (CacheProtection.ABSENT, ""),
    "battery is absent!": (CacheProtection.ABSENT, ""),
}

# storcli2 has been reported to answer /call show with Success and this description.
NO_CONTROLLER = "no controller found"

# The order is read, write, I/O. RAWBD is R+AWB+D, RaWBD is Ra+WB+D: the case decides, so it is not folded.
_CACHE_7 = re.compile(r"(NR|Ra|R)(AWB|FWB|WB|WT)(C|D)?")
_READ = {
    "NR": ReadPolicy.NO_READ_AHEAD,
    "R": ReadPolicy.READ_AHEAD,
    "RA": ReadPolicy.READ_AHEAD,
    "Ra": ReadPolicy.ADAPTIVE_READ_AHEAD,
}
_WRITE = {
    "WT": WritePolicy.WRITE_THROUGH,
    "WB": WritePolicy.PROTECTED_WRITE_BACK,
    "AWB": WritePolicy.UNPROTECTED_WRITE_BACK,
    "FWB": WritePolicy.UNPROTECTED_WRITE_BACK,
}
_IO: Mapping[Optional[str], Reading[IoPolicy]] = {"D": IoPolicy.DIRECT, "C": IoPolicy.CACHED, None: Silence.UNREAD}
_LEVEL = re.compile(r"RAID([0-9]{1,2})(?![0-9])")
_PERCENT = re.compile(r"\(.*?\)")

CachePolicies = Tuple[ReadPolicy, WritePolicy, Reading[IoPolicy]]


def cache_policies(printed: str) -> Optional[CachePolicies]:
    """Read, write and I/O policy of ``NRWBD`` (grammar 7); None for any other text."""
    found = _CACHE_7.fullmatch(printed)
    return (_READ[found.group(1)], _WRITE[found.group(2)], _IO[found.group(3)]) if found else None


def cache_policies_8(printed: str) -> Optional[CachePolicies]:
    """Read and write policy of ``NR,WB`` (grammar 8, which has no I/O policy); None for any other text."""
    read, _, write = (part.strip() for part in printed.partition(","))
    if read not in _READ or write not in _WRITE:
        return None
    return _READ[read], _WRITE[write], Silence.UNSUPPORTED


def raid_levels(printed: str) -> Tuple[RaidLevel, ...]:
    """
    The levels named in ``RAID0, RAID1(2 or more drives), ... RAID00, PRL 11``.

    RAID00 and the DDF layouts have no word of ours: nobody can ask for them.
    """
    named = [f"raid{number}" for number in _LEVEL.findall(printed)]
    return tuple(level for level in RaidLevel if level.value in named)


def active_operation(printed: str) -> Reading[str]:
    """``consistency_check`` for ``Consistency Check (36%)``; absent for ``None``. Any operation keeps its name."""
    name = "_".join(_PERCENT.sub("", printed).casefold().split())
    return Silence.ABSENT if name in ("none", "") else name


def is_dell(model: Reading[str], pci_subsystem: Reading[str]) -> bool:
    """Dell's cards are driven by perccli: subsystem vendor 1028, or a model named PERC."""
    named = isinstance(model, str) and model.upper().startswith(("PERC", "DELL"))
    return named or (isinstance(pci_subsystem, str) and pci_subsystem.startswith("1028:"))
