"""Which answer a ``show`` of grammar 8 asks for, and the overview."""

from __future__ import annotations

from typing import Any

from app.emulator.answers import Answer, Entry, not_found
from app.emulator.cards import facts_of
from app.emulator.eight import controller as whole
from app.emulator.eight import drives, volumes
from app.emulator.eight.rows import enclosure_rows, topology
from app.emulator.grammar import Command, chosen
from app.emulator.seven import properties
from app.emulator.state import Controller, State


def answer(state: State, controllers: list[Controller], command: Command, at: float, system: str) -> Answer | None:
    """The answer of every controller named; None where the words are not known."""
    if not command.path:
        return _overview(state, controllers, command.rest, system)
    numbers = [one["number"] for one in controllers]
    if command.path.get("c") == "all" and not numbers:
        # Seen once in the field: Success, although there is none.
        return Answer([Entry(None, description="No Controller found")])
    entries = [_of_number(controllers, number, command, at) for number in chosen(command.path["c"], numbers)]
    found = Answer([entry for entry in entries if entry is not None])
    if len(found.entries) < len(entries):
        return None
    found.code = _exit_code(found)
    return found


def _exit_code(found: Answer) -> int:
    """A controller or volume that does not exist: 0. Another failure: not 0."""
    names = [row.get("VD") for entry in found.entries for row in entry.rows]
    wrong = any(entry.description.endswith("not found") for entry in found.entries)
    return 1 if found.exit_code and not wrong and not any(name is not None for name in names) else 0


def _of_number(controllers: list[Controller], number: int, command: Command, at: float) -> Entry | None:
    controller = next((one for one in controllers if one["number"] == number), None)
    if controller is None:
        return not_found(number, bare=False)
    target, words = command.target, command.rest
    if target == "c":
        return _of_card(controller, words, at)
    if target == "v":
        return volumes.show(controller, command.path["v"], words, at)
    if target == "s":
        return drives.show(controller, command.path, words, at)
    if words not in ((), ("all",)):
        return None
    if target == "d":
        return Entry(number, {"TOPOLOGY": topology(controller)}, "Show Drive Group succeeded.")
    if target == "f":
        return properties.foreign(controller)
    return Entry(number, {"Enclosure List": enclosure_rows(controller)}) if target == "e" else None


def _of_card(controller: Controller, words: tuple[str, ...], at: float) -> Entry | None:
    if words == ():
        return whole.show(controller, at)
    return whole.show_all(controller, at) if words == ("all",) else properties.show(controller, words, at)


def _overview(state: State, controllers: list[Controller], words: tuple[str, ...], system: str) -> Answer | None:
    if words not in ((), ("all",), ("ctrlcount",)):
        return None
    data: dict[str, Any] = {"Number of Controllers": len(controllers)}
    if words != ("ctrlcount",):
        data.update({"Host Name": state["host"], "Operating System ": system, "SL8 Library Version": whole.LIBRARY})
        if controllers:
            data["System Overview"] = [_row(one) for one in controllers]
        if controllers and words == ("all",):
            data["ASO"] = [_options(one) for one in controllers]
    # A 9660 of the field answers a good show with 6.
    return Answer([Entry(None, data)], code=facts_of(controllers[0])["show_exit"] if controllers else 0)


def _row(controller: Controller) -> dict[str, Any]:
    return {
        "Ctrl": controller["number"],
        "Product Name": facts_of(controller)["model"],
        "SASAddress": f"0X{controller['sas'].upper()}",
        "Personality": "RAID",
        "Status": controller.get("status", "Optimal"),
        "PD(s)": len(controller["drives"]),
        "VD(s)": len(controller["volumes"]),
        "VNOpt": sum(1 for volume in controller["volumes"] if volume["state"] != "Optl"),
        "EPack": whole.STATES[controller["protection"]["state"]],
    }


def _options(controller: Controller) -> dict[str, Any]:
    names = ("RP", "R0/00", "R1/10", "R5/50", "R6/60", "JBOD")
    return {"Ctrl": controller["number"], **dict.fromkeys(names, "U")}
