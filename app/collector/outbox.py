# ruff: noqa: PTH118, PTH120 - pathlib costs every start 5 ms
"""Results on disk until the service has them: one file a result, whole and synced before anything else is done."""

from __future__ import annotations

import hashlib
import json
import os
import re
from typing import Any, Dict, List, Mapping, NamedTuple

from app.collector.disk import refusal, write_whole
from app.collector.hosting import Host
from app.collector.refusals import RefusedError

FORMAT = "raidwise-result/1"
REFUSED = ".refused"

# Plans of the service have UUIDs; what was planned on this host is nothing that the service could know.
_FROM_SERVICE = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
_LONGEST, _LONGEST_LINE, _MOST_LINES = 20_000, 2_000, 4_096


class Waiting(NamedTuple):
    """A result that was not delivered yet."""

    path: str
    plan: str
    document: Dict[str, Any]


def is_from_service(plan: str) -> bool:
    return _FROM_SERVICE.fullmatch(plan) is not None


def put(host: Host, plan: str, facts: Mapping[str, Any]) -> None:
    """
    Keeps what became of a plan; of one plan the latest waits. A name tells the content, so that a result which is put
    while another is being delivered is not taken for it.

    :raises RefusedError: ``state_unusable`` or ``disk_full``.
    """
    document = {"format": FORMAT, "plan": plan, "at": host.clock.text, **_bounded(facts)}
    data = json.dumps(document).encode()
    directory = _directory(host)
    name = f"{_safe(plan)}.{hashlib.sha256(data).hexdigest()[:12]}.json"
    try:
        host.disk.make_directory(directory)
        write_whole(host.disk, os.path.join(directory, name), data)
        for older in _names(host):
            if older != name and older.rpartition(".json")[0].rpartition(".")[0] == _safe(plan):
                host.disk.remove(os.path.join(directory, older))
    except OSError as error:
        raise refusal(error, directory) from error


def waiting(host: Host) -> List[Waiting]:
    """
    Results of the service's plans, oldest first.

    :raises RefusedError: ``state_unusable``.
    """
    directory = _directory(host)
    try:
        found = [_read(host, os.path.join(directory, name)) for name in _names(host)]
    except OSError as error:
        raise refusal(error, directory) from error
    ours = [one for one in found if is_from_service(one.plan)]
    return sorted(ours, key=lambda one: str(one.document.get("at")))


def delivered(host: Host, one: Waiting) -> None:
    """The service has it."""
    try:
        host.disk.remove(one.path)
        host.disk.sync_directory(os.path.dirname(one.path))
    except OSError as error:
        raise refusal(error, one.path) from error


def set_aside(host: Host, one: Waiting) -> None:
    """The service will never take it; it stays to be looked at."""
    try:
        host.disk.replace(one.path + REFUSED, one.path)
        host.disk.sync_directory(os.path.dirname(one.path))
    except OSError as error:
        raise refusal(error, one.path) from error


def _directory(host: Host) -> str:
    return os.path.join(host.places.state, "results")


def _names(host: Host) -> List[str]:
    return [name for name in host.disk.names(_directory(host)) if name.endswith(".json")]


def _read(host: Host, path: str) -> Waiting:
    """
    One result.

    :raises RefusedError: ``state_unusable`` where somebody else wrote into our directory.
    """
    try:
        document: Any = json.loads(host.disk.read(path))
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict) or not isinstance(document.get("plan"), str):
        raise RefusedError("state_unusable", f"{path} is no result of this collector; move it away")
    return Waiting(path, document["plan"], document)


def _safe(plan: str) -> str:
    return "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in plan)[:100]


def _bounded(facts: Mapping[str, Any]) -> Dict[str, Any]:
    """Within what the service takes, and text that every JSON reader takes: a tool can print anything."""
    found = dict(facts)
    if "detail" in found:
        found["detail"] = _clean(found["detail"])[:_LONGEST]
    if "differs" in found:
        found["differs"] = [_clean(line)[:_LONGEST_LINE] for line in found["differs"]][:_MOST_LINES]
    return found


def _clean(text: Any) -> str:
    return str(text).encode("utf-8", "replace").decode().replace("\0", " ")
