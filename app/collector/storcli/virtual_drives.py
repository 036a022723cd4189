"""Virtual drives, from the lists, the paths and the properties of both grammars."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import List, Optional, Tuple

from app.collector.notes import printable, shortened
from app.collector.storcli import tokens
from app.collector.storcli.drives import slot
from app.collector.storcli.fields import Fields, normal, whole_number
from app.core.hardware import Policies, VirtualDrive
from app.core.reading import Reading, Silence

UNREAD = Silence.UNREAD

_PATH = re.compile(r"/c[0-9]{1,4}/v([0-9]{1,6})")
_MEMBERS = re.compile(r"pds for vd ([0-9]{1,6})")
_PROPERTIES = re.compile(r"vd ?([0-9]{1,6}) properties")


def virtual_drives(data: Fields) -> List[VirtualDrive]:
    """
    Each mention of a virtual drive in a reply, in the order met. Grammar 7 tells of one in three places: its row,
    ``PDs for VD 0`` and ``VD0 Properties``.
    """
    found = [_row(row, None) for row in _listed(data)] + [_entry_8(entry) for entry in _entries_8(data)]
    for key in data:
        path, members, properties = _PATH.fullmatch(key), _MEMBERS.fullmatch(key), _PROPERTIES.fullmatch(key)
        if path:
            found.extend(_row(row, int(path.group(1))) for row in data.rows(key))
        if members:
            found.append(VirtualDrive(int(members.group(1)), drives=_slots(data.rows(key))))
        if properties:
            found.append(_with_properties(VirtualDrive(int(properties.group(1))), data.fields(key)))
    return [drive for drive in found if drive is not None]


def _listed(data: Fields) -> List[Fields]:
    # "Virtual Drives" is a number in /cX show all, a list of rows in /cX/vall show, a list of entries in grammar 8.
    rows = data.rows("Virtual Drives") if isinstance(data.value("Virtual Drives"), list) else []
    return [row for row in rows if "VD Info" not in row] + data.rows("VD LIST")


def _entries_8(data: Fields) -> List[Fields]:
    rows = data.rows("Virtual Drives") if isinstance(data.value("Virtual Drives"), list) else []
    return [row for row in rows if "VD Info" in row]


def _entry_8(entry: Fields) -> Optional[VirtualDrive]:
    drive = _row(entry.fields("VD Info"), None)
    if drive is None:
        return None
    return _with_properties(replace(drive, drives=_slots(entry.rows("PDs"))), entry.fields("VD Properties"))


def _slots(rows: List[Fields]) -> Tuple[str, ...]:
    return tuple(place for place in map(slot, rows) if place is not None)


def _row(row: Fields, number: Optional[int]) -> Optional[VirtualDrive]:
    group, named = _group_and_number(row)
    number = named if number is None else number
    if number is None:
        row.notes.add(f"{row.path}/DG/VD", "a virtual drive without its number")
        return None
    return VirtualDrive(
        number=number,
        drive_group=group,
        raid_level=row.word(tokens.RAID_LEVELS, "TYPE"),
        state=row.word(tokens.VIRTUAL_DRIVE_STATES, "State"),
        access=row.word(tokens.ACCESS, "Access"),
        size_bytes=row.size("Size"),
        name=_name(row),
        configured=_policies(row, "DefaultCache"),
        in_effect=_policies(row, "CurrentCache"),
        cachecade=_cachecade(row),
    )


def _group_and_number(row: Fields) -> Tuple[Reading[int], Optional[int]]:
    printed = row.text("DG/VD")
    group, _, number = (printed if isinstance(printed, str) else "").partition("/")
    known = whole_number(group)
    return (UNREAD if known is None else known), whole_number(number)


def _name(row: Fields) -> Reading[str]:
    printed = row.value("Name")
    return printable(printed) if isinstance(printed, str) else UNREAD


def _policies(row: Fields, key: str) -> Policies:
    """
    Policies of one column. Grammar 7 prints ``Cache``, what is in effect: its read and I/O policies stand for the
    configured ones too, since only writing has a fallback; the configured write policy stands in the properties.
    """
    key_7 = "Cache" if "Cache" in row else None
    printed = row.text(key_7 or key)
    if not isinstance(printed, str):
        return Policies()
    found = tokens.cache_policies(printed) if key_7 else tokens.cache_policies_8(printed)
    if found is None:
        row.notes.add(f"{row.path}/{key_7 or key}", f"unknown cache policies {shortened(printed)!r}")
        return Policies()
    read, write, io = found
    return Policies(read, UNREAD if key_7 and key == "DefaultCache" else write, io)


def _cachecade(row: Fields) -> Reading[bool]:
    kind = row.text("TYPE")
    if isinstance(kind, str) and normal(kind) in tokens.CACHECADE_TYPES:
        return True
    if "CurrentCache" in row:
        return Silence.UNSUPPORTED
    # "-" in the column says no; a build of 2013 (1.03) has no such column.
    return row.text("Cac") is not UNREAD if "Cac" in row else UNREAD


def _with_properties(drive: VirtualDrive, properties: Fields) -> VirtualDrive:
    disk_cache = properties.word(tokens.DISK_CACHE, "Disk Cache Policy", "Drive Write Cache Policy")
    write = properties.word(tokens.INITIAL_WRITE_CACHE, "Write Cache(initial setting)")
    strip = properties.size("Strip Size")
    device = properties.text("OS Drive Name")
    identifier = properties.text("SCSI NAA Id")
    return replace(
        drive,
        strip_size_kib=strip // 1024 if isinstance(strip, int) else UNREAD,
        span_depth=properties.number("Span Depth"),
        drives_per_span=_drives_per_span(properties, len(drive.drives)),
        configured=replace(
            drive.configured, disk_cache=disk_cache, write=drive.configured.write if write is UNREAD else write
        ),
        in_effect=replace(drive.in_effect, disk_cache=disk_cache),
        active_operation=_active_operation(properties),
        os_device=device,
        wwn=identifier.lower() if isinstance(identifier, str) else UNREAD,
    )


def _drives_per_span(properties: Fields, listed: int) -> Reading[int]:
    each = properties.number("Number of Drives Per Span")
    spans, all_drives = properties.number("Span Depth"), properties.number("Number of Drives")
    if isinstance(each, int) or not isinstance(spans, int) or not isinstance(all_drives, int) or spans < 1:
        return each
    # Whether grammar 8 counts all drives or those of one span was never seen with two spans: the list decides.
    if spans == 1 or all_drives == listed:
        return all_drives // spans
    return all_drives if all_drives * spans == listed else UNREAD


def _active_operation(properties: Fields) -> Reading[str]:
    printed = properties.text("Active Operations")
    if isinstance(printed, str):
        return tokens.active_operation(printed)
    # Grammar 8 has no such key; it tells a reconstruction only. The topology has a column for the rest.
    return "reconstruction" if properties.word(tokens.YES, "Morphing") is True else UNREAD
