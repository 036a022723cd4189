"""rules/estimates -> core.estimate_data, every number with its citation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from app.core import estimate_data as core
from app.core.rules import Citation
from app.rulebook import estimate_shapes as shapes
from app.rulebook.compile_rules import Compiler, root_of
from app.rulebook.library import Library
from app.rulebook.read import Place, RuleFile

T = TypeVar("T")
Found = Iterator[tuple[RuleFile, Place, T]]


def estimates(compiler: Compiler, files: Library) -> core.Estimates | None:
    """None, and a complaint, where the folder is missing or lacks something the model reads."""
    found = files.of(shapes.EstimatesFile)
    if not found:
        return None
    measured = tuple(item for item in (_measurement(compiler, *one) for one in _measurements(found)) if item)
    tables = tuple(item for item in (_table(compiler, *one) for one in _tables(found)) if item)
    remarks = tuple(item for item in (_remark(compiler, *one) for one in _remarks(found)) if item)
    parameters = {
        entry.name: core.Parameter(
            entry.name, entry.value, entry.unit, entry.fitted, entry.says, _cites(compiler, file, at, entry)
        )
        for file, at, entry in _parameters(found)
    }
    _complain_of_gaps(compiler, found[0][0], parameters)
    return core.Estimates(
        parameters=parameters,
        drive_classes=_drive_classes(compiler, found),
        penalties=_penalties(compiler, found),
        sequential=_sequential(compiler, found),
        random=_random(compiler, found),
        ceilings=_ceilings(compiler, found),
        slots=_slots(compiler, found),
        gains=_gains(compiler, found),
        measurements=measured,
        adapters=_adapters(compiler, found),
        tables=tables,
        remarks=remarks,
    )


Files = list[tuple[RuleFile, shapes.EstimatesFile]]


def _measurements(found: Files) -> Found[shapes.MeasurementEntry]:
    return ((f, ("measurements", n), entry) for f, data in found for n, entry in enumerate(data.measurements))


def _tables(found: Files) -> Found[shapes.TableEntry]:
    return ((f, ("tables", n), entry) for f, data in found for n, entry in enumerate(data.tables))


def _remarks(found: Files) -> Found[shapes.RemarkEntry]:
    return ((f, ("remarks", n), entry) for f, data in found for n, entry in enumerate(data.remarks))


def _parameters(found: Files) -> Found[shapes.ParameterEntry]:
    return ((f, ("parameters", n), entry) for f, data in found for n, entry in enumerate(data.parameters))


def _complain_of_gaps(compiler: Compiler, file: RuleFile, parameters: dict[str, core.Parameter]) -> None:
    for name in core.PARAMETERS:
        if name not in parameters:
            compiler.complain(file, (), f"the model reads a parameter '{name}', and no file of this folder has it")


def _own(compiler: Compiler, file: RuleFile, at: Place, entry: shapes.Cited) -> Citation | None:
    """The entry's own place, its claim registered; None where it has none."""
    if entry.claim is None or entry.document is None or entry.place is None:
        return None
    cite = compiler.citation(file, at, entry.document, entry.place, entry.row, root_of(entry.claim))
    if cite is not None:
        compiler.claim(file, at, entry.claim, cite)
        compiler.citations.setdefault(root_of(entry.claim), cite)
    return cite


def _cites(compiler: Compiler, file: RuleFile, at: Place, entry: shapes.Cited) -> core.Cites:
    found = [_own(compiler, file, at, entry), *compiler.followed(file, at, entry.cites)]
    if entry.source is not None:
        there = entry.source
        found.append(compiler.citation(file, at, there.document, there.place, there.row, there.claim))
    cites = tuple(dict.fromkeys(cite for cite in found if cite is not None))
    if not cites and not compiler.problems:
        compiler.complain(file, at, "rests on nothing: a claim, cites or a source is wanted")
    return cites


def _measurement(
    compiler: Compiler, file: RuleFile, at: Place, entry: shapes.MeasurementEntry
) -> core.Measurement | None:
    own = shapes.Cited(claim=entry.claim, document=entry.document, place=entry.place, row=entry.row)
    cite = _own(compiler, file, at, own)
    if (entry.value is None) != (entry.bound == "chart"):
        compiler.complain(file, at, "a value is wanted, but for a chart, which has none")
    if cite is None:
        return None
    under = core.Conditions(**{**entry.under.model_dump(), "block_kib": tuple(entry.under.block_kib)})
    return core.Measurement(cite, entry.quantity, entry.value, entry.bound, tuple(entry.fits), entry.says, under)


