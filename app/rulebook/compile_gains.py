"""rules/choices/cache-gain.yaml and cache-size.yaml -> core nouns."""

from __future__ import annotations

from app.core.gains import GainData, GainedRow, GainFigure, SizeData
from app.rulebook.choices_shapes import FigureEntry, GainRow
from app.rulebook.compile_choices import check_workloads, part_of
from app.rulebook.compile_rules import Compiler
from app.rulebook.library import Library
from app.rulebook.read import Place, RuleFile
from app.rulebook.statements import reasoned


def gain_data(compiler: Compiler, library: Library) -> GainData | None:
    part = part_of(compiler, library, "cache_gain")
    if part is None or part[1].cache_gain is None:
        return None
    file, data = part[0], part[1].cache_gain
    at: Place = ("cache_gain",)
    return GainData(
        measured_on=data.measured_on,
        media=data.media,
        setting=reasoned(compiler, file, (*at, "setting"), data.setting),
        spinning_only=reasoned(compiler, file, (*at, "spinning_only"), data.spinning_only),
        lower_counts=reasoned(compiler, file, (*at, "lower_counts"), data.lower_counts),
        protection=reasoned(compiler, file, (*at, "protection"), data.protection),
        general=tuple(reasoned(compiler, file, (*at, "general", n), item) for n, item in enumerate(data.general)),
        rows=tuple(_row(compiler, file, (*at, "rows", n), row) for n, row in enumerate(data.rows)),
    )


def _row(compiler: Compiler, file: RuleFile, at: Place, row: GainRow) -> GainedRow:
    return GainedRow(
        row=row.row,
        workloads=check_workloads(compiler, file, (*at, "workloads"), row.workloads),
        near=check_workloads(compiler, file, (*at, "near"), row.near),
        when=compiler.condition(file, (*at, "when"), row.when) if row.when else None,
        figures=tuple(_figure(compiler, file, (*at, "figures", n), item, row) for n, item in enumerate(row.figures)),
        notes=tuple(reasoned(compiler, file, (*at, "notes", n), item) for n, item in enumerate(row.notes)),
        without_cache=row.without_cache,
        conflicts=tuple(row.conflicts),
        citations=compiler.followed(file, (*at, "claims"), row.claims),
    )


def _figure(compiler: Compiler, file: RuleFile, at: Place, item: FigureEntry, row: GainRow) -> GainFigure:
    """A figure stands in the row of the table, and where it says so in a text too."""
    claims = item.cites if item.range is not None else [row.claims[0], *item.cites]
    return GainFigure(
        name=item.name,
        unit=item.unit,
        qualifier=item.qualifier,
        table_1gb=_plain(item.table_1gb),
        table_2gb=_plain(item.table_2gb),
        text=_plain(item.text),
        range=tuple(_whole(number) for number in item.range) if item.range is not None else None,
        corrected=item.corrected,
        citations=compiler.followed(file, (*at, "cites"), claims),
    )


def _plain(number: float | None) -> float | None:
    return None if number is None else _whole(number)


def _whole(number: float) -> float:
    """15.0 as 15, since that is how it is printed."""
    return int(number) if number == int(number) else number


def size_data(compiler: Compiler, library: Library) -> SizeData | None:
    part = part_of(compiler, library, "cache_size")
    if part is None or part[1].cache_size is None:
        return None
    file, data = part[0], part[1].cache_size
    at: Place = ("cache_size",)
    return SizeData(
        measured_gb=tuple(sorted(data.measured_gb)),
        unmeasured_gb=tuple(data.unmeasured_gb),
        unmeasured=reasoned(compiler, file, (*at, "unmeasured"), data.unmeasured),
        same=reasoned(compiler, file, (*at, "same"), data.same),
        grows=reasoned(compiler, file, (*at, "grows"), data.grows),
        by_model=reasoned(compiler, file, (*at, "by_model"), data.by_model),
        bursts=reasoned(compiler, file, (*at, "bursts"), data.bursts),
    )
