"""Settings that can change on a living volume, as the command lines of each tool: one property a command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.core.policies import DiskCachePolicy, IoPolicy, ReadPolicy, Word, WritePolicy
from app.exports.tools import GRAMMAR_8, binary_of

Settings = Mapping[str, str | int | None]
"""Wire names of design section 3 to their values; None or left out: leave it alone."""


@dataclass(frozen=True)
class Command:
    """
    One command line. ``text`` is ``argv`` as a person types it; a setting that the tool cannot express has no argv and
    a comment as its text. ``verified`` is False where no source shows this form, and ``note`` then says what is open.
    """

    argv: tuple[str, ...]
    text: str
    verified: bool = True
    note: str | None = None
    destructive: bool = False


MEGACLI_NOTE = "never on SAS39xx or newer cards: MegaCli drives their firmware into a fault"
_UNSEEN_PDCACHE = "no source shows pdcache in this tool; it prints a Drive Write Cache Policy"
_UNSEEN_AWB = "whether this tool says awb or fwb is not known"
_DELL_IO = "Dell's tools often do not offer an I/O policy"

_WRITE = {WritePolicy.WRITE_THROUGH: "wt", WritePolicy.PROTECTED_WRITE_BACK: "wb"}
_READ = {ReadPolicy.READ_AHEAD: "ra", ReadPolicy.NO_READ_AHEAD: "nora"}
_DISK = {DiskCachePolicy.ENABLED: "on", DiskCachePolicy.DISABLED: "off", DiskCachePolicy.DRIVE_DEFAULT: "default"}

_MEGACLI: dict[Word, tuple[str, ...]] = {
    WritePolicy.WRITE_THROUGH: ("WT",),
    WritePolicy.PROTECTED_WRITE_BACK: ("WB", "NoCachedBadBBU"),
    WritePolicy.UNPROTECTED_WRITE_BACK: ("ForcedWB",),
    ReadPolicy.READ_AHEAD: ("RA",),
    ReadPolicy.NO_READ_AHEAD: ("NORA",),
    ReadPolicy.ADAPTIVE_READ_AHEAD: ("ADRA",),
    IoPolicy.DIRECT: ("-Direct",),
    IoPolicy.CACHED: ("-Cached",),
    DiskCachePolicy.ENABLED: ("-EnDskCache",),
    DiskCachePolicy.DISABLED: ("-DisDskCache",),
}


def policy_commands(tool: str, controller: int, virtual_drive: int, settings: Settings) -> tuple[Command, ...]:
    """
    The commands that give a volume these policies, the safer direction first: disk cache off, write-through, the
    rest, and write-back last. What is fixed at creation is left out.

    :raises ValueError: a tool or a value that does not exist, such as a bare ``write_back``.
    """
    binary_of(tool)
    words = sorted(policies(settings), key=_caution)
    if tool == "megacli":
        return tuple(command for word in words for command in _megacli(controller, virtual_drive, word))
    return tuple(_storcli(tool, controller, virtual_drive, word) for word in words if _has(tool, word))


def policies(settings: Settings) -> list[Word]:
    """
    The policies among the settings, in the order in which the tools list them at creation.

    :raises ValueError: a value that is not one.
    """
    kinds: dict[str, type[Word]] = {
        "write_policy": WritePolicy,
        "read_policy": ReadPolicy,
        "io_policy": IoPolicy,
        "disk_cache_policy": DiskCachePolicy,
    }
    return [kind(settings[name]) for name, kind in kinds.items() if settings.get(name) is not None]


def write_token(tool: str, policy: WritePolicy) -> str:
    """``wt``, ``wb``, and ``awb`` or perccli's ``fwb``."""
    return _WRITE.get(policy) or ("fwb" if tool == "perccli" else "awb")


def comment(text: str, note: str) -> Command:
    """A setting that this tool cannot express: nothing to run."""
    return Command((), f"# {text}", verified=True, note=note)


def command(*argv: str, note: str | None = None, verified: bool = True, destructive: bool = False) -> Command:
    """A command whose words need no quoting."""
    return Command(argv, " ".join(argv), verified, note, destructive)


def _caution(word: Word) -> int:
    if word is DiskCachePolicy.DISABLED:
        return 0
    if isinstance(word, WritePolicy):
        return 1 if word is WritePolicy.WRITE_THROUGH else 3
    return 2


def _has(tool: str, word: Word) -> bool:
    """storcli2 and perccli2 have no I/O policy at all: combining one in is a syntax error there."""
    return not (tool in GRAMMAR_8 and isinstance(word, IoPolicy))


def _storcli(tool: str, controller: int, virtual_drive: int, word: Word) -> Command:
    if word is ReadPolicy.ADAPTIVE_READ_AHEAD:
        return comment("no command sets adaptive read-ahead", f"{tool} knows ra and nora only")
    note = _doubt(tool, word)
    path = f"/c{controller}/v{virtual_drive}"
    return command(binary_of(tool), path, "set", _option(tool, word), note=note, verified=note is None)


def _option(tool: str, word: Word) -> str:
    if isinstance(word, WritePolicy):
        return f"wrcache={write_token(tool, word)}"
    if isinstance(word, ReadPolicy):
        return f"rdcache={_READ[word]}"
    if isinstance(word, DiskCachePolicy):
        return f"pdcache={_DISK[word]}"
    return f"iopolicy={word}"


def _doubt(tool: str, word: Word) -> str | None:
    if tool in GRAMMAR_8 and isinstance(word, DiskCachePolicy):
        return _UNSEEN_PDCACHE
    if tool == "perccli2" and word is WritePolicy.UNPROTECTED_WRITE_BACK:
        return _UNSEEN_AWB
    return _DELL_IO if tool == "perccli" and isinstance(word, IoPolicy) else None


def _megacli(controller: int, virtual_drive: int, word: Word) -> Iterator[Command]:
    if word not in _MEGACLI:
        yield comment("no command gives the drives' cache back to their default", "MegaCli knows on and off only")
    for option in _MEGACLI.get(word, ()):
        place = (f"-L{virtual_drive}", f"-a{controller}")
        yield command(binary_of("megacli"), "-LDSetProp", option, *place, note=MEGACLI_NOTE)
