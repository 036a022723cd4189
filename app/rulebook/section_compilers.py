"""What becomes of the data of the further sections when the book is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.rulebook.compile_benchmark import benchmark_data
from app.rulebook.compile_choices import acceleration_data, media_data
from app.rulebook.compile_gains import gain_data, size_data
from app.rulebook.compile_host import host_data
from app.rulebook.compile_rules import Compiler
from app.rulebook.estimate_compilers import estimates
from app.rulebook.installation import installation
from app.rulebook.library import Library

SectionCompiler = Callable[[Compiler, Library], Any]
"""Registers its claims with the compiler, complains through it, and returns core nouns (no shapes)."""

SECTION_COMPILERS: dict[str, SectionCompiler] = {
    "installation": installation,
    "acceleration": acceleration_data,
    "media": media_data,
    "cache_gain": gain_data,
    "cache_size": size_data,
    "estimate": estimates,
    "host": host_data,
    "benchmark": benchmark_data,
}
"""Name in ``Book.data`` -> compiler; one line a section."""
