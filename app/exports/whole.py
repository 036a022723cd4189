"""The whole answer, as JSON or as YAML: nothing is lost, and whatever its status it is the answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import yaml

from app.exports.plans import Export


def export_json(document: Mapping[str, Any]) -> Export:
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return Export("json", "application/json", "raidwise.json", text)


def export_yaml(document: Mapping[str, Any]) -> Export:
    """Through JSON, so that no object shared between two places becomes an alias."""
    plain = json.loads(json.dumps(document, ensure_ascii=False))
    text = yaml.dump(plain, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    return Export("yaml", "application/yaml", "raidwise.yaml", text)


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True
