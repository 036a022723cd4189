"""Findings as SARIF 2.1.0, which code hosts show beside the line."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from app.exports.linting.rules import RULES

Plain = dict[str, Any]
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(files: Sequence[Mapping[str, Any]], version: str) -> Plain:
    """One run over these reports (``lint_document``); only the rules that spoke are described."""
    found = [(report, finding) for report in files for finding in report["findings"]]
    rules = [name for name in RULES if any(finding["rule"] == name for _, finding in found)]
    driver = {"name": "raidwise", "version": version, "rules": [_rule(name) for name in rules]}
    results = [_result(report, finding, rules) for report, finding in found]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _rule(name: str) -> Plain:
    rule = RULES[name]
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "defaultConfiguration": {"level": rule.severity},
    }


def _result(report: Mapping[str, Any], finding: Mapping[str, Any], rules: Sequence[str]) -> Plain:
    place: Plain = {"artifactLocation": {"uri": quote(str(report["file"]).replace("\\", "/"))}}
    if finding["line"] is not None:
        place["region"] = {"startLine": finding["line"]}
    result: Plain = {
        "ruleId": finding["rule"],
        "ruleIndex": rules.index(finding["rule"]),
        "level": finding["severity"],
        "message": {"text": _text(finding)},
        "locations": [{"physicalLocation": place, "logicalLocations": [{"fullyQualifiedName": finding["place"]}]}],
        "partialFingerprints": {"raidwise/v1": _fingerprint(report, finding)},
    }
    if finding["allowed"] is not None:
        result["suppressions"] = [{"kind": "inSource", "justification": finding["allowed"]}]
    return result


def _text(finding: Mapping[str, Any]) -> str:
    places = "; ".join(dict.fromkeys(f"{cite['document']} {cite['place']}" for cite in finding["citations"]))
    return f"{finding['message']} ({places})" if places else str(finding["message"])


def _fingerprint(report: Mapping[str, Any], finding: Mapping[str, Any]) -> str:
    """The same finding keeps it when lines above it move."""
    said = "\0".join(str(part) for part in (report["file"], finding["rule"], finding["place"], finding["word"]))
    return hashlib.sha256(said.encode()).hexdigest()[:32]
