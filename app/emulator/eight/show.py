"""Which answer a ``show`` of grammar 8 asks for."""

from __future__ import annotations

from app.emulator.answers import Answer
from app.emulator.grammar import Command
from app.emulator.state import Controller, State


def answer(state: State, controllers: list[Controller], command: Command, at: float, system: str) -> Answer | None:
    """The answer of every controller named; None where the words are not known."""
    return None
