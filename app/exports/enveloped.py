"""JSON has no comments: an export in it is an object with the tool's own part beside what we say of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.exports.plans import Export, NotCarried, VolumePlan, head_lines

MEDIA_TYPE = "application/json"


def enveloped(name: str, plan: VolumePlan, content: Mapping[str, Any], lost: Sequence[NotCarried]) -> Export:
    document = {
        "format": name,
        **content,
        "not_carried": [vars(item) for item in lost],
        "notes": head_lines(plan),
    }
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return Export(name, MEDIA_TYPE, f"raidwise-{name}.json", text, tuple(lost))
