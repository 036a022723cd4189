"""What a tool said to a command, judged from the envelope and its rows; never from the exit code."""

from __future__ import annotations

import re
from typing import Any, Iterator, NamedTuple, Tuple

from app.collector import texts
from app.collector.notes import Notes, shortened
from app.collector.storcli import json_text, tokens
from app.collector.storcli.fields import Fields, normal, whole_number

ACCEPTED, REFUSED, UNCLEAR = "accepted", "refused", "unclear"

RETRYABLE = frozenset({7, 32, 103, 117})
"""Busy, no scratch memory, changed meanwhile, background operation: after reading again, once more (storcli.md 2.5)."""


class Answer(NamedTuple):
    """``unclear``: nothing that can be trusted was said, so only a reading tells."""

    kind: str
    message: str
    codes: Tuple[int, ...] = ()

    @property
    def may_be_repeated(self) -> bool:
        return self.kind == REFUSED and bool(self.codes) and all(code in RETRYABLE for code in self.codes)


def answer_of(text: str) -> Answer:
    """The judgement over everything that was printed; one failed row among successes is a failure."""
    documents = [document for _, document in json_text.documents(text)]
    statuses = [status for document in documents for status in _statuses(document.value)]
    if not statuses or any(document.problem for document in documents):
        return _of_text(text)
    said = [_words(status) for status in statuses]
    failures = [message for words, message in said if words != {tokens.SUCCESS}]
    codes = tuple(code for status in statuses for code in _codes(status))
    if failures:
        return Answer(REFUSED, "; ".join(failures), codes)
    return Answer(ACCEPTED, "success")


def is_unknown_word(text: str, word: str) -> bool:
    """Whether the tool stumbled over ``nolog``: some 7.1508 builds do (check_lsi_raid issue 35)."""
    lower = text.lower()
    return "syntax error" in lower and (word in lower or "unexpected" in lower)


def _statuses(document: Any) -> Iterator[Fields]:
    entries = document.get("Controllers") if isinstance(document, dict) else None
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("Command Status"), dict):
            yield Fields(entry["Command Status"], "", Notes(""))


def _words(status: Fields) -> Tuple[set[str], str]:
    rows = status.rows("Detailed Status")
    words = {_status(one) for one in (status, *rows)}
    messages = [_message(row) for row in rows if _status(row) != tokens.SUCCESS]
    return words, "; ".join(messages) or _text(status, "Description")


def _status(fields: Fields) -> str:
    return normal(str(fields.value("Status")))


def _message(row: Fields) -> str:
    return f"{_text(row, 'ErrMsg', 'Description')} (error {row.value('ErrCd')})"


def _text(fields: Fields, *keys: str) -> str:
    said = fields.text(*keys)
    return shortened(said) if isinstance(said, str) else "no text"


def _codes(status: Fields) -> Iterator[int]:
    for row in status.rows("Detailed Status"):
        code = whole_number(row.value("ErrCd"))
        if code:
            yield code


def _of_text(text: str) -> Answer:
    # Text despite J: a syntax error is a refusal, anything else may have been cut off after the change was made.
    problem = texts.problem_of(text)
    refused = re.match(r"failure: (syntax error|Deprecated)", problem)
    return Answer(REFUSED if refused else UNCLEAR, shortened(problem, 160))
