"""Which answer a ``show`` of grammar 7 asks for."""

from __future__ import annotations

from app.emulator import cards
from app.emulator.answers import Answer, Entry, not_found, unsupported
from app.emulator.grammar import Command, chosen
from app.emulator.seven import controller as whole
from app.emulator.seven import drives, hba, overview, properties, protection, volumes
from app.emulator.state import Controller, State


def answer(state: State, controllers: list[Controller], command: Command, at: float, system: str) -> Answer | None:
    """The answer of every controller named; None where the words are not known."""
    if not command.path:
        entry = overview.show(state, controllers, command.rest, system)
        return None if entry is None else Answer([entry])
    numbers = [one["number"] for one in controllers]
    if command.path.get("c") == "all" and not numbers:
        return Answer([Entry(None, description="No Controller found", ok=False)])
    entries = [_of_number(controllers, number, command, at) for number in chosen(command.path["c"], numbers)]
    found = Answer([entry for entry in entries if entry is not None])
    found.slow = command.target == "c" and command.rest in ((), ("all",))
    return found if len(found.entries) == len(entries) else None


def _of_number(controllers: list[Controller], number: int, command: Command, at: float) -> Entry | None:
    found = next((one for one in controllers if one["number"] == number), None)
    if found is None:
        return not_found(number, bare=True)
    if cards.facts_of(found)["kind"] == "hba":
        return _of_adapter(found, command, at)
    return _of(found, command, at)


def _of_adapter(controller: Controller, command: Command, at: float) -> Entry | None:
    if command.target == "c" and command.rest in ((), ("all",)):
        return hba.show(controller, at)
    if command.target == "s":
        return drives.show(controller, command.path, command.rest, at)
    return unsupported(controller["number"])


def _of(controller: Controller, command: Command, at: float) -> Entry | None:
    target, words = command.target, command.rest
    if target == "c":
        return _of_card(controller, words, at)
    if target == "v":
        return volumes.show(controller, command.path["v"], words, at)
    if target == "s":
        return drives.show(controller, command.path, words, at)
    if target in ("cv", "bbu"):
        return protection.show(controller, target, words, at)
    if words not in ((), ("all",)):
        return None
    if target == "d":
        return drives.show_groups(controller)
    return drives.show_enclosures(controller, command.path["e"]) if target == "e" else properties.foreign(controller)


def _of_card(controller: Controller, words: tuple[str, ...], at: float) -> Entry | None:
    if words == ():
        return whole.show(controller, at)
    return whole.show_all(controller, at) if words == ("all",) else properties.show(controller, words, at)
