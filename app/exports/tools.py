"""Which command line tool speaks to a controller, and what its binary is called (storcli.md 3.1)."""

from __future__ import annotations

from app.core.hardware import Controller, Tool

BINARIES = {
    "storcli": "storcli64",
    "perccli": "perccli64",
    "storcli2": "storcli2",
    "perccli2": "perccli2",
    "megacli": "MegaCli64",
}
"""Tool name to the name of its 64-bit binary."""

GRAMMAR_8 = frozenset({"storcli2", "perccli2"})

# SAS4x16 and SAS5xxx: their driver is mpi3mr, and storcli 7 does not see them.
_DEVICES_8 = frozenset({"00a5", "00b3"})
_DELL = "1028"


def tool_for(controller: Controller, tool: Tool | None = None) -> str:
    """
    The tool that manages this controller: PCI device first, then its vendor. Where the controller does not tell its
    PCI ids, the tool that read it; where that is not known either, ``storcli``, the widest.
    """
    if isinstance(controller.pci_id, str):
        name = "storcli2" if controller.pci_id[-4:].lower() in _DEVICES_8 else "storcli"
        return tool_of_vendor(name, "dell" if _is_dell(controller) else None)
    if tool is not None and tool.name in BINARIES:
        return tool.name
    name = "storcli2" if tool is not None and tool.grammar == 8 else "storcli"
    return tool_of_vendor(name, "dell" if _is_dell(controller) else None)


def tool_of_vendor(tool: str, vendor: str | None) -> str:
    """Dell ships the same two tools under its own names; everyone else's cards take Broadcom's."""
    renamed = {"storcli": "perccli", "storcli2": "perccli2"}
    return renamed.get(tool, tool) if vendor is not None and vendor.lower() in {"dell", _DELL} else tool


def binary_of(tool: str) -> str:
    """
    The binary of a tool.

    :raises ValueError: no such tool.
    """
    if tool not in BINARIES:
        raise ValueError(f"no tool is called {tool!r}; known: {', '.join(BINARIES)}")
    return BINARIES[tool]


def _is_dell(controller: Controller) -> bool:
    if isinstance(controller.pci_subsystem, str):
        return controller.pci_subsystem.lower().startswith(f"{_DELL}:")
    return isinstance(controller.model, str) and controller.model.upper().startswith(("PERC", "DELL"))
