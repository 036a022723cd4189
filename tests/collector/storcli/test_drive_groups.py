from typing import Any

from app.core.policies import DiskCachePolicy, RaidLevel
from app.core.reading import Silence
from tests.collector.samples import VERSION_8, only_controller, reply


def row(slot: str = "-", **changes: Any) -> dict[str, Any]:
    printed = {"DG": 0, "Arr": "-", "Row": "-", "EID:Slot": slot, "DID": "-", "Type": "RAID10", "State": "Optl"}
    return {**printed, "BT": "Y", "Size": "1.000 TB", "PDC": "dsbl", **changes}


def test_a_group_gathers_the_drives_of_its_spans() -> None:
    topology = [
        row(),
        row(Arr=0),
        row("252:0", Arr=0, Row=0, Type="DRIVE"),
        row("252:1", Arr=0, Row=1, Type="DRIVE"),
        row(Arr=1),
        row("252:2", Arr=1, Row=0, Type="DRIVE"),
        row(DG=1, Type="RAID0", BT="N", PDC="dflt"),
    ]
    first, second = only_controller(reply({"TOPOLOGY": topology})).drive_groups
    assert (first.number, first.raid_level, first.drives) == (0, RaidLevel.RAID10, ("252:0", "252:1", "252:2"))
    assert (first.disk_cache, first.background_operation) == (DiskCachePolicy.DISABLED, True)
    assert (second.number, second.drives, second.background_operation) == (1, (), False)


def test_a_dedicated_spare_stands_in_the_topology_and_is_no_member() -> None:
    topology = [row(), row("252:0", Type="DRIVE", State="Onln"), row("252:9", Type="DRIVE", State="DHS")]
    (group,) = only_controller(reply({"TOPOLOGY": topology})).drive_groups
    assert group.drives == ("252:0",)


def test_grammar_8_calls_the_column_span() -> None:
    topology = [row(Span="-", PID="-"), row("306:0", Span=0, Type="DRIVE", PDC="enbl")]
    (group,) = only_controller(reply({"TOPOLOGY": topology}, version=VERSION_8)).drive_groups
    assert group.drives == ("306:0",)


def test_a_foreign_group_is_none_of_ours() -> None:
    assert only_controller(reply({"TOPOLOGY": [row(DG="F"), row(DG="-")]})).drive_groups == ()


def test_a_column_with_a_dash_is_unread() -> None:
    (group,) = only_controller(reply({"TOPOLOGY": [row(BT="-", PDC="-", Type="-")]})).drive_groups
    assert (group.background_operation, group.disk_cache, group.raid_level) == (Silence.UNREAD,) * 3
