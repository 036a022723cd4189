"""
The shape of every file in rules/. Unknown keys are refused, so that a slip of
the pen cannot become a rule that never fires. ``rules/schema.json`` is made from here.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Words = Annotated[list[str], BeforeValidator(_as_list)]
Setting = Literal[
    "raid_level",
    "strip_size_kib",
    "read_policy",
    "write_policy",
    "io_policy",
    "disk_cache_policy",
    "initialization",
]
When = dict[str, Words]
Severity = Literal["critical", "high", "medium", "low", "info"]
Status = Annotated[str, Field(pattern=r"^(encoded|partial|accounted|pending)(: .+)?$")]


class PlaceName(Shape):
    place: str
    title: str


class DocumentFile(Shape):
    """rules/documents/<id>.yaml"""

    id: str
    title: str
    publisher: str
    date: str
    kind: Literal["paper", "guidance", "house", "site"]
    generation: Literal["2011", "2013", "2015", "2016"] | None = None
    certainty: Literal["verified", "assumed"] | None = None
    speaks_of: str
    pages: int | None = None
    url: str | None = None
    sha256: str | None = None
    places: list[PlaceName]


class StripRange(Shape):
    """Strip sizes in KiB by their bounds."""

    at_least: int | None = None
    at_most: int | None = None
    above: int | None = None

    @model_validator(mode="after")
    def _one_bound(self) -> StripRange:
        if sum(bound is not None for bound in (self.at_least, self.at_most, self.above)) != 1:
            raise ValueError("exactly one of at_least, at_most, above")
        return self


Advised = StripRange | Words


class Cases(Shape):
    """Facts under which the entry holds, does not, and is not known to; expected from the page."""

    yes: dict[str, str]
    no: dict[str, str] | None = None
    not_known: dict[str, str] | None = None


class Entry(Shape):
    """One row of a table or one statement of a text."""

    claim: str
    row: str | None = None
    when: When = {}
    advise: dict[Setting, Advised] = {}
    advise_not: dict[Setting, Words] = {}
    kind: Literal["asserted", "measured"] = "asserted"
    purpose: Literal["benchmark", "baseline", "deployment"] | None = None
    says: str | None = None
    why: str | None = None
    note: str | None = None
    withdrawn: str | None = None
    cases: Cases | None = None

    @model_validator(mode="after")
    def _speaks(self) -> Entry:
        if not (self.advise or self.advise_not or self.says):
            raise ValueError("an entry must advise, advise_not or say something")
        if (self.advise or self.advise_not) and not self.why:
            raise ValueError("an entry that advises must say why, in our own words")
        return self


class PlaceFile(Shape):
    """rules/<document>/<place>.yaml: one printed place, as rows of a table or claims of a text."""

    document: str
    place: str
    title: str | None = None
    purpose: Literal["benchmark", "baseline", "deployment"] | None = None
    applies: When = {}
    note: str | None = None
    rows: list[Entry] | None = None
    claims: list[Entry] | None = None

    @model_validator(mode="after")
    def _one_body(self) -> PlaceFile:
        if (self.rows is None) == (self.claims is None):
            raise ValueError("exactly one of rows and claims")
        return self

    @property
    def entries(self) -> list[Entry]:
        return self.rows if self.rows is not None else self.claims or []


class Resolved(Shape):
    """What a listed resolution gives for one setting under one condition."""

    when: When = {}
    advise: dict[Setting, Advised]
    accept: dict[Setting, Advised] = {}
    follows: Words
    basis: Literal["exact", "text", "extended", "safety", "capability"] | None = None
    """Where left out it follows from what is followed."""
    extends: str | None = None
    why: str


class ConflictEntry(Shape):
    id: str = Field(pattern=r"^K\d\d$")
    topic: str
    severity: Severity
    scope: list[When]
    regardless: list[When] = []
    """Scopes to which ``advised`` does not apply."""
    advised: dict[Setting, Words] = {}
    settings: list[Setting] = []
    sections: Words = ["settings"]
    side_a: Words
    side_b: Words
    resolution: str
    show: str | None = None
    asks: Words = []
    """Facts that are asked for wherever it is in scope."""
    decide: list[Resolved] = []


class ConflictsFile(Shape):
    """rules/conflicts.yaml"""

    conflicts: list[ConflictEntry]


class HouseEntry(Shape):
    """A rule of ours: what safety or capability demand, or what we add where papers are silent."""

    id: str
    place: str
    when: When = {}
    advise: dict[Setting, Advised]
    accept: dict[Setting, Advised] = {}
    follows: Words = []
    basis: Literal["exact", "text", "extended", "safety", "capability"] | None = None
    why: str
    cases: Cases | None = None


class HouseFile(Shape):
    """rules/house/{capability,safety,preferences}.yaml"""

    tier: Literal["capability", "accepted_risk", "safety", "resolution", "statement"]
    rules: list[HouseEntry]


class Extension(Shape):
    """A row stretched to cases that its paper does not print."""

    claim: str
    when: When
    only: list[Setting] = []
    why: str


class ExtensionsFile(Shape):
    """rules/house/extensions.yaml"""

    extensions: list[Extension]


class CautionEntry(Shape):
    code: str
    when: When = {}
    advised: dict[Setting, Words] = {}
    conflict: str | None = None
    cites: Words = []
    message: str


class CautionsFile(Shape):
    """rules/house/cautions.yaml"""

    cautions: list[CautionEntry]


class ThresholdsFile(Shape):
    """rules/house/thresholds.yaml"""

    read_dominated_from: float
    write_dominated_to: float
    many_streams_from: float
    small_log_write_to_kib: float
    streaming_block_from_kib: float
    large_block_from_kib: float


class LevelEntry(Shape):
    name: str
    minimum: int
    even: bool = False
    per_span_minimum: int | None = None
    says: str
    cites: Words
    instead: Words


class LevelsFile(Shape):
    """rules/house/levels.yaml"""

    levels: list[LevelEntry]


class QuestionEntry(Shape):
    field: str
    message: str
    choices: Words = []


class QuestionsFile(Shape):
    """rules/house/questions.yaml"""

    questions: list[QuestionEntry]


class Source(Shape):
    document: str
    place: str
    row: str | None = None


class FamilyFact(Shape):
    value: Any
    certainty: Literal["verified", "assumed"]
    source: Source
    note: str | None = None


class ModelNoteEntry(Shape):
    when: When
    warn: str
    claims: Words = []
    conflict: str | None = None


class ModelEntry(Shape):
    name: str
    aliases: Words = []
    facts: dict[str, FamilyFact] = {}
    claims: Words = []
    notes: list[ModelNoteEntry] = []
    vendor: str | None = None
    tool: str | None = None
    pci: Words = []


class FamilyFile(Shape):
    """rules/controllers/<family>.yaml"""

    family: str
    title: str
    generation: Literal["2011", "2013", "2016"]
    exact: bool
    kind: Literal["raid", "hba", "embedded"]
    tool: Literal["storcli", "storcli2", "none"]
    pci: Words = []
    facts: dict[str, FamilyFact]
    models: list[ModelEntry]
    claims: Words = []
    notes: list[ModelNoteEntry] = []


class ProfileEntry(Shape):
    document: str
    place: str
    row: str | None = None
    claim: str
    raid_level: Words = []
    access: Literal["random", "sequential", "mixed"] | None = None
    read_percent: float | None = None
    block_kib: float | None = None
    many_streams: bool | None = None
    note: str | None = None


class WorkloadEntry(Shape):
    name: str
    title: str
    aliases: Words = []
    replicates: bool | None = None
    profiles: list[ProfileEntry] = []
    note: str | None = None


class WorkloadsFile(Shape):
    """rules/workloads/*.yaml"""

    workloads: list[WorkloadEntry]


class CoveredPlace(Shape):
    place: str
    status: Literal["encoded", "partial", "accounted", "pending"]
    note: str | None = None
    claims: dict[str, Status] = {}


class CoverageFile(Shape):
    """rules/<document>/coverage.yaml: every table and section, and what became of it."""

    document: str
    places: list[CoveredPlace]


SHAPES: dict[str, type[Shape]] = {
    "document": DocumentFile,
    "place": PlaceFile,
    "coverage": CoverageFile,
    "conflicts": ConflictsFile,
    "house": HouseFile,
    "extensions": ExtensionsFile,
    "cautions": CautionsFile,
    "thresholds": ThresholdsFile,
    "levels": LevelsFile,
    "questions": QuestionsFile,
    "controllers": FamilyFile,
    "workloads": WorkloadsFile,
}


class BookFile(Shape):
    """rules/book.yaml: what the whole is called and from when it is."""

    title: str
    date: str
