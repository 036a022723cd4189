"""The words of ``raidwise-collector`` and what each starts."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import Callable, Dict, NoReturn, Sequence, Tuple

from app.collector.refusals import CODES, RefusedError
from app.collector.voice import Voice

# Told to argparse everywhere: to find it out by itself it imports shutil and lzma.
NAME = "raidwise-collector"
SOURCES = "Without --captures or --snapshot the controllers of this host are read, which takes root."


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """argparse exits with 2, which here means that changes are wanted."""
        self.print_usage(sys.stderr)
        self.exit(CODES["usage"], f"{self.prog}: {message}\n")


def run(words: Sequence[str]) -> int:
    """The exit code of these words; every refusal is one line on standard error."""
    given = parser(words).parse_args(words)
    voice = Voice(sys.stdout, sys.stderr)
    try:
        code: int = getattr(import_module(given.module), given.action)(given, voice)
        sys.stdout.flush()
    except RefusedError as refused:
        voice.line(f"raidwise-collector: {refused} [{refused.name}]")
        return refused.code
    except KeyboardInterrupt:
        voice.line("raidwise-collector: interrupted; nothing had been changed [interrupted]")
        return CODES["interrupted"]
    except BrokenPipeError:
        # Whoever read our output has gone: what is left of it goes nowhere, and nobody is told.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    return code


def parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Knows every command; where the first word names one, only that one's options are made, which halves the start."""
    made = _Parser(
        prog=NAME,
        description="Reads RAID controllers, applies approved settings, proves them, goes back. docs/collector.md.",
        epilog="0: done or nothing to do. 2: changes wanted, or values that differ. 10 and up: docs/collector.md.",
        formatter_class=_formatter,
    )
    made.add_argument("--version", action="store_true", help="print the version, alone on the line")
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND", prog=NAME)
    for name, (text, options) in COMMANDS.items():
        if list(words[:1]) == [name] or not (words and words[0] in COMMANDS):
            options(_command(commands, name, text))
    return made


def _formatter(prog: str) -> argparse.HelpFormatter:
    # argparse makes one for every option; without a width each asks shutil for the terminal's.
    return argparse.HelpFormatter(prog, width=110)


def _command(commands: argparse._SubParsersAction[_Parser], name: str, text: str) -> _Parser:
    return commands.add_parser(name, help=text, description=text, formatter_class=_formatter)


def _does(made: argparse.ArgumentParser, module: str, action: str) -> None:
    made.set_defaults(module=f"app.collector.{module}", action=action)


def _tool(made: argparse.ArgumentParser) -> None:
    group = made.add_argument_group("the tool")
    group.add_argument("--tool", choices=("storcli", "perccli", "storcli2", "perccli2"), help="where two are installed")
    group.add_argument("--timeout", type=float, default=120.0, metavar="S", help="for each command (120)")
    group.add_argument("--wait", type=float, default=0.0, metavar="S", help="for another collector to end (0)")
    group.add_argument("--sudo", action="store_true", help="run the tool through `sudo -n`")
    group.add_argument("--without-root", action="store_true", help="for tools that need none, such as the emulator")
    made.add_argument(
        "--dry-run", action="store_true", help="show what would be run; change nothing, whatever else is said"
    )


def _sources(made: argparse.ArgumentParser) -> None:
    made.add_argument("--captures", metavar="DIR", help="read what the tool printed into these files")
    made.add_argument("--snapshot", metavar="FILE", help="read what collect --json wrote")


def _collect(made: _Parser) -> None:
    _does(made, "actions_reading", "collect")
    _sources(made)
    made.add_argument("--json", action="store_true", help="the snapshot as JSON")
    made.add_argument("--keep", metavar="DIR", help="keep what the tool printed, for `raidwise advise --captures`")
    made.add_argument("--report", metavar="FILE", help="a bundle without serial numbers and names, for a bug report")
    _tool(made)


def _plan(made: _Parser) -> None:
    _does(made, "actions_reading", "plan")
    _sources(made)
    made.add_argument("--advice", required=True, metavar="FILE", help="of `raidwise advise --captures DIR --json`")
    made.add_argument("--out", metavar="FILE", help="write the plan here")
    made.add_argument("--sign", action="store_true", help="sign it with this host's key, so that apply takes it")
    made.add_argument("--key", metavar="FILE", help="sign with this key instead, for the server it names")
    made.add_argument("--valid", type=float, default=24.0, metavar="HOURS", help="how long it may be applied (24)")
    made.add_argument("--json", action="store_true", help="the plan as JSON")
    _tool(made)


