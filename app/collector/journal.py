# ruff: noqa: PTH118, PTH120 - pathlib costs every start 5 ms
"""
What is about to be done, on disk before it is done: one file a run, one JSON object a line, each synced.

Every line carries the hash of all before it (``chain``), so a changed or missing line shows. Only the last line can be
torn by a power cut, and nothing was done on a line that is not whole.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from app.collector.disk import Disk, refusal
from app.collector.refusals import RefusedError

FORMAT = "raidwise-journal/1"
SUFFIX = ".jsonl"
ROOM = 1024 * 1024
"""Bytes that must be free before a run begins; a run of fifty changes writes a tenth of it."""

Record = Dict[str, Any]


class Told(NamedTuple):
    """A journal as read back. ``length`` is where its last whole line ends."""

    name: str
    path: str
    records: Tuple[Record, ...]
    length: int
    is_torn: bool

    @property
    def head(self) -> Record:
        return self.records[0]

    @property
    def end(self) -> Optional[Record]:
        return self.records[-1] if self.records and self.records[-1]["record"] == "end" else None

    @property
    def is_finished(self) -> bool:
        return self.end is not None

    def of(self, kind: str) -> List[Record]:
        return [record for record in self.records if record["record"] == kind]


class Journal:
    """A journal that is being written."""

    def __init__(self, disk: Disk, path: str, handle: int, sequence: int, chain: str) -> None:
        self.disk = disk
        self.path = path
        self._handle = handle
        self._sequence = sequence
        self._chain = chain

    def write(self, record: str, at: str, **facts: Any) -> None:
        """
        One line, on disk when this returns.

        :raises RefusedError: ``disk_full`` or ``state_unusable``.
        """
        line: Record = {"seq": self._sequence, "at": at, "record": record, **facts}
        chain = _chained(self._chain, line)
        try:
            self.disk.append(self._handle, _line({**line, "chain": chain}))
            self.disk.sync(self._handle)
        except OSError as error:
            raise refusal(error, self.path) from error
        self._sequence, self._chain = self._sequence + 1, chain

    def close(self) -> None:
        self.disk.close(self._handle)


def begun(disk: Disk, directory: str, name: str, at: str, **facts: Any) -> Journal:
    """
    A new journal with its first line, both on disk.

    :raises RefusedError: ``disk_full`` or ``state_unusable``.
    """
    path = os.path.join(directory, name + SUFFIX)
    try:
        disk.make_directory(directory)
        if disk.free_bytes(directory) < ROOM:
            raise RefusedError("disk_full", f"{directory}: less than {ROOM // 1024} KiB free; make room first")
        journal = Journal(disk, path, disk.create(path), 0, "")
        disk.sync_directory(directory)
        disk.sync_directory(os.path.dirname(directory))
    except OSError as error:
        raise refusal(error, path) from error
    journal.write("begin", at, format=FORMAT, **facts)
    return journal


def continued(disk: Disk, told: Told) -> Journal:
    """An unfinished journal, opened behind its last whole line."""
    try:
        handle = disk.reopen(told.path)
        if told.is_torn:
            disk.truncate(handle, told.length)
            disk.sync(handle)
    except OSError as error:
        raise refusal(error, told.path) from error
    return Journal(disk, told.path, handle, len(told.records), told.records[-1]["chain"])


def journals(disk: Disk, directory: str, host: str) -> Tuple[Told, ...]:
    """
    Every journal of this host, oldest first; those without one whole line were begun and never used.

    :raises RefusedError: a directory or file that cannot be read, a journal of another version, host, or a broken one.
    """
    try:
        names = [name for name in disk.names(directory) if name.endswith(SUFFIX)]
        told = [_told(disk, directory, name) for name in names]
    except OSError as error:
        raise refusal(error, directory) from error
    used = tuple(one for one in told if one.records)
    for one in used:
        _judge(one, host)
    return used


def unfinished(told: Tuple[Told, ...]) -> List[Told]:
    return [one for one in told if not one.is_finished]


def _judge(told: Told, host: str) -> None:
    if told.head.get("format") != FORMAT:
        raise RefusedError(
            "journal_version",
            f"{told.path} was written in format {told.head.get('format')!r} and this collector reads {FORMAT!r}; "
            "run the version that wrote it, or move the file away if its run is over",
        )
    if told.head.get("host") != host:
        raise RefusedError(
            "journal_host", f"{told.path} was written on another host; move it out of the journal directory"
        )


def _told(disk: Disk, directory: str, name: str) -> Told:
    path = os.path.join(directory, name)
    data = disk.read(path)
    records: List[Record] = []
    length, chain = 0, ""
    lines = data.split(b"\n")
    other = _of_other_version(lines[0])
    if other is not None:
        return Told(name[: -len(SUFFIX)], path, (other,), len(data), False)
    for number, line in enumerate(lines[:-1]):
        record = _record(line, chain, number)
        if record is None:
            if number < len(lines) - 2:
                raise RefusedError(
                    "journal_broken", f"{path}: line {number + 1} was changed or lost; look at it before going on"
                )
            break
        records.append(record)
        chain = record["chain"]
        length += len(line) + 1
    return Told(name[: -len(SUFFIX)], path, tuple(records), length, length != len(data))


def _of_other_version(line: bytes) -> Optional[Record]:
    try:
        head = json.loads(line)
    except ValueError:
        return None
    known = not isinstance(head, dict) or "format" not in head or head["format"] == FORMAT
    return None if known else {"record": "begin", **head}


def _record(line: bytes, chain: str, number: int) -> Optional[Record]:
    try:
        record = json.loads(line)
    except ValueError:
        return None
    if not isinstance(record, dict) or record.get("seq") != number or not isinstance(record.get("record"), str):
        return None
    said = record.get("chain")
    rest = {key: value for key, value in record.items() if key != "chain"}
    return record if said == _chained(chain, rest) else None


def _chained(chain: str, line: Record) -> str:
    return hashlib.sha256(chain.encode() + _line(line)).hexdigest()[:32]


def _line(record: Record) -> bytes:
    return json.dumps(record, sort_keys=True, separators=(",", ":")).encode() + b"\n"
