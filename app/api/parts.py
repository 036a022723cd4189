"""What the routes work with, chosen once by ``app/main.py``."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.api.answers import Answers
from app.core.book import Book
from app.workflows.kept import Shelf
from app.workflows.server_plans import ServerPlans
from app.workflows.servers import Servers


@dataclass(frozen=True)
class Parts:
    """One for each application."""

    book: Book
    answers: Answers
    """Answers of this book as bytes."""
    shelf: Shelf
    """Where answers are kept."""
    servers: Servers
    """Hosts that enrolled."""
    server_plans: ServerPlans
    """What they report and are given."""
    coverage: Callable[[], Mapping[str, dict[str, Any]]]
    """What became of every claim, by document; read when first asked for, since no answer needs it."""
    today: Callable[[], datetime.date]
    max_body_bytes: int
    max_capture_bytes: int
