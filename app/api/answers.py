"""
Answers as JSON bytes: what ``app/core/document.py`` says, said faster; a test compares the two.

The book is keyed by discretised facts (design section 5), and so is this: of the numbers of a workload only the step
counts on which they stand, and requests that differ above that get the same pieces around another echo.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from pydantic_core import to_json

from app.api.fragments import Fragments
from app.api.reading import request_body
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
            if glance is None or not body.model_fields_set <= PARTS or (len(glance[0]) == 1 and body.workload):
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

    All but the workload is in the key byte for byte: under a key that is known it was found valid, and with another
    good workload in the same place it is valid again. The place is right: an unescaped ``"workload"`` before a colon
    is a name, no other part has a field of that name, and a name that comes twice is never kept.
    """
    place = _PLACE.search(text)
    if place is None:
        return (text,), _NO_WORKLOAD
    sent = place[1]
    try:
        work = _WORKLOAD.validate_json(sent)
    except ValueError:
        return None
    if sent.count(b":") != len(work.model_fields_set):
        return None
    start, end = place.span(1)
    return (text[:start], text[end:], *_steps(work, limits)), to_json(vars(work))


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


_PLACE = re.compile(rb'"workload"\s*:\s*(\{[^{}]*\})')
_WORKLOAD = Workload.__pydantic_validator__
_NO_WORKLOAD = to_json(WorkloadAsked()._asdict())
