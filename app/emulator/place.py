"""Where a server lives: the files beside its state, and the variables that name them."""

from __future__ import annotations

import os

STATE = "RAIDWISE_EMULATOR_STATE"
"""The state file; the launchers of a server know their own."""
FAULTS = "RAIDWISE_EMULATOR_FAULTS"
"""A plan of faults: JSON, the path of a JSON file, or the short form. Else ``faults.json`` beside the state."""
RECORD = "RAIDWISE_EMULATOR_RECORD"
"""Where commands are recorded; else ``record.jsonl`` beside the state."""


class Place:
    """The files of one server."""

    def __init__(self, state: str, record: str | None = None) -> None:
        self.state = state
        directory = os.path.dirname(state)  # noqa: PTH120 - pathlib costs every command 5 ms
        self.record = record or os.environ.get(RECORD) or os.path.join(directory, "record.jsonl")  # noqa: PTH118
        self.plan = os.path.join(directory, "faults.json")  # noqa: PTH118
        self.counts = f"{state}.counts"


def in_directory(directory: str) -> Place:
    """The server that ``raidwise emulate --dir`` made there."""
    return Place(os.path.join(directory, "state.json"), os.path.join(directory, "record.jsonl"))  # noqa: PTH118
