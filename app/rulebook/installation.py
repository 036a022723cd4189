"""rules/installation -> core.installation."""

from __future__ import annotations

from app.core.installation import BackplaneLimit, Excluded, Installation
from app.core.rules import Citation
from app.rulebook.compile_rules import Compiler
from app.rulebook.installation_shape import InstallationFile
from app.rulebook.library import Library
from app.rulebook.read import Place, RuleFile


def installation(compiler: Compiler, library: Library) -> Installation | None:
    """None where the book has no such file."""
    for file, data in library.of(InstallationFile):
        mixed = [
            _claimed(compiler, file, ("mixing",), data.document, data.mixing.place, claim)
            for claim in (data.mixing.claim, data.mixing.exception)
        ]
        return Installation(
            kinds={name: kind for kind, names in data.kinds.items() for name in names},
            limits=tuple(_limits(compiler, file, data)),
            excluded=tuple(_excluded(compiler, file, data)),
            together=tuple(data.mixing.together),
            mixing_message=data.mixing.message,
            mixing=tuple(cite for cite in mixed if cite is not None),
        )
    return None


def _claimed(compiler: Compiler, file: RuleFile, at: Place, document: str, place: str, claim: str) -> Citation | None:
    cite = compiler.citation(file, at, document, place, None, claim)
    if cite is not None:
        compiler.claim(file, at, claim, cite)
    return cite


def _limits(compiler: Compiler, file: RuleFile, data: InstallationFile) -> list[BackplaneLimit]:
    found = []
    for number, item in enumerate(data.limits):
        for cite in compiler.followed(file, ("limits", number), [item.claim]):
            refuses = item.effect == "refuse"
            found.append(
                BackplaneLimit(item.kind, item.backplane, item.drives, refuses, item.message, item.conflict, cite)
            )
    return found


def _excluded(compiler: Compiler, file: RuleFile, data: InstallationFile) -> list[Excluded]:
    found = []
    for number, item in enumerate(data.excluded):
        cite = _claimed(compiler, file, ("excluded", number), data.document, item.place, item.claim)
        if cite is not None:
            found.append(Excluded(item.kind, item.backplane, item.cpus, item.message, cite))
    return found
