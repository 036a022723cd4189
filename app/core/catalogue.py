"""Controllers as the catalogue knows them, and the one this request speaks of."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, FrozenSet, Mapping, Optional, Tuple

from app.core.policies import STRIP_SIZES_KIB
from app.core.rules import Citation, Condition

_VENDOR_FIRST = re.compile(
    r"(?:\s*\b(?:lsi|avago|broadcom|cisco|dell|emc|lenovo|intel|hpe|hp|supermicro|ibm|fujitsu)\b\s)+"
)
_MARKS = re.compile(r"\(r\)|\(tm\)")
_NOT_A_NAME = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class CatalogueFact:
    """One thing the catalogue says of a card; ``assumed`` where no source shows it."""

    value: object
    certainty: str
    citation: Optional[Citation]
    note: Optional[str] = None


@dataclass(frozen=True)
class ModelNote:
    """Something to warn about when this model meets this condition."""

    when: Condition
    message: str
    conflict: Optional[str]
    citations: Tuple[Citation, ...]


@dataclass(frozen=True)
class ControllerModel:
    """A card by its name, with the facts of its family underneath."""

    name: str
    family: str
    title: str
    era: str
    exact: bool
    kind: str
    tool: str
    facts: Mapping[str, CatalogueFact]
    citations: Tuple[Citation, ...] = ()
    notes: Tuple[ModelNote, ...] = ()
    vendor: Optional[str] = None

    def value(self, name: str, default: object = None) -> object:
        fact = self.facts.get(name)
        return default if fact is None else fact.value

    @property
    def raid_levels(self) -> Optional[FrozenSet[str]]:
        """None where nobody says which levels it offers."""
        levels = self.value("raid_levels")
        return None if levels is None else frozenset(levels)  # type: ignore[call-overload]

    @property
    def strip_sizes_kib(self) -> Tuple[int, ...]:
        """Ascending; all the sizes there are where nobody says."""
        low = int(str(self.value("strip_min_kib", STRIP_SIZES_KIB[0])))
        high = int(str(self.value("strip_max_kib", STRIP_SIZES_KIB[-1])))
        return tuple(size for size in STRIP_SIZES_KIB if low <= size <= high)


UNKNOWN_MODEL = ControllerModel(
    "unknown", "unknown", "a controller nobody has described", "2016", False, "raid", "storcli", {}
)


def plain_name(printed: str) -> str:
    """A printed model name without case, blanks, punctuation and vendor prefix."""
    lowered = _MARKS.sub(" ", printed.lower().replace("_", " "))
    prefix = _VENDOR_FIRST.match(lowered)
    return _NOT_A_NAME.sub("", lowered[prefix.end() :] if prefix else lowered)


@dataclass(frozen=True)
class Catalogue:
    """Every model by every name it is printed under."""

    models: Mapping[str, ControllerModel]
    by_plain_name: Mapping[str, ControllerModel]
    by_pci: Mapping[str, ControllerModel] = field(default_factory=dict)

    def model(self, printed: str) -> Optional[ControllerModel]:
        """The model that this name means; None for a name nobody has described."""
        name = plain_name(printed)
        found = self.by_plain_name.get(name)
        return found if found is not None else self._longest_within(name)

    def _longest_within(self, name: str) -> Optional[ControllerModel]:
        """Tools print more than the name ("MegaRAID9560-8i4GB"); the longest known name inside it decides."""
        inside = [known for known in self.by_plain_name if _stands_in(known, name)]
        if not inside:
            return None
        longest = max(len(known) for known in inside)
        best: Dict[str, ControllerModel] = {
            self.by_plain_name[known].family: self.by_plain_name[known] for known in inside if len(known) == longest
        }
        return next(iter(best.values())) if len(best) == 1 else None


_SHORTEST = 5
"""Characters: shorter names ("H310") are matched whole only, since they occur inside serials and sizes."""
_GOES_ON = re.compile(r"[0-9]+[ie]|r(?![a-z])")
"""What makes another card of a name that ends in a letter: 9300-8i and 9300-8i4e, PERC 6/i and 6/iR."""


def _stands_in(known: str, name: str) -> bool:
    """
    Whether ``known`` stands in ``name`` as a name of its own: with a number in it, and
    not as a part of a longer number. A wrong card is worse than none.
    """
    place = name.find(known)
    if place < 0 or len(known) < _SHORTEST or not any(letter.isdigit() for letter in known):
        return False
    before, after = name[:place][-1:], name[place + len(known) :]
    if known[0].isdigit() and before.isdigit():
        return False
    return not (after[:1].isdigit() if known[-1].isdigit() else _GOES_ON.match(after))
