"""What the routes work with, chosen once by ``app/main.py``."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass

from app.api.answers import Answers
from app.core.book import Book
from app.workflows.kept import Shelf


@dataclass(frozen=True)
class Parts:
    """One for each application."""

    book: Book
    answers: Answers
    """Answers of this book as bytes."""
    shelf: Shelf
    """Where answers are kept; nothing else needs the database."""
    today: Callable[[], datetime.date]
    max_body_bytes: int
    max_capture_bytes: int
