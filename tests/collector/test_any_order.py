"""Operator commands, faults and accidents in any order, against a model of what may be true afterwards."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.collector.plan_files import PlanFile
from app.collector.storcli.commands import is_allowed
from app.emulator.clock import HOUR
from app.emulator.faults import FAULTS
from tests.collector.worlds import World, dying

WANTED = (
    ("c0/v1", "disk_cache_policy", ("disabled", "drive_default")),
    ("c0/v1", "write_policy", ("write_through", "protected_write_back")),
    ("c0/v1", "read_policy", ("read_ahead", "no_read_ahead")),
    ("c0/v0", "write_policy", ("write_through", "protected_write_back")),
    ("c0/v2", "io_policy", ("direct", "cached")),
)


class Operator(RuleBasedStateMachine):
    """
    The model: what every setting was when the last plan was made (``old``) and what that plan wants (``new``).
    Whatever happened, once recovered each of its settings has one of the two, all of one kind.
    """

    @initialize()
    def begin(self) -> None:
        self.directory = Path(tempfile.mkdtemp())
        self.world = World(self.directory, "db-9361")
        self.file: PlanFile | None = None
        self.old: list[str] = []
        self.new: list[str] = []
        self.foreign = False

    def teardown(self) -> None:
        shutil.rmtree(self.directory, ignore_errors=True)

    @precondition(lambda self: not self._unfinished())
    @rule(picks=st.lists(st.sampled_from(range(len(WANTED))), min_size=1, max_size=4, unique=True), data=st.data())
    def plan(self, picks: list[int], data: st.DataObject) -> None:
        """A new plan for some settings, each to another value than it has."""
        self.world.server.plan()
        wanted = [(WANTED[pick][0], WANTED[pick][1], data.draw(st.sampled_from(WANTED[pick][2]))) for pick in picks]
        file = self.world.plan(*wanted)
        changes = [change for change in file.plan.changes if change.before != change.after]
        wanted = [(one.volume, one.setting, str(one.after)) for one in changes]
        self.file = self.world.plan(*wanted) if wanted else None
        self.old = [str(change.before) for change in self.file.plan.changes] if self.file else []
        self.new = [str(change.after) for change in self.file.plan.changes] if self.file else []
        self.foreign = False

    @rule(fault=st.sampled_from(sorted(set(FAULTS) - {"neighbour_changed"})), nth=st.integers(1, 14))
    def plan_a_fault(self, fault: str, nth: int) -> None:
        self.world.server.plan({"fault": fault, "nth": nth})

    @rule(state=st.sampled_from(["failed", "charging", "absent"]))
    def lose_protection(self, state: str) -> None:
        self.world.server.happen("protection_lost", state=state)

    @rule()
    def restore_protection(self) -> None:
        self.world.server.happen("protection_restored")

    @rule(hours=st.integers(1, 40))
    def wait(self, hours: int) -> None:
        self.world.server.advance(hours * HOUR)

    @precondition(lambda self: self.file is not None)
    @rule()
    def somebody_else_sets_a_policy(self) -> None:
        self.world.server.happen("another_actor", "c0/v1", property="rdcache")
        self.foreign = True

    @precondition(lambda self: self.file is not None)
    @rule(dies=st.one_of(st.none(), st.integers(0, 60)))
    def apply(self, dies: int | None) -> None:
        self._done(lambda: self.world.apply(self.file), dies)

    @precondition(lambda self: self.file is not None)
    @rule(dies=st.one_of(st.none(), st.integers(0, 60)))
    def roll_back(self, dies: int | None) -> None:
        self._done(lambda: self.world.rollback("plan-12345678"), dies)

    @rule(dies=st.one_of(st.none(), st.integers(0, 40)))
    def recover(self, dies: int | None) -> None:
        self._done(self.world.recover, dies)

    @rule()
    def stop_and_go(self) -> None:
        """The kill switch: nothing whatever is run while it is there."""
        stop = Path(self.world.places.stop)
        stop.parent.mkdir(exist_ok=True)
        stop.touch()
        before = len(self.world.server.runs())
        for work in (self.world.recover, lambda: self.file and self.world.apply(self.file)):
            self._done(work, None)
        assert len(self.world.server.runs()) == before
        stop.unlink()

    @precondition(lambda self: self.file is not None and not self.foreign)
    @rule()
    def everything_is_mended_and_recovered(self) -> None:
        """With no fault left, recovery ends every run in the old state or the new one."""
        self.world.server.plan()
        self.world.server.advance(9 * HOUR)
        self._done(self.world.recover, None)
        assert self.file is not None
        now = self.world.values(self.file.plan.changes)
        assert not self._unfinished()
        assert now in (self.old, self.new), f"{now} is neither {self.old} nor {self.new}"

    @invariant()
    def nothing_is_unprotected_and_nothing_else_was_run(self) -> None:
        if not hasattr(self, "world"):
            return
        assert self.world.server.unprotected() == []
        assert all(is_allowed(tuple(run["argv"])) for run in self.world.server.runs())
        assert self.world.server.destructive() == []

    def _done(self, work: Any, dies: int | None) -> None:
        self.world.live(dies)
        with dying():
            work()
        self.world.live()

    def _unfinished(self) -> bool:
        return any(not told.is_finished for told in self.world.journals())


TestOperator = Operator.TestCase
TestOperator.settings = settings(
    max_examples=60, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
