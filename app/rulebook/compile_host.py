"""rules/host/*.yaml -> core nouns."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.hosts import (
    AdapterNumber,
    BiosRow,
    BiosTable,
    ForDriver,
    ForPlatform,
    HostData,
    HostSetting,
    HostValue,
    Kernel,
    Today,
)
from app.core.statements import Cites, Statement
from app.rulebook.compile_rules import Compiler
from app.rulebook.host_shapes import BiosEntry, HostFile, HostSettingEntry, TodayValue
from app.rulebook.library import Library
from app.rulebook.read import Place, RuleFile
from app.rulebook.statement_shapes import Said
from app.rulebook.statements import reasoned, register, registered


@dataclass
class _Gathered:
    """The parts of all files, as they come."""

    bios: list[BiosTable] = field(default_factory=list)
    option_rom: list[ForPlatform] = field(default_factory=list)
    kernels: list[Kernel] = field(default_factory=list)
    not_linux: list[str] = field(default_factory=list)
    settings: list[HostSetting] = field(default_factory=list)
    tuned: dict[str, str] = field(default_factory=dict)
    tuned_citations: Cites = ()
    warnings: list[Statement] = field(default_factory=list)
    drivers: list[ForDriver] = field(default_factory=list)
    adapter_matches: list[str] = field(default_factory=list)
    adapter_numbers: list[AdapterNumber] = field(default_factory=list)
    adapter_advice: list[Statement] = field(default_factory=list)


def host_data(compiler: Compiler, library: Library) -> HostData | None:
    """None where no file speaks of hosts; a complaint where today's kernel is missing."""
    files = library.of(HostFile)
    for file, data in files:
        register(compiler, file, data.claims)
    found = _Gathered()
    for file, data in files:
        _add(compiler, file, data, found)
    if not files:
        return None
    if not found.kernels or found.kernels[-1].matches:
        named = next((file for file, data in files if data.kernels), files[0][0])
        if not compiler.problems:
            compiler.complain(named, ("kernels",), "the last kernel must be today's, without words to match")
        return None
    return HostData(
        bios=tuple(found.bios),
        option_rom=tuple(found.option_rom),
        kernels=tuple(found.kernels),
        not_linux=tuple(found.not_linux),
        settings=tuple(found.settings),
        tuned_profiles=found.tuned,
        tuned_citations=found.tuned_citations,
        warnings=tuple(found.warnings),
        drivers=tuple(found.drivers),
        adapter_matches=tuple(found.adapter_matches),
        adapter_numbers=tuple(found.adapter_numbers),
        adapter_advice=tuple(found.adapter_advice),
    )


def _add(compiler: Compiler, file: RuleFile, data: HostFile, found: _Gathered) -> None:
    found.bios += [_bios(compiler, file, ("bios", at), item) for at, item in enumerate(data.bios)]
    for at, rom in enumerate(data.option_rom):
        found.option_rom.append(ForPlatform(tuple(rom.platforms), reasoned(compiler, file, ("option_rom", at), rom)))
    found.kernels += [Kernel(item.name, item.queue, item.tuned, tuple(item.matches)) for item in data.kernels]
    found.not_linux += data.not_linux
    found.settings += [_setting(compiler, file, ("settings", at), item) for at, item in enumerate(data.settings)]
    found.warnings += [reasoned(compiler, file, ("warnings", at), item) for at, item in enumerate(data.warnings)]
    for at, driver in enumerate(data.drivers):
        found.drivers.append(ForDriver(driver.acceleration, reasoned(compiler, file, ("drivers", at), driver)))
    if data.tuned_profiles is not None:
        profiles = data.tuned_profiles
        found.tuned = {"random": profiles.random, "sequential": profiles.sequential, "mixed": profiles.mixed}
        found.tuned_citations = compiler.followed(file, ("tuned_profiles", "cites"), profiles.cites)
    _add_adapter(compiler, file, data, found)


def _add_adapter(compiler: Compiler, file: RuleFile, data: HostFile, found: _Gathered) -> None:
    if data.adapter is None:
        return
    found.adapter_matches += data.adapter.matches
    for at, item in enumerate(data.adapter.facts):
        said = reasoned(compiler, file, ("adapter", "facts", at), item)
        found.adapter_numbers.append(AdapterNumber(item.name, item.number, item.unit, item.only, said))
    for at, advice in enumerate(data.adapter.advice):
        found.adapter_advice.append(reasoned(compiler, file, ("adapter", "advice", at), advice))


def _bios(compiler: Compiler, file: RuleFile, at: Place, table: BiosEntry) -> BiosTable:
    for number, row in enumerate(table.settings):
        if row.claim is not None:
            said = Said(
                claim=row.claim,
                document=table.document,
                place=table.place,
                row=row.name,
                says=f"{row.name}: {row.value}",
            )
            registered(compiler, file, (*at, "settings", number), said)
    return BiosTable(
        title=table.title,
        status=table.status,
        purpose=table.purpose,
        platforms=tuple(table.platforms),
        near=tuple(table.near),
        rows=tuple(BiosRow(row.name, row.value, row.claim) for row in table.settings),
        odd=table.odd,
        citations=compiler.followed(file, (*at, "claim"), [table.claim]),
    )


def _setting(compiler: Compiler, file: RuleFile, at: Place, item: HostSettingEntry) -> HostSetting:
    paper = item.papers
    return HostSetting(
        name=item.name,
        paper_value=paper.value if paper is not None else None,
        paper_purpose=paper.purpose if paper is not None else None,
        paper_citations=compiler.followed(file, (*at, "papers", "cites"), paper.cites) if paper is not None else (),
        today=tuple(Today(entry.media, entry.access, _value(entry), entry.certainty) for entry in item.today),
        for_benchmark=item.for_benchmark,
        single_queue=item.single_queue,
        called_today=item.called_today,
        note=item.note,
        how=item.how,
        citations=compiler.followed(file, (*at, "cites"), item.cites),
    )


def _value(entry: TodayValue) -> HostValue:
    if entry.range is None:
        return str(entry.value)
    return entry.range[0] if len(entry.range) == 1 else tuple(entry.range)
