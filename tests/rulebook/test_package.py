"""A rulebook carried as one signed file."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from app.resources import rules_directory
from app.rulebook.errors import RulebookError
from app.rulebook.library import library
from app.rulebook.package import PackageError, installed, new_key, package, unpacked

PRIVATE, PUBLIC = new_key()


@pytest.fixture(scope="module")
def packed() -> bytes:
    return package(rules_directory(), PRIVATE)


def rewritten(packed: bytes, **changes: bytes | None) -> bytes:
    """The archive with members replaced, added, or left out where the value is None."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = changes.get(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
        for name in changes.keys() - set(old.namelist()):
            new.writestr(name, changes[name] or b"")
    return out.getvalue()


def test_the_same_rules_and_key_give_the_same_bytes(packed: bytes) -> None:
    assert package(rules_directory(), PRIVATE) == packed


def test_what_was_packed_is_what_is_installed(packed: bytes, tmp_path: Path) -> None:
    target = installed(packed, PUBLIC, tmp_path)

    assert library(target).version == library(rules_directory()).version
    assert (tmp_path / "current").resolve() == target.resolve()


def test_installing_twice_changes_nothing(packed: bytes, tmp_path: Path) -> None:
    assert installed(packed, PUBLIC, tmp_path) == installed(packed, PUBLIC, tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


def test_another_key_is_refused(packed: bytes) -> None:
    with pytest.raises(PackageError, match="does not match this key"):
        unpacked(packed, new_key()[1])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rules/conflicts.yaml": b"conflicts: []\n"}, "not those that were signed"),
        ({"rules/house/levels.yaml": None}, "not those that were signed"),
        ({"rules/extra.yaml": b"a: b\n"}, "not those that were signed"),
        ({"manifest.json": b"{}"}, "does not match this key"),
        ({"signature": b"not base64!"}, "does not match this key"),
        ({"signature": None}, "manifest or signature is missing"),
    ],
)
def test_a_changed_archive_is_refused_and_installs_nothing(
    packed: bytes, tmp_path: Path, changes: dict[str, bytes | None], words: str
) -> None:
    with pytest.raises(PackageError, match=words):
        installed(rewritten(packed, **changes), PUBLIC, tmp_path)
    assert not (tmp_path / "current").exists()


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"not a zip", b"\x00" * 4096])
def test_what_is_no_archive_is_said_to_be_none(content: bytes) -> None:
    with pytest.raises(PackageError, match="no rulebook file"):
        unpacked(content, PUBLIC)


def test_a_truncated_archive_is_refused(packed: bytes) -> None:
    with pytest.raises(PackageError):
        unpacked(packed[: len(packed) // 2], PUBLIC)


@pytest.mark.parametrize("key", ["", "short", "AAAA", "ä" * 44])
def test_a_key_that_is_none_is_refused(packed: bytes, key: str) -> None:
    with pytest.raises(PackageError, match="the key"):
        unpacked(packed, key)


def test_a_book_that_is_not_sound_is_not_packed(tmp_path: Path) -> None:
    (tmp_path / "book.yaml").write_text("title: x\ndate: y\nmore: z\n", encoding="utf-8")

    with pytest.raises(RulebookError):
        package(tmp_path, PRIVATE)


def signed(files: dict[str, bytes], manifest: bytes) -> bytes:
    import base64

    from app.rulebook.package import _private

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("manifest.json", manifest)
        archive.writestr("signature", base64.b64encode(_private(PRIVATE).sign(manifest)))
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize("name", ["../evil.yaml", "/etc/evil.yaml", "a/../../evil.yaml", "run.sh", ".hidden.yaml"])
def test_even_a_signed_file_cannot_write_outside(name: str) -> None:
    from app.rulebook.package import _manifest

    with pytest.raises(PackageError, match="holds no file called"):
        unpacked(signed({f"rules/{name}": b"x"}, _manifest("v", {name: b"x"})), PUBLIC)


def test_a_package_of_another_format_is_refused() -> None:
    with pytest.raises(PackageError, match="another raidwise"):
        unpacked(signed({}, b'{"format": "raidwise-rulebook-9"}'), PUBLIC)


def test_a_signed_book_that_does_not_load_is_not_installed(tmp_path: Path) -> None:
    from app.rulebook.package import _manifest

    (tmp_path / "book.yaml").write_text("title: x\ndate: y\n", encoding="utf-8")
    version = library(tmp_path).version
    files = {"book.yaml": b"title: x\ndate: y\n"}

    with pytest.raises(RulebookError):
        installed(signed({"rules/book.yaml": files["book.yaml"]}, _manifest(version, files)), PUBLIC, tmp_path / "home")
    assert list((tmp_path / "home").iterdir()) == []


def test_a_version_that_the_files_do_not_make_is_refused(tmp_path: Path) -> None:
    from app.rulebook.package import _manifest

    files = {"book.yaml": b"title: x\ndate: y\n"}
    with pytest.raises(PackageError, match="the files make version"):
        installed(signed({"rules/book.yaml": files["book.yaml"]}, _manifest("v1", files)), PUBLIC, tmp_path)


def test_an_archive_with_too_many_files_is_not_opened() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(2001):
            archive.writestr(f"rules/{number}.yaml", b"")

    with pytest.raises(PackageError, match="larger than any rulebook"):
        unpacked(out.getvalue(), PUBLIC)
