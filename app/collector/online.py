# ruff: noqa: PTH118 - pathlib costs every start 5 ms
"""A run's conversation with the service: report, have a plan made, tell what became of it."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from typing import Any, Dict, List, NamedTuple, Sequence

from app.collector import outbox, workloads
from app.collector.disk import refusal, write_whole
from app.collector.hosting import Host
from app.collector.journal import Told, journals, unfinished
from app.collector.keys import Key, needed_key
from app.collector.places import machine
from app.collector.plan_files import PlanFile, judge
from app.collector.refusals import CHANGES, DONE, RefusedError
from app.collector.service import RefusedByServiceError, Service
from app.collector.service_files import ServiceFile
from app.collector.snapshot_files import snapshot_document
from app.core.hardware import Snapshot
from app.core.plan import MalformedPlanError, canonical, plan_from_document

FAILED = ".failed"

# The service knows no such plan, or will not have this of it: waiting longer changes nothing.
_NEVER = frozenset({400, 404, 409, 413, 422})


class Online(NamedTuple):
    """This host with its service."""

    host: Host
    service: Service
    key: Key


def online(host: Host, at: ServiceFile) -> Online:
    """:raises RefusedError: ``no_key`` or ``key_bad``."""
    key = needed_key(host.places.key)
    return Online(host, Service(at, host.clock, host.voice, key), key)


def unended(host: Host) -> List[str]:
    """Runs that did not end, by name; what becomes of them is told after ``recover``."""
    return [told.name for told in unfinished(journals(host.disk, host.places.journals, machine(host.places)))]


def note_ended(host: Host, names: Sequence[str]) -> None:
    """What recovery made of runs that had not ended, into the outbox."""
    if names:
        for told in journals(host.disk, host.places.journals, machine(host.places)):
            if told.name in names and told.end is not None:
                outbox.put(host, str(told.head["plan"]["id"]), _recovered(told))


def _recovered(told: Told) -> Dict[str, Any]:
    end = told.end or {}
    said = [f"{name} {end[name]}" for name in ("state", "outcome", "detail") if name in end]
    return {"outcome": "recovered", "state": str(end.get("state")), "detail": f"{told.name}: {', '.join(said)}"}


def deliver(one: Online) -> int:
    """Every result that waits, to the service. What cannot be delivered now goes on waiting; the code tells."""
    for result in outbox.waiting(one.host):
        try:
            one.service.own("PUT", f"plans/{result.plan}/result", result.document)
        except RefusedByServiceError as refused:
            if refused.status not in _NEVER:
                return _told(one, refused)
            _told(one, refused)
            outbox.set_aside(one.host, result)
        except RefusedError as refused:
            return _told(one, refused)
        else:
            outbox.delivered(one.host, result)
            one.host.voice.line(f"plan {result.plan}: the service knows its result ({result.document['outcome']})")
    return DONE


def exchange(given: argparse.Namespace, one: Online, snapshot: Snapshot) -> int:
    """What was read, to the service, and the plan for it into the inbox. Without a service the run goes on."""
    try:
        content_hash = _report(one, snapshot)
        volumes = _declared(given, one.host, snapshot)
        return _ask(one, volumes, content_hash) if volumes else DONE
    except RefusedError as refused:
        return _told(one, refused)


def _report(one: Online, snapshot: Snapshot) -> str:
    document = snapshot_document(snapshot)
    content = canonical({name: value for name, value in document.items() if name != "taken_at"})
    content_hash = hashlib.sha256(content).hexdigest()
    one.service.own("PUT", f"snapshots/{content_hash}", document)
    return content_hash


def _declared(given: argparse.Namespace, host: Host, snapshot: Snapshot) -> List[Dict[str, Any]]:
    found = workloads.declared(host, given.workloads)
    if found is None:
        host.voice.line(f"no workloads are declared in {host.places.config}/workloads.json, so no plan is asked for")
        return []
    volumes, strangers = workloads.asked(snapshot, found)
    for name in strangers:
        host.voice.line(f"workloads: no volume is called {name}")
    return volumes


def _ask(one: Online, volumes: Sequence[Dict[str, Any]], content_hash: str) -> int:
    document = one.service.own("POST", "plans", {"snapshot": content_hash, "volumes": list(volumes)}).document
    file = _believed(one, document)
    for question in document.get("questions") or ():
        one.host.voice.line(f"plan {file.plan.id}: {_question(question)}")
    if f"{file.plan.id}.json{FAILED}" in one.host.disk.names(one.host.places.inbox):
        one.host.voice.line(
            f"plan {file.plan.id} failed on this host before; it is not tried again, a later one will be"
        )
        return CHANGES
    _into_inbox(one.host, file)
    return DONE


def _believed(one: Online, document: Dict[str, Any]) -> PlanFile:
    """A plan from the service is judged before it lies where plans are taken from."""
    try:
        file = PlanFile(plan_from_document(document), document)
    except MalformedPlanError as error:
        raise RefusedError(
            "service_nonsense", f"{one.service.at.url} sent no plan that can be taken: {error}"
        ) from error
    if not outbox.is_from_service(file.plan.id):
        raise RefusedError("service_nonsense", f"{one.service.at.url} sent a plan whose id is no UUID")
    judge(file, one.key, one.host.clock.wall())
    return file


def _question(said: Any) -> str:
    if not isinstance(said, dict):
        return "a question that cannot be read"
    return f"c{said.get('controller')}/v{said.get('virtual_drive')} {said.get('field')}: {said.get('message')}"[:500]


def _into_inbox(host: Host, file: PlanFile) -> None:
    """The newest plan of the service replaces its earlier ones; what is made on this host stays."""
    name = f"{file.plan.id}.json"
    inbox = host.places.inbox
    try:
        host.disk.make_directory(inbox)
        if file.plan.changes:
            write_whole(host.disk, os.path.join(inbox, name), json.dumps(file.document).encode())
        for other in host.disk.names(inbox):
            if other != name and other.endswith(".json") and outbox.is_from_service(other[: -len(".json")]):
                host.disk.replace(os.path.join(inbox, f"{other}.superseded"), os.path.join(inbox, other))
        host.disk.sync_directory(inbox)
    except OSError as error:
        raise refusal(error, inbox) from error
    if not file.plan.changes:
        host.voice.line(f"plan {file.plan.id}: nothing to change")


def _told(one: Online, refused: RefusedError) -> int:
    one.host.voice.line(f"{refused} [{refused.name}]")
    return refused.code
