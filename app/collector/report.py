"""
A bundle to attach to a bug report: what the tool printed, without what tells one host or drive from another.

Each serial number, WWN, SAS address and name is replaced by a placeholder of its own, everywhere: equal things stay
equal. What stands under no known key cannot be known: whoever attaches the file looks through it first.
"""

from __future__ import annotations

import json
import re
from typing import Any, Dict, Iterator, List, Sequence, Tuple

from app.collector.captures import Capture
from app.collector.disk import Disk, refusal, write_whole
from app.collector.storcli import json_text
from app.collector.storcli.fields import normal
from app.core.hardware import Snapshot

FORMAT = "raidwise-report/1"

# Lower case, single blanks; "wwn" also stands inside of longer keys.
_SECRET_KEYS = frozenset(
    """
    serial number|serialnumber|sn|wwn|sas address|sasaddress|scsi naa id|host name|hostname|name|vd name|nvme qualified
    name|tracer number|rework date|drive position|safe id|guid|inquiry data|unique id|volume name|system name
    """.replace("\n", " ")
    .replace("  ", " ")
    .split("|")
)
_SECRET_NAMES = frozenset(key.strip() for key in _SECRET_KEYS)
_SECRET_PARTS = ("serial", "wwn", "sas address", "naa", "host name", "guid")
_TEXT_LINE = re.compile(
    r"^[ \t]*(?:serial (?:no|number)|wwn|sas address\([0-9]\)|inquiry data|host ?name|name)[ \t]*[:=][ \t]*(\S[^\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_SHORTEST = 3
_TELLING = 8
_NOTHING = frozenset({"", "-", "n/a", "na", "none", "no", "yes", "0", "0x0", "unknown", "not available"})


def written(path: str, captures: Sequence[Capture], snapshot: Snapshot, seconds: float) -> None:
    """
    The bundle as a file, readable by its owner.

    :raises RefusedError: ``disk_full`` or ``state_unusable``.
    """
    data = json.dumps(report(captures, snapshot, seconds), indent=1).encode()
    import os

    try:
        write_whole(Disk(), os.path.abspath(path), data)  # noqa: PTH100
    except OSError as error:
        raise refusal(error, path) from error


def report(captures: Sequence[Capture], snapshot: Snapshot, seconds: float) -> Dict[str, Any]:
    """The bundle as plain data."""
    from app import __version__

    secrets = placeholders([text for capture in captures for text in _secrets(capture.text)])
    return {
        "format": FORMAT,
        "collector": __version__,
        "tool": {"name": snapshot.tool.name, "version": str(snapshot.tool.version)},
        "tool_seconds": round(seconds, 3),
        "unread": [{name: redacted(value, secrets) for name, value in vars(one).items()} for one in snapshot.unread],
        "captures": [{"command": capture.name, "text": redacted(capture.text, secrets)} for capture in captures],
    }


def placeholders(secrets: Sequence[str]) -> Dict[str, str]:
    """``removed-1`` and so on, in the order met; the longest are replaced first."""
    distinct = dict.fromkeys(secret.strip() for secret in secrets)
    telling = [secret for secret in distinct if len(secret) >= _SHORTEST and secret.lower() not in _NOTHING]
    return {secret: f"removed-{number}" for number, secret in enumerate(telling, 1)}


def redacted(text: str, secrets: Dict[str, str]) -> str:
    """
    The text with every secret replaced, in whatever case it is printed. A short one, such as a volume's name, is often
    a word of the tool's as well: it is replaced only where it is a whole value.
    """
    if not secrets:
        return text
    lower = {secret.lower(): placeholder for secret, placeholder in secrets.items()}
    longest = sorted(lower, key=len, reverse=True)
    alone = [re.escape(secret) for secret in longest if len(secret) < _TELLING]
    anywhere = [re.escape(secret) for secret in longest if len(secret) >= _TELLING]
    whole = [rf'(?<=[":=])[ \t]*(?:{"|".join(alone)})[ \t]*(?=["\n])'] if alone else []
    pattern = re.compile("|".join([*anywhere, *whole]), re.IGNORECASE)
    return pattern.sub(lambda found: lower[found.group(0).strip().lower()], text)


def _secrets(text: str) -> Iterator[str]:
    for _, document in json_text.documents(text):
        yield from _in_json(document.value)
    yield from (found.group(1).strip() for found in _TEXT_LINE.finditer(text))


def _in_json(document: Any) -> Iterator[str]:
    waiting: List[Tuple[str, Any]] = [("", document)]
    for key, value in waiting:
        if isinstance(value, dict):
            waiting.extend((str(inner), one) for inner, one in value.items())
        elif isinstance(value, list):
            waiting.extend((key, one) for one in value)
        elif isinstance(value, str) and _is_secret(key):
            yield value


def _is_secret(key: str) -> bool:
    name = normal(key)
    return name in _SECRET_NAMES or any(part in name for part in _SECRET_PARTS)
