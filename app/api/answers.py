"""
Answers as JSON bytes: what ``app/core/document.py`` says, said faster; a test compares the two.

The book is keyed by discretised facts (design section 5), and so is this: of the numbers of a workload only the step
counts on which they stand, and requests that differ above that get the same pieces around another echo.
"""

from __future__ import annotations

import datetime
import marshal
from collections.abc import Callable
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import from_json, to_json

from app.api.fragments import Fragments
from app.api.reading import request_body
from app.core.advice import Advice
from app.core.book import Book
from app.core.document import input_document
from app.core.facts import Thresholds, block_token, reads_token, streams_token
from app.core.request import WorkloadAsked
from app.workflows.advise import answer, answer_document
from app.workflows.request import RequestBody, Workload

MOST_KEPT = 8000
"""Situations; one takes about 3 kB beside the fragments it shares with others."""
STEPPED = ("read_percent", "block_kib", "streams")
ECHOED = ("queue_depth", "working_set_gib", "full_drive_writes_per_day")
"""Fields of a workload that the settings do not depend on."""
PARTS = frozenset({"controller", "volume", "workload", "acceleration", "requested", "accept_risk"})
"""What the settings alone depend on; a request of more is answered the plain way."""
Key = tuple[Any, ...]


class Met(NamedTuple):
    """A request as far as it was looked at: enough to know whether its like was answered before."""

    key: Key
    workload: bytes


class Written(NamedTuple):
    """An answer in pieces, around the one place where the echo of the workload goes."""

    before: bytes
    after: tuple[bytes, ...]


class Answers:
    """Answers under one book; a situation that was met before is put together from the same pieces."""

    def __init__(self, book: Book, today: Callable[[], datetime.date]) -> None:
        self._book = book
        self._today = today
        self._day = today()
        self._fragments = Fragments()
        self._kept: dict[Key, Written] = {}

    def answer(self, text: bytes) -> bytes:
        """The answer to a body, today. Raises the problem that says what is wrong with it."""
        today = self._today()
        if today != self._day:
            # An accepted risk ends on a day.
            self._day, self._kept = today, {}
        met = met_before(text, self._book.thresholds)
        if met is None:
            return to_json(answer_document(self._book, request_body(text), today))
        written = self._kept.get(met.key) or self._first(met.key, request_body(text), today)
        return b"".join((written.before, met.workload, *written.after))

    def _first(self, key: Key, body: RequestBody, today: datetime.date) -> Written:
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        written = self._kept[key] = self._written(answer(self._book, body, today))
        return written

    def _written(self, found: Advice) -> Written:
        fragments = self._fragments
        echo = input_document(found.situation)
        del echo["workload"]
        head = {"status": found.status, "rulebook": {"version": found.version, "documents": found.papers}}
        before = to_json(head)[:-1] + b',"input":' + to_json(echo)[:-1] + b',"workload":'
        after = [
            b"}",
            *fragments.settings(found),
            *_list(b',"refusals":[', fragments.refusals(found.refusals)),
            *_list(b',"questions":[', fragments.questions(found.questions)),
            *_list(b',"warnings":[', fragments.warnings(found.warnings)),
            *_list(b',"conflicts":[', fragments.conflicts(found.conflicts)),
            b"}",
        ]
        return Written(before, tuple(after))


def _list(opening: bytes, items: list[bytes]) -> list[bytes]:
    """The first item loses its comma to the opening."""
    return [opening + items[0][1:], *items[1:], b"]"] if items else [opening + b"]"]


def met_before(text: bytes, limits: Thresholds) -> Met | None:
    """
    The key of a request; None where it must be read in full: malformed, with a
    wrong workload, with a key named twice perhaps, or asking for more than settings.

    All but the workload is the key as it was sent. Where that is known it was
    found valid, and the same text is valid again.
    """
    try:
        parts = from_json(text)
    except ValueError:
        return None
    if parts.__class__ is not dict or not parts.keys() <= PARTS or text.count(b":") != _keys(parts):
        return None
    sent = parts.pop("workload", None)
    if sent is None:
        return Met((marshal.dumps(parts, 2),), _NO_WORKLOAD)
    try:
        work = _WORKLOAD.validate_python(sent)
    except ValidationError:
        return None
    return Met((marshal.dumps(parts, 2), *_steps(work, limits)), to_json(vars(work)))


def _keys(parts: dict[str, Any]) -> int:
    """As many as colons, if no text has one and no key was named twice."""
    return sum([len(part) for part in parts.values() if part.__class__ is dict], len(parts))


def _steps(work: Workload, limits: Thresholds) -> Key:
    """All that the settings depend on; ``STEPPED`` by their steps."""
    return (
        work.name,
        work.access,
        reads_token(work.read_percent, limits),
        block_token(work.block_kib, limits),
        streams_token(work.streams, limits),
        work.replicated_by_application,
        work.deployment,
    )


_WORKLOAD = Workload.__pydantic_validator__
_NO_WORKLOAD = to_json(WorkloadAsked()._asdict())
