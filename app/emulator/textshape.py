"""What the tools print without ``J``: headings, ``key = value``, tables with dashes, legends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

TAKES_LONG = "Generating detailed summary of the adapter, it may take a while to complete.\n\n"

_HEXADECIMAL = frozenset({"Vendor Id", "Device Id", "SubVendor Id", "SubDevice Id"})
_RIGHT = frozenset({"Size", "Progress%"})
# A table that has this column is followed by what its letters mean.
_LEGENDS = (
    (
        ("DG", "Type"),
        (
            "DG=Disk Group Index|Arr=Array Index|Row=Row Index|BT=Background Task Active\n"
            "PDC=PD Cache|dflt=Default|enbl=Enabled|dsbl=Disabled|Onln=Online|Rbld=Rebuild|Dgrd=Degraded"
        ),
    ),
    (
        ("DG/VD",),
        (
            "Optl=Optimal|Pdgd=Partially Degraded|Dgrd=Degraded|OfLn=OffLine|Rec=Recovery\n"
            "R=Read Ahead Always|NR=No Read Ahead|WB=WriteBack|{always}=Always WriteBack|WT=WriteThrough\n"
            "C=Cached IO|D=Direct IO|Consist=Consistent|sCC=Scheduled Check Consistency"
        ),
    ),
    (
        ("EID:Slt",),
        (
            "EID=Enclosure Device ID|Slt=Slot No|DID=Device ID|DG=DriveGroup|Med=Media Type\n"
            "Onln=Online|Offln=Offline|UGood=Unconfigured Good|UBad=Unconfigured Bad|Sp=Spun|U=Up|D=Down"
        ),
    ),
    (
        ("Ctl", "Hlth"),
        (
            "Ctl=Controller Index|DGs=Drive groups|VDs=Virtual drives|Opt=Optimal|Msng=Missing\n"
            "NdAtn=Need Attention|Fld=Failed|BBU=Battery Backup Unit or CV|Hlth=Health"
        ),
    ),
)


def head(pairs: Sequence[tuple[str, Any]]) -> str:
    """``CLI Version = ...`` and so on."""
    return "".join(f"{key} = {value}\n" for key, value in pairs)


def rows(title: str, found: Sequence[dict[str, Any]], always: str = "AWB") -> str:
    """A titled table, such as Detailed Status."""
    return f"{_title(title)}\n{_table(found)}\n{_legend(found, always)}\n"


def body(data: Any, always: str = "AWB") -> str:
    """The sections of Response Data."""
    if isinstance(data, list):
        return _table(data) + "\n" + _legend(data, always)
    return "\n".join(_section(str(key), value, always) for key, value in data.items()) + "\n"


def _section(key: str, value: Any, always: str) -> str:
    if isinstance(value, dict):
        return f"\n{_title(key)}{body(value, always)}"
    if isinstance(value, list) and value and _is_nested(value[0]):
        return "\n".join(body(item, always) for item in value)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return f"\n{rows(key, _flat(value), always)}"
    return f"{key} = {f'0x{value:X}' if key in _HEXADECIMAL else value}"


def _is_nested(item: Any) -> bool:
    """An entry of grammar 8: tables and sections within, no cell of its own."""
    return isinstance(item, dict) and all(isinstance(cell, (dict, list)) for cell in item.values())


def _flat(found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: "-" if isinstance(cell, (dict, list)) else cell for key, cell in row.items()} for row in found]


def _title(title: str) -> str:
    return f"{title} :\n{'=' * len(title)}\n"


def _table(found: Sequence[dict[str, Any]]) -> str:
    names = list(found[0])
    columns = [_column(name, [row.get(name, "-") for row in found]) for name in names]
    lines = ["".join(f"{column[index]} " for column in columns) for index in range(len(found) + 1)]
    dashes = "-" * len(lines[0])
    return "\n".join([dashes, lines[0], dashes, *lines[1:], dashes]) + "\n"


def _column(name: str, cells: Sequence[Any]) -> list[str]:
    name, texts = name.strip(), [str(cell).strip() if isinstance(cell, str) else str(cell) for cell in cells]
    width = max(len(text) for text in (name, *texts))
    right = name in _RIGHT or all(isinstance(cell, int) for cell in cells)
    return [text.rjust(width) if right else text.ljust(width) for text in (name, *texts)]


def _legend(found: Sequence[dict[str, Any]], always: str) -> str:
    texts = (text for names, text in _LEGENDS if all(name in found[0] for name in names))
    text = next(texts, "")
    return text.format(always=always) + "\n" if text else ""
