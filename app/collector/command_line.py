"""The words of ``raidwise-collector`` and what each starts."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import List, NoReturn, Sequence

from app.collector.refusals import CODES, RefusedError
from app.collector.voice import Voice

SOURCES = "Without --captures or --snapshot the controllers of this host are read, which takes root."


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """argparse exits with 2, which here means that changes are wanted."""
        self.print_usage(sys.stderr)
        self.exit(CODES["usage"], f"{self.prog}: {message}\n")


def run(words: Sequence[str]) -> int:
    """The exit code of these words; every refusal is one line on standard error."""
    given = parser().parse_args(words)
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
        # Whoever read our output has gone; there is nobody to tell.
        sys.stderr.close()
        return 0
    return code


def parser() -> argparse.ArgumentParser:
    made = _Parser(
        prog="raidwise-collector",
        description="Reads RAID controllers, applies approved settings, proves them, goes back. docs/collector.md.",
        epilog="0: done or nothing to do. 2: changes wanted, or values that differ. 10 and up: docs/collector.md.",
    )
    made.add_argument("--version", action="store_true", help="print the version, alone on the line")
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _reading(commands)
    _writing(commands)
    _keys(commands)
    return made


def _command(commands: argparse._SubParsersAction[_Parser], name: str, text: str, module: str) -> _Parser:
    made: _Parser = commands.add_parser(name, help=text, description=text)
    made.set_defaults(module=f"app.collector.{module}", action=name)
    return made


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


def _reading(commands: argparse._SubParsersAction[_Parser]) -> None:
    collect = _command(commands, "collect", f"Read every controller. {SOURCES}", "actions_reading")
    _sources(collect)
    collect.add_argument("--json", action="store_true", help="the snapshot as JSON")
    collect.add_argument("--keep", metavar="DIR", help="keep what the tool printed, for `raidwise advise --captures`")
    collect.add_argument("--report", metavar="FILE", help="a bundle without serial numbers and names, for a bug report")
    _tool(collect)
    plan = _command(
        commands, "plan", f"Advice into a plan: exit code 0 nothing to do, 2 changes. {SOURCES}", "actions_reading"
    )
    _sources(plan)
    plan.add_argument(
        "--advice", required=True, metavar="FILE", help="what `raidwise advise --captures DIR --json` gave"
    )
    plan.add_argument("--out", metavar="FILE", help="write the plan here")
    plan.add_argument("--sign", action="store_true", help="sign it with this host's key, so that apply takes it")
    plan.add_argument("--key", metavar="FILE", help="sign with this key instead, for the server it names")
    plan.add_argument("--valid", type=float, default=24.0, metavar="HOURS", help="how long it may be applied (24)")
    plan.add_argument("--json", action="store_true", help="the plan as JSON")
    _tool(plan)
    verify = _command(
        commands, "verify", f"A plan beside what is there: names each value that differs. {SOURCES}", "actions_reading"
    )
    verify.add_argument("plan", metavar="PLAN", help="the plan's file")
    _sources(verify)
    _tool(verify)
    log = _command(commands, "log", "Every run of this host, or one, as lines for an auditor.", "actions_log")
    log.add_argument("run", nargs="?", metavar="RUN")


def _writing(commands: argparse._SubParsersAction[_Parser]) -> None:
    apply = _command(
        commands, "apply", "Carry a signed plan out. Without --enforce it is judged only.", "actions_writing"
    )
    apply.add_argument("plan", metavar="PLAN", help="the plan's file")
    rollback = _command(
        commands, "rollback", "Take a finished run back. Without --enforce it is judged only.", "actions_writing"
    )
    rollback.add_argument("run", metavar="RUN", help="the run's name, or the plan's id")
    recover = _command(
        commands,
        "recover",
        "After a break: on to the new state or the old. Without --enforce it is told only.",
        "actions_writing",
    )
    recover.add_argument("--leave", action="store_true", help="close such runs as they are, and touch nothing")
    run_all = _command(
        commands,
        "run",
        "recover, collect, and every plan that waits: apply and verify; for a timer.",
        "actions_running",
    )
    run_all.set_defaults(leave=False)
    run_all.add_argument("--advice", metavar="FILE", help="make, sign and apply a plan from this advice as well")
    for made in (apply, rollback, recover, run_all):
        made.add_argument("--enforce", action="store_true", help="do it; else only say what would be done")
        made.add_argument("--tolerate-checks", action="store_true", help="a consistency check or patrol may be running")
        _tool(made)


def _keys(commands: argparse._SubParsersAction[_Parser]) -> None:
    key = commands.add_parser("key", help="This host's key: import, create, show.")
    actions = key.add_subparsers(dest="key_command", required=True, metavar="ACTION")
    taken = _command(actions, "import", "Keep the key in a file made at enrolment.", "actions_keys")
    taken.set_defaults(action="import_key")
    taken.add_argument("file", metavar="FILE")
    taken.add_argument("--replace", action="store_true", help="though another server's key is here")
    made = _command(actions, "create", "Make a key for a host that no service knows.", "actions_keys")
    made.set_defaults(action="create_key")
    shown = _command(actions, "show", "Whose key is here, without its secret.", "actions_keys")
    shown.set_defaults(action="show_key")
    for one in (taken, made):
        one.add_argument("--dry-run", action="store_true", help="change nothing")


def names() -> List[str]:
    """Every command, for the documentation's test."""
    return [
        "collect",
        "plan",
        "verify",
        "log",
        "apply",
        "rollback",
        "recover",
        "run",
        "key import",
        "key create",
        "key show",
    ]
