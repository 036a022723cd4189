"""What else must be well before anything is changed: facts of ``/cX show all`` and its volumes that no advice needs."""

from __future__ import annotations

from typing import Iterator, List, NamedTuple, Tuple

from app.collector.notes import Notes
from app.collector.storcli import json_text, tokens
from app.collector.storcli.fields import Fields
from app.collector.storcli.replies import Reply, replies

# Yes under one of these keys holds every change on the controller. Grammars 7 and 8 spell them alike or nearly so.
_ALARMS = {
    "Controller must be rebooted to complete security operation": "a reboot is pending",
    "System Reboot Required": "a reboot is pending",
    "Controller has booted into safe mode": "the controller has booted into safe mode",
    "Controller shutdown required": "the controller asks to be shut down",
    "System Shutdown Required": "the controller asks to be shut down",
}
_ERRORS = "Memory Uncorrectable Errors"


class Health(NamedTuple):
    """``alarms`` are sentences, one for each thing that is not well with the controller."""

    controller: int
    alarms: Tuple[str, ...]


def healths(text: str) -> List[Health]:
    """What every reply in a text says of its controller's health; nothing for a reply that says nothing."""
    notes = Notes("")
    found = [reply for _, document in json_text.documents(text) for reply in replies(document.value, notes)]
    return [health for reply in found for health in _of_reply(reply)]


def _of_reply(reply: Reply) -> Iterator[Health]:
    data = Fields(reply.data, "", Notes(""))
    if isinstance(reply.controller, int) and "Status" in data:
        yield Health(reply.controller, tuple(dict.fromkeys(_alarms(data.fields("Status")))))


def _alarms(status: Fields) -> Iterator[str]:
    for key, sentence in _ALARMS.items():
        if status.word(tokens.YES, key) is True:
            yield sentence
    errors = status.number(_ERRORS)
    if isinstance(errors, int) and errors > 0:
        yield f"the controller's memory has {errors} uncorrectable errors"
