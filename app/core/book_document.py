"""The compiled book as plain data: what a version was, for keeping and for comparing."""

from __future__ import annotations

from typing import Any, Dict, List

from app.core.book import Book, Level
from app.core.catalogue import CatalogueFact, ControllerModel
from app.core.document import citation_documents
from app.core.rules import TIER_NAMES, Condition, Conflict, Document, Rule
from app.core.workload import Workload

Plain = Dict[str, Any]


def book_document(book: Book) -> Plain:
    """Documents, rules, conflicts, controllers and workloads, in a stable order."""
    return {
        "version": book.version,
        "documents": [document_entry(book.documents[name]) for name in sorted(book.documents)],
        "rules": [rule_entry(rule) for rule in sorted(book.rules, key=lambda rule: (rule.id, rule.setting))],
        "conflicts": [conflict_entry(book.conflicts[name]) for name in sorted(book.conflicts)],
        "controllers": [controller_entry(book.catalogue.models[name]) for name in sorted(book.catalogue.models)],
        "workloads": [workload_entry(book.workloads.by_name[name]) for name in sorted(book.workloads.by_name)],
        "levels": [level_entry(book.levels[name]) for name in sorted(book.levels)],
        "thresholds": [{"name": name, "value": value} for name, value in sorted(vars(book.thresholds).items())],
    }


def level_entry(level: Level) -> Plain:
    return {
        "name": level.name,
        "minimum": level.minimum,
        "even": level.even,
        "per_span_minimum": level.per_span_minimum,
        "says": level.says,
        "instead": list(level.instead),
    }


def document_entry(document: Document) -> Plain:
    return {
        "id": document.id,
        "title": document.title,
        "publisher": document.publisher,
        "date": document.date,
        "kind": document.kind,
        "generation": document.generation,
        "certainty": document.certainty,
    }


def condition_entry(condition: Condition) -> Plain:
    return {fact: sorted(tokens) for fact, tokens in sorted(condition.items())}


def rule_entry(rule: Rule) -> Plain:
    return {
        "id": rule.id,
        "setting": rule.setting,
        "values": list(rule.values),
        "acceptable": list(rule.acceptable),
        "prohibits": list(rule.prohibits),
        "when": condition_entry(rule.when),
        "tier": TIER_NAMES[rule.tier],
        "basis": rule.basis,
        "why": rule.why,
        "conflict": rule.conflict,
        "citations": citation_documents(rule.citations),
    }


def conflict_entry(conflict: Conflict) -> Plain:
    return {
        "id": conflict.id,
        "topic": conflict.topic,
        "severity": conflict.severity,
        "resolution": conflict.resolution,
        "scope": [condition_entry(scope) for scope in conflict.scope],
        "side_a": list(conflict.side_a),
        "side_b": list(conflict.side_b),
    }


def controller_entry(model: ControllerModel) -> Plain:
    return {
        "name": model.name,
        "family": model.family,
        "paper_generation": model.era,
        "exact_generation": model.exact,
        "kind": model.kind,
        "tool": model.tool,
        "facts": {name: _fact_entry(model.facts[name]) for name in sorted(model.facts)},
    }


def _fact_entry(fact: CatalogueFact) -> Plain:
    value: Any = list(fact.value) if isinstance(fact.value, tuple) else fact.value
    return {"value": value, "certainty": fact.certainty}


def workload_entry(workload: Workload) -> Plain:
    return {
        "name": workload.name,
        "title": workload.title,
        "aliases": list(workload.aliases),
        "replicates": workload.replicates,
        "profiles": [
            {
                "citation": citation_documents([profile.citation])[0],
                "access": profile.access,
                "read_percent": profile.read_percent,
                "block_kib": profile.block_kib,
                "many_streams": profile.many_streams,
            }
            for profile in workload.profiles
        ],
    }


IDENTITIES = {
    "documents": ("id",),
    "rules": ("id", "setting"),
    "conflicts": ("id",),
    "controllers": ("name",),
    "workloads": ("name",),
    "levels": ("name",),
    "thresholds": ("name",),
}


def difference(old: Plain, new: Plain) -> Plain:
    """What was added, removed and changed between two book documents, part by part."""
    found: Plain = {"from": old["version"], "to": new["version"]}
    for part, keys in IDENTITIES.items():
        before = {"/".join(str(entry[key]) for key in keys): entry for entry in old[part]}
        after = {"/".join(str(entry[key]) for key in keys): entry for entry in new[part]}
        found[part] = {
            "added": sorted(after.keys() - before.keys()),
            "removed": sorted(before.keys() - after.keys()),
            "changed": [
                {"name": name, "fields": _changes(before[name], after[name])}
                for name in sorted(before.keys() & after.keys())
                if before[name] != after[name]
            ],
        }
    return found


def _changes(before: Plain, after: Plain) -> List[Plain]:
    return [
        {"field": name, "from": before.get(name), "to": after.get(name)}
        for name in sorted(before.keys() | after.keys())
        if before.get(name) != after.get(name)
    ]
