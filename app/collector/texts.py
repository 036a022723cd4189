"""What a text is that holds no JSON, told from its content."""

from __future__ import annotations

import re
from typing import Optional

from app.collector.notes import shortened
from app.core.reading import Reading, Silence

_VERSION = re.compile(r"^[ \t]*CLI Version = (\S[^\n]*)", re.MULTILINE)
_STATUS = re.compile(r"^[ \t]*Status = (\w+)", re.MULTILINE)
_DESCRIPTION = re.compile(r"^[ \t]*Description = (\S[^\n]*)", re.MULTILINE)
_SYNTAX = re.compile(r"^[ \t]*((?:syntax error|Deprecated command)[^\n]*)", re.MULTILINE)
_MEGACLI = re.compile(
    r"^[ \t]*(?:Adapter #?[0-9]+|Virtual (?:Drive|Disk): [0-9]+ \(target id|Exit Code: 0x|Enclosure Device ID:"
    r"|BBU status for|[^\n]{0,60}\(Command Tool\))",
    re.MULTILINE | re.IGNORECASE,
)
_HTML = re.compile(r"\s*<(?:!doctype|html|\?xml|head|body)", re.IGNORECASE)
_LOOKED_AT = 200_000


def version_in(text: str) -> Reading[str]:
    """The tool's version where a text reply begins with it."""
    found = _VERSION.search(text[:_LOOKED_AT])
    return shortened(found.group(1)) if found else Silence.UNREAD


def problem_of(text: str) -> str:
    """Why nothing can be read from a text without JSON."""
    head = text[:_LOOKED_AT]
    if not head.strip():
        return "empty"
    if _HTML.match(head):
        return "HTML, not the output of a tool"
    return _failure(head) or _kind(head)


def _failure(head: str) -> Optional[str]:
    refused = _SYNTAX.search(head)
    status, description = _STATUS.search(head), _DESCRIPTION.search(head)
    if refused and not status:
        return f"failure: {shortened(refused.group(1))}"
    # Only a reply of a few lines is a bare failure; a long one is a report in text whose state is one of its lines.
    if status and status.group(1).lower() != "success" and len(head.splitlines()) < 12:
        return f"failure: {shortened(description.group(1)) if description else 'no description'}"
    return None


def _kind(head: str) -> str:
    if _STATUS.search(head) or _VERSION.search(head):
        return "text output: run again with J"
    if _MEGACLI.search(head):
        return "MegaCli text: not read; run storcli with J where it manages the card"
    return "not the output of a known tool"
