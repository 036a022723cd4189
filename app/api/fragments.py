"""Pieces of JSON that many answers share, each written once: outcomes, citations and conflicts are the same objects."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from pydantic_core import to_json

from app.core.advice import Advice, Question, Refusal, SettingAdvice, Warned
from app.core.document import (
    Plain,
    conflict_document,
    question_document,
    refusal_document,
    setting_document,
    warning_document,
)
from app.core.rules import Conflict

MOST_KEYS = 20_000
MOST_BYTES = 12 * 1024**2
"""Of fragments of one kind, of which there are four. A setting with its citations takes 3 kB."""


class Kept:
    """
    JSON by a key, equal texts once. What the key was made from is held too, so
    that no other object can come to have the same address while it is kept.
    """

    def __init__(self) -> None:
        self._found: dict[Hashable, tuple[bytes, object]] = {}
        self._texts: dict[bytes, bytes] = {}
        self._size = 0

    def get(self, key: Hashable) -> bytes | None:
        found = self._found.get(key)
        return None if found is None else found[0]

    def keep(self, key: Hashable, fragment: bytes, held: object) -> bytes:
        if fragment not in self._texts:
            self._size += len(fragment)
        if self._size > MOST_BYTES or len(self._found) >= MOST_KEYS:
            self._found, self._texts, self._size = {}, {}, len(fragment)
        text = self._texts.setdefault(fragment, fragment)
        self._found[key] = text, held
        return text


class Fragments:
    """
    Writes the members of an answer; ``app/core/document.py`` says what they look
    like. Each fragment has the comma or the opening that stands before it.
    """

    def __init__(self) -> None:
        self._settings, self._conflicts, self._remarks, self._first = Kept(), Kept(), Kept(), Kept()

    def members(self, opening: bytes, items: list[bytes], closing: bytes) -> list[bytes]:
        """All in one list or object; the first loses its comma to the opening, and is kept so too."""
        if not items:
            return [opening + closing]
        key = (opening, items[0])
        first = self._first.get(key) or self._first.keep(key, opening + items[0][1:], None)
        return [first, *items[1:], closing]

    def settings(self, answer: Advice) -> list[bytes]:
        """``"settings":{...}`` with the comma before it; nothing where they were not asked for."""
        found = [self._setting(name, advice) for name, advice in answer.settings.items()]
        return self.members(b',"settings":{', found, b"}") if found else []

    def _setting(self, name: str, advice: SettingAdvice) -> bytes:
        outcome = advice.outcome
        key = (id(outcome), advice.value, advice.in_effect_now)
        plain = advice.requested is None and advice.accepted_risk is None
        found = self._settings.get(key) if plain else None
        if found is not None:
            return found
        written = b',"%s":%s' % (name.encode(), to_json(setting_document(advice)))
        return self._settings.keep(key, written, outcome) if plain else written

    def conflicts(self, items: Iterable[Conflict]) -> list[bytes]:
        """The members of a list, each with the comma before it."""
        return [self._conflicts.get(id(item)) or self._conflict(item) for item in items]

    def _conflict(self, item: Conflict) -> bytes:
        return self._conflicts.keep(id(item), b"," + to_json(conflict_document(item)), item)

    def refusals(self, items: Iterable[Refusal]) -> list[bytes]:
        return [self._remark(item, (*item[:3], item.alternative), refusal_document) for item in items]

    def questions(self, items: Iterable[Question]) -> list[bytes]:
        return [self._remark(item, item[:3], question_document) for item in items]

    def warnings(self, items: Iterable[Warned]) -> list[bytes]:
        return [self._remark(item, item[:3], warning_document) for item in items]

    def _remark(self, item: Any, words: tuple[Any, ...], document: Callable[[Any], Plain]) -> bytes:
        """By its words and the places it cites: those are the book's own objects, the remark is made anew each time."""
        key = (document, words, tuple(map(id, item.citations)))
        return self._remarks.get(key) or self._remarks.keep(key, b"," + to_json(document(item)), item)
