"""
What a decision costs: explained decisions a second of our tables against the values and rule ids that
zen-engine (Rust) gives from the same tables, in the same run.

Parsed facts in. Ours out: six settings with reason, citations and dissent as objects. Theirs out: six
values and six rule ids. Inputs are the facts of thousands of different requests (``engine_requests``);
slices alternate, and each ratio is of two neighbours. We keep a decision under the rules that stand
for it, so three figures are given:

- ``engine_ratio``: a service that has answered a while. Every input of the pool was met once before.
- ``engine_ratio_fresh``: inputs that were never seen, after as many others; the share of decisions that
  had to be made is printed.
- ``engine_ratio_uninterned``: nothing is kept; every object is made anew for every decision.

zen-engine is loaded through its static loader, which compiles the tables once and is by far its fastest
way in; it gets only the facts that its tables read. Where facts are unread it names the first row that
holds, and we may ask instead; every setting that we answer outright is compared, value and rule.

    python bench/engine.py [--quick]
"""

from __future__ import annotations

import argparse
import datetime
import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

# Started as a file, Python puts this folder first; the packages lie one above.
sys.path[0] = str(Path(__file__).resolve().parents[1])

import zen

from app.core.book import Book
from app.core.outcome import Outcome
from app.core.rules import holds
from app.core.situation import situation
from app.core.table import Table
from app.rulebook.load import load_book
from app.workflows.request import RequestBody, core_request
from bench.engine_requests import requests
from bench.report import machine_line, median_and_spread, print_result
from bench.zen_tables import COMPARED, advising, decision_model

RULES = Path(__file__).resolve().parents[1] / "rules"
DAY = datetime.date(2026, 11, 20)


class Facts(NamedTuple):
    """One parsed request: what both engines decide from."""

    table: Table
    facts: dict[str, str]
    unread: frozenset[str]
    exact: bool
    strips: tuple[int, ...]
    key: str
    """Which of their decisions it is for: the paper generation and the strips of the card."""
    columns: dict[str, str]


def parsed(book: Book, count: int, seed: int) -> list[Facts]:
    found = []
    for body in requests(book, count, seed):
        at = situation(book, core_request(RequestBody.model_validate(body)), DAY)
        table = book.tables[at.facts["era"]]
        columns = {fact: at.facts[fact] for fact in columns_of(table)}
        key = key_of(table, at.strips)
        found.append(Facts(table, at.facts, at.unread, at.exact, at.strips, key, columns))
    return found


_COLUMNS: dict[str, list[str]] = {}


def columns_of(table: Table) -> list[str]:
    if table.era not in _COLUMNS:
        rules = [rule for setting in COMPARED for rule in advising(table, setting)]
        _COLUMNS[table.era] = sorted({fact for rule in rules for fact in rule.when} - {"era"})
    return _COLUMNS[table.era]


def key_of(table: Table, strips: Sequence[int]) -> str:
    return f"{table.era}-{strips[0]}-{strips[-1]}"


def zen_engine(book: Book) -> zen.ZenEngine:
    cards = {(model.era, model.strip_sizes_kib) for model in book.catalogue.models.values()}
    content = {}
    for era, strips in sorted(cards):
        table = book.tables[era]
        content[key_of(table, strips)] = json.loads(decision_model(table, strips))
    return zen.ZenEngine({"loader": {"type": "static", "content": content}})


def ours(item: Facts) -> dict[str, Outcome]:
    table, facts, unread, exact, strips, _, _ = item
    standing = table.standing(facts)
    table.conflicts(standing)
    return table.outcomes(standing, unread, exact, strips)


def rate(decide: Callable[[Facts], Any], inputs: Sequence[Facts]) -> float:
    """Decisions a second of processor time, all threads of this process counted: neighbours do not show in it."""
    gc.collect()
    began = time.process_time()
    for item in inputs:
        decide(item)
    return len(inputs) / (time.process_time() - began)


def disagreements(engine: zen.ZenEngine, inputs: Sequence[Facts]) -> tuple[int, int, list[str]]:
    """Settings compared, settings that we ask about instead, and where the two differ."""
    compared, asked, wrong = 0, 0, []
    for item in inputs:
        theirs = engine.evaluate(item.key, item.columns)["result"]
        for setting, outcome in ours(item).items():
            if outcome.rule is None or not holds(outcome.rule.when, item.facts):
                asked += 1
                continue
            compared += 1
            given = theirs[setting]
            if (given["value"], given["rule"]) != (outcome.value, outcome.rule.id):
                wrong.append(
                    f"{setting}: theirs {given}, ours {outcome.value} by {outcome.rule.id}, facts {item.facts}"
                )
    return compared, asked, wrong


