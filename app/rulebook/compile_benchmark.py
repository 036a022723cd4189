"""rules/benchmark/*.yaml -> core nouns."""

from __future__ import annotations

from typing import Any

from app.core.benchmarks import (
    AdapterCommand,
    AdapterTest,
    BenchmarkData,
    Blocks,
    Conditioning,
    FullDisk,
    HotSpot,
    Limit,
    LoadSetting,
    Metrics,
    Mixes,
    Outstanding,
    Region,
    Repeats,
    Run,
    Series,
    StricterLimit,
)
from app.core.statements import Statement
from app.rulebook.benchmark_shapes import BenchmarkFile, RunEntry, SettingEntry
from app.rulebook.compile_rules import Compiler
from app.rulebook.library import Library
from app.rulebook.read import Place, RuleFile
from app.rulebook.statements import reasoned, register


def benchmark_data(compiler: Compiler, library: Library) -> BenchmarkData | None:
    """None where no file speaks of testing; a complaint for every part that is missing."""
    files = library.of(BenchmarkFile)
    for file, data in files:
        register(compiler, file, data.claims)
    parts = _parts(compiler, files)
    if not files or parts is None:
        return None
    return _Parts(compiler, parts).data()


def _parts(compiler: Compiler, files: list[tuple[RuleFile, BenchmarkFile]]) -> dict[str, tuple[RuleFile, Any]] | None:
    found: dict[str, tuple[RuleFile, Any]] = {}
    names = [name for name in BenchmarkFile.model_fields if name != "claims"]
    for file, data in files:
        for name in names:
            value = getattr(data, name)
            if value is not None and name in found:
                compiler.complain(file, (name,), f"{name} is described twice")
            elif value is not None:
                found[name] = (file, value)
    missing = [name for name in names if name not in found]
    if files and missing and not compiler.problems:
        compiler.complain(files[0][0], (), f"nothing in this folder describes {', '.join(missing)}")
    return None if missing else found


