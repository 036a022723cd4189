"""Questions to one tool: as few as needed, each timed; what comes back is a snapshot and what no advice needs."""

from __future__ import annotations

import os
import re
import time
from typing import Callable, List, NamedTuple, Optional, Sequence, Tuple

from app.collector import texts
from app.collector.captures import Capture, capture_from_bytes
from app.collector.kill_switch import KillSwitch
from app.collector.notes import shortened
from app.collector.refusals import RefusedError
from app.collector.running import Ran, Runner
from app.collector.snapshot import snapshot_from_captures
from app.collector.storcli import commands, json_text, tokens
from app.collector.storcli.answers import REFUSED, Answer, answer_of, is_unknown_word
from app.collector.storcli.commands import Words
from app.collector.storcli.fields import normal
from app.collector.storcli.health import Health, healths
from app.collector.tools import Tool
from app.core.hardware import Controller, Snapshot, Unread
from app.core.policies import CacheProtection

TIMEOUT = 120.0
"""Seconds. A healthy 9560 with 240 drives answers its heaviest question within twenty."""
PAUSES = (0.5, 2.0)
"""Seconds before asking again."""

_PLAIN_FAILURES = ("invalid vd number", "no drive found", "no pd found", "un-supported command")
_NO_CONTROLLER = re.compile(r"no controller found|controller [0-9]+ not found")


class Said(NamedTuple):
    """One command with what it printed."""

    words: Words
    capture: Capture
    ran: Ran
    unread: Tuple[Unread, ...] = ()


class Read(NamedTuple):
    """What a few questions told."""

    captures: Tuple[Capture, ...]
    snapshot: Snapshot
    healths: Tuple[Health, ...]

    def controller(self, number: int) -> Optional[Controller]:
        found = [one for one in self.snapshot.controllers if one.number == number]
        return found[0] if found else None

    def alarms(self, number: int) -> Tuple[str, ...]:
        return tuple(alarm for one in self.healths if one.controller == number for alarm in one.alarms)


