"""A stored snapshot and a declared workload per volume in, the unsigned plan out. No database, no clock."""

from __future__ import annotations

import dataclasses
import datetime
import json
from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from app.collector.planning import Header, plan_of
from app.collector.refusals import RefusedError
from app.collector.snapshot_files import FORMAT, LISTS, PARTS, snapshot_from_bytes
from app.core.book import Book
from app.core.hardware import Controller, Snapshot, VirtualDrive
from app.core.plan import plan_document
from app.core.verification import place_of
from app.workflows.captures import volume_document
from app.workflows.request import RequestBody, Workload


class UnreadableSnapshotError(ValueError):
    """A snapshot, or a volume named with it, that no plan can be made from."""


class VolumeAsked(NamedTuple):
    """A volume by its numbers in the snapshot, and what it is declared to be for."""

    controller: int
    virtual_drive: int
    workload: Workload


class PlanAsked(NamedTuple):
    """A plan that a server asks for; ``text`` is the one spelling of it, by which two are compared."""

    snapshot: str | None
    volumes: tuple[VolumeAsked, ...]
    hours: int
    text: str


class PlanHead(NamedTuple):
    id: UUID
    made_at: datetime.datetime
    valid_until: datetime.datetime
    server: UUID


def planned_document(book: Book, content: str, asked: PlanAsked, head: PlanHead) -> dict[str, Any]:
    """
    The plan as plain data. A volume that no workload was declared for is left alone; what the rulebook would have to
    know before it can say more stands in ``questions``.

    Raises ``UnreadableSnapshotError``.
    """
    snapshot = snapshot_of(content)
    today = head.made_at.date()
    volumes = [
        volume_document(book, snapshot, *_place(snapshot, one), RequestBody(workload=one.workload), today)
        for one in asked.volumes
    ]
    advice = {"rulebook": {"version": book.version}, "virtual_drives": volumes}
    header = Header(str(head.id), _text(head.made_at), _text(head.valid_until), str(head.server))
    try:
        plan = plan_of(snapshot, advice, header)
    except RefusedError as error:
        raise UnreadableSnapshotError(str(error)) from None
    return {**plan_document(plan), "questions": [question for volume in volumes for question in _questions(volume)]}


def snapshot_of(content: str) -> Snapshot:
    """
    The snapshot in a report. Fields that only a newer collector knows are passed over.

    Raises ``UnreadableSnapshotError``.
    """
    document = json.loads(content)
    known = {"format": FORMAT, **_known(Snapshot, document)}
    try:
        return snapshot_from_bytes(json.dumps(known).encode(), "the snapshot")
    except RefusedError as error:
        raise UnreadableSnapshotError(str(error)) from None


def _known(kind: Any, document: Mapping[str, Any]) -> dict[str, Any]:
    names = {field.name for field in dataclasses.fields(kind)}
    return {name: _known_value(name, value) for name, value in document.items() if name in names}


def _known_value(name: str, value: Any) -> Any:
    if isinstance(value, dict) and name in PARTS and set(value) != {"silence"}:
        return _known(PARTS[name], value)
    if isinstance(value, list) and name in LISTS:
        return [_known(LISTS[name], item) if isinstance(item, dict) else item for item in value]
    return value


def _place(snapshot: Snapshot, asked: VolumeAsked) -> tuple[Controller, VirtualDrive]:
    found = place_of(snapshot, asked.controller, asked.virtual_drive)
    if found is None:
        raise UnreadableSnapshotError(f"c{asked.controller}/v{asked.virtual_drive} is not in the snapshot.")
    return found.controller, found.volume


def _questions(volume: Mapping[str, Any]) -> list[dict[str, Any]]:
    where = {"controller": volume["controller"], "virtual_drive": volume["virtual_drive"]}
    return [
        {**where, "field": question["field"], "message": question["message"]}
        for question in volume["advice"]["questions"]
    ]


def _text(moment: datetime.datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
