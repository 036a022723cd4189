# ruff: noqa: PTH100, PTH118, PTH123, PTH208 - pathlib costs every start 5 ms
"""Which tool speaks to the controllers of this host: by PCI id, then by what is installed. MegaCli is never run."""

from __future__ import annotations

import os
import shutil
from typing import Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from app.collector.refusals import RefusedError
from app.collector.storcli.commands import GRAMMAR_8, TOOLS


class PciCard(NamedTuple):
    """A RAID controller or HBA as the kernel lists it; ids are four lower-case hexadecimal digits."""

    address: str
    vendor: str
    device: str
    subvendor: str


class Tool(NamedTuple):
    """A tool that can be started. ``prefix`` stands before its words, such as ``sudo -n``."""

    name: str
    path: str
    prefix: Tuple[str, ...] = ()

    @property
    def grammar(self) -> int:
        return 8 if self.name in GRAMMAR_8 else 7


BINARIES: Mapping[str, Tuple[str, ...]] = {
    "storcli": ("storcli64", "storcli"),
    "perccli": ("perccli64", "perccli"),
    "storcli2": ("storcli2",),
    "perccli2": ("perccli2",),
}
VARIABLES = {name: f"RAIDWISE_{name.upper()}" for name in TOOLS}
_DIRECTORIES = (*(f"/opt/MegaRAID/{name}" for name in TOOLS), "/usr/local/sbin", "/usr/sbin")

_BROADCOM, _DELL = "1000", "1028"
# SAS4x16 and SAS5xxx: their driver is mpi3mr, and the tools of grammar 7 do not see them (pci.ids of 2026).
_DEVICES_8 = frozenset({"00a5", "00b3", "00b5", "00b6"})
# Up to SAS2208: what MegaCli was made for. On SAS39xx it drives the firmware into a fault (hwraid issue 136).
_MEGACLI_CARDS = frozenset({"0060", "0073", "0078", "0079", "005b"})
# Plain HBAs have no volumes and so no policies.
_HBAS = frozenset({"0064", "0072", "0087", "0097", "00c9", "00ac", "00ad", "00af", "00d0", "00e6"})
_CLASSES = ("0x0104", "0x0107", "0x0100")


def pci_cards(sysfs: str) -> List[PciCard]:
    """Broadcom's storage controllers in sysfs; none where it cannot be read, such as in a container."""
    root = os.path.join(sysfs, "bus", "pci", "devices")
    try:
        addresses = sorted(os.listdir(root))
    except OSError:
        return []
    return [card for address in addresses for card in _card(os.path.join(root, address), address)]


def _card(directory: str, address: str) -> Iterator[PciCard]:
    kind, vendor, device, subvendor = (
        _line(os.path.join(directory, name)) for name in ("class", "vendor", "device", "subsystem_vendor")
    )
    if kind.startswith(_CLASSES) and vendor == f"0x{_BROADCOM}":
        yield PciCard(address, vendor[2:], device[2:].lower(), subvendor[2:].lower())


def _line(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read(32).strip()
    except OSError:
        return ""


def installed(environment: Mapping[str, str]) -> Dict[str, str]:
    """The tools that are there, by name: where the environment says, in PATH, or where their packages put them."""
    paths = os.pathsep.join((environment.get("PATH", ""), *_DIRECTORIES))
    found = {}
    for name, binaries in BINARIES.items():
        said = environment.get(VARIABLES[name])
        places = [said] if said else [shutil.which(binary, path=paths) for binary in binaries]
        present = [place for place in places if place and os.access(place, os.X_OK)]
        if present:
            found[name] = os.path.abspath(present[0])
    return found


def chosen(cards: Sequence[PciCard], present: Mapping[str, str], wanted: Optional[str]) -> Tuple[Tool, ...]:
    """
    One tool for each sort of card in this host.

    :param wanted: the operator's own word, which decides where the cards leave a choice.
    :raises RefusedError: ``no_tool``, ``two_tools``, ``no_controller``, ``only_hba`` or ``only_megacli``.
    """
    if wanted is not None:
        return (_present(wanted, present),)
    raid = [card for card in cards if card.device not in _HBAS]
    if cards and not raid:
        raise RefusedError("only_hba", f"{_named(cards)}: HBAs only, which have no volumes and no cache policies")
    if not raid:
        return (_only(present),)
    sorts = {family: [card for card in raid if _family(card) == family] for family in ("storcli", "storcli2")}
    return tuple(_for_family(family, sort, present) for family, sort in sorts.items() if sort)


def _family(card: PciCard) -> str:
    return "storcli2" if card.device in _DEVICES_8 else "storcli"


def _for_family(family: str, cards: Sequence[PciCard], present: Mapping[str, str]) -> Tool:
    dells = {"storcli": "perccli", "storcli2": "perccli2"}[family]
    first, second = (dells, family) if all(card.subvendor == _DELL for card in cards) else (family, dells)
    name = first if first in present else second
    if name in present:
        return Tool(name, present[name])
    if all(card.device in _MEGACLI_CARDS for card in cards):
        raise RefusedError(
            "only_megacli",
            f"{_named(cards)}: neither {first} nor {second} is here. If only MegaCli manages this card, save what "
            "it prints and use plan --captures: the commands are printed and never run",
        )
    raise RefusedError("no_tool", f"{_named(cards)}: install {first}, or name it in {VARIABLES[first]}")


def _only(present: Mapping[str, str]) -> Tool:
    """Without a card in sysfs, whatever single tool is there."""
    if not present:
        raise RefusedError(
            "no_tool",
            f"none of {', '.join(TOOLS)} is installed and the PCI bus shows no MegaRAID card; install the tool of "
            f"your card, or name it in {VARIABLES['storcli']} and so on",
        )
    if len(present) > 1:
        raise RefusedError(
            "two_tools", f"{' and '.join(sorted(present))} are here and the PCI bus does not tell which; use --tool"
        )
    ((name, path),) = present.items()
    return Tool(name, path)


def _present(name: str, present: Mapping[str, str]) -> Tool:
    if name not in present:
        raise RefusedError("no_tool", f"{name} is not installed; name it in {VARIABLES[name]}")
    return Tool(name, present[name])


def _named(cards: Sequence[PciCard]) -> str:
    return ", ".join(f"{card.vendor}:{card.device} at {card.address}" for card in cards)
