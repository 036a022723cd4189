import pytest

from app.collector.notes import Notes
from app.collector.storcli.fields import Fields, normal, rows_of, size_in_bytes, whole_number
from app.core.reading import Silence

UNREAD = Silence.UNREAD


@pytest.mark.parametrize(
    ("printed", "size"),
    [
        # 007.1616 prints 16.370 TB for a volume of 35155607552 sectors: binary units.
        ("16.370 TB", round(16.370 * 2**40)),
        ("446.625 GB", round(446.625 * 2**30)),
        ("256 KB", 256 * 1024),
        ("1.000 MB", 2**20),
        ("1.0 MB", 2**20),
        ("256 KiB", 256 * 1024),
        ("64kB", 64 * 1024),
        ("9.094 TiB", round(9.094 * 2**40)),
        ("4096MB", 4096 * 2**20),
        ("0 KB", 0),
        ("512B", 512),
        ("1 PB", 2**50),
        ("", None),
        ("256", None),
        ("-1 KB", None),
        ("1.2.3 KB", None),
        ("9" * 40 + " KB", None),
        ("8192 sectors", None),
    ],
)
def test_sizes_are_binary_whatever_their_unit_is_called(printed: str, size: int | None) -> None:
    assert size_in_bytes(printed) == size


@pytest.mark.parametrize(
    ("printed", "number"),
    [
        (0, 0),
        ("0", 0),
        (" 7 ", 7),
        (True, None),
        (1.5, None),
        ("-", None),
        (10**15, None),
        ("9" * 16, None),
        (None, None),
    ],
)
def test_a_number_is_one_whether_printed_as_text_or_not(printed: object, number: int | None) -> None:
    assert whole_number(printed) == number


def test_keys_are_found_whatever_their_case_and_blanks() -> None:
    fields = Fields({"Operating System ": "Linux", " Mode": "-", "Write cache": "Enabled"}, "", Notes("c"))
    assert fields.text("operating system") == "Linux"
    assert fields.text("Mode") is UNREAD
    assert "Write Cache" in fields
    assert list(fields) == ["operating system", "mode", "write cache"]
    assert normal("  DDR  Width ") == "ddr width"


@pytest.mark.parametrize("nothing", ["", " ", "-", "N/A", "NA", "Unknown", None, [], {}, 1.5, True])
def test_nothing_printed_is_unread(nothing: object) -> None:
    assert Fields({"key": nothing}, "", Notes("c")).text("key") is UNREAD


def test_a_number_reads_as_text_where_text_is_wanted() -> None:
    assert Fields({"SN": 11751}, "", Notes("c")).text("SN") == "11751"


def test_an_unknown_word_is_unread_and_noted_with_its_place() -> None:
    notes = Notes("c")
    row = Fields({"State": "Wobbly"}, "VD LIST[0]", notes)
    assert row.word({"optl": "optimal"}, "State") is UNREAD
    assert [(note.path, note.problem) for note in notes.unread] == [("VD LIST[0]/State", "unknown word 'Wobbly'")]


@pytest.mark.parametrize("nonsense", [True, 1.5, [], {}])
def test_a_value_of_the_wrong_kind_is_noted(nonsense: object) -> None:
    notes = Notes("c")
    fields = Fields({"key": nonsense}, "", notes)
    assert (fields.word({}, "key"), fields.number("key"), fields.size("key")) == (UNREAD, UNREAD, UNREAD)
    assert len(notes.unread) == 3


def test_an_absent_key_and_a_dash_are_not_noted() -> None:
    notes = Notes("c")
    fields = Fields({"key": "-"}, "", notes)
    assert (fields.number("key"), fields.size("none"), fields.word({}, "none")) == (UNREAD, UNREAD, UNREAD)
    assert notes.unread == []


def test_a_list_may_hold_things_that_are_no_rows() -> None:
    notes = Notes("c")
    rows = rows_of([{"a": 1}, "text", {"a": 2}], "LIST", notes)
    assert [row.number("a") for row in rows] == [1, 2]
    assert [row.path for row in rows] == ["LIST[0]", "LIST[2]"]
    assert notes.unread[0].path == "LIST[1]"


def test_an_object_counts_as_a_list_of_one_and_a_text_as_none() -> None:
    notes = Notes("c")
    assert len(rows_of({"a": 1}, "LIST", notes)) == 1
    assert rows_of("text", "LIST", notes) == []
    assert rows_of(None, "LIST", notes) == []
    assert [note.problem for note in notes.unread] == ["not a list: 'text'"]


def test_anything_but_an_object_reads_as_an_empty_one() -> None:
    assert list(Fields(["x"], "", Notes("c"))) == []
