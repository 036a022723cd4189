"""Drive groups, from the topology."""

from __future__ import annotations

from typing import Dict, List

from app.collector.storcli import tokens
from app.collector.storcli.drives import drive_group, slot
from app.collector.storcli.fields import Fields, normal
from app.core.hardware import DriveGroup


def drive_groups(data: Fields) -> List[DriveGroup]:
    """
    Every group of a topology with the slots of its members.

    The rows are a tree printed flat: one for the group, one for each span (``Arr``; grammar 8 says ``Span``), one for
    each drive. ``EID:Slot`` is a dash in the first two.
    """
    rows: Dict[int, List[Fields]] = {}
    for row in data.rows("TOPOLOGY"):
        number = drive_group(row)
        if isinstance(number, int):
            rows.setdefault(number, []).append(row)
    return [_group(number, its_rows) for number, its_rows in rows.items()]


def _group(number: int, rows: List[Fields]) -> DriveGroup:
    head = rows[0]
    return DriveGroup(
        number=number,
        raid_level=head.word(tokens.RAID_LEVELS, "Type"),
        drives=tuple(place for place in map(slot, filter(_is_member, rows)) if place is not None),
        disk_cache=head.word(tokens.DISK_CACHE, "PDC"),
        background_operation=head.word(tokens.YES, "BT"),
    )


def _is_member(row: Fields) -> bool:
    state = row.text("State")
    return not (isinstance(state, str) and normal(state) in tokens.SPARES)
