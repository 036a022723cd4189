"""One command under way, as a fault meets it: what it may look at, change, answer in its place, or end."""

from __future__ import annotations

import json
from typing import Any

from app.emulator import setting
from app.emulator.answers import Answer, Entry
from app.emulator.envelope import Voice
from app.emulator.grammar import SET, Command
from app.emulator.place import Place
from app.emulator.state import State, controller_of

BEFORE, ANSWERED, WRITTEN, PRINTED = "before", "answered", "written", "printed"
"""When a fault strikes: before the command acts; after, and nothing written; written; printed, but not yet sent."""


class Fate(Exception):  # noqa: N818 - it is what becomes of the process, not an error of ours
    """The process does not end as it should."""

    def __init__(self, fate: str, stdout: str = "") -> None:
        super().__init__(fate)
        self.fate = fate
        self.stdout = stdout


class Moment:
    """One command under way, for faults to look at and to change."""

    def __init__(self, place: Place, state: State, family: str, command: Command, at: float, voice: Voice) -> None:
        self.place, self.state, self.family, self.command, self.at, self.voice = (
            place,
            state,
            family,
            command,
            at,
            voice,
        )
        self.run = ""
        self.options: dict[str, Any] = {}
        self.answer = Answer()
        self.answered = False
        self.dirty = False
        self.before = ""
        self.stdout = ""
        self.code = 0
        self.seconds = 0.0

    @property
    def where(self) -> str:
        """What the fault acts on: named in the plan, else the object of the command."""
        path = self.command.path
        number, volume = path.get("c", "0"), path.get("v", "")
        own = f"c{number if number.isdigit() else 0}" + (f"/v{volume}" if volume.isdigit() else "")
        return str(self.options.get("where", own))

    def undo(self) -> None:
        """The command changed nothing after all."""
        self.state.clear()
        self.state.update(json.loads(self.before))
        self.answer.changes = []

    def reply(self, answer: Answer) -> None:
        """This is the answer; the command is not run."""
        self.answer, self.answered = answer, True

    def refuse(self, code: int, message: str = "") -> None:
        """An answer of this error, in a row as the command would get it, and nothing done."""
        text = message or setting.MESSAGES.get(code, "-")
        row: dict[str, Any] = {"Status": "Failed", "ErrCd": code, "ErrMsg": text}
        if self.voice.eight:
            row = {"Status": "Failed", "ErrType": "DCMD", "ErrCd": code, "ErrMsg": text}
        number = self.command.path.get("c", "0")
        about = int(number) if number.isdigit() else 0
        head = self._rows_of_set() if self.command.kind == SET else [{"Ctrl": about}]
        self.reply(Answer([Entry(about, rows=[{**one, **row} for one in head])]))

    def _rows_of_set(self) -> list[dict[str, Any]]:
        controller = controller_of(self.state, int(self.command.path["c"]))
        if controller is None:
            return [{"VD": int(self.command.path["v"])}]
        found = [setting.Setting(controller, int(self.command.path["v"]), *pair) for pair in self.command.assignments()]
        kept = ("VD", "Property", "Value")
        return [{key: cell for key, cell in one.row(0).items() if key in kept} for one in found]
