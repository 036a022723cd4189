"""How claims that only the further sections speak of enter the book."""

from __future__ import annotations

from app.core.rules import Citation
from app.core.statements import Statement
from app.rulebook.compile_rules import Compiler, root_of
from app.rulebook.read import Place, RuleFile
from app.rulebook.statement_shapes import Reasoned, Said


def registered(compiler: Compiler, file: RuleFile, at: Place, entry: Said) -> Citation | None:
    """The citation of a claim that no other entry has; a workload's profile may have cited it already."""
    cite = compiler.citation(file, at, entry.document, entry.place, entry.row, root_of(entry.claim))
    if cite is None:
        return None
    if entry.claim in compiler.origins:
        compiler.claim(file, at, entry.claim, cite)
        return None
    compiler.citations[entry.claim] = cite
    compiler.citations.setdefault(root_of(entry.claim), cite)
    compiler.origins[entry.claim] = f"{file.name}:{file.line(at)}"
    return cite


def register(compiler: Compiler, file: RuleFile, entries: list[Said]) -> None:
    """All claims at the head of a file."""
    for number, entry in enumerate(entries):
        registered(compiler, file, ("claims", number), entry)


def reasoned(compiler: Compiler, file: RuleFile, at: Place, entry: Reasoned) -> Statement:
    return Statement(entry.says, compiler.followed(file, (*at, "cites"), entry.cites))


def words_of(entries: list[Said], claim: str) -> str:
    """What the claim says; the claim must be among the entries."""
    return next(entry.says for entry in entries if entry.claim == claim)
