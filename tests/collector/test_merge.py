from app.core.reading import Silence
from tests.collector.samples import (
    controller_data,
    drive_row,
    only_controller,
    problems,
    read,
    reply,
    volume_data,
    volume_row,
)


def test_later_captures_fill_silences() -> None:
    controller = only_controller(reply(volume_data()), reply(controller_data(**{"VD LIST": [volume_row()]})))
    assert controller.model == "Invented RAID 9999-8i"
    assert controller.virtual_drives[0].strip_size_kib == 256
    assert len(controller.drives) == 3


def test_the_order_of_captures_does_not_matter_where_they_agree() -> None:
    first, second = reply(volume_data()), reply(controller_data(**{"PD LIST": [drive_row("252:7")]}))
    assert only_controller(first, second) == only_controller(second, first)


def test_a_contradiction_is_said_and_the_first_is_kept() -> None:
    snapshot = read(reply(volume_data()), reply({"VD LIST": [volume_row(Cache="RWTD")]}))
    assert snapshot.controllers[0].virtual_drives[0].in_effect.write == "protected_write_back"
    (note,) = snapshot.unread
    assert (note.capture, note.path) == ("capture-1", "c0/v0/in_effect/write")
    assert note.problem == "contradiction: write_through here, protected_write_back elsewhere"


def test_members_in_another_order_are_no_contradiction() -> None:
    rows = [drive_row(f"252:{index}") for index in (2, 0, 1)]
    assert problems(read(reply(volume_data()), reply({"PDs for VD 0": rows}))) == []
    assert problems(read(reply(volume_data()), reply({"PDs for VD 0": rows[:2]}))) != []


def test_two_cards_of_one_number_are_not_mixed() -> None:
    other = controller_data(Basics={"Model": "Another", "Serial Number": "SV99999999"}, **{"VD LIST": [volume_row()]})
    snapshot = read(reply(controller_data()), reply(other))
    assert snapshot.controllers[0].model == "Invented RAID 9999-8i"
    assert snapshot.controllers[0].virtual_drives == ()
    assert snapshot.unread[0].problem == (
        "another controller with this number (serial SV99999999, not SV00000001): left out"
    )


def test_an_overview_gives_way_to_the_real_name() -> None:
    row = {"Ctl": 0, "Model": "InventedRAID9999-8i", "BBU": "Opt", "Hlth": "Opt"}
    snapshot = read(reply({"System Overview": [row]}, controller=None), reply(controller_data()))
    assert snapshot.controllers[0].model == "Invented RAID 9999-8i"
    assert snapshot.unread == ()


def test_another_name_is_a_contradiction() -> None:
    row = {"Ctl": 0, "Model": "SomethingElse", "BBU": "Opt", "Hlth": "Opt"}
    assert problems(read(reply({"System Overview": [row]}, controller=None), reply(controller_data()))) == [
        "c0/model: contradiction: SomethingElse here, Invented RAID 9999-8i elsewhere"
    ]


def test_a_cut_model_gives_way_to_the_whole_one() -> None:
    long = drive_row(Model="INVENTED 1000 LONGER")
    for rows in ([drive_row(), long], [long, drive_row()]):
        (drive,) = only_controller(*(reply({"PD LIST": [row]}) for row in rows)).drives
        assert drive.model == "INVENTED 1000 LONGER"


def test_volumes_and_groups_come_in_the_order_of_their_numbers() -> None:
    topology = [{"DG": 1, "EID:Slot": "-"}, {"DG": 0, "EID:Slot": "-"}]
    data = {"VD LIST": [volume_row(5), volume_row(2, 1)], "TOPOLOGY": topology}
    controller = only_controller(reply(data))
    assert [volume.number for volume in controller.virtual_drives] == [2, 5]
    assert [group.number for group in controller.drive_groups] == [0, 1]


def test_groups_of_two_captures_are_one() -> None:
    members = [{"DG": 0, "EID:Slot": "-", "Type": "RAID0"}, {"DG": 0, "EID:Slot": "1:2", "Type": "DRIVE"}]
    controller = only_controller(reply({"TOPOLOGY": members[:1]}), reply({"TOPOLOGY": members}))
    assert [(group.number, group.drives) for group in controller.drive_groups] == [(0, ("1:2",))]


def test_levels_the_controller_offers_outlive_a_silent_capture() -> None:
    controller = only_controller(reply(controller_data()), reply({"VD LIST": []}))
    assert controller.capability.raid_levels is not Silence.UNREAD
