"""Drive groups, from the topology."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, List

from app.collector.storcli import tokens
from app.collector.storcli.drives import drive_group, slot
from app.collector.storcli.fields import Fields
from app.core.hardware import DriveGroup


def drive_groups(data: Fields) -> List[DriveGroup]:
    """
    Every group of a topology with the slots of its members.

    The rows are a tree printed flat: one for the group, one for each span (``Arr``; grammar 8 says ``Span``), one for
    each drive. ``EID:Slot`` is a dash in the first two.
    """
    groups: Dict[int, DriveGroup] = {}
    for row in data.rows("TOPOLOGY"):
        number = drive_group(row)
        if isinstance(number, int):
            groups[number] = _grown(groups.get(number), number, row)
    return list(groups.values())


def _grown(group: DriveGroup | None, number: int, row: Fields) -> DriveGroup:
    place = slot(row)
    if group is None:
        group = DriveGroup(
            number=number,
            raid_level=row.word(tokens.RAID_LEVELS, "Type"),
            disk_cache=row.word(tokens.DISK_CACHE, "PDC"),
            background_operation=row.word(tokens.YES, "BT"),
        )
    return group if place is None else replace(group, drives=(*group.drives, place))
