"""An answer into the bytes that are printed: JSON or text, with the versions of the tool around it."""

from __future__ import annotations

from typing import Any

from app.emulator import jsonshape, textshape
from app.emulator.answers import Answer, Entry


class Voice:
    """The tool that speaks: its version, its system, its grammar."""

    def __init__(self, version: str | None, kernel: str, family: str) -> None:
        self.version = version
        self.eight = family.endswith("2")
        self.always = "FWB" if family == "perccli" else "AWB"
        glued = self.eight or version is None
        self.system = f"Linux{kernel}" if glued else f"Linux {kernel}"

    def printed(self, answer: Answer, json: bool) -> str:
        """Standard output, whole."""
        if answer.text is not None:
            return answer.text
        if json:
            return jsonshape.envelope([self._json(entry) for entry in answer.entries])
        texts = "\n".join(self._text(entry) for entry in answer.entries)
        return textshape.TAKES_LONG + texts if answer.slow and not self.eight else texts

    def _head(self, entry: Entry) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.version is not None and (self.eight or not entry.bare):
            found.update({"CLI Version": self.version, "Operating system": self.system})
        if entry.controller is not None:
            missing = entry.description.endswith("not found")
            found["Controller"] = str(entry.controller) if self.eight and not missing else entry.controller
        elif entry.ok:
            found["Status Code"] = 0
        found.update({"Status": "Success" if entry.ok else "Failure", "Description": entry.description})
        return found

    def _json(self, entry: Entry) -> dict[str, Any]:
        status = self._head(entry)
        if entry.rows:
            status["Detailed Status"] = entry.rows
        found = {"Command Status": status}
        return found if entry.data is None else {**found, "Response Data": entry.data}

    def _text(self, entry: Entry) -> str:
        text = textshape.head(list(self._head(entry).items())) + "\n"
        if entry.rows:
            text += textshape.rows("Detailed Status", entry.rows, self.always) + "\n"
        return text if entry.data is None else text + "\n" + textshape.body(entry.data, self.always)

    def complaint(self, description: str) -> str:
        """An error of the grammar: text, whether or not JSON was asked for."""
        if self.version is None:
            return f"{description}\n\n     Storage Command Line Tool  Ver 1.18.12 Mar 26, 2014\n\n"
        head = [("CLI Version", self.version), ("Operating system", self.system), ("Status", "Failure")]
        return textshape.head([*head, ("Description", description)]) + "\n"

    def banner(self) -> str:
        """``-v``"""
        version = self.version or "1.18.12 Mar 26, 2014"
        return f"\n     Storage Command Line Tool  Ver {version}\n\n     Emulated by raidwise.\n\n"
