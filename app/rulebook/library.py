"""rules/ as files: which file is what, each read and held against its shape."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from app.rulebook.errors import RulebookError, RuleFileError
from app.rulebook.read import RuleFile, rule_file, validated
from app.rulebook.request_cases import RequestCasesFile
from app.rulebook.schema import (
    BookFile,
    CautionsFile,
    ConflictsFile,
    CoverageFile,
    DocumentFile,
    ExtensionsFile,
    FamilyFile,
    HouseFile,
    LevelsFile,
    PlaceFile,
    QuestionsFile,
    Shape,
    ThresholdsFile,
    WorkloadsFile,
)
from app.rulebook.section_shapes import SECTION_SHAPES

M = TypeVar("M", bound=BaseModel)

_HOUSE_FILES: dict[str, type[Shape]] = {
    "extensions": ExtensionsFile,
    "cautions": CautionsFile,
    "thresholds": ThresholdsFile,
    "levels": LevelsFile,
    "questions": QuestionsFile,
}


@dataclass
class Library:
    """Every file of a rules directory, with its shape; ``problems`` collects what could not be taken."""

    root: Path
    files: list[tuple[RuleFile, Shape]] = field(default_factory=list)
    problems: list[RuleFileError] = field(default_factory=list)
    version: str = ""

    def of(self, shape: type[M]) -> list[tuple[RuleFile, M]]:
        return [(file, data) for file, data in self.files if isinstance(data, shape)]

    def one(self, shape: type[M]) -> tuple[RuleFile, M]:
        """The last one read, which is the site's where it has one. Raises RulebookError where the file is missing."""
        found = self.of(shape)
        if not found:
            raise RulebookError(
                [*self.problems, RuleFileError(str(self.root.name), 1, f"no {shape.__name__} was found")]
            )
        return found[-1]


def shape_of(path: Path, root: Path) -> type[Shape]:
    """What a file must look like, from where it lies."""
    folder = path.relative_to(root).parts[:-1]
    if not folder:
        return ConflictsFile if path.stem == "conflicts" else BookFile
    if folder[0] == "documents":
        return DocumentFile
    if folder[0] == "controllers":
        return FamilyFile
    if folder[0] == "workloads":
        return WorkloadsFile
    if folder[0] == "house":
        return _HOUSE_FILES.get(path.stem, HouseFile)
    if folder[0] == "cases":
        return RequestCasesFile
    if folder[0] in SECTION_SHAPES:
        return SECTION_SHAPES[folder[0]]
    return CoverageFile if path.stem == "coverage" else PlaceFile


SITE_SHAPES = (DocumentFile, PlaceFile, WorkloadsFile, FamilyFile, ThresholdsFile)
"""What a site may bring: its documents and rules, workloads, controllers, and thresholds that replace ours."""


def library(root: Path, coverage: bool = False, site: Path | None = None) -> Library:
    """
    All rule files under ``root``, and those of the ``site``'s own directory, in
    order of their names. Coverage and cases are read only when asked for: no answer
    needs them, checking does.
    """
    found = Library(root)
    digest = _read_into(found, root, coverage, is_site=False)
    if not found.files and not found.problems:
        raise RulebookError([RuleFileError(root.name, 1, f"no rule files were found in {root}")])
    date = next((data.date for _, data in found.of(BookFile)), "undated")
    found.version = f"{date}-{digest[:12]}"
    if site is not None:
        if not site.is_dir():
            raise RulebookError([RuleFileError(site.name, 1, f"the site's rules are no directory: {site}")])
        found.version += f"+site-{_read_into(found, site, coverage, is_site=True)[:8]}"
    return found


def _read_into(found: Library, root: Path, coverage: bool, is_site: bool) -> str:
    """The hash of what was read."""
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.yaml")):
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
        if coverage or not _is_for_checking(path, root):
            _add(found, path, root, is_site)
    return digest.hexdigest()


def _is_for_checking(path: Path, root: Path) -> bool:
    return path.stem == "coverage" or path.relative_to(root).parts[0] == "cases"


def _add(found: Library, path: Path, root: Path, is_site: bool) -> None:
    try:
        file = rule_file(path, root, is_site)
        shape = shape_of(path, root)
        if is_site and shape not in SITE_SHAPES:
            raise RuleFileError(file.name, 1, "a site brings documents, rules, workloads, controllers and thresholds")
        data = validated(file, shape)
        if is_site and isinstance(data, DocumentFile) and data.kind != "site":
            raise RuleFileError(file.name, file.line(("kind",)), "a document of the site has the kind 'site'")
        found.files.append((file, data))
    except RuleFileError as error:
        found.problems.append(error)
    except RulebookError as error:
        found.problems.extend(error.problems)
