"""The command that makes a volume, to be read and run by a person: nothing here is ever run by us."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.core.policies import DiskCachePolicy, Initialization, IoPolicy, RaidLevel, ReadPolicy, Word, WritePolicy
from app.exports.commands import MEGACLI_NOTE, Command, Settings, command, comment, policies, write_token
from app.exports.geometry import SPANNED, default_spans, is_divisible
from app.exports.tools import GRAMMAR_8, binary_of

_SLOT = re.compile(r"[0-9]{1,4}(?::[0-9]{1,4})?")
_PLACEHOLDER = "<e:s,...>"
_DISK = {DiskCachePolicy.ENABLED: "on", DiskCachePolicy.DISABLED: "off", DiskCachePolicy.DRIVE_DEFAULT: "default"}
_DESTROYS = "DESTROYS everything on the volume; run it once, on the new and empty volume, with its number for <v>"


def create_command(
    tool: str,
    controller: int,
    settings: Settings,
    raid_level: str,
    drives: int,
    slots: Sequence[str] = (),
    spans: int | None = None,
) -> tuple[Command, ...]:
    """
    What creates such a volume, every value explicit, then its initialisation as a command of its own.

    :param slots: ``enclosure:slot`` of each drive; a placeholder stands where none are given.
    :raises ValueError: a tool, level, value, slot or span count that does not exist or does not fit.
    """
    binary_of(tool)
    level = RaidLevel(raid_level)
    if level is RaidLevel.JBOD:
        return (comment("nothing to create", "a jbod drive has no virtual drive"),)
    count = _spans(level, drives, spans)
    if slots and (len(slots) != drives or not all(_SLOT.fullmatch(slot) for slot in slots)):
        raise ValueError(f"{drives} slots such as 252:0 are wanted, not {', '.join(slots)}")
    words = policies(settings)
    strip = settings.get("strip_size_kib")
    create = _megacli if tool == "megacli" else _storcli
    return (
        create(tool, controller, level, drives // count, list(slots), words, strip),
        *_start(tool, controller, settings),
    )


def _spans(level: RaidLevel, drives: int, spans: int | None) -> int:
    count = default_spans(level, drives) if spans is None else spans
    if count < 1 or not is_divisible(level, drives, count) or (count > 1) is not (level in SPANNED):
        raise ValueError(f"{drives} drives cannot be cut into {count} spans of a {level}")
    return count


def _storcli(
    tool: str, controller: int, level: RaidLevel, each: int, slots: list[str], words: list[Word], strip: object
) -> Command:
    argv = [binary_of(tool), f"/c{controller}", "add", "vd", f"r{level.value[4:]}", f"drives={_listed(slots)}"]
    argv += [f"pdperarray={each}"] if level in SPANNED else []
    argv += [token for word in words for token in _token(tool, word)]
    argv += [f"strip={strip}"] if strip is not None else []
    argv += [f"pdcache={_DISK[word]}" for word in words if isinstance(word, DiskCachePolicy) and tool not in GRAMMAR_8]
    notes = _doubts(tool, level, words)
    return command(*argv, note="; ".join(notes) or None, verified=not notes)


def _listed(slots: list[str]) -> str:
    return ",".join(slots) if slots else _PLACEHOLDER


def _token(tool: str, word: Word) -> list[str]:
    if isinstance(word, WritePolicy):
        return [write_token(tool, word)]
    if isinstance(word, ReadPolicy):
        return {ReadPolicy.READ_AHEAD: ["ra"], ReadPolicy.NO_READ_AHEAD: ["nora"]}.get(word, [])
    return [str(word)] if isinstance(word, IoPolicy) and tool not in GRAMMAR_8 else []


def _doubts(tool: str, level: RaidLevel, words: list[Word]) -> list[str]:
    doubts = []
    if ReadPolicy.ADAPTIVE_READ_AHEAD in words:
        doubts.append(f"{tool} has no word for adaptive read-ahead: the controller's default applies")
    if WritePolicy.UNPROTECTED_WRITE_BACK in words and tool.startswith("perccli"):
        doubts.append("no source shows how this tool spells an unprotected write-back at creation")
    if tool in GRAMMAR_8 and any(isinstance(word, DiskCachePolicy) for word in words):
        doubts.append("the disk cache is set afterwards: no source shows it as an option here")
    if tool in GRAMMAR_8 and level in SPANNED:
        doubts.append("no source shows pdperarray in this tool")
    return doubts


def _megacli(
    _tool: str, controller: int, level: RaidLevel, each: int, slots: list[str], words: list[Word], strip: object
) -> Command:
    argv = [binary_of("megacli"), *_megacli_drives(level, each, slots)]
    argv += [option for word in words for option in _megacli_options(word)]
    argv += [f"-strpsz{strip}"] if strip is not None else []
    unseen = "no source shows this form run; the disk cache is set afterwards"
    return command(*argv, f"-a{controller}", note=f"{MEGACLI_NOTE}; {unseen}", verified=False)


def _megacli_drives(level: RaidLevel, each: int, slots: list[str]) -> list[str]:
    number = level.value[4:]
    if level not in SPANNED:
        return ["-CfgLdAdd", f"-r{number}[{_listed(slots)}]"]
    arrays = [slots[start : start + each] for start in range(0, len(slots), each)] or [[], []]
    return ["-CfgSpanAdd", f"-r{number}", *(f"-Array{index}[{_listed(array)}]" for index, array in enumerate(arrays))]


def _megacli_options(word: Word) -> list[str]:
    return {
        WritePolicy.WRITE_THROUGH: ["WT"],
        WritePolicy.PROTECTED_WRITE_BACK: ["WB", "NoCachedBadBBU"],
        WritePolicy.UNPROTECTED_WRITE_BACK: ["WB", "CachedBadBBU"],
        ReadPolicy.READ_AHEAD: ["RA"],
        ReadPolicy.NO_READ_AHEAD: ["NORA"],
        ReadPolicy.ADAPTIVE_READ_AHEAD: ["ADRA"],
        IoPolicy.DIRECT: ["Direct"],
        IoPolicy.CACHED: ["Cached"],
    }.get(word, [])


def _start(tool: str, controller: int, settings: Settings) -> tuple[Command, ...]:
    wanted = settings.get("initialization")
    if wanted is None or Initialization(str(wanted)) is Initialization.NONE:
        return ()
    full = Initialization(str(wanted)) is Initialization.FULL
    if tool == "megacli":
        argv = ["-LDInit", "-Start", *(["-Full"] if full else []), "-L<v>", f"-a{controller}"]
        return (command(binary_of(tool), *argv, note=f"{_DESTROYS}; not seen run", verified=False, destructive=True),)
    argv = [f"/c{controller}/v<v>", "start", "init", *(["full"] if full else [])]
    return (command(binary_of(tool), *argv, note=_DESTROYS, verified=tool not in GRAMMAR_8, destructive=True),)
