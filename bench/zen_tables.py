"""
The compiled tables in zen-engine's own form (JSON Decision Model): for each
paper generation one decision, in it one table a setting, first hit first, rows
in the order of rank, one column for each fact that its rules read, and as
outputs the value and the id of the rule. ``unread`` is a token like any other:
a cell holds it only where the rule answers for that silence.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from app.core.facts import FACTS, SETTINGS
from app.core.outcome import decision
from app.core.rules import Rule, Value
from app.core.table import Table

COMPARED = SETTINGS[1:]
"""The six settings of a volume; the level is decided before them, in passes that a table cannot express."""


def decision_model(table: Table, strips: tuple[int, ...]) -> str:
    """One decision for the generation of ``table``, on a card that offers these strips."""
    nodes: list[dict[str, Any]] = [
        {"id": "request", "name": "request", "type": "inputNode", "content": {}},
        {"id": "answer", "name": "answer", "type": "outputNode", "content": {}},
    ]
    edges: list[dict[str, str]] = []
    for setting in COMPARED:
        nodes.append(
            {"id": setting, "name": setting, "type": "decisionTableNode", "content": _table(table, setting, strips)}
        )
        edges.append({"id": f"to-{setting}", "sourceId": "request", "targetId": setting, "type": "edge"})
        edges.append({"id": f"from-{setting}", "sourceId": setting, "targetId": "answer", "type": "edge"})
    return json.dumps({"nodes": nodes, "edges": edges})


def advising(table: Table, setting: str) -> list[Rule]:
    """Rules that can win in this generation, the highest first."""
    mine = [rule for rule in table.rules if rule.setting == setting and rule.values]
    return [rule for rule in mine if table.era in rule.when.get("era", {table.era})]


def _table(table: Table, setting: str, strips: tuple[int, ...]) -> dict[str, Any]:
    rules = advising(table, setting)
    columns = [fact for fact in FACTS if fact != "era" and any(fact in rule.when for rule in rules)]
    return {
        "hitPolicy": "first",
        "passThrough": False,
        "executionMode": "single",
        "inputs": [{"id": f"in-{fact}", "name": fact, "field": fact} for fact in columns],
        "outputs": [
            {"id": "out-value", "name": "value", "field": f"{setting}.value"},
            {"id": "out-rule", "name": "rule", "field": f"{setting}.rule"},
        ],
        "rules": [_row(number, rule, columns, table, strips) for number, rule in enumerate(rules)],
    }


def _row(number: int, rule: Rule, columns: Sequence[str], table: Table, strips: tuple[int, ...]) -> dict[str, str]:
    row = {"_id": f"{number}"}
    for fact in columns:
        row[f"in-{fact}"] = ", ".join(f'"{token}"' for token in sorted(rule.when[fact])) if fact in rule.when else ""
    row["out-value"] = json.dumps(value_on(rule, table, strips))
    row["out-rule"] = json.dumps(rule.id)
    return row


def value_on(rule: Rule, table: Table, strips: tuple[int, ...]) -> Value:
    """What this rule alone gives on a card with these strips ("lowest" is 8 on one and 64 on another)."""
    return decision(rule.setting, [rule], [], (), frozenset(), table.era, True, strips, {}).value
