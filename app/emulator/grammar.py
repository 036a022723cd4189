"""argv into a command: which object, which words, which options, and how dangerous it is."""

from __future__ import annotations

import re
from collections.abc import Sequence

# On one virtual drive; what the collector may ever set.
POLICIES = ("wrcache", "rdcache", "iopolicy", "pdcache")
HARMLESS_SETS = (*POLICIES, "name")

# Of grammar 8's set, so that an error names the token as the tool does.
TOKENS = {
    "wrcache": "TOKEN_WRITE_CACHE",
    "rdcache": "TOKEN_READ_CACHE",
    "iopolicy": "TOKEN_IO_POLICY",
    "pdcache": "TOKEN_PD_CACHE",
    "name": "TOKEN_NAME",
    "nolog": "TOKEN_NOLOG",
    "migrate": "TOKEN_MIGRATE",
    "jbod": "TOKEN_JBOD",
    "cv": "TOKEN_OBJ_CV",
    "bbu": "TOKEN_OBJ_BBU",
    "del": "TOKEN_DEL",
}

SHOW, SET, OPERATION, DESTRUCTIVE, UNKNOWN = "show", "set", "operation", "destructive", "unknown"

_PART = re.compile(r"/(c|v|d|e|s|f|p)(all|[0-9]+(?:[,-][0-9]+)*)|/(cv|bbu)(?=/|$)", re.IGNORECASE)
_PAGE = re.compile(r"page(?:=[0-9]+)?")
# Whatever they act on, they change more than a cache policy.
_VERBS = """\
add del delete start stop pause resume set download restart reset expand transform import flasherase erase
secureerase insert split clear compare flushcache spinup spindown shutdown suspend"""
_DANGEROUS = frozenset(_VERBS.split())
_LEARN = ("start", "learn")


class Command:
    """One call of the tool."""

    def __init__(self, argv: Sequence[str]) -> None:
        self.argv = list(argv)
        self.path: dict[str, str] = {}
        self.words: list[str] = []
        self.json = False
        self.nolog = False
        for word in " ".join(argv).split():
            self._take(word)

    def _take(self, word: str) -> None:
        folded = word.casefold()
        if folded == "j":
            self.json = True
        elif folded == "nolog":
            self.nolog = True
        elif word.startswith("/") and _is_path(word):
            for letter, which, thing in _PART.findall(word):
                self.path[(letter or thing).casefold()] = which.casefold()
        elif not _PAGE.fullmatch(folded):
            self.words.append(word)

    @property
    def verb(self) -> str:
        """The first word, ``show``; empty where there is none."""
        return self.words[0].casefold() if self.words else ""

    @property
    def rest(self) -> tuple[str, ...]:
        """The words after the verb, in lower case and without options that change nothing."""
        return tuple(word.casefold() for word in self.words[1:] if word.casefold() != "noaso")

    @property
    def target(self) -> str:
        """The last object of the path: ``v`` in ``/c0/v1``, ``s`` in ``/c0/e252/s0``, ``cv``; empty for none."""
        return list(self.path)[-1] if self.path else ""

    @property
    def kind(self) -> str:
        """``show``, ``set`` (of harmless properties of one volume), ``operation``, ``destructive`` or ``unknown``."""
        if self.verb == "show":
            return SHOW
        if self.verb == "set" and self._is_harmless_set():
            return SET
        if self.target in ("cv", "bbu") and (self.verb, *self.rest) == _LEARN:
            return OPERATION
        return DESTRUCTIVE if self.verb in _DANGEROUS else UNKNOWN

    def _is_harmless_set(self) -> bool:
        names = [name for name, _ in self.assignments()]
        single = self.target == "v" and self.path["v"].isdigit() and self.path["c"].isdigit()
        return single and bool(names) and all(name in HARMLESS_SETS for name in names)

    def assignments(self) -> list[tuple[str, str]]:
        """``wrcache=WT rdcache=RA`` as pairs; the name in lower case, the value as given."""
        pairs = [word.partition("=") for word in self.words[1:]]
        return [(name.casefold(), value) for name, _, value in pairs]


def _is_path(word: str) -> bool:
    return "".join(found.group(0) for found in _PART.finditer(word)) == word


def chosen(which: str, numbers: Sequence[int]) -> list[int]:
    """The numbers that ``all``, ``3`` or ``0,2,5-7`` names; one that does not exist is kept, to be complained about."""
    if which == "all":
        return list(numbers)
    found: list[int] = []
    for part in which.split(","):
        first, _, last = part.partition("-")
        found.extend(range(int(first), int(last or first) + 1))
    return found
