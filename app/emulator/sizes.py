"""Sectors as the tools print them: binary units, three decimals, called TB by grammar 7 and TiB by grammar 8."""

from __future__ import annotations

_UNITS = ((1 << 40, "TB"), (1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB"))


def printed(sectors: int, binary_names: bool = False) -> str:
    """``16.370 TB``; ``16.370 TiB`` where the tool names binary units so."""
    size = sectors * 512
    scale, unit = next((pair for pair in _UNITS if size >= pair[0]), _UNITS[-1])
    return f"{size / scale:.3f} {unit[0]}iB" if binary_names else f"{size / scale:.3f} {unit}"


def with_sectors(sectors: int, binary_names: bool = False) -> str:
    """``2.729 TB [0x15d50a3b0 Sectors]``"""
    return f"{printed(sectors, binary_names)} [{sectors:#x} Sectors]"


def strip(kib: int, binary_names: bool = False) -> str:
    """``256 KB``, ``1.000 MB``; ``256 KiB`` in grammar 8."""
    if kib < 1024:
        return f"{kib} {'KiB' if binary_names else 'KB'}"
    return f"{kib / 1024:.3f} {'MiB' if binary_names else 'MB'}"
