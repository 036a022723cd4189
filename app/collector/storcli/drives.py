"""Physical drives, from every table and detail that names one."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Iterator, List, Optional, Tuple

from app.collector.storcli import tokens
from app.collector.storcli.fields import Fields, normal, whole_number
from app.core.hardware import Drive
from app.core.policies import Interface, Media
from app.core.reading import Reading, Silence

UNREAD = Silence.UNREAD

_LISTS = ("PD LIST", "Drive Information", "DG Drive LIST", "UN-CONFIGURED DRIVE LIST", "JBOD LIST", "JBOD DRIVE LIST")
_MEMBERS = re.compile(r"pds for vd [0-9]+")
_DRIVE = re.compile(r"drive (?:/c[0-9]+)(?:/e([0-9]+))?/s([0-9]+)")
_DETAILS = re.compile(_DRIVE.pattern + r" - detailed information")


def slot(row: Fields) -> Optional[str]:
    """``252:0``, or ``4`` for a drive without enclosure (the enclosure is then blank or a dash); None for no slot."""
    printed = row.text("EID:Slt", "EID:Slot")
    if not isinstance(printed, str):
        return None
    enclosure, _, number = (part.strip() for part in printed.rpartition(":"))
    return f"{enclosure}:{number}" if enclosure not in ("", "-") else number


def drives(data: Fields) -> List[Drive]:
    """Each mention of a drive in a reply, in the order met; the same drive may be mentioned several times."""
    found = [drive for key in _LISTS for row in data.rows(key) for drive in _row(row)]
    for entry in data.rows("Drives List"):
        found.extend(_entry_8(entry))
    for volume in _volumes_8(data):
        found.extend(drive for row in volume.rows("PDs") for drive in _row(row))
    found.extend(_by_path(data))
    found.extend(_by_path(data.fields("Physical Device Information")))
    return found


def _volumes_8(data: Fields) -> List[Fields]:
    return data.rows("Virtual Drives") if isinstance(data.value("Virtual Drives"), list) else []


def _by_path(data: Fields) -> Iterator[Drive]:
    for key in data:
        if _MEMBERS.fullmatch(key) or _DRIVE.fullmatch(key):
            yield from (drive for row in data.rows(key) for drive in _row(row))
        details = _DETAILS.fullmatch(key)
        if details:
            enclosure, number = details.groups()
            yield _details(number if enclosure is None else f"{enclosure}:{number}", data.fields(key))


def _row(row: Fields) -> Iterator[Drive]:
    place = slot(row)
    if place is None:
        row.notes.add(row.path, "a drive without its slot")
        return
    interface = row.word(tokens.INTERFACES, "Intf")
    yield Drive(
        slot=place,
        state=_state(row),
        drive_group=drive_group(row),
        media=_media(row, interface),
        interface=interface,
        size_bytes=row.size("Size"),
        model=row.text("Model"),
    )


def drive_group(row: Fields) -> Reading[int]:
    """Number of the drive group; absent for ``-`` (in none) and ``F`` (in a foreign one)."""
    printed = row.value("DG")
    if isinstance(printed, str) and normal(printed) in tokens.NO_GROUP:
        return Silence.ABSENT
    return row.number("DG")


def _state(row: Fields) -> Reading[str]:
    state, status = row.text("State"), row.text("Status")
    if not isinstance(state, str) or not isinstance(status, str):
        return row.word(tokens.DRIVE_STATES, "State")
    known = tokens.DRIVE_STATES_8.get((normal(state), normal(status)))
    if known is None:
        row.notes.add(f"{row.path}/State", f"unknown words {state!r} and {status!r}")
    return UNREAD if known is None else known


def _media(row: Fields, interface: Reading[Interface]) -> Reading[Media]:
    media = row.word(tokens.MEDIA, "Med")
    return Media.NVME if interface is Interface.NVME and media is Media.SSD else media


def _entry_8(entry: Fields) -> Iterator[Drive]:
    for drive in _row(entry.fields("Drive Information")):
        details = entry.fields("Drive Detailed Information")
        logical = details.fields("LU/NS Properties")
        yield replace(
            drive,
            rpm=details.number("Hard Disk Drive RPM"),
            model=_longer(drive.model, details.text("Model")),
            serial=details.text("Serial Number"),
            wwn=_lower(details.text("WWN")),
            write_cache=logical.word(tokens.ON, "Current Write Cache"),
        )


def _details(place: str, details: Fields) -> Drive:
    # The keys repeat the path of the drive: "Drive /c0/e252/s0 Device attributes".
    attributes = [details.fields(key) for key in details if key.endswith(" device attributes")]
    section = attributes[0] if attributes else details.fields("Device attributes")
    return Drive(
        slot=place,
        model=section.text("Model Number"),
        serial=section.text("SN"),
        wwn=_lower(section.text("WWN")),
        write_cache=section.word(tokens.ON, "Write Cache"),
    )


def _longer(first: Reading[str], second: Reading[str]) -> Reading[str]:
    # The column cuts a model at 20 characters where the details print it whole.
    known = [model for model in (first, second) if isinstance(model, str)]
    return max(known, key=len) if known else UNREAD


def _lower(text: Reading[str]) -> Reading[str]:
    return text.lower() if isinstance(text, str) else text


def natural(place: str) -> Tuple[int, ...]:
    """Sorts ``252:9`` before ``252:10``; a slot that is no number comes first."""
    numbers = (whole_number(part) for part in place.split(":"))
    return tuple(number for number in numbers if number is not None)
