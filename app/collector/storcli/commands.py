"""
Every command line this collector can run. There is no other way to one: reads are the fixed questions below, and
:func:`set_command` is the only writer. It takes one policy of one volume; what it cannot express cannot be run.
"""

from __future__ import annotations

import re
from typing import Any, Dict, Tuple

from app.core.policies import DiskCachePolicy, IoPolicy, ReadPolicy, WritePolicy

Words = Tuple[str, ...]

TOOLS = ("storcli", "perccli", "storcli2", "perccli2")
GRAMMAR_8 = frozenset({"storcli2", "perccli2"})

OVERVIEW: Words = ("show",)

_TOKENS: Dict[Any, str] = {
    WritePolicy.WRITE_THROUGH: "wrcache=wt",
    WritePolicy.PROTECTED_WRITE_BACK: "wrcache=wb",
    ReadPolicy.READ_AHEAD: "rdcache=ra",
    ReadPolicy.NO_READ_AHEAD: "rdcache=nora",
    IoPolicy.DIRECT: "iopolicy=direct",
    IoPolicy.CACHED: "iopolicy=cached",
    DiskCachePolicy.ENABLED: "pdcache=on",
    DiskCachePolicy.DISABLED: "pdcache=off",
    DiskCachePolicy.DRIVE_DEFAULT: "pdcache=default",
}
_HIGHEST = 9999
_QUESTIONS = re.compile(
    r"show|/c[0-9]{1,4} show( all)?|/c[0-9]{1,4}/(vall|v[0-9]{1,4}|eall/sall|sall|cv|bbu) show all", re.ASCII
)
_SET = re.compile(
    r"/c[0-9]{1,4}/v[0-9]{1,4} set "
    r"(wrcache=(wt|wb|awb|fwb)|rdcache=(ra|nora)|iopolicy=(direct|cached)|pdcache=(on|off|default))",
    re.ASCII,
)
# Words that ask for the form of the answer; they change nothing.
_FORM = frozenset({"J", "nolog"})


class NotExpressibleError(ValueError):
    """A change that no command of the closed list expresses."""


def controller_question(controller: int) -> Words:
    return (f"/c{_number(controller)}", "show", "all")


def controller_summary(controller: int) -> Words:
    """Shorter, and where grammar 8 tells of its energy pack."""
    return (f"/c{_number(controller)}", "show")


def volumes_question(controller: int) -> Words:
    return (f"/c{_number(controller)}/vall", "show", "all")


def volume_question(controller: int, virtual_drive: int) -> Words:
    return (f"/c{_number(controller)}/v{_number(virtual_drive)}", "show", "all")


def drives_question(controller: int, enclosures: bool) -> Words:
    return (f"/c{_number(controller)}/{'eall/sall' if enclosures else 'sall'}", "show", "all")


def protection_question(controller: int, kind: str) -> Words:
    """
    What stands behind the cache.

    :param kind: ``cachevault``, ``battery`` or ``energy_pack``, as ``/cX show all`` told it.
    """
    if kind == "energy_pack":
        return controller_summary(controller)
    return (f"/c{_number(controller)}/{'cv' if kind == 'cachevault' else 'bbu'}", "show", "all")


def set_command(tool: str, controller: int, virtual_drive: int, after: Any, risk_accepted: bool) -> Words:
    """
    The words that give one volume one policy.

    :raises NotExpressibleError: anything but the closed list; unprotected write-back without an accepted risk.
    """
    option = _option(tool, after, risk_accepted)
    words = (f"/c{_number(controller)}/v{_number(virtual_drive)}", "set", option)
    if not is_allowed(words):
        raise NotExpressibleError(f"{' '.join(words)} is outside the closed list")
    return words


def is_allowed(words: Words) -> bool:
    """Whether these words, the tool's name left out, are a question or a change of the closed list."""
    line = " ".join(word for word in words if word not in _FORM)
    return bool(_QUESTIONS.fullmatch(line) or _SET.fullmatch(line))


def _option(tool: str, after: Any, risk_accepted: bool) -> str:
    if tool not in TOOLS:
        raise NotExpressibleError(f"{tool} changes nothing here; only {', '.join(TOOLS)} do")
    if isinstance(after, IoPolicy) and tool in GRAMMAR_8:
        raise NotExpressibleError(f"{tool} has no I/O policy")
    if after is WritePolicy.UNPROTECTED_WRITE_BACK:
        if not risk_accepted:
            raise NotExpressibleError("unprotected write-back needs a signed plan with a risk accepted for this volume")
        return "wrcache=fwb" if tool == "perccli" else "wrcache=awb"
    # A plain text equal to a policy's word is refused: only the policies themselves are keys here by type and value.
    if not isinstance(after, (WritePolicy, ReadPolicy, IoPolicy, DiskCachePolicy)) or after not in _TOKENS:
        raise NotExpressibleError(f"no command sets {after!s}")
    return _TOKENS[after]


def _number(number: int) -> int:
    if type(number) is not int or not 0 <= number <= _HIGHEST:
        raise NotExpressibleError(f"{number!r} is no number of a controller or volume")
    return number
