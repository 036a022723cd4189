"""Counts and tables that a test proves, shown at the end of a run, whichever worker made them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

_PREFIX, _TABLE = "count: ", "table: "


@pytest.fixture
def count(record_property: Callable[[str, object], None]) -> Callable[[str, int], None]:
    """``count("shared cases", 70)``: shown under that name when everything is over, whichever worker ran it."""

    def show(what: str, number: int) -> None:
        record_property(_PREFIX + what, number)

    return show


@pytest.fixture
def table(record_property: Callable[[str, object], None]) -> Callable[[str, list[str]], None]:
    """``table("residuals", lines)``: shown under that name when everything is over."""

    def show(what: str, lines: list[str]) -> None:
        record_property(_TABLE + what, "\n".join(lines))

    return show


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    found: dict[str, int] = {}
    for name, value in _properties(terminalreporter):
        if name.startswith(_PREFIX):
            found[name.removeprefix(_PREFIX)] = found.get(name.removeprefix(_PREFIX), 0) + int(str(value))
        if name.startswith(_TABLE):
            terminalreporter.section(name.removeprefix(_TABLE))
            terminalreporter.write_line(str(value))
    if found:
        terminalreporter.section("counts")
    for name, number in sorted(found.items()):
        terminalreporter.write_line(f"{number:>18,} {name}")


def _properties(terminalreporter: pytest.TerminalReporter) -> Iterator[tuple[str, object]]:
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "call":
                yield from report.user_properties