def _table(compiler: Compiler, file: RuleFile, at: Place, entry: shapes.TableEntry) -> core.LinkTable | None:
    cite = _own(compiler, file, at, entry)
    rows = tuple(core.LinkRow(row.block_kib, row.iops, row.mb_per_s, row.corrected) for row in entry.rows)
    if [row.block_kib for row in rows] != sorted({row.block_kib for row in rows}) or not rows:
        compiler.complain(file, at, "the rows must rise by block size")
    return None if cite is None else core.LinkTable(entry.adapter, entry.read_percent, rows, cite)


def _remark(compiler: Compiler, file: RuleFile, at: Place, entry: shapes.RemarkEntry) -> core.Remark | None:
    cite = _own(compiler, file, at, entry)
    return None if cite is None else core.Remark(entry.adapter, entry.says, cite)


def _drive_classes(compiler: Compiler, found: Files) -> tuple[core.DriveClass, ...]:
    return tuple(
        core.DriveClass(e.name, e.from_rpm, e.to_rpm, e.iops, e.says, _cites(compiler, f, ("drive_classes", n), e))
        for f, data in found
        for n, e in enumerate(data.drive_classes)
    )


def _penalties(compiler: Compiler, found: Files) -> dict[str, core.Penalty]:
    return {
        e.raid_level: core.Penalty(e.operations, e.extended, e.says, _cites(compiler, f, ("penalties", n), e))
        for f, data in found
        for n, e in enumerate(data.penalties)
    }


def _sequential(compiler: Compiler, found: Files) -> tuple[core.SequentialRate, ...]:
    return tuple(
        core.SequentialRate(
            e.media,
            e.rpm,
            e.generation,
            tuple(e.directions),
            core.Span(e.low, e.expected, e.high),
            e.fitted,
            e.says,
            _cites(compiler, f, ("sequential", n), e),
        )
        for f, data in found
        for n, e in enumerate(data.sequential)
    )


def _random(compiler: Compiler, found: Files) -> tuple[core.RandomRate, ...]:
    return tuple(
        core.RandomRate(
            e.media,
            e.generation,
            e.read_percent,
            e.block_kib,
            core.Span(e.low, e.expected, e.high),
            e.fitted,
            e.says,
            _cites(compiler, f, ("random", n), e),
        )
        for f, data in found
        for n, e in enumerate(data.random)
    )


def _ceilings(compiler: Compiler, found: Files) -> tuple[core.Ceiling, ...]:
    return tuple(
        core.Ceiling(
            frozenset(e.models),
            e.family,
            e.direction,
            frozenset(e.raid_levels),
            e.disk_cache,
            e.extended,
            e.mb_per_s,
            _cites(compiler, f, ("ceilings", n), e),
        )
        for f, data in found
        for n, e in enumerate(data.ceilings)
    )


def _slots(compiler: Compiler, found: Files) -> tuple[core.Slot, ...]:
    return tuple(
        core.Slot(frozenset(e.families), e.mb_per_s, e.says, _cites(compiler, f, ("slots", n), e))
        for f, data in found
        for n, e in enumerate(data.slots)
    )


def _gains(compiler: Compiler, found: Files) -> tuple[core.Gain, ...]:
    return tuple(
        core.Gain(
            frozenset(e.workloads),
            e.access,
            e.streams,
            e.least_write_percent,
            e.most_write_percent,
            e.says,
            e.one_gb,
            e.two_gb,
            e.conflict,
            _cites(compiler, f, ("gains", n), e),
        )
        for f, data in found
        for n, e in enumerate(data.gains)
    )


def _adapters(compiler: Compiler, found: Files) -> tuple[core.Adapter, ...]:
    tables = {entry.adapter for _, data in found for entry in data.tables}
    for file, data in found:
        for number, entry in enumerate(data.adapters):
            if entry.table not in tables:
                compiler.complain(file, ("adapters", number, "table"), f"no table is of '{entry.table}'")
    return tuple(
        core.Adapter(
            e.name,
            frozenset(e.words),
            e.table,
            e.says,
            _cites(compiler, f, ("adapters", n), e) if e.source else (),
        )
        for f, data in found
        for n, e in enumerate(data.adapters)
    )
