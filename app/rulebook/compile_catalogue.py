"""rules/controllers and rules/workloads -> core catalogue and workloads."""

from __future__ import annotations

from app.core.catalogue import Catalogue, CatalogueFact, ControllerModel, ModelNote, plain_name
from app.core.rules import Citation
from app.core.workload import Profile, Workload, Workloads, plain_words
from app.rulebook.compile_rules import Compiler
from app.rulebook.library import Library
from app.rulebook.read import Place, RuleFile
from app.rulebook.schema import FamilyFact, FamilyFile, ModelEntry, ModelNoteEntry, WorkloadEntry, WorkloadsFile

NUMBERS = (
    "strip_min_kib",
    "strip_max_kib",
    "cachecade_max_gib",
    "max_virtual_drives",
    "max_drives",
    "max_drives_per_volume",
    "cache_mib",
    "max_arms",
    "max_spans",
    "max_external_drives",
)


def typed_fact(name: str, value: object) -> object:
    """Text of a rule file as what the fact is: a number, yes or no, a list, or a word."""
    if isinstance(value, list):
        return tuple(value)
    if value in ("true", "false"):
        return value == "true"
    if name in NUMBERS:
        return int(str(value))
    return value


def model_catalogue(compiler: Compiler, library: Library) -> Catalogue:
    models: dict[str, ControllerModel] = {}
    names: dict[str, ControllerModel] = {}
    pci: dict[str, ControllerModel] = {}
    for file, family in library.of(FamilyFile):
        for number, entry in enumerate(family.models):
            at: Place = ("models", number)
            model = _model(compiler, file, at, family, entry)
            if entry.name in models:
                compiler.complain(file, at, f"the model '{entry.name}' is described twice")
            models[entry.name] = model
            for name in (entry.name, *entry.aliases):
                plain = plain_name(name)
                if names.get(plain, model) is not model:
                    compiler.complain(file, at, f"'{name}' also means {names[plain].name}")
                names.setdefault(plain, model)
            for address in entry.pci:
                pci.setdefault(address, model)
    return Catalogue(models, names, pci)


def _model(compiler: Compiler, file: RuleFile, at: Place, family: FamilyFile, entry: ModelEntry) -> ControllerModel:
    facts = {name: _fact(compiler, file, ("facts", name), name, fact) for name, fact in family.facts.items()}
    facts.update({name: _fact(compiler, file, (*at, "facts", name), name, fact) for name, fact in entry.facts.items()})
    notes = [_note(compiler, file, ("notes", n), note) for n, note in enumerate(family.notes)]
    notes += [_note(compiler, file, (*at, "notes", n), note) for n, note in enumerate(entry.notes)]
    return ControllerModel(
        name=entry.name,
        family=family.family,
        title=family.title,
        era=family.generation,
        exact=family.exact,
        kind=family.kind,
        tool=entry.tool or family.tool,
        facts=facts,
        citations=compiler.followed(file, at, [*family.claims, *entry.claims]),
        notes=tuple(note for note in notes if note is not None),
        vendor=entry.vendor,
    )


def _fact(compiler: Compiler, file: RuleFile, at: Place, name: str, fact: FamilyFact) -> CatalogueFact:
    source = fact.source
    cite = compiler.citation(file, at, source.document, source.place, source.row, f"catalogue-{name}")
    return CatalogueFact(typed_fact(name, fact.value), fact.certainty, cite, fact.note)


def _note(compiler: Compiler, file: RuleFile, at: Place, note: ModelNoteEntry) -> ModelNote | None:
    when = compiler.condition(file, (*at, "when"), note.when)
    if when is None:
        return None
    return ModelNote(when, note.warn, note.conflict, compiler.followed(file, at, note.claims))


def workload_names(library: Library) -> list[str]:
    return [entry.name for _, data in library.of(WorkloadsFile) for entry in data.workloads]


def workloads(compiler: Compiler, library: Library) -> Workloads:
    by_name: dict[str, Workload] = {}
    by_alias: dict[str, Workload] = {}
    for file, data in library.of(WorkloadsFile):
        for number, entry in enumerate(data.workloads):
            at: Place = ("workloads", number)
            found = _workload(compiler, file, at, entry)
            if entry.name in by_name:
                compiler.complain(file, at, f"the workload '{entry.name}' is described twice")
            by_name[entry.name] = found
            for alias in (entry.name, *entry.aliases):
                plain = plain_words(alias)
                if by_alias.get(plain, found) is not found:
                    compiler.complain(file, at, f"'{alias}' also means {by_alias[plain].name}")
                by_alias.setdefault(plain, found)
    return Workloads(by_name, by_alias)


def _workload(compiler: Compiler, file: RuleFile, at: Place, entry: WorkloadEntry) -> Workload:
    profiles = []
    for number, item in enumerate(entry.profiles):
        here: Place = (*at, "profiles", number)
        cite = compiler.citation(file, here, item.document, item.place, item.row, item.claim)
        if cite is None:
            continue
        compiler.citations.setdefault(item.claim, cite)
        profiles.append(
            Profile(
                citation=cite,
                generation=_generation(cite),
                access=item.access,
                read_percent=item.read_percent,
                block_kib=item.block_kib,
                many_streams=item.many_streams,
            )
        )
    return Workload(entry.name, entry.title, tuple(entry.aliases), entry.replicates, tuple(profiles))


def _generation(cite: Citation) -> str | None:
    return cite.document.generation
