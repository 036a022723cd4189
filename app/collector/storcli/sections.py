"""One reply into controllers: every section that speaks of hardware is read, every unknown one is named."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import List

from app.collector.notes import Notes
from app.collector.storcli import tokens
from app.collector.storcli.controllers import controller, is_grammar_8, of_grammar_8, pci_id
from app.collector.storcli.drive_groups import drive_groups
from app.collector.storcli.drives import drives
from app.collector.storcli.fields import Fields
from app.collector.storcli.protection import is_answer, of_overview, protections, together
from app.collector.storcli.replies import Reply
from app.collector.storcli.virtual_drives import virtual_drives
from app.core.hardware import Controller
from app.core.reading import Reading, Silence

UNREAD = Silence.UNREAD

# Sections that are read, then those known to say nothing about settings. Lower case, numbers as N.
_KNOWN = frozenset(
    """
    basics|version|bus|status|supported adapter operations|supported controller operations|supported vd operations
    hwcfg|capabilities|max. supported config|deviceinterface|drive groups|topology|virtual drives|vd list
    physical drives|pd list|cachevault_info|cachevault info|bbu_info|bbu info|energy pack info|firmware_status
    bbu_firmware_status|gasgaugestatus|bbu_gasgauge_status|drive information|drives list|dg drive list
    un-configured drive list|jbod list|jbod drive list|physical device information|system overview|it system overview
    controller properties|number of controllers|controller count|/cN/vN|pds for vd N|vdN properties|vd N properties
    drive /cN/eN/sN|drive /cN/sN|drive /cN/eN/sN - detailed information|drive /cN/sN - detailed information
    product name|serial number|fw package build|fw version|driver name|driver version|vendor id|device id
    subvendor id|subdevice id|current personality

    host name|operating system|storelib it version|storelib irN version|slN library version|aso
    pending images in flash|arrays|supported drive operations|enterprise key management|external key management
    supported pd operations|advanced software option|advanced software options|safe id|key information|policies|boot
    high availability|defaults|scheduled tasks|secure boot|secure boot details|security protocol
    security protocol properties|security protocol details|enclosures|enclosure list|lu/ns list|hostinterface|properties
    nvcache information|design_info|bbu_capacity_info|bbu_design_info|bbu_properties|sas address|pci address
    system time|mfg. date|controller time|bios version|host interface|device interface|bus number|device number
    function number|domain id|free space details|total slot count|total vd count|total drive count
    unconfigured drive count|total free slots|vd information|auto-config information|foreign configuration
    total foreign drive groups|total foreign pds|total locked foreign pds|vd operation status
    drive /cN/eN/sN hot spare information|drive /cN/sN hot spare information
    """.replace("\n", "|")
    .replace("||", "|")
    .split("|")
)
_KNOWN_NAMES = frozenset(name.strip() for name in _KNOWN)
_NUMBER = re.compile(r"[0-9]+")


@dataclass(frozen=True)
class Told:
    """What one reply tells of one controller. An overview is weaker: it prints names without their blanks."""

    capture: str
    path: str
    controller: Controller
    is_overview: bool = False


def told(reply: Reply, notes: Notes) -> List[Told]:
    """Every controller of a reply, with what the reply says of it; failures and unknown sections go to the notes."""
    _note_failures(reply, notes)
    path = f"{reply.path}/Response Data"
    if reply.data is not None and not isinstance(reply.data, dict):
        _note_progress(reply.data, path, notes)
    data = Fields(reply.data, path, notes)
    _note_unknown(data, notes)
    overview = [Told(notes.capture, path, one, is_overview=True) for one in _overview(data)]
    return overview if overview else _one(reply, data, notes)


def grammar(reply: Reply) -> Reading[int]:
    """7 or 8, from the version (``007.1616...``) or, in builds that print none, from the keys."""
    major = re.match(r"0{0,2}([0-9])\.", reply.version) if isinstance(reply.version, str) else None
    if major:
        return 8 if int(major.group(1)) >= 8 else 7
    data = Fields(reply.data, "", Notes(""))
    if is_grammar_8(data):
        return 8
    return 7 if list(data) else UNREAD


def _one(reply: Reply, data: Fields, notes: Notes) -> List[Told]:
    said = together(protections(data, reply.failures))
    if isinstance(reply.controller, Silence):
        if any(name in data for name in ("Basics", "VD LIST", "PD LIST", "Virtual Drives", "HwCfg", "TOPOLOGY")):
            notes.add(reply.path, "a reply without the number of its controller")
        return []
    if not list(data) and said == together([]):
        return []
    one = replace(
        controller(reply.controller, data),
        protection=said,
        drives=tuple(drives(data)),
        drive_groups=tuple(drive_groups(data)),
        virtual_drives=tuple(virtual_drives(data)),
    )
    return [Told(notes.capture, data.path, of_grammar_8(one) if grammar(reply) == 8 else one)]


def _overview(data: Fields) -> List[Controller]:
    found = []
    for row in data.rows("System Overview"):
        number = row.number("Ctl", "Ctrl")
        if isinstance(number, int):
            found.append(replace(_row(number, row), kind="raid"))
    for row in data.rows("IT System Overview"):
        number = row.number("Ctl", "Ctrl")
        if isinstance(number, int):
            found.append(replace(_row(number, row), kind="hba"))
    return found


def _row(number: int, row: Fields) -> Controller:
    return Controller(
        number=number,
        model=row.text("Model", "Product Name"),
        pci_id=pci_id(row, "VendId", "DevId"),
        pci_subsystem=pci_id(row, "SubVendId", "SubDevId"),
        serial=row.text("SerialNumber"),
        status=row.word(tokens.CONTROLLER_STATES, "Hlth", "Status"),
        protection=together([of_overview(row)]),
        personality=row.word(tokens.PERSONALITIES, "Personality"),
    )


def _note_failures(reply: Reply, notes: Notes) -> None:
    for failure in reply.failures:
        if not is_answer(failure):
            notes.add(f"{reply.path}/Command Status", f"failure: {failure}")


def _note_progress(data: object, path: str, notes: Notes) -> None:
    # Progress commands answer with a list of rows; it is not hardware.
    rows = data if isinstance(data, list) else [None]
    if not all(isinstance(row, dict) and any(str(key).startswith("Progress") for key in row) for row in rows):
        notes.add(path, "neither an object nor a list of progress rows")


def _note_unknown(data: Fields, notes: Notes) -> None:
    if data.value("Number of Controllers", "Controller Count") == 0:
        notes.add(data.path, "the tool sees no controller; is it run as root?")
    for key in data:
        if _NUMBER.sub("N", key) not in _KNOWN_NAMES:
            notes.add(data.place(key), "unknown section")
