"""The further sections of an answer, by name. Each is one function in a module of its own."""

from __future__ import annotations

from typing import Callable, Dict

from app.core.acceleration import acceleration
from app.core.advice import Advice, Section
from app.core.alternatives import alternatives
from app.core.benchmark_plan import benchmark
from app.core.book import Book
from app.core.cache_gain import cache_gain
from app.core.cache_size import cache_size
from app.core.estimate import estimate
from app.core.host import host
from app.core.media import media
from app.core.situation import Situation

Answerer = Callable[[Book, Situation, Advice], Section]
"""The advice is as far as the settings: ``advice.settings`` and ``advice.level`` may be used."""

SECTIONS: Dict[str, Answerer] = {
    "media": media,
    "acceleration": acceleration,
    "cache_gain": cache_gain,
    "cache_size": cache_size,
    "estimate": estimate,
    "alternatives": alternatives,
    "host": host,
    "benchmark": benchmark,
}
"""One line a section; ``commands`` is none of them, since it needs the words of tools."""
