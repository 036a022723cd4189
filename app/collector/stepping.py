"""One step: announced on disk, run, read back, judged, noted. Forwards, and back."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Set, Tuple

from app.collector.clock import Clock
from app.collector.journal import Journal
from app.collector.outcomes import APPLIED, IGNORED, UNKNOWN, Outcome, Seen, outcome, values, with_protection
from app.collector.preconditions import accepted
from app.collector.reading import Read, Session, protection_after
from app.collector.refusals import RefusedError
from app.collector.running import Ran
from app.collector.snapshot import snapshot_from_captures
from app.collector.storcli import commands
from app.collector.storcli.answers import UNCLEAR, Answer, answer_of
from app.collector.voice import Voice
from app.core.hardware import VirtualDrive
from app.core.plan import Change, change_document
from app.core.policies import WritePolicy
from app.core.reading import Silence
from app.core.verification import place_of

SETTLING = (0.5, 2.0, 5.0)
"""Seconds to wait before reading again what a tool called done and the controller does not show."""

Place = Tuple[int, int]


class Done(NamedTuple):
    """A step that was begun, with its number in the journal."""

    number: int
    change: Change
    outcome: Outcome


class Steps:
    """The steps of one run. Knows each volume as it was last read."""

    def __init__(self, session: Session, journal: Journal, clock: Clock, voice: Voice, read: Read) -> None:
        self.session = session
        self.journal = journal
        self.clock = clock
        self.voice = voice
        self.read = read
        self.journal_lost: Optional[RefusedError] = None
        self._volumes: Dict[Place, VirtualDrive] = {}
        self._stale: Set[Place] = set()

    def note(self, record: str, **facts: Any) -> None:
        """A line of the journal. Once a line could not be written no further one is tried: undoing goes on without."""
        if self.journal_lost is not None:
            return
        try:
            self.journal.write(record, self.clock.text, **facts)
        except RefusedError as error:
            self.journal_lost = error

    def known(self, change: Change) -> Optional[VirtualDrive]:
        """The volume as last read."""
        if _place(change) not in self._volumes:
            found = place_of(self.read.snapshot, *_place(change))
            if found is None:
                return None
            self._volumes[_place(change)] = found.volume
        return self._volumes[_place(change)]

    def is_done_already(self, change: Change) -> bool:
        volume = self.known(change)
        return volume is not None and values(change.setting, volume)[0] == change.after

    def taken(self, number: int, change: Change, undo: bool = False, more_follow: bool = False) -> Outcome:
        """
        One step with its reading back, at most one repetition where the controller was busy.

        :param more_follow: further volumes of this controller get write-back: the protection is read after the last.

        :raises RefusedError: ``stopped`` before or after the command; ``disk_full`` or ``state_unusable`` before it.
        """
        before = self.known(change)
        if before is None:
            return Outcome(UNKNOWN, f"{change.volume} is gone", is_ours=False)
        found, answer = self._tried(number, change, before, undo)
        if not (more_follow and found.word == APPLIED):
            found = self._protected(change, found)
        if answer.may_be_repeated and found.word == "rejected":
            self.clock.pause(SETTLING[1])
            found = self._protected(change, self._tried(number, change, before, undo)[0])
        self.note(
            "found",
            step=number,
            undo=undo,
            outcome=found.word,
            configured=_plain(found.configured),
            in_effect=_plain(found.in_effect),
            detail=found.detail,
        )
        self.voice.line(
            f"{change.volume} {change.setting} {change.before} -> {change.after}: {found.word}, {found.detail}"
        )
        return found

    def _tried(self, number: int, change: Change, before: VirtualDrive, undo: bool) -> Tuple[Outcome, Answer]:
        words = commands.set_command(
            self.session.tool.name,
            change.controller,
            change.virtual_drive,
            change.after,
            not undo and accepted(change, self.clock.text[:10]),
        )
        self.note(
            "intend",
            step=number,
            undo=undo,
            command=list(self.session.argv(words)),
            volume=change.volume,
            setting=change.setting,
            before=str(change.before),
            after=str(change.after),
        )
        if self.journal_lost is not None and not undo:
            raise self.journal_lost
        self.voice.progress(f"{change.volume} {words[-1]} ...")
        said = self.session.ran(words)
        answer = _judged(said.ran, said.capture.text)
        self.note(
            "answered",
            step=number,
            undo=undo,
            answer=answer.kind,
            message=answer.message,
            exit=said.ran.code,
            seconds=round(said.ran.seconds, 3),
        )
        return self._settled(change, answer, before), answer

    def _settled(self, change: Change, answer: Answer, before: VirtualDrive) -> Outcome:
        """What the volume shows; asked again for a while where the tool said done and nothing changed."""
        found = self._read_back(change, answer, before)
        for pause in SETTLING:
            if found.word not in (IGNORED, UNKNOWN) or not found.is_ours or isinstance(found.configured, Silence):
                break
            if found.configured == change.after:
                break
            self.clock.pause(pause)
            found = self._read_back(change, answer, before)
        return found

    def _protected(self, change: Change, found: Outcome) -> Outcome:
        """The outcome, where write-back was set judged by the protection as well."""
        if found.is_good and change.after is WritePolicy.PROTECTED_WRITE_BACK:
            return self._with_protection(change, found)
        return found

    def _read_back(self, change: Change, answer: Answer, before: VirtualDrive) -> Outcome:
        return outcome(change, answer, before, self.seen(change, before))

    def looked_at(self, change: Change) -> Seen:
        """The volume as last read; read anew where the last reading failed. Nothing is set on what was not seen."""
        before = self.known(change)
        if before is None:
            return Seen(None, f"{change.volume} is gone", is_other=True)
        return self.seen(change, before) if _place(change) in self._stale else Seen(before)

    def seen(self, change: Change, before: VirtualDrive) -> Seen:
        """The volume read anew, judged to be the same one or not."""
        found = self._seen(change, before)
        if found.volume is None:
            self._stale.add(_place(change))
        else:
            self._stale.discard(_place(change))
            self._volumes[_place(change)] = found.volume
        return found

    def _seen(self, change: Change, before: VirtualDrive) -> Seen:
        try:
            said = self.session.answered(commands.volume_question(change.controller, change.virtual_drive))
        except RefusedError as error:
            if error.name == "stopped":
                raise
            return Seen(None, f"it could not be read back ({error})")
        place = place_of(snapshot_from_captures([said.capture]), change.controller, change.virtual_drive)
        if place is None:
            return Seen(None, f"{change.volume} is gone", is_other=True)
        if _is_other(before, place.volume):
            return Seen(None, f"{change.volume} is another volume by now", is_other=True)
        return Seen(place.volume)

    def _with_protection(self, change: Change, found: Outcome) -> Outcome:
        controller = self.read.controller(change.controller)
        if controller is None:
            return found
        try:
            state = protection_after(self.session, controller)
        except RefusedError as error:
            if error.name == "stopped":
                raise
            return found._replace(word=UNKNOWN, detail=f"the protection could not be read ({error})")
        self.note("protection", controller=change.controller, state=str(state))
        return with_protection(change, found, state)


def forward(steps: Steps, changes: Sequence[Change], numbers: Sequence[int], halted: Any) -> Tuple[List[Done], str]:
    """
    Every change in order until one does not take; what was begun, and why it stopped (empty: all is done).

    :param halted: answers why not to go on, or nothing; asked before each step.
    """
    done: List[Done] = []
    for number, change in zip(numbers, changes):
        reason = halted()
        if reason:
            return done, reason
        if steps.is_done_already(change):
            steps.note("skipped", step=number, detail=f"{change.volume} {change.setting} is {change.after} already")
            continue
        try:
            found = steps.taken(number, change, more_follow=_more_follow(steps, change, changes))
        except RefusedError as error:
            if error.name == "stopped":
                raise
            return done, str(error)
        done.append(Done(number, change, found))
        if not found.is_good or steps.journal_lost is not None:
            return done, f"{change.volume} {change.setting}: {steps.journal_lost or found.detail}"
    return done, ""


def _more_follow(steps: Steps, change: Change, changes: Sequence[Change]) -> bool:
    later = changes[list(changes).index(change) + 1 :]
    return any(
        one.controller == change.controller
        and one.after is WritePolicy.PROTECTED_WRITE_BACK
        and not steps.is_done_already(one)
        for one in later
    )


def back(steps: Steps, done: Sequence[Done]) -> Tuple[str, ...]:
    """
    Undoes what was done, the last first, each once; what could not be undone, one sentence each.

    Unprotected write-back is never brought back: such a volume keeps the safer value, and that is said.
    """
    left: List[str] = []
    for one in reversed([one for one in done if one.outcome.may_have_acted]):
        undo = one.change.undo()
        if not one.outcome.is_ours:
            left.append(f"{undo.volume} {undo.setting}: left alone, {one.outcome.detail}")
        elif undo.after is WritePolicy.UNPROTECTED_WRITE_BACK:
            left.append(
                f"{undo.volume} {undo.setting}: stays {undo.before}; unprotected write-back is not brought back"
            )
        else:
            found = _undone(steps, one, undo)
            if not found.is_good:
                word = "not undone" if found.is_ours else "left alone"
                left.append(f"{undo.volume} {undo.setting}: {word}, {found.detail}")
    return tuple(left)


def _undone(steps: Steps, one: Done, undo: Change) -> Outcome:
    seen = steps.looked_at(undo)
    if seen.volume is None:
        return Outcome(UNKNOWN, seen.problem, is_ours=not seen.is_other)
    found = steps.taken(one.number, undo, undo=True)
    if undo.after is WritePolicy.PROTECTED_WRITE_BACK and found.word == UNKNOWN and found.in_effect == undo.after:
        # This firmware writes back without protection: the volume as it was is not a state we bring about.
        steps.taken(one.number, one.change, undo=True)
        return found
    # Going back asks for the configured value only: without protection it takes effect later, by itself.
    if found.word == UNKNOWN and found.is_ours and found.configured == undo.after:
        return found._replace(word="applied")
    return found


def steps_documents(changes: Sequence[Change]) -> List[Dict[str, Any]]:
    return [change_document(change) for change in changes]


def _place(change: Change) -> Place:
    return change.controller, change.virtual_drive


def _judged(ran: Ran, text: str) -> Answer:
    answer = answer_of(text)
    if ran.problem and answer.kind == UNCLEAR:
        return Answer(UNCLEAR, ran.problem)
    return answer


def _is_other(before: VirtualDrive, now: VirtualDrive) -> bool:
    """Told from WWN, size and slots, whichever both readings know."""
    slots = (tuple(sorted(before.drives)), tuple(sorted(now.drives)))
    pairs = ((before.wwn, now.wwn), (before.size_bytes, now.size_bytes), slots)
    return any(
        one != other and not isinstance(one, Silence) and not isinstance(other, Silence) and one and other
        for one, other in pairs
    )


def _plain(reading: Any) -> str:
    return str(reading.value) if isinstance(reading, Silence) else str(reading)
