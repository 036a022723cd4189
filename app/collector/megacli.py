"""
What MegaCli prints of cards that nothing newer manages: read, never run.

Three generations of one layout, ``key<blanks>: value``: ``Virtual Disk: 0 (target id: 0)`` and ``Virtual Drive: 0
(Target Id: 0)``, ``Stripe Size: 64kB`` and ``Strip Size : 64 KB``. ``GasGuageStatus`` is misspelt in every one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple

from app.collector.notes import Notes, shortened
from app.collector.storcli import tokens
from app.collector.storcli.fields import normal, size_in_bytes, whole_number
from app.collector.storcli.protection import together
from app.collector.storcli.sections import Told
from app.core.hardware import Controller, Drive, DriveGroup, Policies, Protection, VirtualDrive
from app.core.plan import Change
from app.core.policies import CacheProtection, DiskCachePolicy, Interface, IoPolicy, Media, RaidLevel, ReadPolicy
from app.core.policies import WritePolicy as Write
from app.core.reading import Reading, Silence

NAME = "megacli"
UNREAD = Silence.UNREAD

_LOOKED_AT = 8 * 1024 * 1024
_KINDS = re.compile(
    r"^[ \t\r]*(?:Adapter #?[0-9]+[^\n:]*$|(?:CacheCade )?Virtual (?:Drive|Disk): [0-9]+ \(target id|BBU status for|"
    r"Enclosure Device ID:)",
    re.MULTILINE | re.IGNORECASE,
)
_ADAPTER = re.compile(r"(?:Adapter #?|BBU status for Adapter: ?)([0-9]{1,3})\b", re.IGNORECASE)
_VOLUME = re.compile(r"(?:CacheCade )?Virtual (?:Drive|Disk): ([0-9]{1,4}) \(target id: ?([0-9]{1,4})\)", re.IGNORECASE)
_LEVEL = re.compile(r"Primary-([0-9]), Secondary-([0-9])")
_POSITION = re.compile(r"DiskGroup: ?([0-9]{1,4})")

_STATES = {
    "optimal": "optimal",
    "degraded": "degraded",
    "partially degraded": "partially_degraded",
    "offline": "offline",
}
_ACCESS = {"read/write": "read_write", "read only": "read_only", "readonly": "read_only", "blocked": "blocked"}
_DRIVE_STATES = {
    "online": "online",
    "offline": "offline",
    "unconfigured(good)": "unconfigured_good",
    "unconfigured(bad)": "unconfigured_bad",
    "hotspare": "global_hot_spare",
    "rebuild": "rebuilding",
    "failed": "failed",
    "missing": "missing",
    "copyback": "copyback",
    "jbod": "jbod",
}
_MEDIA = {"hard disk device": Media.HDD, "solid state device": Media.SSD}
_READ = {
    "readaheadnone": ReadPolicy.NO_READ_AHEAD,
    "readahead": ReadPolicy.READ_AHEAD,
    "readadaptive": ReadPolicy.ADAPTIVE_READ_AHEAD,
}
_IO = {"direct": IoPolicy.DIRECT, "cached": IoPolicy.CACHED}
_FLAGS: Mapping[str, CacheProtection] = {
    **tokens.PROTECTION_FLAGS,
    "battery replacement required": CacheProtection.FAILED,
}
_COMMANDS: Mapping[Any, str] = {
    Write.WRITE_THROUGH: "WT",
    Write.PROTECTED_WRITE_BACK: "WB",
    ReadPolicy.READ_AHEAD: "RA",
    ReadPolicy.NO_READ_AHEAD: "NORA",
    ReadPolicy.ADAPTIVE_READ_AHEAD: "ADRA",
    IoPolicy.DIRECT: "-Direct",
    IoPolicy.CACHED: "-Cached",
    DiskCachePolicy.ENABLED: "-EnDskCache",
    DiskCachePolicy.DISABLED: "-DisDskCache",
}


class Block(NamedTuple):
    """The lines about one thing: ``adapter``, ``volume``, ``drive`` or ``battery``."""

    kind: str
    adapter: int
    number: int
    fields: Dict[str, str]


def is_megacli(text: str) -> bool:
    """Whether a text is a report of MegaCli about hardware; its log (``MegaSAS.log``) is not."""
    return "{" not in text[:200] and _KINDS.search(text[:_LOOKED_AT]) is not None


def told(text: str, notes: Notes) -> List[Told]:
    """Every adapter of a report; nothing for any other text."""
    if not is_megacli(text):
        return []
    blocks = list(_blocks(text[:_LOOKED_AT]))
    numbers = sorted({block.adapter for block in blocks})
    return [Told(notes.capture, f"adapter {number}", _adapter(number, blocks, notes)) for number in numbers]


def command_lines(changes: Tuple[Change, ...]) -> List[str]:
    """How a person would make these changes with MegaCli, one property a command. They are printed and never run."""
    return [line for change in changes for line in _lines(change)]


def _lines(change: Change) -> Iterator[str]:
    place = f"-L{change.virtual_drive} -a{change.controller} -NoLog"
    if change.after in _COMMANDS:
        yield f"MegaCli64 -LDSetProp {_COMMANDS[change.after]} {place}"
    else:
        yield f"# MegaCli has no command that sets {change.setting} to {change.after} for {change.volume}"
    if change.after is Write.PROTECTED_WRITE_BACK:
        yield f"MegaCli64 -LDSetProp NoCachedBadBBU {place}"


def _blocks(text: str) -> Iterator[Block]:
    first = Block("adapter", 0, 0, {})
    adapter, current = 0, first
    for line in text.splitlines():
        stripped = line.strip()
        begun = _begun(stripped, adapter)
        if begun is not None:
            if current is not first or current.fields:
                yield current
            adapter, current = begun.adapter, begun
        key, colon, value = stripped.partition(":")
        if colon:
            current.fields.setdefault(normal(key), value.strip())
    yield current


def _begun(line: str, adapter: int) -> Optional[Block]:
    """The block that a line begins; None for a line inside of one."""
    named, volume = _ADAPTER.match(line), _VOLUME.match(line)
    if named:
        return Block("battery" if line.lower().startswith("bbu") else "adapter", int(named.group(1)), 0, {})
    if volume:
        kind = "cachecade" if line.lower().startswith("cachecade") else "volume"
        return Block(kind, adapter, int(volume.group(2)), {})
    return Block("drive", adapter, 0, {}) if line.lower().startswith("enclosure device id:") else None


def _adapter(number: int, blocks: List[Block], notes: Notes) -> Controller:
    own = [block for block in blocks if block.adapter == number]
    fields: Dict[str, str] = {}
    for block in own:
        if block.kind == "adapter":
            fields = {**block.fields, **fields}
    drives = tuple(drive for block in own if block.kind == "drive" for drive in [_drive(block, notes)] if drive)
    volumes = _volumes(own, notes)
    memory = size_in_bytes(fields.get("memory size", ""))
    return Controller(
        number,
        model=_text(fields, "product name"),
        serial=_text(fields, "serial no"),
        firmware=_text(fields, "fw package build"),
        kind="raid",
        cache_mib=memory // 1024 // 1024 if memory is not None else UNREAD,
        protection=together([*_batteries(own), *_fitted(fields)]),
        drives=drives,
        drive_groups=tuple(_groups(drives)),
        virtual_drives=tuple(volumes),
    )


def _volumes(blocks: List[Block], notes: Notes) -> List[VirtualDrive]:
    found: List[VirtualDrive] = []
    for block in blocks:
        if block.kind in ("volume", "cachecade"):
            found.append(_volume(block, notes))
        elif block.kind == "drive" and found and "drive's position" in block.fields:
            slot = _slot(block.fields)
            if slot is not None and _follows_volume(block, blocks):
                found[-1] = _with_member(found[-1], slot, block)
    return found


def _follows_volume(block: Block, blocks: List[Block]) -> bool:
    """Drives stand under their volume in ``-LdPdInfo``; in ``-PDList`` no volume comes before them."""
    at = next(index for index, one in enumerate(blocks) if one is block)
    return any(one.kind == "volume" for one in blocks[:at])


def _with_member(volume: VirtualDrive, slot: str, block: Block) -> VirtualDrive:
    group = _POSITION.search(block.fields["drive's position"])
    known = int(group.group(1)) if group else UNREAD
    return replace(volume, drives=(*volume.drives, slot), drive_group=known)


def _volume(block: Block, notes: Notes) -> VirtualDrive:
    fields, place = block.fields, f"adapter {block.adapter}/volume {block.number}"
    spans = whole_number(fields.get("span depth"))
    strip = size_in_bytes(fields.get("strip size") or fields.get("stripe size") or "")
    size = size_in_bytes(fields.get("size", ""))
    disk = tokens.DISK_CACHE.get(normal(fields.get("disk cache policy", "")), UNREAD)
    return VirtualDrive(
        block.number,
        raid_level=_level(fields.get("raid level", ""), spans or 1),
        state=_word(_STATES, fields, "state", place, notes),
        access=_word(_ACCESS, fields, "current access policy", place, notes),
        size_bytes=UNREAD if size is None else size,
        name=fields.get("name", UNREAD),
        strip_size_kib=UNREAD if strip is None else strip // 1024,
        span_depth=UNREAD if spans is None else spans,
        drives_per_span=_number(fields, "number of drives per span", "number of drives"),
        configured=_policies(fields.get("default cache policy", ""), disk, place, notes),
        in_effect=_policies(fields.get("current cache policy", ""), disk, place, notes),
        cachecade=block.kind == "cachecade",
        active_operation=_operation(fields),
    )


def _operation(fields: Mapping[str, str]) -> Reading[str]:
    running = [key for key in ("check consistency", "background initialization", "rebuild") if key in fields]
    return running[0].replace(" ", "_") if running else UNREAD


def _policies(printed: str, disk: Reading[DiskCachePolicy], place: str, notes: Notes) -> Policies:
    words = [normal(word) for word in printed.split(",")]
    if len(words) < 3:
        return Policies(disk_cache=disk)
    read, io = _READ.get(words[1], UNREAD), _IO.get(words[2], UNREAD)
    if UNREAD in (read, io) or words[0] not in ("writeback", "writethrough"):
        notes.add(place, f"unknown cache policies {shortened(printed)!r}")
    return Policies(read, _write(words), io, disk)


def _write(words: List[str]) -> Reading[Write]:
    if words[0] == "writethrough":
        return Write.WRITE_THROUGH
    if words[0] != "writeback":
        return UNREAD
    always = any(word == "write cache ok if bad bbu" for word in words)
    return Write.UNPROTECTED_WRITE_BACK if always else Write.PROTECTED_WRITE_BACK


def _level(printed: str, spans: int) -> Reading[RaidLevel]:
    found = _LEVEL.search(printed)
    if found is None:
        return UNREAD
    spanned = spans > 1 or found.group(2) == "3"
    name = f"raid{found.group(1)}" + ("0" if spanned and found.group(1) != "0" else "")
    return next((level for level in RaidLevel if level.value == name), UNREAD)


def _drive(block: Block, notes: Notes) -> Optional[Drive]:
    fields, slot = block.fields, _slot(block.fields)
    if slot is None:
        return None
    size = size_in_bytes(fields.get("coerced size", "").partition("[")[0])
    position = _POSITION.search(fields.get("drive's position", ""))
    state = normal(fields.get("firmware state", "")).partition(",")[0]
    if state and state not in _DRIVE_STATES:
        notes.add(f"adapter {block.adapter}/drive {slot}", f"unknown state {shortened(state)!r}")
    return Drive(
        slot,
        state=_DRIVE_STATES.get(state, UNREAD),
        drive_group=int(position.group(1)) if position else Silence.ABSENT,
        media=_MEDIA.get(normal(fields.get("media type", "")), UNREAD),
        interface=next((one for one in Interface if one.value == normal(fields.get("pd type", ""))), UNREAD),
        size_bytes=UNREAD if size is None else size,
        wwn=_lower(_text(fields, "wwn")),
    )


def _slot(fields: Mapping[str, str]) -> Optional[str]:
    number = whole_number(fields.get("slot number"))
    enclosure = fields.get("enclosure device id", "")
    if number is None:
        return None
    return f"{enclosure}:{number}" if whole_number(enclosure) is not None else str(number)


def _groups(drives: Tuple[Drive, ...]) -> Iterator[DriveGroup]:
    numbers = sorted({drive.drive_group for drive in drives if isinstance(drive.drive_group, int)})
    for number in numbers:
        yield DriveGroup(number, drives=tuple(drive.slot for drive in drives if drive.drive_group == number))


def _batteries(blocks: List[Block]) -> Iterator[Protection]:
    for block in blocks:
        if block.kind != "battery":
            continue
        model = _text(block.fields, "batterytype")
        kind = "cachevault" if isinstance(model, str) and model.upper().startswith("CV") else "battery"
        printed = normal(block.fields.get("battery state", ""))
        state = tokens.PROTECTION_STATES.get(printed, CacheProtection.UNREAD)
        yield Protection(state, kind, model, shortened(printed) if printed else UNREAD)
        for name, meaning in _FLAGS.items():
            if normal(block.fields.get(name, "no")) == "yes":
                yield Protection(meaning, kind, detail=name)


def _fitted(fields: Mapping[str, str]) -> Iterator[Protection]:
    if normal(fields.get("bbu", "")) in ("absent", "not present"):
        yield Protection(CacheProtection.ABSENT, Silence.ABSENT)


def _word(words: Mapping[str, str], fields: Mapping[str, str], key: str, place: str, notes: Notes) -> Reading[str]:
    printed = normal(fields.get(key, ""))
    if printed and printed not in words:
        notes.add(f"{place}/{key}", f"unknown word {shortened(printed)!r}")
    return words.get(printed, UNREAD)


def _number(fields: Mapping[str, str], *keys: str) -> Reading[int]:
    found = [whole_number(fields[key]) for key in keys if key in fields]
    return found[0] if found and found[0] is not None else UNREAD


def _text(fields: Mapping[str, str], key: str) -> Reading[str]:
    return fields.get(key) or UNREAD


def _lower(text: Reading[str]) -> Reading[str]:
    return text.lower() if isinstance(text, str) else text
