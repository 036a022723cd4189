# ruff: noqa: PTH118 - pathlib costs every start 5 ms
"""``run``: everything in order, for a timer. What came of it waits on disk until a service has it."""

from __future__ import annotations

import argparse
import json
import os
from typing import TYPE_CHECKING, Any, Dict, List, Optional

from app.collector import actions_writing
from app.collector.actions_reading import plan_document_of
from app.collector.actions_writing import enforcing
from app.collector.disk import refusal, write_whole
from app.collector.hosting import Host
from app.collector.keys import needed_key
from app.collector.outbox import put
from app.collector.plan_files import plan_file
from app.collector.refusals import CHANGES, DONE, RefusedError
from app.collector.service_files import service_file
from app.collector.snapshot_files import snapshot_document
from app.collector.sources import host_of, live
from app.collector.voice import Voice
from app.core.verification import needing_attention, verification

if TYPE_CHECKING:
    from app.collector.online import Online

# A plan refused for one of these will never be taken: it leaves the inbox. Others may be later.
_FOR_GOOD = frozenset({"plan_malformed", "plan_forged", "plan_foreign", "plan_expired", "plan_outside", "identity"})


def run(given: argparse.Namespace, voice: Voice) -> int:
    """recover, collect, then each waiting plan: apply, verify. A service is told and asked in between."""
    host = host_of(voice)
    one = _online(given, host)
    codes = [_recovered(given, host, one)]
    if codes[0] in (DONE, CHANGES):
        codes.extend(_worked(given, host, one))
    return max([*codes, *_delivered(one)])


def _online(given: argparse.Namespace, host: Host) -> Optional[Online]:
    at = None if given.offline else service_file(host)
    if at is None:
        return None
    # What speaks to services is read only where there is one.
    from app.collector.online import online

    return online(host, at)


def _recovered(given: argparse.Namespace, host: Host, one: Optional[Online]) -> int:
    if one is None:
        return actions_writing.recover(given, host.voice)
    from app.collector.online import note_ended, unended

    names = unended(host)
    code = actions_writing.recover(given, host.voice)
    note_ended(host, names)
    return code


def _worked(given: argparse.Namespace, host: Host, one: Optional[Online]) -> List[int]:
    # First what became of earlier plans: the service makes another plan only once it knows.
    codes = _delivered(one)
    found = live(given, host)
    host.voice.line(f"read {len(found.snapshot.controllers)} controllers, {found.seconds:.1f} s in the tool")
    _kept(host, "snapshot.json", snapshot_document(found.snapshot))
    if given.advice:
        _make_plan(given, host)
    if one is not None:
        from app.collector.online import exchange

        codes.append(exchange(given, one, found.snapshot))
    return [*codes, *(_carried_out(given, host, path) for path in _waiting(host))]


def _delivered(one: Optional[Online]) -> List[int]:
    if one is None:
        return []
    from app.collector.online import deliver

    return [deliver(one)]


def _make_plan(given: argparse.Namespace, host: Host) -> None:
    given.captures, given.snapshot = None, os.path.join(host.places.state, "snapshot.json")
    document = plan_document_of(given, host, needed_key(host.places.key))
    if document["changes"]:
        _kept(host, os.path.join("plans", f"{document['id']}.json"), document)


def _waiting(host: Host) -> List[str]:
    names = host.disk.names(host.places.inbox)
    return [os.path.join(host.places.inbox, name) for name in names if name.endswith(".json")]


def _carried_out(given: argparse.Namespace, host: Host, path: str) -> int:
    try:
        file = plan_file(path)
        code = actions_writing.applied(given, host, file)
    except RefusedError as refused:
        host.voice.line(f"{path}: {refused} [{refused.name}]")
        _result(host, path, {"outcome": refused.name, "detail": str(refused)})
        if refused.name in _FOR_GOOD and enforcing(given):
            _leave(host, path, "refused")
        return refused.code
    if not enforcing(given):
        return code
    differing = [one.detail for one in needing_attention(verification(file.plan, live(given, host).snapshot))]
    for line in differing:
        host.voice.line(f"plan {file.plan.id}: {line}")
    _result(host, path, {"outcome": "done" if code == DONE else "failed", "code": code, "differs": differing})
    _leave(host, path, "done" if code == DONE else "failed")
    return code


def _leave(host: Host, path: str, why: str) -> None:
    try:
        host.disk.replace(f"{path}.{why}", path)
        host.disk.sync_directory(host.places.inbox)
    except OSError as error:
        raise refusal(error, path) from error


def _result(host: Host, path: str, facts: Dict[str, Any]) -> None:
    put(host, os.path.basename(path)[: -len(".json")], facts)  # noqa: PTH119


def _kept(host: Host, name: str, document: Dict[str, Any]) -> None:
    path = os.path.join(host.places.state, name)
    try:
        host.disk.make_directory(os.path.dirname(path))  # noqa: PTH120
        write_whole(host.disk, path, json.dumps(document).encode())
    except OSError as error:
        raise refusal(error, path) from error
