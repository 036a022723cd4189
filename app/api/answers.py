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

from pydantic_core import from_json, to_json

from app.api.fragments import Fragments
from app.api.reading import keys_given, request_body
from app.core.advice import Advice
from app.core.book import Book
from app.core.document import input_document
from app.core.facts import Thresholds, block_token, reads_token, streams_token
from app.core.request import WorkloadAsked
from app.workflows.advise import answer, answer_document
from app.workflows.request import Workload

MOST_KEPT = 8000
"""Situations; one takes about 3 kB beside the fragments it shares with others."""
STEPPED = ("read_percent", "block_kib", "streams")
ECHOED = ("queue_depth", "working_set_gib", "full_drive_writes_per_day")
"""Fields of a workload that the settings do not depend on."""
PARTS = frozenset({"controller", "volume", "workload", "acceleration", "requested", "accept_risk"})
"""What the settings alone depend on; a request of more is answered the plain way."""
Key = tuple[Any, ...]


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
        glance = at_a_glance(text, self._book.thresholds)
        written = self._kept.get(glance[0]) if glance is not None else None
        if glance is None or written is None:
            body = request_body(text)
            if glance is None or not body.model_fields_set <= PARTS or text.count(b":") != keys_given(body):
                return to_json(answer_document(self._book, body, today))
            written = self._keep(glance[0], self._written(answer(self._book, body, today)))
        return b"".join((written.before, glance[1], *written.after))

    def _keep(self, key: Key, written: Written) -> Written:
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[key] = written
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
            *fragments.members(b',"refusals":[', fragments.refusals(found.refusals), b"]"),
            *fragments.members(b',"questions":[', fragments.questions(found.questions), b"]"),
            *fragments.members(b',"warnings":[', fragments.warnings(found.warnings), b"]"),
            *fragments.members(b',"conflicts":[', fragments.conflicts(found.conflicts), b"]}"),
        ]
        return Written(before, tuple(after))


def at_a_glance(text: bytes, limits: Thresholds) -> tuple[Key, bytes] | None:
    """
    The key of a request that may be good, and the echo of its workload; None for one that is not.

    All but the workload is in the key as it was sent: under a key that is known it was found valid, and the same is
    valid again. The colons are counted since a text that says the same with as many names no key twice; texts with
    colons in their values are never kept.
    """
    try:
        parts = from_json(text)
        sent = parts.pop("workload", None) if parts.__class__ is dict else _WRONG
        work = None if sent is None else _WORKLOAD.validate_python(sent)
    except ValueError:
        return None
    colons = text.count(b":")
    if work is None:
        return (colons, marshal.dumps(parts, 2)), _NO_WORKLOAD
    return (colons - len(sent), marshal.dumps(parts, 2), *_steps(work, limits)), to_json(vars(work))


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


_WRONG = "what is no object has no workload either"
_WORKLOAD = Workload.__pydantic_validator__
_NO_WORKLOAD = to_json(WorkloadAsked()._asdict())