class Session:
    """One tool. Every command passes :meth:`ran`, where the kill switch and the closed list stand."""

    def __init__(
        self,
        tool: Tool,
        runner: Runner,
        switch: KillSwitch,
        directory: str,
        timeout: float = TIMEOUT,
        held: Sequence[int] = (),
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.tool = tool
        self.timeout = timeout
        self.held = tuple(held)
        self.seconds = 0.0
        self.commands: List[Words] = []
        self._runner = runner
        self._switch = switch
        self._directory = directory
        self._pause = pause
        self._form: Words = ("nolog", "J")

    def argv(self, words: Words) -> Tuple[str, ...]:
        return (*self.tool.prefix, self.tool.path, *words, *self._form)

    def ran(self, words: Words) -> Said:
        """
        One command of the closed list.

        :raises RefusedError: ``stopped``.
        :raises NotExpressibleError: anything else than a question or a change of the closed list.
        """
        if not commands.is_allowed(words):
            raise commands.NotExpressibleError(f"{' '.join(words)} is outside the closed list")
        said = self._once(words)
        if "nolog" in self._form and is_unknown_word(said.capture.text, "nolog"):
            self._form = ("J",)
            again = self._once(words)
            if not is_unknown_word(again.capture.text, "nolog"):
                return again
            self._form = ("nolog", "J")
        return said

    def _once(self, words: Words) -> Said:
        self._switch.check()
        ran = self._runner.run(self.argv(words), self.timeout, self._directory, self.held)
        self.seconds += ran.seconds
        self.commands.append(words)
        capture, unread = capture_from_bytes(" ".join(words), ran.output)
        return Said(words, capture, ran, unread)

    def answered(self, words: Words) -> Said:
        """
        A question whose answer can be read. Where the tool died, hung, or said that the controller is busy, it is asked
        again after a while; a failure with data, such as one bad drive among many, is an answer.

        :raises RefusedError: ``tool_failed``.
        """
        said = self.ran(words)
        for pause in PAUSES:
            if not _trouble(said):
                return said
            self._pause(pause)
            said = self.ran(words)
        trouble = _trouble(said)
        if _NO_CONTROLLER.match(normal(trouble)):
            raise RefusedError(
                "no_controller", f"{self.tool.path} {words[0]}: {trouble}; plan anew if cards were moved"
            )
        if trouble:
            raise RefusedError(
                "tool_failed",
                f"{self.tool.path} {' '.join(words)}: {trouble}; run it by hand, and look at the kernel's log for a "
                "resetting controller",
            )
        return said


def controllers_seen(session: Session) -> Tuple[int, ...]:
    """
    The numbers of the RAID controllers this tool sees.

    :raises RefusedError: ``no_controller``, ``only_hba``, ``tool_failed``.
    """
    try:
        found = snapshot_from_captures([session.answered(commands.OVERVIEW).capture]).controllers
    except RefusedError as error:
        if error.name != "no_controller":
            raise
        found = ()
    if not found:
        root = "" if os.geteuid() == 0 else " It was not run as root, which looks the same."
        raise RefusedError("no_controller", f"{session.tool.path} sees no controller: is its driver loaded?{root}")
    raid = tuple(one.number for one in found if one.kind != "hba")
    if not raid:
        raise RefusedError("only_hba", f"{session.tool.path} sees HBAs only, which have no volumes and no policies")
    return raid


def read(session: Session, numbers: Sequence[int], taken_at: Optional[str] = None) -> Read:
    """
    Everything about these controllers: at most four commands each, three where no battery is fitted or grammar 8 tells
    of its energy pack, one for an HBA.

    :raises RefusedError: ``no_controller`` or ``tool_failed``.
    """
    captures: List[Capture] = []
    unread: List[Unread] = []
    alarms: List[Health] = []
    for number in numbers:
        for said in _said_of(session, number):
            captures.append(said.capture)
            unread.extend(said.unread)
            if len(said.words[0].split("/")) == 2:
                alarms.extend(healths(said.capture.text))
    snapshot = snapshot_from_captures(captures, taken_at)
    return Read(tuple(captures), _with(snapshot, unread), tuple(alarms))


def _with(snapshot: Snapshot, unread: Sequence[Unread]) -> Snapshot:
    if not unread:
        return snapshot
    return Snapshot(snapshot.controllers, snapshot.tool, (*unread, *snapshot.unread), snapshot.taken_at)


def _said_of(session: Session, number: int) -> List[Said]:
    first = session.answered(commands.controller_question(number))
    controller = _only(first.capture, number, session)
    if controller.kind == "hba":
        return [first]
    further = [commands.volumes_question(number)]
    if controller.drives or not _lists_drives(first):
        further.append(commands.drives_question(number, _has_enclosures(controller)))
    kind = controller.protection.kind
    if session.tool.grammar == 7 and isinstance(kind, str) and kind != "energy_pack":
        further.append(commands.protection_question(number, kind))
    return [first, *(session.answered(words) for words in further)]


def _only(capture: Capture, number: int, session: Session) -> Controller:
    found = [one for one in snapshot_from_captures([capture]).controllers if one.number == number]
    if not found:
        raise RefusedError("no_controller", f"{session.tool.path} does not see controller {number}; plan anew")
    return found[0]


def _lists_drives(said: Said) -> bool:
    return '"Physical Drives"' in said.capture.text


def _has_enclosures(controller: Controller) -> bool:
    """Drives on a backplane are asked for through their enclosure; those wired to the card have none."""
    return not controller.drives or any(":" in drive.slot for drive in controller.drives)


def protection_after(session: Session, controller: Controller) -> CacheProtection:
    """The state of what stands behind the cache, read anew by one command; unread where nothing answers."""
    kind = controller.protection.kind
    if not isinstance(kind, str):
        return controller.protection.state
    said = session.answered(commands.protection_question(controller.number, kind))
    found = [one for one in snapshot_from_captures([said.capture]).controllers if one.number == controller.number]
    return found[0].protection.state if found else CacheProtection.UNREAD


def _trouble(said: Said) -> str:
    """
    Why an answer cannot be used; empty where it can. Its JSON must be complete; what the exit code says does not count
    (storcli2 exits 6 on success, storcli 7 exits 46 over one failed drive).
    """
    documents = [document for _, document in json_text.documents(said.capture.text)]
    broken = [one.problem for one in documents if one.problem is not None and not one.problem.startswith("not strict")]
    if not documents or broken:
        return said.ran.problem or _first_line(said)
    if _sees_none(said):
        return "no controller found"
    answer = answer_of(said.capture.text)
    if answer.kind == REFUSED and (answer.may_be_repeated or not (_has_data(said) or _is_plain(answer))):
        return answer.message
    return ""


def _sees_none(said: Said) -> bool:
    """storcli2 has been reported to answer Success and that no controller was found."""
    return not _has_data(said) and _NO_CONTROLLER.search(said.capture.text.casefold()) is not None


def _has_data(said: Said) -> bool:
    return '"Response Data"' in said.capture.text


def _is_plain(answer: Answer) -> bool:
    """Whether a failure without data is all that there is to say: no such volume, no drives, no battery."""
    message = normal(answer.message.split(" (error ")[0])
    return message in tokens.PROTECTION_ANSWERS or message.startswith(_PLAIN_FAILURES)


def _first_line(said: Said) -> str:
    printed = said.capture.text + "\n" + said.ran.errors.decode(errors="replace")
    problem = texts.problem_of(said.capture.text)
    if problem.startswith("failure"):
        return problem
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    return f"it printed {shortened(lines[0], 120)!r}" if lines else f"it printed nothing, exit code {said.ran.code}"
