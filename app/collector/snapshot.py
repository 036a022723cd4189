"""Captures into one snapshot."""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

from app.collector import megacli, merge, texts
from app.collector.captures import Capture
from app.collector.notes import Notes, shortened
from app.collector.storcli import json_text, tokens
from app.collector.storcli.replies import Reply, replies
from app.collector.storcli.sections import Told, grammar, told
from app.core.hardware import Controller, Snapshot, Tool, Unread
from app.core.reading import Reading, Silence

UNREAD = Silence.UNREAD

Spoke = Tuple[str, Reading[str], Reading[int]]
"""Capture, version and grammar of one reply."""


def snapshot_from_captures(captures: Sequence[Capture], taken_at: Optional[str] = None) -> Snapshot:
    """
    What these texts say, whatever they are: nothing in a text raises, and what was not understood is in ``unread``.

    Captures of one controller are merged in the order given: later ones fill what earlier ones left unread.

    :param taken_at: when the captures were made, kept as given.
    """
    said: List[Told] = []
    spoke: List[Spoke] = []
    unread: List[Unread] = []
    for capture in captures:
        notes = Notes(capture.name)
        said.extend(megacli.told(capture.text, notes))
        for reply in _replies(capture.text, notes, spoke):
            spoke.append((capture.name, reply.version, grammar(reply)))
            said.extend(told(reply, notes))
        unread.extend(notes.unread)
    controllers, contradictions = merge.controllers(said)
    tool, changes = _tool(spoke, controllers)
    if said and not spoke:
        tool = Tool(megacli.NAME)
    return Snapshot(controllers, tool, (*unread, *contradictions, *changes), taken_at)


def _replies(text: str, notes: Notes, spoke: List[Spoke]) -> List[Reply]:
    if "\x00" in text:
        notes.add("", "NUL bytes in the text, left out")
        text = text.replace("\x00", "")
    text = text.lstrip("\ufeff")
    found: List[Reply] = []
    documents = list(json_text.documents(text))
    for _, document in documents:
        if document.problem:
            notes.add("", f"broken JSON: {document.problem}")
        found.extend(replies(document.value, notes))
    _note_noise(text, documents, notes)
    if not documents and not megacli.is_megacli(text):
        notes.add("", texts.problem_of(text))
        spoke.append((notes.capture, texts.version_in(text), UNREAD))
    return found


def _note_noise(text: str, documents: Sequence[Tuple[int, json_text.Document]], notes: Notes) -> None:
    end = 0
    for start, document in documents:
        _note_between(text[end:start], notes)
        end = document.end
    if documents:
        _note_between(text[end:], notes)


def _note_between(noise: str, notes: Notes) -> None:
    if noise.strip():
        notes.add("", f"{len(noise.strip())} characters beside the JSON: {shortened(noise, 40)!r}")


def _tool(spoke: Sequence[Spoke], controllers: Sequence[Controller]) -> Tuple[Tool, Tuple[Unread, ...]]:
    versions = [(capture, version) for capture, version, _ in spoke if isinstance(version, str)]
    grammars = [number for _, _, number in spoke if isinstance(number, int)]
    version: Reading[str] = versions[0][1] if versions else UNREAD
    others = [(capture, other) for capture, other in versions if other != version]
    changes = tuple(
        Unread(capture, "CLI Version", f"another version, {shortened(other)}, than the first capture's")
        for capture, other in dict(others).items()
    )
    number: Reading[int] = grammars[0] if grammars else UNREAD
    return Tool(_name(number, controllers), version, number), changes


def _name(number: Reading[int], controllers: Sequence[Controller]) -> str:
    known = [one for one in controllers if isinstance(one.model, str) or isinstance(one.pci_subsystem, str)]
    if not isinstance(number, int) or not known:
        return "unread"
    name = "perccli" if any(tokens.is_dell(one.model, one.pci_subsystem) for one in known) else "storcli"
    return name if number == 7 else f"{name}2"
