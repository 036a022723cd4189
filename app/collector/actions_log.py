"""``log``: the journals as lines for an auditor."""

from __future__ import annotations

import argparse
from typing import Any, Dict, Iterator, List

from app.collector.journal import Record, Told, journals
from app.collector.places import machine
from app.collector.refusals import DONE, RefusedError
from app.collector.sources import host_of
from app.collector.voice import Voice


def log(given: argparse.Namespace, voice: Voice) -> int:
    """Who changed what, when, on whose plan, and what came of it."""
    host = host_of(voice)
    told = journals(host.disk, host.places.journals, machine(host.places))
    chosen = [one for one in told if given.run in (None, one.name, one.head.get("plan", {}).get("id"))]
    if given.run is not None and not chosen:
        raise RefusedError("no_such_run", f"{given.run}: no run of this name or plan; log alone lists them")
    lines = [line for one in chosen for line in (lines_of(one) if given.run else [_summary(one)])]
    voice.answer("\n".join(lines) if lines else "no run yet")
    return DONE


def _summary(told: Told) -> str:
    end = told.end or {"state": "not finished: run recover"}
    steps = len({one["step"] for one in told.of("intend")})
    head = told.head
    return f"{head['at']} {told.name} plan {head['plan']['id']} by {head['by']}: {steps} steps, {end['state']}"


def lines_of(told: Told) -> List[str]:
    """One line a record, each whole in itself."""
    return [f"{one['at']} {told.name} {text}" for one in told.records for text in _texts(one)]


def _texts(record: Record) -> Iterator[str]:
    kind = record["record"]
    if kind == "begin":
        yield _begin(record)
        yield from (f"planned {_change(step)}" for step in record["steps"])
    elif kind == "intend":
        yield f"step {record['step']}{' back' if record['undo'] else ''}: {' '.join(record['command'])}"
    elif kind == "answered":
        yield f"step {record['step']}: the tool {record['answer']} ({record['message']}) after {record['seconds']} s"
    elif kind == "found":
        yield f"step {record['step']}: {record['outcome']}: {record['detail']}"
    else:
        facts = {name: value for name, value in record.items() if name not in ("record", "seq", "at", "chain")}
        yield f"{kind} {', '.join(f'{name} {value}' for name, value in facts.items())}"


def _begin(record: Record) -> str:
    plan: Dict[str, Any] = record["plan"]
    signature = plan.get("signature") or {}
    return (
        f"{record['kind']} of plan {plan['id']} (made {plan['made_at']}, valid until {plan['valid_until']}, "
        f"rulebook {plan.get('rulebook')}, signed with key {signature.get('key')}) by {record['by']} "
        f"with {record['tool']['path']}"
    )


def _change(step: Dict[str, Any]) -> str:
    volume = f"c{step['controller']}/v{step['virtual_drive']}"
    return f"{volume} {step['setting']} {step['before']} -> {step['after']}: {step['reason']}"
