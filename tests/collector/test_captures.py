from pathlib import Path

import pytest

from app.collector import captures
from app.collector.captures import Capture, capture_from_bytes, captures_in


def test_a_directory_is_read_in_the_order_of_its_names(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text("two")
    (tmp_path / "a.json").write_text("one")
    assert captures_in(tmp_path) == ((Capture("a.json", "one"), Capture("b.json", "two")), ())


def test_what_is_no_regular_file_is_left_alone_and_said(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("/etc/hostname")
    read, unread = captures_in(tmp_path)
    assert read == ()
    assert [note.capture for note in unread] == ["folder", "link"]


def test_a_file_beyond_the_limit_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(captures, "SIZE_LIMIT", 4)
    (tmp_path / "full").write_text("1234")
    (tmp_path / "over").write_text("12345")
    read, (note,) = captures_in(tmp_path)
    assert [capture.name for capture in read] == ["full"]
    assert (note.capture, "larger" in note.problem) == ("over", True)


def test_a_file_that_cannot_be_opened_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "locked").write_text("1")

    def refuse(self: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    _, (note,) = captures_in(tmp_path)
    assert note.problem == "cannot be opened: Permission denied"


def test_a_file_name_that_is_no_text_can_still_be_told(tmp_path: Path) -> None:
    (tmp_path / "caf\udce9.json").write_text("1")
    (capture,), _ = captures_in(tmp_path)
    assert capture.name.encode("utf-8") == b"caf.json"


def test_a_missing_directory_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        captures_in(tmp_path / "none")


def test_bytes_that_are_not_utf8_are_replaced_and_said() -> None:
    capture, (note,) = capture_from_bytes("old", b'{"Name":"caf\xe9"}')
    assert capture.text == '{"Name":"caf\ufffd"}'
    assert "byte 12" in note.problem


def test_a_byte_order_mark_is_dropped() -> None:
    capture, unread = capture_from_bytes("windows", b"\xef\xbb\xbf{}")
    assert (capture.text, unread) == ("{}", ())
