"""A volume as command lines of the storcli family or of MegaCli, to be read by a person first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.core.policies import RaidLevel
from app.exports.commands import Command, policy_commands
from app.exports.creation import create_command
from app.exports.plans import AT_CREATION, Export, ExportRefusedError, NotCarried, VolumePlan, head_lines, not_carried
from app.exports.tools import GRAMMAR_8

MEDIA_TYPE = "text/x-shellscript"
TOO_NEW_FOR_MEGACLI = frozenset({"sas38xx_imr", "sas39xx", "sas41xx", "sas51xx"})
"""Families of the catalogue that MegaCli must never touch: SAS39xx, its sibling without cache, and what came later."""

_NUMBERS_OF_A_NEW_VOLUME = "<v>"


def export(plan: VolumePlan, tool: str) -> Export:
    """
    The commands that make the volume, or those that change it where it exists.

    Raises ``ExportRefusedError`` where the tool must not or cannot be used on this controller.
    """
    commands, lost = planned_commands(plan, tool)
    lines = [
        "#!/bin/sh",
        "set -eu",
        *(f"# {line}" for line in head_lines(plan, lost)),
        *(f"# {hint}" for hint in _hints(plan, tool)),
    ]
    text = "\n".join([*lines, *(line for command in commands for line in _lines(command))]) + "\n"
    return Export(tool, MEDIA_TYPE, f"raidwise-{tool}.sh", text, tuple(lost))


def planned_commands(plan: VolumePlan, tool: str) -> tuple[list[Command], list[NotCarried]]:
    """The commands, in the order in which they are to be run, and what none of them says."""
    _refuse(plan, tool)
    return _commands(plan, tool)


def _refuse(plan: VolumePlan, tool: str) -> None:
    if plan.kind != "raid" or plan.tool == "none":
        raise ExportRefusedError("No command line tool of this family sets volumes on this controller.")
    if plan.level is RaidLevel.JBOD:
        raise ExportRefusedError("A drive presented as it is has no virtual drive, so there is nothing to command.")
    if tool == "megacli" and plan.family in TOO_NEW_FOR_MEGACLI:
        raise ExportRefusedError(
            "MegaCli drives the firmware of SAS39xx and newer cards into a fault and freezes I/O: "
            f"never run it on {plan.model or 'this card'}. Take {plan.tool}."
        )
    if tool == "megacli" and plan.family == "unknown":
        raise ExportRefusedError(
            "MegaCli must never run on SAS39xx or newer cards, and nobody said which card this is: name its model."
        )


def _hints(plan: VolumePlan, tool: str) -> Iterator[str]:
    if plan.exists:
        yield "Put the numbers of your controller and virtual drive for /c0 and /v0."
    else:
        yield "Put your controller for /c0, your drives for <e:s,...> and the new volume's number for <v>."
    if plan.family != "unknown" and tool != "megacli" and (tool in GRAMMAR_8) is not (plan.tool in GRAMMAR_8):
        yield f"This controller is managed by {plan.tool}; {tool} is not its tool."


def _commands(plan: VolumePlan, tool: str) -> tuple[list[Command], list[NotCarried]]:
    lost = list(_wordless(plan, tool))
    settings = {name: value for name, value in plan.settings.items() if name not in {item.setting for item in lost}}
    if plan.exists:
        fixed = not_carried(plan, AT_CREATION, "fixed when a volume is made, and this one exists")
        return list(policy_commands(tool, 0, 0, settings)), [*lost, *fixed]
    if plan.level is None or plan.drives is None:
        raise ExportRefusedError("The command that makes the volume needs its RAID level and the number of drives.")
    try:
        made = create_command(tool, 0, settings, str(plan.level), plan.drives)
    except ValueError as error:
        raise ExportRefusedError(f"No volume can be made so: {error}.") from error
    # Commands after the first initialise; what creation cannot say is set on the new volume before that.
    return [made[0], *_afterwards(tool, settings), *made[1:]], lost


def _afterwards(tool: str, settings: dict[str, str | int]) -> list[Command]:
    """The disk cache, which neither MegaCli nor the newer tools take at creation."""
    if tool != "megacli" and tool not in GRAMMAR_8:
        return []
    later = {name: value for name, value in settings.items() if name == "disk_cache_policy"}
    return [_on_the_new_volume(command) for command in policy_commands(tool, 0, 0, later)]


def _on_the_new_volume(command: Command) -> Command:
    number = _NUMBERS_OF_A_NEW_VOLUME
    argv = tuple({"/c0/v0": f"/c0/v{number}", "-L0": f"-L{number}"}.get(word, word) for word in command.argv)
    return replace(command, argv=argv, text=" ".join(argv) if argv else command.text)


def _wordless(plan: VolumePlan, tool: str) -> Iterator[NotCarried]:
    """Settings this tool has no word for; ``policy_commands`` would drop them or give a comment."""
    for name, value in plan.settings.items():
        if name == "read_policy" and value == "adaptive_read_ahead" and tool != "megacli":
            yield NotCarried(name, value, f"{tool} knows ra and nora only")
        elif name == "io_policy" and tool in GRAMMAR_8:
            yield NotCarried(name, value, f"{tool} has no I/O policy; these cards move data directly")
        elif name == "disk_cache_policy" and value == "drive_default" and tool == "megacli":
            yield NotCarried(name, value, "MegaCli knows on and off only")
        elif name == "initialization" and value == "none" and not plan.exists:
            yield NotCarried(name, value, "there is no command for not initialising")


def _lines(command: Command) -> Iterator[str]:
    if not command.verified:
        yield "# not verified by any source"
    if command.note:
        yield f"# {command.note}"
    yield command.text
