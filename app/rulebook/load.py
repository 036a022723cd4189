"""A rules directory -> a compiled core.Book, or everything that is wrong with it."""

from __future__ import annotations

from pathlib import Path

from app.core.book import Book, Level, QuestionText, compiled_tables
from app.core.facts import FIELDS, Thresholds
from app.core.rules import Caution, Conflict
from app.rulebook.compile_catalogue import model_catalogue, workload_names, workloads
from app.rulebook.compile_rules import Compiler
from app.rulebook.conditions import Vocabulary
from app.rulebook.errors import RulebookError, RuleFileError
from app.rulebook.library import Library, library
from app.rulebook.read import Place, RuleFile
from app.rulebook.schema import (
    CautionsFile,
    ConflictEntry,
    ConflictsFile,
    FamilyFile,
    LevelsFile,
    QuestionsFile,
    ThresholdsFile,
)
from app.rulebook.section_compilers import SECTION_COMPILERS
from app.rulebook.two_answers import two_answers


def load_book(root: Path, site: Path | None = None) -> Book:
    """
    The book in ``root``, with the rules of the ``site``'s own directory where one is given.
    Raises RulebookError naming every file and line that cannot be taken.
    """
    return compiled_book(library(root, site=site))


def compiled_book(files: Library) -> Book:
    """Raises RulebookError where a file was refused or contradicts another."""
    families = [data.family for _, data in files.of(FamilyFile)]
    vocabulary = Vocabulary(workload_names(files), families)
    compiler = Compiler(vocabulary, problems=list(files.problems), incomplete=bool(files.problems))
    compiler.add_documents(files)
    compiler.add_places(files)
    catalogue = model_catalogue(compiler, files)
    named = workloads(compiler, files)
    compiler.add_house(files)
    compiler.add_extensions(files)
    data = {name: compile_section(compiler, files) for name, compile_section in SECTION_COMPILERS.items()}
    conflicts, ordered = _conflicts(compiler, files)
    cautions = _cautions(compiler, files)
    levels = _levels(compiler, files)
    thresholds = files.one(ThresholdsFile)[1]
    compiler.problems += two_answers(compiler.rules)
    if compiler.problems:
        each = {str(problem): problem for problem in compiler.problems}
        raise RulebookError(sorted(each.values(), key=lambda problem: (problem.file, problem.line)))
    tokens = compiler.vocabulary.tokens
    return Book(
        version=files.version,
        documents=compiler.documents,
        rules=tuple(compiler.rules),
        conflicts=conflicts,
        cautions=cautions,
        catalogue=catalogue,
        workloads=named,
        thresholds=Thresholds(**thresholds.model_dump()),
        levels=levels,
        questions=_questions(files),
        citations=compiler.citations,
        tokens=tokens,
        tables=compiled_tables(compiler.rules, ordered, cautions, tokens),
        data=data,
    )


def _conflicts(compiler: Compiler, files: Library) -> tuple[dict[str, Conflict], list[Conflict]]:
    """By id for looking up, and the list with a twin for each scope to which ``advised`` does not apply."""
    by_id: dict[str, Conflict] = {}
    ordered: list[Conflict] = []
    for file, data in files.of(ConflictsFile):
        for number, entry in enumerate(data.conflicts):
            at: Place = ("conflicts", number)
            if entry.id in by_id:
                compiler.complain(file, at, f"the conflict {entry.id} is listed twice")
            conflict = _conflict(compiler, file, at, entry, regardless=False)
            by_id[entry.id] = conflict
            ordered.append(conflict)
            if entry.regardless:
                ordered.append(_conflict(compiler, file, at, entry, regardless=True))
            for place, scope in enumerate(entry.scope):
                for step, resolved in enumerate(entry.decide):
                    compiler.add_resolution(file, (*at, "scope", place, "decide", step), entry, scope, resolved)
    return by_id, ordered


def _conflict(compiler: Compiler, file: RuleFile, at: Place, entry: ConflictEntry, regardless: bool) -> Conflict:
    scopes = entry.regardless if regardless else entry.scope
    conditions = [compiler.condition(file, (*at, "scope"), scope) for scope in scopes]
    advised = {} if regardless else {str(name): frozenset(words) for name, words in entry.advised.items()}
    sides = [claim for claim in (*entry.side_a, *entry.side_b) if claim in compiler.citations]
    for fact in entry.asks:
        if fact not in FIELDS:
            compiler.complain(file, (*at, "asks"), f"'{fact}' is no fact that can be asked for")
    return Conflict(
        id=entry.id,
        topic=entry.topic,
        severity=entry.severity,
        resolution=entry.resolution,
        scope=tuple(condition for condition in conditions if condition is not None),
        settings=tuple(entry.settings),
        side_a=tuple(entry.side_a),
        side_b=tuple(entry.side_b),
        citations=tuple(dict.fromkeys(compiler.citations[claim] for claim in sides)),
        advised=advised,
        sections=frozenset(entry.sections),
        asks=tuple(fact for fact in entry.asks if fact in FIELDS),
    )


def _cautions(compiler: Compiler, files: Library) -> tuple[Caution, ...]:
    found = []
    for file, data in files.of(CautionsFile):
        for number, entry in enumerate(data.cautions):
            at: Place = ("cautions", number)
            when = compiler.condition(file, (*at, "when"), entry.when)
            if when is None:
                continue
            cites = compiler.followed(file, (*at, "cites"), entry.cites)
            advised = {str(name): frozenset(words) for name, words in entry.advised.items()}
            found.append(Caution(entry.code, entry.message, when, entry.conflict, cites, advised))
    return tuple(found)


def _levels(compiler: Compiler, files: Library) -> dict[str, Level]:
    file, data = files.one(LevelsFile)
    return {
        entry.name: Level(
            name=entry.name,
            minimum=entry.minimum,
            even=entry.even,
            per_span_minimum=entry.per_span_minimum,
            says=entry.says,
            citations=compiler.followed(file, ("levels", number, "cites"), entry.cites),
            instead=tuple(entry.instead),
        )
        for number, entry in enumerate(data.levels)
    }


def _questions(files: Library) -> dict[str, QuestionText]:
    return {
        entry.field: QuestionText(entry.message, tuple(entry.choices))
        for entry in files.one(QuestionsFile)[1].questions
    }


__all__ = ["RuleFileError", "RulebookError", "compiled_book", "load_book"]
