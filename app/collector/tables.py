"""What was read and what is planned, as lines for people."""

from __future__ import annotations

from typing import Any, List, Sequence

from app.core.hardware import Controller, Snapshot, VirtualDrive
from app.core.plan import Plan, Remark
from app.core.reading import Silence


def snapshot_lines(snapshot: Snapshot, seconds: float, commands: int) -> List[str]:
    """Every controller with its volumes: configured, and in effect where that is something else."""
    lines = [line for controller in snapshot.controllers for line in _controller_lines(controller)]
    if snapshot.unread:
        lines.append(f"{len(snapshot.unread)} things were printed and not understood; --json lists them")
    if commands:
        lines.append(f"{commands} commands, {seconds:.1f} s in the tool")
    return lines


def _controller_lines(controller: Controller) -> List[str]:
    protection = controller.protection
    lines = [
        (
            f"c{controller.number}  {said(controller.model)}  firmware {said(controller.firmware)}  "
            f"{said(controller.status)}  cache {said(controller.cache_mib)} MiB, protection {protection.state}  "
            f"{len(controller.drives)} drives"
        )
    ]
    rows = [_volume_row(controller, volume) for volume in controller.virtual_drives]
    return lines + (columns([_HEAD, *rows]) if rows else ["  no volumes"])


_HEAD = ("  volume", "level", "state", "size", "strip", "read", "write", "I/O", "drives' cache", "device")


def _volume_row(controller: Controller, volume: VirtualDrive) -> Sequence[str]:
    size = f"{volume.size_bytes / 2**30:.0f} GiB" if isinstance(volume.size_bytes, int) else "unread"
    strip = f"{volume.strip_size_kib} KiB" if isinstance(volume.strip_size_kib, int) else said(volume.strip_size_kib)
    now, asked = volume.in_effect, volume.configured
    pairs = ((asked.read, now.read), (asked.write, now.write), (asked.io, now.io), (asked.disk_cache, now.disk_cache))
    words = [_both(configured, in_effect) for configured, in_effect in pairs]
    place = f"  c{controller.number}/v{volume.number}"
    return (place, said(volume.raid_level), said(volume.state), size, strip, *words, said(volume.os_device))


def _both(configured: Any, in_effect: Any) -> str:
    if configured == in_effect or isinstance(in_effect, Silence):
        return said(configured)
    return said(in_effect) if isinstance(configured, Silence) else f"{configured} (in effect: {in_effect})"


def plan_lines(plan: Plan) -> List[str]:
    """A plan with everything a person needs to say yes or no."""
    count = len(plan.changes)
    lines = [f"plan {plan.id}: {count or 'no'} change{'s' if count != 1 else ''}, valid until {plan.valid_until}"]
    for change in plan.changes:
        lines.append(f"  {change.volume}  {change.setting}: {change.before} -> {change.after}")
        lines.append(f"      why: {change.reason or 'not told'}{_cited(change.citations)}")
        lines.append(f"      cost: {change.cost}")
        lines.append(f"      touches: {', '.join(change.blast_radius)}")
        if change.accepted_risk is not None:
            risk = change.accepted_risk
            lines.append(f"      risk accepted by {risk.by} until {risk.until}: {risk.reason}")
    lines.extend(_remarks("advised, and never done by this plan", plan.advised))
    lines.extend(_remarks("held back", plan.held_back))
    return lines


def _cited(citations: Sequence[Any]) -> str:
    places = [f"{cite.get('document')}, {cite.get('place')}" for cite in citations]
    return f" ({'; '.join(dict.fromkeys(places))})" if places else ""


def _remarks(title: str, remarks: Sequence[Remark]) -> List[str]:
    if not remarks:
        return []
    return [
        f"{title}:",
        *(
            f"  c{one.controller}/v{one.virtual_drive}  {one.setting}: {one.has}, better {one.value}: {one.reason}"
            for one in remarks
        ),
    ]


def columns(rows: Sequence[Sequence[str]]) -> List[str]:
    """Rows under each other, each column as wide as its widest cell."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]


def said(reading: Any) -> str:
    return str(reading.value) if isinstance(reading, Silence) else str(reading)
