"""Counts that a test proves, shown at the end of a run: how many cases, combinations and claims were gone through."""

from __future__ import annotations

from collections.abc import Callable

import pytest

_PREFIX = "count: "


@pytest.fixture
def count(record_property: Callable[[str, object], None]) -> Callable[[str, int], None]:
    """``count("shared cases", 70)``: shown under that name when everything is over, whichever worker ran it."""

    def show(what: str, number: int) -> None:
        record_property(_PREFIX + what, number)

    return show


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    found: dict[str, int] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) != "call":
                continue
            for name, number in report.user_properties:
                if name.startswith(_PREFIX):
                    found[name.removeprefix(_PREFIX)] = found.get(name.removeprefix(_PREFIX), 0) + number
    if found:
        terminalreporter.section("counts")
    for name, number in sorted(found.items()):
        terminalreporter.write_line(f"{number:>18,} {name}")
