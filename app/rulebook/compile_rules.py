"""Rows, claims, house rules, extensions and resolutions -> core rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.core.rules import (
    ACCEPTED,
    CAPABILITY,
    EXTENSION,
    RESOLUTION,
    SAFETY,
    SITE,
    STATEMENT,
    Citation,
    Document,
    Rule,
    Value,
)
from app.rulebook.conditions import Vocabulary
from app.rulebook.errors import RuleFileError
from app.rulebook.library import Library
from app.rulebook.read import Place, RuleFile
from app.rulebook.schema import (
    ConflictEntry,
    DocumentFile,
    Entry,
    Extension,
    ExtensionsFile,
    HouseEntry,
    HouseFile,
    PlaceFile,
    Resolved,
    StripRange,
    When,
)
from app.rulebook.values import values_of

TIERS = {
    "capability": CAPABILITY,
    "accepted_risk": ACCEPTED,
    "safety": SAFETY,
    "resolution": RESOLUTION,
    "statement": STATEMENT,
}
HOUSE = "house-notes"
_BEST_BASIS = {"exact": 0, "text": 1, "extended": 2}


@dataclass
class Compiler:
    """Turns files into rules; ``problems`` collects what is wrong, each with file and line."""

    vocabulary: Vocabulary
    documents: dict[str, Document] = field(default_factory=dict)
    places: dict[str, frozenset[str]] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)
    citations: dict[str, Citation] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    problems: list[RuleFileError] = field(default_factory=list)
    incomplete: bool = False
    """A file was refused, so that a claim that nobody has may well be in there."""

    def complain(self, file: RuleFile, place: Place, problem: str) -> None:
        self.problems.append(RuleFileError(file.name, file.line(place), problem))

    def add_documents(self, library: Library) -> None:
        for file, data in library.of(DocumentFile):
            if data.id in self.documents:
                self.complain(file, ("id",), f"the document '{data.id}' is described twice")
            self.documents[data.id] = Document(
                data.id, data.title, data.publisher, data.date, data.kind, data.generation, data.certainty
            )
            self.places[data.id] = frozenset(item.place for item in data.places)

    def citation(
        self, file: RuleFile, at: Place, document: str, place: str, row: str | None, claim: str
    ) -> Citation | None:
        """None, and a complaint, where no document has this place."""
        if document not in self.documents:
            self.complain(file, at, f"no document is called '{document}'")
            return None
        if place not in self.places[document]:
            self.complain(file, at, f"{document} has no place '{place}'")
            return None
        return Citation(self.documents[document], place, row, claim)

    def claim(self, file: RuleFile, at: Place, claim: str, citation: Citation) -> None:
        """Register that ``claim`` stands at ``citation``; a claim stands at one place."""
        if claim in self.citations:
            self.complain(file, at, f"the claim '{claim}' is encoded twice (also in {self.origins[claim]})")
            return
        self.citations[claim] = citation
        self.origins[claim] = f"{file.name}:{file.line(at)}"

    def followed(self, file: RuleFile, at: Place, claims: list[str]) -> tuple[Citation, ...]:
        found = []
        for claim in claims:
            if claim in self.citations:
                found.append(self.citations[claim])
            elif not self.incomplete:
                self.complain(file, at, f"no entry of the book has the claim '{claim}'")
        return tuple(dict.fromkeys(found))

    def condition(
        self, file: RuleFile, at: Place, *parts: When, may_contradict: bool = False
    ) -> Mapping[str, frozenset[str]] | None:
        """None, and a complaint, where a word is not known or the parts leave nothing that could hold."""
        try:
            found = self.vocabulary.condition(*parts)
        except ValueError as error:
            self.complain(file, at, str(error))
            return None
        if found is None and not may_contradict:
            self.complain(file, at, "its condition contradicts itself or what the whole file applies to")
        return found

    def values(self, file: RuleFile, at: Place, setting: str, advised: StripRange | list[str]) -> tuple[Value, ...]:
        try:
            return values_of(setting, advised)
        except ValueError as error:
            self.complain(file, at, str(error))
            return ()

    def add_places(self, library: Library) -> None:
        for file, data in library.of(PlaceFile):
            if file.is_site:
                self._check_site_file(file, data)
            body = "rows" if data.rows is not None else "claims"
            for number, entry in enumerate(data.entries):
                self._add_entry(file, (body, number), data, entry)

    def _add_entry(self, file: RuleFile, at: Place, data: PlaceFile, entry: Entry) -> None:
        citation = self.citation(file, at, data.document, data.place, entry.row, root_of(entry.claim))
        if citation is None:
            return
        self.claim(file, at, entry.claim, citation)
        self.citations.setdefault(root_of(entry.claim), citation)
        when = self.condition(file, (*at, "when"), data.applies, entry.when)
        if when is None:
            return
        tier = SITE if file.is_site else STATEMENT
        basis = "site" if file.is_site else "exact" if data.place.startswith("Table") else "text"
        common = Rule(
            id=entry.claim,
            setting="",
            values=(),
            acceptable=(),
            when=when,
            tier=tier,
            basis=basis,
            why=entry.why or entry.says or "",
            citations=(citation,),
            claims=(root_of(entry.claim),),
            measured=entry.kind == "measured",
            line=f"{file.name}:{file.line(at)}",
        )
        for setting, advised in entry.advise.items():
            values = self.values(file, (*at, "advise", setting), setting, advised)
            if file.is_site:
                self._check_site_values(file, (*at, "advise", setting), setting, values, when)
            self.rules.append(replace(common, setting=setting, values=values, acceptable=values))
        for setting, words in entry.advise_not.items():
            values = self.values(file, (*at, "advise_not", setting), setting, words)
            self.rules.append(replace(common, setting=setting, prohibits=values))

    def _check_site_file(self, file: RuleFile, data: PlaceFile) -> None:
        document = self.documents.get(data.document)
        if document is not None and document.kind != "site":
            self.complain(file, ("document",), f"a site's rules cite a document of its own, and '{document.id}' is not")

    def _check_site_values(
        self, file: RuleFile, at: Place, setting: str, values: tuple[Value, ...], when: Mapping[str, frozenset[str]]
    ) -> None:
        """A site may prefer, and may not give up safety; that takes a risk accepted for one volume."""
        broken = [value for value in values if breaks_safety(setting, value, when)]
        if broken:
            self.complain(
                file, at, f"{setting} {broken[0]} breaks a safety rule, which no site rule outranks; use accept_risk"
            )

    def add_house(self, library: Library) -> None:
        for file, data in library.of(HouseFile):
            for number, entry in enumerate(data.rules):
                self._add_house_rule(file, ("rules", number), TIERS[data.tier], entry)

    def _add_house_rule(self, file: RuleFile, at: Place, tier: int, entry: HouseEntry) -> None:
        own = self.citation(file, (*at, "place"), HOUSE, entry.place, None, entry.id)
        when = self.condition(file, (*at, "when"), entry.when)
        followed = self.followed(file, (*at, "follows"), entry.follows)
        if own is None or when is None:
            return
        self.claim(file, at, entry.id, own)
        basis = entry.basis or {CAPABILITY: "capability", SAFETY: "safety", ACCEPTED: "safety"}.get(
            tier, self.best_basis(entry.follows)
        )
        for setting, advised in entry.advise.items():
            values = self.values(file, (*at, "advise", setting), setting, advised)
            accepted = entry.accept.get(setting)
            self.rules.append(
                Rule(
                    id=entry.id,
                    setting=setting,
                    values=values,
                    acceptable=self.values(file, (*at, "accept", setting), setting, accepted) if accepted else values,
                    when=when,
                    tier=tier,
                    basis=basis,
                    why=entry.why,
                    citations=(*followed, own),
                    claims=tuple(entry.follows) or (entry.id,),
                    line=f"{file.name}:{file.line(at)}",
                )
            )

    def best_basis(self, claims: list[str]) -> str:
        """The strongest footing among what is followed: a table row, a text, else an extension."""
        found = {rule.basis for rule in self.rules if set(rule.claims) & set(claims)}
        return min(found & _BEST_BASIS.keys(), key=_BEST_BASIS.__getitem__, default="text")

    def add_extensions(self, library: Library) -> None:
        for file, data in library.of(ExtensionsFile):
            for number, entry in enumerate(data.extensions):
                self._add_extension(file, ("extensions", number), entry)

    def _add_extension(self, file: RuleFile, at: Place, entry: Extension) -> None:
        rows = [rule for rule in self.rules if rule.id == entry.claim and rule.tier == STATEMENT and rule.values]
        if not rows and not self.incomplete and entry.claim not in self.citations:
            self.complain(file, (*at, "claim"), f"no row of the book has the claim '{entry.claim}'")
        stretched = self.condition(file, (*at, "when"), entry.when)
        for rule in rows if stretched is not None else []:
            if not entry.only or rule.setting in entry.only:
                when = {**rule.when, **(stretched or {})}
                words = f"{rule.why} {entry.why}"
                self.rules.append(
                    replace(
                        rule,
                        id=f"{rule.id}+{number_of(at)}",
                        when=when,
                        tier=EXTENSION,
                        basis="extended",
                        why=words,
                        extends=rule.citations[0].row or rule.citations[0].place,
                    )
                )

    def add_resolution(self, file: RuleFile, at: Place, entry: ConflictEntry, scope: When, resolved: Resolved) -> None:
        when = self.condition(file, (*at, "when"), scope, resolved.when, may_contradict=True)
        if when is None:
            return
        followed = self.followed(file, (*at, "follows"), resolved.follows)
        if not followed:
            if not resolved.follows:
                self.complain(file, (*at, "follows"), f"{entry.id} decides without a citation")
            return
        basis = resolved.basis or ("extended" if resolved.extends else self.best_basis(resolved.follows))
        for setting, advised in resolved.advise.items():
            if setting not in entry.settings:
                self.complain(file, (*at, "advise", setting), f"{entry.id} does not list {setting} among its settings")
            values = self.values(file, (*at, "advise", setting), setting, advised)
            accepted = resolved.accept.get(setting)
            self.rules.append(
                Rule(
                    id=f"{entry.id}/{number_of(at)}",
                    setting=setting,
                    values=values,
                    acceptable=self.values(file, (*at, "accept", setting), setting, accepted) if accepted else values,
                    when=when,
                    tier=RESOLUTION,
                    basis=basis,
                    why=resolved.why,
                    citations=followed,
                    claims=tuple(resolved.follows),
                    conflict=entry.id,
                    extends=resolved.extends,
                    line=f"{file.name}:{file.line(at)}",
                )
            )


def breaks_safety(setting: str, value: Value, when: Mapping[str, frozenset[str]]) -> bool:
    """Whether this value could lose data under this condition, whatever the engine's own safety would make of it."""
    if value == "unprotected_write_back":
        return True
    if setting == "disk_cache_policy" and value in ("enabled", "drive_default"):
        return when.get("deployment") != frozenset({"benchmark"})
    parity = {"raid5", "raid6", "raid50", "raid60"}
    return value == "fast" and bool(when.get("raid", parity) & parity)


def root_of(claim: str) -> str:
    """``ucs-m3-t18-io#raid5`` is a part of the claim ``ucs-m3-t18-io``."""
    return claim.split("#", 1)[0]


def number_of(at: Place) -> int:
    return 1 + int(next(step for step in reversed(at) if isinstance(step, int)))
