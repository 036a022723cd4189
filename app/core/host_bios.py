"""BIOS tables and option ROMs by platform."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

from app.core.book import Book
from app.core.document import citation_documents
from app.core.hosts import BiosTable, HostData
from app.core.refusals import cites
from app.core.situation import Situation
from app.core.statements import statement_documents

Plain = Dict[str, Any]


def bios_content(book: Book, data: HostData, at: Situation) -> Plain:
    """The table of the platform, or all of them where no platform was named."""
    platform = at.request.host.platform
    table, exact = _table(data, platform)
    return {
        "bios": _document(book, table, exact) if table is not None else None,
        "bios_by_platform": [_document(book, item, False) for item in data.bios] if platform is None else [],
        "bios_note": _note(data, platform, table),
        "option_rom": statement_documents(
            item.statement for item in data.option_rom if _named(platform, item.platforms)
        ),
    }


def _table(data: HostData, platform: Optional[str]) -> Tuple[Optional[BiosTable], bool]:
    for table in data.bios:
        if _named(platform, table.platforms):
            return table, True
    return next((table for table in data.bios if _named(platform, table.near)), None), False


def _named(platform: Optional[str], words: Tuple[str, ...]) -> bool:
    text = (platform or "").lower()
    return any(word in text for word in words)


def _note(data: HostData, platform: Optional[str], table: Optional[BiosTable]) -> str:
    if table is not None:
        return f"Made for {table.purpose}. {table.odd}"
    if platform is None:
        return "The tables differ by server and purpose; name the platform to get its own."
    titles = "; ".join(item.title for item in data.bios)
    return f"No paper prints BIOS settings for {platform}; there are tables for: {titles}."


def _document(book: Book, table: BiosTable, exact: bool) -> Plain:
    claims: List[str] = [row.claim for row in table.rows if row.claim is not None]
    return {
        "title": table.title,
        "status": table.status,
        "purpose": table.purpose,
        "basis": "exact" if exact else "extended",
        "settings": {row.name: row.value for row in table.rows},
        "odd": table.odd,
        "citations": citation_documents([*table.citations, *cites(book, *claims)]),
    }
