"""What a call of storcli, perccli, storcli2 or perccli2 does to a volume."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.exports.readers.fields import said_of
from app.exports.readers.invocations import Invocation
from app.exports.readers.plan import Mark, Said, VolumeSaid
from app.exports.tools import GRAMMAR_8
from app.exports.words import Words

_WRITE: Words = {
    "wt": "write_through",
    "wb": "protected_write_back",
    "awb": "unprotected_write_back",
    "fwb": "unprotected_write_back",
}
_READ: Words = {"ra": "read_ahead", "nora": "no_read_ahead", "adra": "adaptive_read_ahead"}
_IO: Words = {"direct": "direct", "cached": "cached"}
_DISK: Words = {"on": "enabled", "off": "disabled", "default": "drive_default"}
_STRIPS: Words = {str(size): size for size in (8, 16, 32, 64, 128, 256, 512, 1024)}
_LEVELS: Words = {number: f"raid{number}" for number in ("0", "1", "5", "6", "10", "50", "60")}

_OPTIONS: dict[str, tuple[str, Words]] = {
    "wrcache": ("write_policy", _WRITE),
    "rdcache": ("read_policy", _READ),
    "rdpolicy": ("read_policy", _READ),
    "iopolicy": ("io_policy", _IO),
    "pdcache": ("disk_cache_policy", _DISK),
    "strip": ("strip_size_kib", _STRIPS),
}
_BARE: dict[str, tuple[str, Words]] = {
    **dict.fromkeys(_WRITE, ("write_policy", _WRITE)),
    **dict.fromkeys(_READ, ("read_policy", _READ)),
    **dict.fromkeys(_IO, ("io_policy", _IO)),
}
_SETTABLE = frozenset({"wrcache", "rdcache", "iopolicy", "pdcache"})
_DANGEROUS_SET = frozenset(
    {"jbod", "good", "personality", "profile", "factory", "accesspolicy", "hidden", "emulationtype", "uconf", "pi"}
)
_DANGEROUS = frozenset(
    {"del", "delete", "erase", "sanitize", "secureerase", "restart", "download", "flasherase", "transform", "import"}
)
_PATH = re.compile(r"/c", re.IGNORECASE)


def volume_said(call: Invocation) -> tuple[VolumeSaid | None, list[Mark]]:
    """What is said of a volume, and what is to be noticed about the call itself."""
    words = [word.lower() for word in call.words if word.lower() not in ("j", "nolog")]
    place = _place(words)
    verbs = words[place:]
    marks = list(_marks(call, verbs))
    if verbs[:2] == ["add", "vd"]:
        return _created(call, verbs[2:]), marks
    if verbs[:1] == ["set"]:
        said = tuple(_said_in(call, verbs[1:], bare=False))
        return (VolumeSaid(call.tool, call.text, call.line, said) if said else None), marks
    if verbs[:2] == ["start", "init"]:
        word = "full" if "full" in verbs else "fast"
        said = (said_of("initialization", word, {"full": "full", "fast": "fast"}, 1024, call.line, call.text),)
        return VolumeSaid(call.tool, call.text, call.line, said), marks
    return None, marks


def _place(words: Sequence[str]) -> int:
    """Where the verb begins: paths may be written with blanks between their parts."""
    return next((at for at, word in enumerate(words) if not _PATH.match(word) and not word.startswith("/")), len(words))


def _created(call: Invocation, options: Sequence[str]) -> VolumeSaid:
    said = [*_level(call, options), *_said_in(call, options, bare=True)]
    return VolumeSaid(call.tool, call.text, call.line, tuple(said), creates=True, can_initialize=True)


def _level(call: Invocation, options: Sequence[str]) -> Iterator[Said]:
    for word in options:
        found = re.fullmatch(r"(?:type=)?r(?:aid)?=?([0-9]{1,2})", word)
        if found is not None:
            yield said_of("raid_level", found[1], _LEVELS, 1024, call.line, call.text)
            return


def _said_in(call: Invocation, options: Sequence[str], bare: bool) -> Iterator[Said]:
    for word in options:
        name, sign, value = word.partition("=")
        if sign and name in _OPTIONS and (bare or name in _SETTABLE):
            setting, words = _OPTIONS[name]
            yield said_of(setting, value, words, 1024, call.line, call.text)
        elif bare and word in _BARE:
            setting, words = _BARE[word]
            yield said_of(setting, word, words, 1024, call.line, call.text)


def _marks(call: Invocation, verbs: Sequence[str]) -> Iterator[Mark]:
    yield from (Mark(rule, word, call.line, call.text) for rule, word in _seen(call.tool, verbs))


def _seen(tool: str, verbs: Sequence[str]) -> Iterator[tuple[str, str]]:
    if verbs[:1] == ["set"]:
        properties = [word for word in verbs[1:] if word.partition("=")[0] in _SETTABLE]
        if len(properties) > 1:
            yield "combined-set", " ".join(properties)
        yield from (("destructive-command", word) for word in verbs[1:2] if word.partition("=")[0] in _DANGEROUS_SET)
    elif verbs[:1] and verbs[0] in _DANGEROUS:
        yield "destructive-command", verbs[0]
    elif verbs[:1] == ["start"] and verbs[1:2] in (["erase"], ["sanitize"]):
        yield "destructive-command", " ".join(verbs[:2])
    if verbs[:2] == ["start", "migrate"]:
        yield ("not-in-this-tool" if tool in GRAMMAR_8 else "destructive-command"), "start migrate"
    if tool in GRAMMAR_8:
        yield from _unknown_to_8(verbs)


def _unknown_to_8(verbs: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Forms that storcli 7 takes and the newer tools answer with a syntax error."""
    creates = list(verbs[:2]) == ["add", "vd"]
    for word in verbs:
        name, sign, _ = word.partition("=")
        old_form = creates and sign and name in ("type", "wrcache", "rdcache", "rdpolicy")
        if name == "iopolicy" or (creates and word in _IO) or old_form:
            yield "not-in-this-tool", word
