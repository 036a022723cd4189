"""rules/choices/media.yaml and acceleration.yaml -> core nouns."""

from __future__ import annotations

from app.core.choices import (
    AccelerationData,
    Alternative,
    Compared,
    EnduranceClass,
    MediaData,
    Pattern,
    QualifierRow,
    RatedLower,
    Speed,
)
from app.core.statements import Statement
from app.rulebook.choices_shapes import AccelerationEntry, ChoicesFile, EnduranceEntry, MediaEntry
from app.rulebook.compile_rules import Compiler
from app.rulebook.library import Library
from app.rulebook.read import RuleFile
from app.rulebook.schema import Words
from app.rulebook.statements import reasoned, register, words_of

REASONS = (
    "row",
    "near_row",
    "sequential",
    "random_reads",
    "random_writes",
    "condition",
    "fits",
    "mostly_fits",
    "exceeds",
    "needs_ssd",
    "ssd_already",
    "not_on_card",
    "none_on_hba",
    "nothing_left",
    "version",
)
"""What the section knows to say of acceleration."""


def part_of(compiler: Compiler, library: Library, name: str) -> tuple[RuleFile, ChoicesFile] | None:
    """The one file that has this part; its claims are registered on the way."""
    found = [(file, data) for file, data in library.of(ChoicesFile) if getattr(data, name) is not None]
    for file, _ in found[1:]:
        compiler.complain(file, (name,), f"{name} is described twice")
    if not found:
        return None
    register(compiler, found[0][0], found[0][1].claims)
    return found[0]


def check_workloads(compiler: Compiler, file: RuleFile, at: tuple[str | int, ...], names: Words) -> frozenset[str]:
    """These names, each known to the book."""
    for name in names:
        if name not in compiler.vocabulary.tokens["workload"]:
            compiler.complain(file, at, f"no workload is called '{name}'")
    return frozenset(names)


def media_data(compiler: Compiler, library: Library) -> MediaData | None:
    part = part_of(compiler, library, "media")
    if part is None or part[1].media is None:
        return None
    file, data = part[0], part[1].media
    return MediaData(
        patterns={
            item.access: Pattern(
                item.access,
                item.media,
                item.reason,
                item.cost,
                compiler.followed(file, ("media", "patterns", at, "cites"), item.cites),
            )
            for at, item in enumerate(data.patterns)
        },
        classes=tuple(_class(compiler, file, at, item) for at, item in enumerate(data.classes)),
        rated_lower=_rated_lower(compiler, file, data),
        by_mix=reasoned(compiler, file, ("media", "by_mix"), data.by_mix),
        speeds={
            item.access: Speed(item.access, tuple(item.rpm), item.advice, tuple(item.also_cites))
            for item in data.speeds
        },
        alternatives=_alternatives(compiler, file, data),
    )


def _class(compiler: Compiler, file: RuleFile, number: int, item: EnduranceEntry) -> EnduranceClass:
    at = ("media", "classes", number)
    return EnduranceClass(
        item.name,
        item.full_drive_writes_per_day,
        item.suits,
        check_workloads(compiler, file, (*at, "workloads"), item.workloads),
        check_workloads(compiler, file, (*at, "read_only"), item.read_only),
        compiler.followed(file, (*at, "cites"), item.cites),
    )


def _rated_lower(compiler: Compiler, file: RuleFile, data: MediaEntry) -> tuple[RatedLower, ...]:
    return tuple(
        RatedLower(
            item.endurance,
            item.full_drive_writes_per_day,
            item.drive,
            compiler.followed(file, ("media", "rated_lower", at, "cites"), item.cites),
        )
        for at, item in enumerate(data.rated_lower)
    )


def _alternatives(compiler: Compiler, file: RuleFile, data: MediaEntry) -> tuple[Alternative, ...]:
    """May cite the table of applications, so acceleration is compiled before media."""
    return tuple(
        Alternative(
            item.access,
            item.media,
            item.endurance,
            item.acceleration,
            item.when,
            compiler.followed(file, ("media", "alternatives", at, "cites"), item.cites),
        )
        for at, item in enumerate(data.alternatives)
    )


def acceleration_data(compiler: Compiler, library: Library) -> AccelerationData | None:
    part = part_of(compiler, library, "acceleration")
    if part is None or part[1].acceleration is None:
        return None
    (file, whole), data = part, part[1].acceleration
    for name in REASONS:
        if name not in data.reasons:
            compiler.complain(file, ("acceleration", "reasons"), f"the reason '{name}' is missing")
    return AccelerationData(
        qualifier=_qualifier(compiler, file, data),
        reasons={
            name: reasoned(compiler, file, ("acceleration", "reasons", name), item)
            for name, item in data.reasons.items()
        },
        most_fits_from_percent=data.most_fits_from_percent,
        end_of_life_families=frozenset(data.end_of_life.families),
        end_of_life=reasoned(compiler, file, ("acceleration", "end_of_life"), data.end_of_life),
        keys={str(name): tuple(words) for name, words in data.keys.items()},
        practice={
            str(name): tuple(
                Statement(words_of(whole.claims, claim), compiler.followed(file, ("acceleration", "practice"), [claim]))
                for claim in claims
            )
            for name, claims in data.practice.items()
        },
        comparison=_comparison(compiler, file, data),
    )


def _qualifier(compiler: Compiler, file: RuleFile, data: AccelerationEntry) -> tuple[QualifierRow, ...]:
    found = []
    for number, item in enumerate(data.qualifier):
        at = ("acceleration", "qualifier", number)
        cites = compiler.followed(file, (*at, "claim"), [item.claim])
        found.append(
            QualifierRow(
                (cites[0].row if cites else None) or item.claim,
                check_workloads(compiler, file, (*at, "workloads"), item.workloads),
                check_workloads(compiler, file, (*at, "near"), item.near),
                tuple(item.values),
                cites,
            )
        )
    return tuple(found)


def _comparison(compiler: Compiler, file: RuleFile, data: AccelerationEntry) -> tuple[Compared, ...]:
    return tuple(
        Compared(
            solution=item.solution,
            ssd_needed=item.ssd_needed,
            existing_data=item.existing_data,
            accelerates=item.accelerates,
            good_for=item.good_for,
            gain=item.gain,
            gain_note=item.gain_note,
            cost_of_capacity=item.cost_of_capacity,
            cost_of_ownership=item.cost_of_ownership,
            citations=compiler.followed(file, ("acceleration", "comparison", at, "claim"), [item.claim]),
        )
        for at, item in enumerate(data.comparison)
    )