class _Parts:
    """The parts of all files, compiled one by one."""

    def __init__(self, compiler: Compiler, parts: dict[str, tuple[RuleFile, Any]]) -> None:
        self.compiler, self.parts = compiler, parts

    def data(self) -> BenchmarkData:
        demonstration = self.parts["fastpath_demonstration"][1]
        return BenchmarkData(
            setups=self._setups(),
            latency=tuple(Limit(item.media, whole(item.ms), cites) for item, cites in self._listed("latency")),
            stricter_latency=self._stricter(),
            outstanding=self._outstanding(),
            series=self._series(),
            matrix=tuple(
                Mixes(item.era, item.access, wholes(item.read_percent), cites) for item, cites in self._listed("matrix")
            ),
            blocks=tuple(Blocks(item.access, wholes(item.block_kib), cites) for item, cites in self._listed("blocks")),
            metrics=self._metrics(),
            preparation=tuple(self._said(("preparation", at), item) for at, item in enumerate(self._of("preparation"))),
            conditioning=self._conditioning(),
            repeats=self._repeats(),
            hot_spot=self._hot_spot(),
            full_disk=self._full_disk(),
            demonstration=tuple(run(item) for item in demonstration.runs),
            demonstration_why=self._said(("fastpath_demonstration", "why"), demonstration.why),
            sector_bytes=self._of("sector_bytes"),
            adapter=self._adapter(),
        )

    def _of(self, name: str) -> Any:
        return self.parts[name][1]

    def _cites(self, at: Place, claims: list[str]) -> Any:
        return self.compiler.followed(self.parts[str(at[0])][0], (*at, "cites"), claims)

    def _said(self, at: Place, item: Any) -> Statement:
        return reasoned(self.compiler, self.parts[str(at[0])][0], at, item)

    def _listed(self, name: str) -> list[tuple[Any, Any]]:
        return [(item, self._cites((name, at), item.cites)) for at, item in enumerate(self._of(name))]

    def _setups(self) -> dict[str, tuple[LoadSetting, ...]]:
        return {
            setup.era: tuple(
                LoadSetting(
                    item.name,
                    setting_value(item),
                    item.as_many_as_drives,
                    item.note,
                    self._cites(("setups", at, "settings", step), item.cites),
                )
                for step, item in enumerate(setup.settings)
            )
            for at, setup in enumerate(self._of("setups"))
        }

    def _stricter(self) -> StricterLimit:
        item = self._of("stricter_latency")
        cites = self._cites(("stricter_latency",), item.cites)
        return StricterLimit(wholes(item.read_ms), wholes(item.write_ms), item.media, cites)

    def _outstanding(self) -> tuple[Outstanding, ...]:
        return tuple(
            Outstanding(
                item.access,
                item.media,
                item.drives,
                item.outstanding,
                self._said(("outstanding", at, "beyond"), item.beyond) if item.beyond else None,
                self._cites(("outstanding", at), item.cites),
            )
            for at, item in enumerate(self._of("outstanding"))
        )

    def _series(self) -> Series:
        item = self._of("outstanding_series")
        return Series(tuple(item.numbers), self._said(("outstanding_series",), item))

    def _metrics(self) -> Metrics:
        item = self._of("metrics")
        named = {"random": item.random, "sequential": item.sequential}
        return Metrics(named, self._cites(("metrics",), item.cites))

    def _conditioning(self) -> Conditioning:
        item = self._of("conditioning")
        return Conditioning(
            passes=tuple(run(entry) for entry in item.passes),
            align_kib=whole(item.align_kib),
            minutes=wholes(item.minutes),
            mb_per_gb=whole(item.mb_per_gb),
            formula=item.formula,
            example_device_gb=whole(item.example.device_gb),
            example_write_mb_per_s=whole(item.example.write_mb_per_s),
            why=self._said(("conditioning", "why"), item.why),
            fastpath=self._said(("conditioning", "fastpath"), item.fastpath),
        )

    def _repeats(self) -> Repeats:
        item = self._of("repeats")
        why = self._said(("repeats", "why"), item.why)
        return Repeats(item.runs, whole(item.minutes), whole(item.agree_within_percent), why)

    def _hot_spot(self) -> HotSpot:
        item = self._of("hot_spot")
        return HotSpot(
            item.workers,
            item.outstanding_per_worker,
            whole(item.range_gib),
            run(item.prime),
            run(item.run),
            item.volume,
            self._said(("hot_spot", "why"), item.why),
        )

    def _full_disk(self) -> FullDisk:
        item = self._of("full_disk_access")
        regions = tuple(
            Region(
                region.name,
                whole(region.percent),
                region.outstanding,
                whole(region.range_gib),
                self._cites(("full_disk_access", "regions", at), region.cites),
            )
            for at, region in enumerate(item.regions)
        )
        why = self._said(("full_disk_access", "why"), item.why)
        return FullDisk(whole(item.prime_min), whole(item.capture_min), run(item.run), regions, why)

    def _adapter(self) -> AdapterTest:
        item = self._of("adapter")
        commands = tuple(
            AdapterCommand(
                entry.name,
                whole(entry.read_percent),
                entry.arguments,
                self._cites(("adapter", "commands", at), entry.cites),
            )
            for at, entry in enumerate(item.commands)
        )
        return AdapterTest(
            item.tool,
            item.processes,
            item.threads_per_process,
            item.luns,
            item.block_bytes,
            item.direct,
            commands,
            self._said(("adapter", "why"), item.why),
        )


def whole(number: float) -> float:
    """30.0 as 30, since that is how it is printed."""
    return int(number) if number == int(number) else number


def wholes(numbers: list[float]) -> tuple[float, ...]:
    return tuple(whole(number) for number in numbers)


def run(item: RunEntry) -> Run:
    return Run(item.access, whole(item.read_percent), whole(item.block_kib), item.name)


def setting_value(item: SettingEntry) -> Any:
    if item.by_access is not None:
        return {name: whole(number) for name, number in item.by_access.items()}
    return item.word if item.number is None else whole(item.number)