class Made:
    """How many decisions were made anew, seen from what the tables keep."""

    def __init__(self, book: Book) -> None:
        self.tables = list(book.tables.values())
        self.before = self.kept()

    def kept(self) -> int:
        return sum(table.kept for table in self.tables)

    def since(self) -> int:
        now = self.kept()
        before, self.before = self.before, now
        return now - before


def measure(book: Book, quick: bool) -> None:
    pool_size, slices, size = (9_000, 9, 1_000) if quick else (45_000, 15, 3_000)
    engine = zen_engine(book)
    pool = parsed(book, pool_size, seed=1)
    made = Made(book)
    for item in pool:
        ours(item)
    print(f"inputs: a pool of {pool_size} requests, decided once before; then {size} fresh ones in each slice")
    print(f"decisions on a setting: {pool_size * len(COMPARED)} in the pool, {made.since()} of them different")
    compared, asked, wrong = disagreements(engine, pool[: 3 * size])
    if wrong:
        sys.exit("the engines disagree:\n" + "\n".join(wrong[:10]))
    print(f"agreement: value and rule of {compared} settings, {asked} asked about instead, 0 differ")
    _time(book, engine, pool, slices, size)


def _time(book: Book, engine: zen.ZenEngine, pool: Sequence[Facts], slices: int, size: int) -> None:
    def theirs(item: Facts) -> Any:
        return engine.evaluate(item.key, item.columns)

    def anew(item: Facts) -> dict[str, Outcome]:
        item.table.forget_outcomes()
        return ours(item)

    names = ("zen-engine, values and rule ids", "ours", "ours, inputs never seen", "ours, every object anew")
    rates: dict[str, list[float]] = {name: [] for name in names}
    made, shares = Made(book), []
    for number in range(slices):
        known, fresh = pool[number * size : (number + 1) * size], parsed(book, size, seed=100 + number)
        made.since()
        rates[names[0]].append(rate(theirs, known[: size // 3]))
        rates[names[1]].append(rate(ours, known))
        rates[names[2]].append(rate(ours, fresh))
        shares.append(100 * made.since() / (size * len(COMPARED)))
    for number in range(slices):
        rates[names[3]].append(rate(anew, pool[number * size : number * size + size // 10]))
    for name, found in rates.items():
        print(f"decisions a second, {name}: {median_and_spread(found)}")
    print(f"of the decisions on inputs never seen had to be made, percent: {median_and_spread(shares)}")
    for name, result in zip(names[1:], ("engine_ratio", "engine_ratio_fresh", "engine_ratio_uninterned"), strict=True):
        pairs = [mine / other for mine, other in zip(rates[name], rates[names[0]], strict=True)]
        print(f"{result}: {median_and_spread(pairs)}")
        print_result(result, statistics.median(pairs))


def load_seconds(times: int) -> list[float]:
    found = []
    for _ in range(times):
        began = time.perf_counter()
        load_book(RULES)
        found.append(time.perf_counter() - began)
    return found


def memory_mb() -> float:
    """Resident memory of a fresh process that loaded the book and answered for a while."""
    words = [sys.executable, str(Path(__file__).resolve()), "--memory"]
    return float(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def print_memory() -> None:
    book = load_book(RULES)
    for item in parsed(book, 5_000, seed=1):
        ours(item)
    status = Path("/proc/self/status").read_text()
    print(float(status.partition("VmRSS:")[2].split()[0]) / 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description="The decision engine against zen-engine.")
    parser.add_argument("--quick", action="store_true", help="under 50 s")
    parser.add_argument("--memory", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.memory:
        print_memory()
        return
    print(machine_line())
    seconds = load_seconds(3 if arguments.quick else 9)
    print(f"loading the book, seconds: {median_and_spread(seconds)}")
    book = load_book(RULES)
    gc.disable()
    measure(book, arguments.quick)
    print_result("engine_load_s", statistics.median(seconds))
    print_result("engine_memory_mb", memory_mb())


if __name__ == "__main__":
    main()
