"""Findings for people: one line that editors can jump to, one that says why and what instead, one with the places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def text_lines(report: Mapping[str, Any]) -> Iterator[str]:
    """``file:line: severity rule``, the message, and the places; what the plan allows itself comes last."""
    for finding in report["findings"]:
        if finding["allowed"] is None:
            yield f"{report['file']}{_line(finding)}: {finding['severity']} {finding['rule']}"
            yield f"    {finding['message']}"
            yield from (f"    {place}" for place in _places(finding))
    for finding in report["findings"]:
        if finding["allowed"] is not None:
            yield f"{report['file']}{_line(finding)}: allowed {finding['rule']}: {finding['allowed']}"
    yield _summary(report)


def _line(finding: Mapping[str, Any]) -> str:
    return "" if finding["line"] is None else f":{finding['line']}"


def _places(finding: Mapping[str, Any]) -> list[str]:
    words = dict.fromkeys(f"{cite['document']}, {cite['place']}" for cite in finding["citations"])
    return ["see " + "; ".join(words)] if words else []


def _summary(report: Mapping[str, Any]) -> str:
    counts = ", ".join(
        f"{number} {name}{'s' if number != 1 else ''}" for name, number in report["counts"].items() if number
    )
    volumes = f"{report['volumes']} place{'s' if report['volumes'] != 1 else ''} that set a volume"
    return f"{report['file']}: {report['kind']}, {volumes}: {counts or 'nothing to object to'}"
