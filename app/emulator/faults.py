"""Every way in which the process dies or hangs, and in which what is said is not what was done."""

from __future__ import annotations

from typing import Any

from app.emulator import saying, setting
from app.emulator.effect import put
from app.emulator.events import EVENTS, happen
from app.emulator.moment import ANSWERED, BEFORE, PRINTED, WRITTEN, Fate, Moment
from app.emulator.registry import FAULTS, fault
from app.emulator.state import StateError, controller_of, volume_of, write_half

__all__ = ["FAULTS", "saying", "stage_of", "strike"]


def stage_of(entry: dict[str, Any]) -> str:
    """When an entry of a plan strikes. An event happens before the command unless the plan says ``"when": "after"``."""
    if entry["fault"] in EVENTS:
        return WRITTEN if entry.get("when") == "after" else BEFORE
    if entry["fault"] not in FAULTS:
        raise StateError(f"no fault {entry['fault']!r}; `raidwise emulate --faults` lists them")
    return FAULTS[entry["fault"]].stage


def strike(entry: dict[str, Any], moment: Moment) -> None:
    """Does it."""
    moment.options = entry
    if entry["fault"] in EVENTS:
        happen(moment.state, entry["fault"], moment.where, entry, moment.at)
        moment.dirty = True
    else:
        FAULTS[entry["fault"]].strike(moment)


# --- the process


@fault(BEFORE)
def hang(moment: Moment) -> None:
    """Never answers, and does nothing; sleeps until it is killed."""
    raise Fate("hang")


@fault(WRITTEN)
def hang_after(moment: Moment) -> None:
    """Never answers, though the command took effect."""
    raise Fate("hang")


@fault(PRINTED)
def slow(moment: Moment) -> None:
    """Takes its time (seconds=2), then answers well."""
    moment.seconds = float(moment.options.get("seconds", 2))


@fault(BEFORE)
def killed_before(moment: Moment) -> None:
    """Killed (SIGKILL) before it does anything."""
    raise Fate("killed")


@fault(ANSWERED)
def killed_writing(moment: Moment) -> None:
    """Killed with the new state half on its way: the old one stays."""
    write_half(moment.place.state, moment.state)
    raise Fate("killed")


@fault(WRITTEN)
def killed_after(moment: Moment) -> None:
    """Killed after the effect, before a word of its answer."""
    raise Fate("killed")


@fault(PRINTED)
def killed_printing(moment: Moment) -> None:
    """Killed after the effect, in the middle of its answer."""
    raise Fate("killed", moment.stdout[: len(moment.stdout) // 2])


@fault(BEFORE)
def illegal_instruction(moment: Moment) -> None:
    """Dies of SIGILL and does nothing: a stale build on a new kernel."""
    raise Fate("illegal_instruction")


@fault(WRITTEN)
def illegal_instruction_after(moment: Moment) -> None:
    """Dies of SIGILL after the effect."""
    raise Fate("illegal_instruction")


@fault(BEFORE)
def unreadable_state(moment: Moment) -> None:
    """The emulator cannot read its own state: nothing on standard output, exit code 70."""
    raise StateError(f"{moment.place.state}: unreadable, as the plan of faults wants it")


# --- the answer against the effect


@fault(ANSWERED)
def success_ignored(moment: Moment) -> None:
    """Says Success and changes nothing."""
    moment.undo()


@fault(ANSWERED)
def delayed_effect(moment: Moment) -> None:
    """Says Success; the effect comes later (seconds=5, of the server's clock)."""
    changes = moment.answer.changes
    moment.undo()
    due = moment.at + float(moment.options.get("seconds", 5))
    for change in changes:
        controller, volume = (int(part[1:]) for part in change["volume"].split("/"))
        found = controller_of(moment.state, controller)
        if found is not None:
            pending = {"at": due, "volume": volume, "property": change["property"], "value": change["to"]}
            found["pending"].append(pending)


@fault(ANSWERED)
def failure_applied(moment: Moment) -> None:
    """Says Failure (code=3), though the command took effect."""
    changes = moment.answer.changes
    moment.refuse(int(moment.options.get("code", 3)))
    moment.answer.changes = changes


@fault(BEFORE)
def failure_exit_0(moment: Moment) -> None:
    """Refuses (code=3) and exits 0."""
    moment.refuse(int(moment.options.get("code", 3)))
    moment.answer.code = 0


@fault(PRINTED)
def exit_code(moment: Moment) -> None:
    """The exit code says the opposite of the JSON (code=)."""
    moment.code = int(moment.options.get("code", 0 if moment.code else 1))


@fault(ANSWERED)
def partial_success(moment: Moment) -> None:
    """Of several properties the first is set, the rest refused; of one, the envelope says Success, the row Failed."""
    changes = moment.answer.changes
    moment.undo()
    rows = [row for entry in moment.answer.entries for row in entry.rows]
    for row in rows[1:] or rows:
        row.update(Status="Failed", ErrCd=int(moment.options.get("code", 3)), ErrMsg=setting.MESSAGES[3])
    for entry in moment.answer.entries:
        entry.ok = len(rows) < 2
    for change in changes[:1] if len(rows) > 1 else []:
        _redo(moment, change)


@fault(ANSWERED)
def neighbour_changed(moment: Moment) -> None:
    """The command takes effect, and another policy of the volume changes with it (property=rdcache, value=)."""
    happen(moment.state, "another_actor", moment.where, {"property": "rdcache", **moment.options}, moment.at)


def _redo(moment: Moment, change: dict[str, Any]) -> None:
    controller, volume = (int(part[1:]) for part in change["volume"].split("/"))
    found = controller_of(moment.state, controller)
    target = volume_of(found, volume) if found else None
    if found is not None and target is not None:
        put(found, target, change["property"], change["to"])
        moment.answer.changes = [change]
