"""
``deploy/sudoers/raidwise-collector``: every command that ``raidwise-collector --sudo`` may run, and no other.

Patterns are character classes of fixed length: sudo's ``*`` matches blanks too, so that one star would let any words
through; regular expressions would say it in a tenth of the lines, but sudo knows them from 1.9.10 only.
"""

from __future__ import annotations

from collections.abc import Iterator

CONTROLLERS = ("/c[0-9]", "/c[0-9][0-9]")
VOLUMES = ("v[0-9]", "v[0-9][0-9]", "v[0-9][0-9][0-9]")
QUESTIONS = ("vall", "eall/sall", "sall", "cv", "bbu", *VOLUMES)
TOOLS = {
    "STORCLI": ("/opt/MegaRAID/storcli/storcli64", "awb", True),
    "PERCCLI": ("/opt/MegaRAID/perccli/perccli64", "fwb", True),
    "STORCLI2": ("/opt/MegaRAID/storcli2/storcli2", "awb", False),
    "PERCCLI2": ("/opt/MegaRAID/perccli2/perccli2", "awb", False),
}
"""Path, the word for unprotected write-back, and whether there is an I/O policy."""
_FORMS = ("nolog J", "J")
_HEAD = """\
# Commands that raidwise-collector, run by the user raidwise with --sudo, may run as root: its questions and the closed
# list of settings. Written by devkit/sudoers.py; a test compares. Install with:
#
#   visudo -cf raidwise-collector && install -m 0440 raidwise-collector /etc/sudoers.d/
#
# Remove the lines of tools that are not installed, and RAIDWISE_SET_* where this user shall only read.

Defaults:raidwise !requiretty, env_reset
"""


def sudoers() -> str:
    """The whole file."""
    parts = [_HEAD]
    for name, (path, unprotected, has_io) in TOOLS.items():
        parts.append(_alias(f"RAIDWISE_READ_{name}", path, _questions()))
        parts.append(_alias(f"RAIDWISE_SET_{name}", path, _settings(unprotected, has_io)))
    names = [f"RAIDWISE_{kind}_{name}" for name in TOOLS for kind in ("READ", "SET")]
    parts.append(f"raidwise ALL=(root) NOPASSWD: {', '.join(names)}\n")
    return "\n".join(parts)


def _questions() -> Iterator[str]:
    yield "show"
    for controller in CONTROLLERS:
        yield f"{controller} show"
        yield f"{controller} show all"
        yield from (f"{controller}/{part} show all" for part in QUESTIONS)


def _settings(unprotected: str, has_io: bool) -> Iterator[str]:
    options = ["wrcache=wt", "wrcache=wb", f"wrcache={unprotected}", "rdcache=ra", "rdcache=nora"]
    options += ["iopolicy=direct", "iopolicy=cached"] if has_io else []
    options += ["pdcache=on", "pdcache=off", "pdcache=default"]
    for controller in CONTROLLERS:
        for volume in VOLUMES:
            yield from (f"{controller}/{volume} set {option}" for option in options)


def _alias(name: str, path: str, commands: Iterator[str]) -> str:
    """One line a command; ``=`` would end a name in sudoers, so it is escaped."""
    lines = [f"    {path} {words} {form}".replace("=", "\\=") for words in commands for form in _FORMS]
    return f"Cmnd_Alias {name} = \\\n" + ", \\\n".join(lines) + "\n"
