"""Whatever the tool, the firmware and the machine do, the controller ends in the old state or the new one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tests.collector.matrix import PLANS, Case, Matrix

Count = Callable[[str, int], None]


@pytest.fixture(params=PLANS)
def matrix(request: pytest.FixtureRequest, tmp_path: Path) -> Matrix:
    return Matrix(tmp_path, request.param)


def share(cases: Iterable[Case], whole: bool, one_in: int) -> Iterator[Case]:
    """Every case, or always the same part of them: strides that are prime to the number of commands."""
    yield from (case for number, case in enumerate(cases) if whole or number % one_in == 0)


def walked(matrix: Matrix, cases: Iterable[Case]) -> int:
    number = 0
    broken = []
    for case in cases:
        broken.extend(f"{case}: {problem}" for problem in matrix.broken_by(case))
        number += 1
    assert broken == []
    return number


def test_death_at_every_instant_leaves_the_old_state_or_the_new(matrix: Matrix, whole: bool, count: Count) -> None:
    count("collector: kill -9 at an instant", walked(matrix, share(matrix.kills(), whole, 2)))


def test_every_fault_at_every_command_leaves_the_old_state_or_the_new(
    matrix: Matrix, whole: bool, count: Count
) -> None:
    count("collector: a fault at a command", walked(matrix, share(matrix.faults(), whole, 11)))


def test_a_fault_and_death_after_it_leave_the_old_state_or_the_new(matrix: Matrix, whole: bool, count: Count) -> None:
    count("collector: a fault at a command, then kill -9", walked(matrix, share(matrix.faults_and_kills(), whole, 211)))


def test_death_in_the_recovery_is_recovered_from(matrix: Matrix, whole: bool, count: Count) -> None:
    count("collector: kill -9, and again while recovering", walked(matrix, share(matrix.double_kills(), whole, 59)))


def test_a_power_cut_leaves_the_old_state_or_the_new(matrix: Matrix, whole: bool, count: Count) -> None:
    number = 0
    for at, (case, survivors) in enumerate(matrix.powers_cut()):
        if whole or at % 5 == 0:
            assert matrix.after_power_cut(case, survivors) == [], f"{case}: {sorted(survivors)}"
            number += 1
    count("collector: a power cut, each beginning of what was not synced", number)
