# ruff: noqa: PTH123 - pathlib costs every start 5 ms
"""``collect``, ``plan`` and ``verify``: nothing here changes a controller."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any, Optional

from app.collector.clock import text_of
from app.collector.hosting import Host
from app.collector.refusals import CHANGES, CODES, DONE, RefusedError
from app.collector.sources import captures_into, file_bytes, host_of, source, tools_of
from app.collector.voice import Voice

if TYPE_CHECKING:
    from app.collector.keys import Key
    from app.core.plan import Plan


def collect(given: argparse.Namespace, voice: Voice) -> int:
    """What the controllers are and have."""
    host = host_of(voice)
    if given.dry_run:
        return _questions(given, host)
    found = source(given, host)
    if given.keep:
        captures_into(given.keep, found.captures)
    if given.report:
        from app.collector.report import written

        written(given.report, found.captures, found.snapshot, found.seconds)
        voice.line(f"{given.report}: look through it before you attach it anywhere")
    if given.json:
        from app.collector.snapshot_files import snapshot_document

        spent = {"tool_seconds": round(found.seconds, 3), "tool_commands": found.commands} if found.commands else {}
        voice.answer(json.dumps({**snapshot_document(found.snapshot), **({"spent": spent} if spent else {})}, indent=1))
        return DONE
    from app.collector.tables import snapshot_lines

    voice.answer("\n".join(snapshot_lines(found.snapshot, found.seconds, found.commands)))
    return DONE


def _questions(given: argparse.Namespace, host: Host) -> int:
    from app.collector.storcli import commands

    if given.captures or given.snapshot:
        host.voice.answer("no command: everything is read from files")
        return DONE
    words = [commands.OVERVIEW, commands.controller_question(0), commands.volumes_question(0)]
    words += [commands.drives_question(0, True), commands.protection_question(0, "cachevault")]
    for tool in tools_of(given, host):
        for one in words:
            host.voice.answer(" ".join((*tool.prefix, tool.path, *one, "nolog", "J")))
    host.voice.line("and the same for each further controller; cv or bbu only where one is fitted")
    return DONE


def plan(given: argparse.Namespace, voice: Voice) -> int:
    """What would be changed, and why."""
    host = host_of(voice)
    key = _signing_key(given, host)
    document = plan_document_of(given, host, key)
    from app.core.plan import plan_from_document

    made = plan_from_document(document)
    if given.out and not given.dry_run:
        _write(given.out, document)
    if given.json:
        voice.answer(json.dumps(document, indent=1, ensure_ascii=False))
    else:
        from app.collector.tables import plan_lines

        voice.answer("\n".join(plan_lines(made)))
    if made.tool == "megacli" and made.changes:
        _print_megacli(made, voice)
    elif given.out and key is None:
        voice.line("the plan is not signed: apply takes it after plan --sign, or with a signature of the service")
    return CHANGES if made.changes else DONE


def _print_megacli(made: Plan, voice: Voice) -> None:
    from app.collector.megacli import command_lines

    voice.line(
        "this card was read from MegaCli, which this collector never runs. By hand, where nothing newer manages it:"
    )
    voice.answer("\n".join(command_lines(made.changes)))


def plan_document_of(given: argparse.Namespace, host: Host, key: Optional[Key]) -> dict[str, Any]:
    """
    The plan as it goes into a file, signed where there is a key.

    :raises RefusedError: of the source or the advice.
    """
    from app.collector.planning import Header, plan_of
    from app.core.plan import plan_document, signed

    found = source(given, host)
    try:
        advice = json.loads(file_bytes(given.advice))
    except (ValueError, RecursionError) as error:
        raise RefusedError("input", f"{given.advice} is no JSON: {error}") from error
    now = host.clock.now
    hours = getattr(given, "valid", 24.0)
    header = Header(_plan_id(host), text_of(now), text_of(now + hours * 3600), key.server if key is not None else None)
    document = plan_document(plan_of(found.snapshot, advice, header))
    return signed(document, key.id, key.secret) if key is not None else document


def _plan_id(host: Host) -> str:
    import os

    return f"{host.clock.text.replace('-', '').replace(':', '')}-{os.urandom(4).hex()}"


def _signing_key(given: argparse.Namespace, host: Host) -> Optional[Key]:
    if not given.key and not given.sign:
        return None
    from app.collector.keys import key_of, needed_key

    if given.key:
        return key_of(file_bytes(given.key), given.key)
    return needed_key(host.places.key)


def _write(path: str, document: Any) -> None:
    try:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)
            file.write("\n")
    except OSError as error:
        raise RefusedError("input", f"{path}: {error.strerror}") from error


def verify(given: argparse.Namespace, voice: Voice) -> int:
    """Each value that differs from the plan, by name."""
    from app.collector.plan_files import plan_file
    from app.core.verification import GONE, verification

    host = host_of(voice)
    file = plan_file(given.plan)
    if given.dry_run and not (given.captures or given.snapshot):
        return _questions(given, host)
    findings = verification(file.plan, source(given, host).snapshot)
    for finding in findings:
        voice.answer(f"{finding.state}: {finding.detail}")
    if not findings:
        voice.answer(f"plan {file.plan.id} changes nothing")
    if any(finding.state == GONE for finding in findings):
        return CODES["identity"]
    return DONE if all(finding.is_well for finding in findings) else CHANGES
