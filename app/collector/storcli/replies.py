"""The envelope: which controller answered, whether it succeeded, and the data, whatever wraps it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Tuple

from app.collector.notes import Notes, shortened
from app.collector.storcli import tokens
from app.collector.storcli.fields import Fields, normal, whole_number
from app.core.reading import Reading, Silence

UNREAD = Silence.UNREAD

_WRAPPER_DEPTH = 8
_WRAPPER_OBJECTS = 5000
_PATH = re.compile(r"/c([0-9]{1,4})(?:/|$|\s)")


@dataclass(frozen=True)
class Reply:
    """One entry of ``Controllers``. ``failures`` holds the texts of the envelope and rows that did not succeed."""

    path: str
    controller: Reading[int]
    version: Reading[str]
    failures: Tuple[str, ...]
    data: Any


def replies(document: Any, notes: Notes) -> List[Reply]:
    """
    Every reply in one JSON document: ``/call`` gives one a controller, and tools such as RackHD keep the reply
    deeper inside an object of their own.
    """
    found = [_reply(entry, path, notes) for path, entry in _entries(document, notes)]
    if not found:
        notes.add("", "JSON, but no reply of storcli or perccli in it")
    return found


def _entries(document: Any, notes: Notes) -> Iterator[Tuple[str, Dict[str, Any]]]:
    waiting: List[Tuple[str, Any, int]] = [("", document, 0)]
    for path, value, depth in waiting:
        if isinstance(value, dict) and "Command Status" in value:
            yield path, value
        elif isinstance(value, (dict, list)) and depth < _WRAPPER_DEPTH and len(waiting) < _WRAPPER_OBJECTS:
            waiting.extend((place, inner, depth + 1) for place, inner in _inside(path, value))
        elif isinstance(value, (dict, list)):
            notes.add(path, "too deep or too long to look for replies in it")


def _inside(path: str, value: Any) -> Iterator[Tuple[str, Any]]:
    if isinstance(value, list):
        yield from ((f"{path}[{index}]", inner) for index, inner in enumerate(value))
        return
    for key, inner in value.items():
        yield (f"{path}/{key}" if path else str(key)), inner


def _reply(entry: Dict[str, Any], path: str, notes: Notes) -> Reply:
    status = Fields(entry["Command Status"], f"{path}/Command Status", notes)
    data = _unwrapped(entry.get("Response Data"))
    controller = whole_number(status.value("Controller"))
    if controller is None:
        controller = _controller_in(data)
    number: Reading[int] = UNREAD if controller is None else controller
    return Reply(path, number, status.text("CLI Version"), _failures(status), data)


def _unwrapped(data: Any) -> Any:
    # Doubly nested in /cX/dall show and /cX show freespace of builds up to 2017.
    for _ in range(3):
        if isinstance(data, dict) and len(data) == 1 and "Response Data" in data:
            data = data["Response Data"]
    return data


def _controller_in(data: Any) -> Optional[int]:
    if not isinstance(data, dict):
        return None
    numbers = {int(number) for key in data for number in _PATH.findall(str(key))}
    basics = data.get("Basics")
    if isinstance(basics, dict) and whole_number(basics.get("Controller")) is not None:
        numbers.add(int(str(basics["Controller"])))
    return numbers.pop() if len(numbers) == 1 else None


def _failures(status: Fields) -> Tuple[str, ...]:
    rows = [row for row in status.rows("Detailed Status") if _failed(row)]
    texts = [_row_text(row) for row in rows]
    description = status.text("Description")
    if not _failed(status) and not (isinstance(description, str) and normal(description) == tokens.NO_CONTROLLER):
        return tuple(texts)
    said = description if isinstance(description, str) and normal(description) != "none" else ""
    return tuple(texts) if texts and not said else (said or "no description", *texts)


def _failed(printed: Fields) -> bool:
    word = printed.text("Status")
    return isinstance(word, str) and normal(word) != tokens.SUCCESS


def _row_text(row: Fields) -> str:
    message = row.text("ErrMsg", "Description", "Msg")
    code = row.text("ErrCd")
    subject = row.text("VD", "Drive", "EID:Slt", "Ctrl")
    said = message if isinstance(message, str) else "no text"
    about = f"{subject}: " if isinstance(subject, str) else ""
    return shortened(f"{about}{said}" + (f" (error {code})" if isinstance(code, str) else ""), 160)


def message_of(failure: str) -> str:
    """The tool's own text of one failure, without whom it is about and its number."""
    return normal(re.sub(r"^[^:]{1,20}: | \(error [^)]*\)$", "", failure))
