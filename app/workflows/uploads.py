"""Captures as they arrive from outside, names and bytes: decoded here, then advised on."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from app.collector.captures import capture_from_bytes
from app.core.book import Book
from app.core.document import Plain
from app.workflows.captures import captures_document
from app.workflows.request import RequestBody

_MOST_VALUES = 2_000_000
"""A real reply spends 20 bytes or more on a value; what spends less would take gigabytes once read."""


def is_crowded(contents: Iterable[bytes]) -> bool:
    """Whether these outputs hold more values than any controller prints."""
    return sum(content.count(sign) for content in contents for sign in (b",", b"[", b"{")) > _MOST_VALUES


def uploads_document(
    book: Book, uploads: Iterable[tuple[str, bytes]], body: RequestBody, today: datetime.date
) -> Plain:
    """Advice for every virtual drive in these named outputs; bytes that are not UTF-8 are reported, never refused."""
    read = [capture_from_bytes(name, printed) for name, printed in uploads]
    captures = [capture for capture, _ in read]
    troubles = [trouble for _, found in read for trouble in found]
    return captures_document(book, captures, body, today, troubles)
