"""Which card may go where: backplane, CPUs and neighbours, as a paper on the servers prints them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Mapping, Optional, Tuple

from app.core.advice import Refusal, Warned
from app.core.book import Book
from app.core.rules import Citation
from app.core.situation import Situation

EMBEDDED, MEZZANINE, INTERNAL, EXTERNAL = "embedded", "mezzanine", "internal", "external"


@dataclass(frozen=True)
class BackplaneLimit:
    """The most drives that a kind of card serves on a backplane of so many bays."""

    kind: str
    backplane: int
    drives: int
    refuses: bool
    message: str
    conflict: Optional[str]
    citation: Citation


@dataclass(frozen=True)
class Excluded:
    """A kind of card ruled out on a backplane of so many bays, or in a server with so many CPUs."""

    kind: str
    backplane: Optional[int]
    cpus: Optional[int]
    message: str
    citation: Citation


@dataclass(frozen=True)
class Installation:
    """What the paper says of installing these cards (ucs-m3-2013, RAID Summary and what follows)."""

    kinds: Mapping[str, str]
    """Model name -> kind of card."""
    limits: Tuple[BackplaneLimit, ...]
    excluded: Tuple[Excluded, ...]
    together: Tuple[str, ...]
    """Kinds that may stand beside any other."""
    mixing_message: str
    mixing: Tuple[Citation, ...]


def installation_refusals(book: Book, at: Situation) -> List[Refusal]:
    """What cannot be built so; nothing for cards of other papers."""
    known, kind = _known(book, at)
    if known is None or kind is None:
        return []
    asked, found = at.request.controller, []
    for item in known.excluded:
        if item.kind == kind and (
            (item.backplane is not None and item.backplane == asked.backplane_drives)
            or (item.cpus is not None and item.cpus == asked.server_cpus)
        ):
            field = "controller.backplane_drives" if item.backplane is not None else "controller.server_cpus"
            found.append(Refusal("not_installable", field, item.message, (item.citation,)))
    found += [
        Refusal("too_many_drives_for_backplane", "volume.drives", item.message, (item.citation,), item.drives)
        for item in _exceeded(known, kind, at)
        if item.refuses
    ]
    return found + _mixing(book, known, kind, at)


def installation_warnings(book: Book, at: Situation) -> List[Warned]:
    known, kind = _known(book, at)
    if known is None or kind is None:
        return []
    return [
        Warned("about_this_card", item.message, item.conflict, (item.citation,))
        for item in _exceeded(known, kind, at)
        if not item.refuses
    ]


def _known(book: Book, at: Situation) -> Tuple[Optional[Installation], Optional[str]]:
    known = book.data.get("installation")
    if not isinstance(known, Installation):
        return None, None
    return known, known.kinds.get(at.model.name)


def _exceeded(known: Installation, kind: str, at: Situation) -> List[BackplaneLimit]:
    bays, drives = at.request.controller.backplane_drives, at.request.volume.drives
    if bays is None or drives is None:
        return []
    return [item for item in known.limits if item.kind == kind and item.backplane == bays and drives > item.drives]


def _mixing(book: Book, known: Installation, kind: str, at: Situation) -> List[Refusal]:
    """Two kinds of internal RAID in one server; an external card may stand beside either."""
    if kind in known.together:
        return []
    for name in at.request.controller.installed_with:
        model = book.catalogue.model(name)
        other = known.kinds.get(model.name) if model is not None else None
        if other is not None and other != kind and other not in known.together:
            return [Refusal("controllers_not_mixed", "controller.installed_with", known.mixing_message, known.mixing)]
    return []
