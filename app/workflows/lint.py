"""Somebody's plan, read and judged."""

from __future__ import annotations

import datetime

from app.core.book import Book
from app.core.document import Plain, citation_documents
from app.core.rules import Citation
from app.exports.linting.objections import Finding, findings
from app.exports.linting.rules import GUIDE, RULES, LintRule
from app.exports.linting.sarif import sarif
from app.exports.linting.text import text_lines
from app.exports.readers.kinds import read_plan
from app.exports.readers.tree import NotReadableError

__all__ = ["NotReadableError", "lint_document", "objects", "sarif", "text_lines"]


def lint_document(
    book: Book, data: bytes, today: datetime.date, name: str = "", controller: str | None = None
) -> Plain:
    """
    What there is to object to in one file. ``controller`` is the card's model where the file does not name it.

    Raises ``NotReadableError`` for what is no plan.
    """
    plan = read_plan(data, name)
    named = controller or plan.controller
    card = book.catalogue.model(named) if named else None
    found = findings(plan, card, today)
    return {
        "file": name or "-",
        "kind": plan.kind,
        "controller": card.name if card is not None else None,
        "volumes": len(plan.volumes),
        "rulebook": {"version": book.version, "documents": book.papers},
        "findings": [_finding_document(book, finding) for finding in found],
        "counts": {
            severity: sum(one.severity == severity and one.allowed is None for one in found)
            for severity in ("error", "warning", "note")
        },
    }


def _finding_document(book: Book, finding: Finding) -> Plain:
    rule = RULES[finding.rule]
    return {
        "rule": rule.id,
        "severity": rule.severity,
        "line": finding.line,
        "place": finding.place,
        "word": finding.word,
        "message": finding.message,
        "allowed": finding.allowed,
        "citations": citation_documents(citations_of(book, rule)),
    }


def citations_of(book: Book, rule: LintRule) -> list[Citation]:
    """Where the rule is said: claims of the book, and places of the notes on newer cards and tools."""
    claimed = [book.citations[claim] for claim in rule.cites if claim in book.citations]
    guide = book.documents.get(GUIDE)
    return [*claimed, *(Citation(guide, place, None, rule.id) for place in rule.places if guide is not None)]


def objects(document: Plain) -> bool:
    """Whether anything was found that the plan does not allow itself."""
    return any(document["counts"].values())
