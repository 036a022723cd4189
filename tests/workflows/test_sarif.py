from __future__ import annotations

import datetime
import json
from typing import Any

import jsonschema

from app.core.book import Book
from app.exports.linting.sarif import sarif
from app.workflows.lint import lint_document

NOON = datetime.date(2026, 11, 20)
PLANS = (
    ("a.json", '{"WritePolicy": "AlwaysWriteBack", "StripSize": 32}'),
    ("b.sh", "storcli64 /c0 add vd r5 drives=1:1-4 awb cached pdcache=on\nMegaCli64 -CfgClr -a0\n"),
    ("c.yml", "- idrac_storage_volume: {state: delete}\n"),
)

SARIF_SHAPE = {
    "type": "object",
    "required": ["$schema", "version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name", "rules"],
                                "properties": {
                                    "rules": {
                                        "type": "array",
                                        "items": {
                                            "type": "object",
                                            "required": ["id", "shortDescription"],
                                            "properties": {
                                                "defaultConfiguration": {
                                                    "properties": {
                                                        "level": {"enum": ["none", "note", "warning", "error"]}
                                                    }
                                                }
                                            },
                                        },
                                    }
                                },
                            }
                        },
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["message", "ruleId", "level", "locations"],
                            "properties": {
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "message": {"type": "object", "required": ["text"]},
                                "locations": {
                                    "type": "array",
                                    "items": {
                                        "type": "object",
                                        "required": ["physicalLocation"],
                                        "properties": {
                                            "physicalLocation": {
                                                "type": "object",
                                                "required": ["artifactLocation"],
                                                "properties": {
                                                    "artifactLocation": {
                                                        "required": ["uri"],
                                                        "properties": {"uri": {"pattern": "^[!-~]+$"}},
                                                    },
                                                    "region": {
                                                        "properties": {"startLine": {"type": "integer", "minimum": 1}}
                                                    },
                                                },
                                            }
                                        },
                                    },
                                },
                                "suppressions": {
                                    "type": "array",
                                    "items": {
                                        "required": ["kind"],
                                        "properties": {"kind": {"enum": ["inSource", "external"]}},
                                    },
                                },
                            },
                        },
                    },
                },
            },
        },
    },
}


def linted(book: Book, text: str, name: str = "a.sh") -> dict[str, Any]:
    return lint_document(book, text.encode(), NOON, name)


def test_sarif_has_the_structure_that_code_hosts_read(book: Book) -> None:
    reports = [linted(book, text, name) for name, text in PLANS]
    reports.append(linted(book, "# raidwise-allow: raid0: x\nstorcli64 /c0 add vd r0 drives=1:1", "Pläne/a b.sh"))
    found = sarif(reports, "1.2.3")

    jsonschema.validate(found, SARIF_SHAPE)
    run = json.loads(json.dumps(found))["runs"][0]
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(run["results"]) == sum(len(report["findings"]) for report in reports)
    assert all(ids[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    assert [len(result.get("suppressions", [])) for result in run["results"]][-1] == 1
    assert run["results"][-1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "Pl%C3%A4ne/a%20b.sh"


def test_a_fingerprint_stays_when_lines_above_move(book: Book) -> None:
    def prints(text: str) -> list[str]:
        run = sarif([linted(book, text)], "1")["runs"][0]
        return [result["partialFingerprints"]["raidwise/v1"] for result in run["results"]]

    assert prints("storcli64 /c0/v0 set pdcache=on") == prints("#\n#\nstorcli64 /c0/v0 set pdcache=on")
    assert prints("storcli64 /c0/v0 set pdcache=on") != prints("storcli64 /c0/v1 set pdcache=on")
