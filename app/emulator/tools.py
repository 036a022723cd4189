"""The four tools: who is called how, which grammar it speaks, what it calls things."""

from __future__ import annotations

from typing import Any

FAMILIES = ("storcli", "perccli", "storcli2", "perccli2")

# Launchers that a server gets, by the family of its cards.
PROGRAMS: dict[str, tuple[str, ...]] = {
    "storcli": ("storcli64", "storcli"),
    "perccli": ("perccli64", "perccli"),
    "storcli2": ("storcli2",),
    "perccli2": ("perccli2",),
}

VERSIONS: dict[str, str] = {
    "storcli": "007.2508.0000.0000 Feb 27, 2023",
    "perccli": "007.2616.0000.0000 Dec 06, 2023",
    "storcli2": "008.0005.0000.0010 Feb 22, 2023",
    "perccli2": "008.0010.0000.0020 Jun 18, 2024",
}

# Dell's tools say force where Broadcom's say always. What perccli2 says was never seen: it takes both here.
ALWAYS_WRITE_BACK: dict[str, tuple[str, ...]] = {
    "storcli": ("awb",),
    "perccli": ("fwb",),
    "storcli2": ("awb",),
    "perccli2": ("awb", "fwb"),
}


def family_of(program: str) -> str:
    """
    The family of a program's name or path, ``storcli64`` or ``/opt/x/perccli2``.

    :raises ValueError: no tool is called so.
    """
    name = program.rpartition("/")[2].casefold()
    name = name[:-2] if name.endswith("64") else name
    if name not in FAMILIES:
        raise ValueError(f"{program}: not one of {', '.join(FAMILIES)} (or with 64 at its end)")
    return name


def grammar_of(family: str) -> int:
    """7 or 8."""
    return 8 if family.endswith("2") else 7


def version_of(state: dict[str, Any], family: str) -> str | None:
    """What ``CLI Version`` says on this server; None in builds too old to print one."""
    version: str | None = state["versions"].get(family, VERSIONS[family])
    return version