def _verify(made: _Parser) -> None:
    _does(made, "actions_reading", "verify")
    made.add_argument("plan", metavar="PLAN", help="the plan's file")
    _sources(made)
    _tool(made)


def _log(made: _Parser) -> None:
    _does(made, "actions_log", "log")
    made.add_argument("run", nargs="?", metavar="RUN")


def _apply(made: _Parser) -> None:
    made.add_argument("plan", metavar="PLAN", help="the plan's file")
    _writes(made, "actions_writing", "apply")


def _rollback(made: _Parser) -> None:
    made.add_argument("run", metavar="RUN", help="the run's name, or the plan's id")
    _writes(made, "actions_writing", "rollback")


def _recover(made: _Parser) -> None:
    made.add_argument("--leave", action="store_true", help="close such runs as they are, and touch nothing")
    _writes(made, "actions_writing", "recover")


def _run(made: _Parser) -> None:
    made.set_defaults(leave=False)
    made.add_argument("--advice", metavar="FILE", help="make, sign and apply a plan from this advice as well")
    made.add_argument("--offline", action="store_true", help="speak to no service, though this host has one")
    made.add_argument("--workloads", metavar="FILE", help="what the volumes are for (workloads.json)")
    _writes(made, "actions_running", "run")


def _writes(made: _Parser, module: str, action: str) -> None:
    _does(made, module, action)
    made.add_argument("--enforce", action="store_true", help="do it; else only say what would be done")
    made.add_argument("--tolerate-checks", action="store_true", help="a consistency check or patrol may be running")
    _tool(made)


def _enrol(made: _Parser) -> None:
    _does(made, "actions_service", "enrol")
    made.add_argument("--url", required=True, metavar="URL", help="the service: https, or http on this very host")
    made.add_argument("--token-file", required=True, metavar="FILE", help="a file with the join token; - for input")
    made.add_argument("--ca", metavar="FILE", help="believe these certificates instead of the system's")
    made.add_argument("--name", metavar="NAME", help="what people call this host (its node name)")
    made.add_argument("--attempts", type=int, default=5, metavar="N", help="how often each request is tried (5)")
    made.add_argument("--without-controllers", action="store_true", help="read no controllers for it")
    made.add_argument("--replace", action="store_true", help="though another server's key is here")
    made.add_argument("--out", metavar="FILE", help="enrol another host, without a network: its key goes into FILE")
    _tool(made)


def _key(made: _Parser) -> None:
    actions = made.add_subparsers(dest="key_command", required=True, metavar="ACTION", prog=f"{NAME} key")
    taken = _command(actions, "import", "Keep the key in a file made at enrolment.")
    _does(taken, "actions_keys", "import_key")
    taken.add_argument("file", metavar="FILE")
    taken.add_argument("--replace", action="store_true", help="though another server's key is here")
    created = _command(actions, "create", "Make a key for a host that no service knows.")
    _does(created, "actions_keys", "create_key")
    _does(_command(actions, "show", "Whose key is here, without its secret."), "actions_keys", "show_key")
    for one in (taken, created):
        one.add_argument("--dry-run", action="store_true", help="change nothing")


COMMANDS: Dict[str, Tuple[str, Callable[[_Parser], None]]] = {
    "collect": (f"Read every controller. {SOURCES}", _collect),
    "plan": (f"Advice into a plan: exit code 0 nothing to do, 2 changes. {SOURCES}", _plan),
    "verify": (f"A plan beside what is there: names each value that differs. {SOURCES}", _verify),
    "apply": ("Carry a signed plan out. Without --enforce it is judged only.", _apply),
    "rollback": ("Take a finished run back. Without --enforce it is judged only.", _rollback),
    "recover": ("After a break: on to the new state or the old. Without --enforce it is told only.", _recover),
    "run": ("recover, collect, and every plan that waits: apply and verify; for a timer.", _run),
    "enrol": ("Make this host known to a service, once.", _enrol),
    "log": ("Every run of this host, or one, as lines for an auditor.", _log),
    "key": ("This host's key: import, create, show.", _key),
}
