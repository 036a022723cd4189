"""Every way in which the tool refuses, and in which what is printed cannot be taken as it is."""

from __future__ import annotations

from app.emulator import setting
from app.emulator.answers import Answer, Entry
from app.emulator.moment import BEFORE, PRINTED, Moment
from app.emulator.registry import fault

# --- refusals


@fault(BEFORE)
def refused(moment: Moment) -> None:
    """Refused with any error (code=255, message=); nothing done."""
    moment.refuse(int(moment.options.get("code", 255)), str(moment.options.get("message", "")))


@fault(BEFORE)
def sequence_mismatch(moment: Moment) -> None:
    """Error 103: somebody else changed the configuration meanwhile; read again, then retry."""
    moment.refuse(103)


@fault(BEFORE)
def busy(moment: Moment) -> None:
    """Error 7: another application holds the firmware; retry."""
    moment.refuse(setting.BUSY)


@fault(BEFORE)
def no_controller(moment: Moment) -> None:
    """The tool sees no controller, as when it is not run by root."""
    moment.reply(Answer([Entry(None, description="No Controller found", ok=moment.voice.eight)]))
    if not moment.command.path:
        moment.reply(Answer([Entry(None, {"Number of Controllers": 0, "Host Name": moment.state["host"]})]))


@fault(BEFORE)
def deprecated(moment: Moment) -> None:
    """A text that the command is no longer known, whether or not JSON was asked for."""
    text = moment.voice.complaint("Deprecated command. Please use the new syntax.")
    moment.reply(Answer(text=text, code=1))


@fault(BEFORE)
def nolog_refused(moment: Moment) -> None:
    """A build that does not know the word nolog: a syntax error where it is used."""
    if moment.command.nolog:
        moment.reply(
            Answer(text=moment.voice.complaint("syntax error, unexpected TOKEN_NOLOG, expecting $end"), code=255)
        )


# --- what is printed


@fault(PRINTED)
def truncated(moment: Moment) -> None:
    """The answer ends in the middle (share=0.6 of it is printed)."""
    moment.stdout = moment.stdout[: int(len(moment.stdout) * float(moment.options.get("share", 0.6)))]


@fault(PRINTED)
def noise(moment: Moment) -> None:
    """Progress before the JSON: ``100 (percent)100 (percent){``."""
    moment.stdout = "100 (percent)" * 2 + moment.stdout


@fault(PRINTED)
def noise_after(moment: Moment) -> None:
    """Other text after the JSON."""
    moment.stdout += "\nsegment detached\n"


@fault(PRINTED)
def not_utf8(moment: Moment) -> None:
    """A byte that is not UTF-8 inside of a text."""
    moment.stdout = moment.stdout.replace("Success", "Succ\udce9ss", 1)


@fault(PRINTED)
def text_despite_json(moment: Moment) -> None:
    """Text, whatever was asked for."""
    moment.stdout = moment.voice.printed(moment.answer, json=False)


@fault(PRINTED)
def empty(moment: Moment) -> None:
    """Nothing on standard output (code=0)."""
    moment.stdout, moment.code = "", int(moment.options.get("code", 0))
