from app.collector.notes import LIMIT, Notes, printable, shortened


def test_control_characters_and_lone_surrogates_are_dropped() -> None:
    assert printable(" a\x00b\ud800c\x1b[0m ") == "abc[0m"


def test_a_long_text_is_cut_on_one_line() -> None:
    assert shortened("one\n  two") == "one two"
    assert shortened("x" * 100, 10) == "x" * 10 + "..."


def test_a_problem_is_told_once() -> None:
    notes = Notes("capture")
    notes.add("a", "b")
    notes.add("a", "b")
    assert len(notes.unread) == 1


def test_a_flood_is_cut_and_said() -> None:
    notes = Notes("capture")
    for number in range(LIMIT + 50):
        notes.add(str(number), "unknown section")
    assert len(notes.unread) == LIMIT + 1
    assert "the rest is not listed" in notes.unread[-1].problem
