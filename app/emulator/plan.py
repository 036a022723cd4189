"""
Plans of faults: which, at which command.

A plan is a list of objects, bare or under ``faults``: ``{"fault": "hang", "match": "set wrcache", "nth": 2}``.
``match`` is a part of the command as typed, in any case (every command unless given); ``kind`` is ``show``, ``set``
and so on; ``nth`` counts the commands that match, from 1, or is ``"every"``; other keys are options of the fault.
The short form is ``hang@2~set wrcache;refused:code=103@every``.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any

from app.emulator.grammar import Command
from app.emulator.place import FAULTS, Place
from app.emulator.state import write_whole

Entry = dict[str, Any]

EVERY = "every"
_SHORT = re.compile(r"(?P<fault>[a-z_0-9]+)(?::(?P<options>[^@~]*))?(?:@(?P<nth>[0-9]+|every))?(?:~(?P<match>.*))?")


class PlanError(ValueError):
    """A plan that cannot be read; says which part."""


def read(place: Place) -> list[Entry]:
    """
    The plan in force: of the environment, else of the file beside the state, else none.

    :raises PlanError: it is no plan.
    """
    given = os.environ.get(FAULTS, "").strip()
    if given[:1] in ("[", "{"):
        return _entries(given)
    if given and not os.path.exists(given):  # noqa: PTH110 - pathlib costs every command 5 ms
        return [_short(part) for part in given.split(";") if part.strip()]
    path = given or place.plan
    if not os.path.exists(path):  # noqa: PTH110
        return []
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        return _entries(file.read())


def _entries(text: str) -> list[Entry]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise PlanError(f"a plan of faults that is not JSON: {error}") from error
    entries = found.get("faults", []) if isinstance(found, dict) else found
    if not all(isinstance(entry, dict) and isinstance(entry.get("fault"), str) for entry in entries):
        raise PlanError("a plan of faults is a list of objects, each with its `fault`")
    return list(entries)


def _short(text: str) -> Entry:
    found = _SHORT.fullmatch(text.strip())
    if found is None:
        raise PlanError(f"not a fault: {text!r}; write name:option=value@nth~match")
    entry: Entry = {"fault": found["fault"], "match": found["match"] or ""}
    for pair in (found["options"] or "").split(","):
        name, _, value = pair.partition("=")
        entry.update({name: value} if name else {})
    nth = found["nth"] or "1"
    return {**entry, "nth": nth if nth == EVERY else int(nth)}


def hits(place: Place, command: Command) -> list[Entry]:
    """What strikes this command. Each entry that matches counts one more, in a file beside the state."""
    entries = read(place)
    if not entries:
        return []
    seen, found = _counts(place), []
    for index, entry in enumerate(entries):
        if not _matches(entry, command):
            continue
        key = f"{index}:{json.dumps(entry, sort_keys=True)}"
        seen[key] = seen.get(key, 0) + 1
        if entry.get("nth", 1) in (EVERY, seen[key]):
            found.append(entry)
    write_whole(place.counts, json.dumps(seen))
    return found


def _matches(entry: Entry, command: Command) -> bool:
    typed = " ".join(command.argv).casefold()
    return str(entry.get("match", "")).casefold() in typed and entry.get("kind", command.kind) == command.kind


def _counts(place: Place) -> dict[str, int]:
    try:
        with open(place.counts, encoding="utf-8") as file:  # noqa: PTH123
            found: dict[str, int] = json.load(file)
    except FileNotFoundError:
        return {}
    return found
