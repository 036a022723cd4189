"""A rulebook as one signed file, for sites without internet: packed here, carried over, verified and installed."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import re
import shutil
import tempfile
import zipfile
import zlib
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from app.rulebook.errors import RulebookError
from app.rulebook.library import library
from app.rulebook.load import load_book

FORMAT = "raidwise-rulebook-1"
MOST_FILES = 2000
MOST_BYTES = 32 * 1024**2
_NAME = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9._-]*/)*[A-Za-z0-9][A-Za-z0-9._-]*\.(?:yaml|json|md)")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


class PackageError(Exception):
    """A rulebook file that is not taken; the message says what to do."""


def new_key() -> tuple[str, str]:
    """A private and a public key, each one line of base64."""
    private = Ed25519PrivateKey.generate()
    secret = private.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
    public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return base64.b64encode(secret).decode(), base64.b64encode(public).decode()


def package(root: Path, private_key: str) -> bytes:
    """
    The rules directory ``root`` as one file, the same bytes for the same rules and key.
    Raises RulebookError where the book is not sound and PackageError for a key that is none.
    """
    book = load_book(root)
    found = sorted(path for path in root.rglob("*") if path.is_file() and _NAME.fullmatch(_relative(path, root)))
    files = {_relative(path, root): path.read_bytes() for path in found}
    manifest = _manifest(book.version, files)
    signature = _private(private_key).sign(manifest)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (("manifest.json", manifest), ("signature", base64.b64encode(signature)), *_inside(files)):
            archive.writestr(zipfile.ZipInfo(name, _LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def _inside(files: dict[str, bytes]) -> list[tuple[str, bytes]]:
    return [(f"rules/{name}", content) for name, content in files.items()]


def _manifest(version: str, files: dict[str, bytes]) -> bytes:
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    return json.dumps({"format": FORMAT, "version": version, "files": hashes}, sort_keys=True).encode()


def _key_bytes(text: str) -> bytes:
    try:
        found = base64.b64decode(text.strip(), validate=True)
    except ValueError as error:
        raise PackageError("the key is not one line of base64") from error
    if len(found) != 32:
        raise PackageError("the key is not 32 bytes long")
    return found


def _private(text: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(_key_bytes(text))


def unpacked(packed: bytes, public_key: str) -> tuple[str, dict[str, bytes]]:
    """
    Version and files of a package that this key signed. Raises PackageError for
    anything else: no archive, a wrong signature, a file changed, missing, added or too large.
    """
    content = _contents(packed)
    manifest, signature = content.pop("manifest.json", None), content.pop("signature", None)
    if manifest is None or signature is None:
        raise PackageError("this is no signed rulebook: manifest or signature is missing")
    try:
        Ed25519PublicKey.from_public_bytes(_key_bytes(public_key)).verify(base64.b64decode(signature), manifest)
    except (InvalidSignature, ValueError) as error:
        raise PackageError("the signature does not match this key; get the file or the key again") from error
    told = _told(manifest)
    files = {name.removeprefix("rules/"): data for name, data in content.items()}
    if {name: hashlib.sha256(data).hexdigest() for name, data in files.items()} != told["files"]:
        raise PackageError("the files are not those that were signed; get the file again")
    return str(told["version"]), files


def _contents(packed: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise PackageError("this archive is larger than any rulebook; it was not opened")
            return {entry.filename: archive.read(entry) for entry in entries}
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise PackageError(f"this is no rulebook file: {error}") from error


def _told(manifest: bytes) -> dict[str, Any]:
    told = json.loads(manifest)
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise PackageError(f"this rulebook was packed for another raidwise: it is not {FORMAT}")
    wrong = [name for name in told["files"] if not _NAME.fullmatch(name)]
    if wrong:
        raise PackageError(f"a rulebook holds no file called {wrong[0]!r}")
    return told


def installed(packed: bytes, public_key: str, home: Path) -> Path:
    """
    Verify, unpack into ``home/<version>``, load it once, and only then let ``home/current``
    point at it; the old version stays. Raises PackageError or RulebookError, and changes nothing then.
    """
    version, files = unpacked(packed, public_key)
    home.mkdir(parents=True, exist_ok=True)
    target = home / version
    if not target.exists():
        _write_checked(home, target, version, files)
    link = home / f".current-{os.getpid()}"
    link.unlink(missing_ok=True)
    link.symlink_to(version)
    link.replace(home / "current")
    return target


def _write_checked(home: Path, target: Path, version: str, files: dict[str, bytes]) -> None:
    fresh = Path(tempfile.mkdtemp(prefix=".new-", dir=home))
    try:
        for name, data in files.items():
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        found = library(fresh).version
        if found != version:
            raise PackageError(f"the files make version {found}, not {version}")
        load_book(fresh)
        fresh.chmod(0o755)
        fresh.rename(target)
    except (PackageError, RulebookError, OSError):
        shutil.rmtree(fresh, ignore_errors=True)
        raise


__all__ = ["PackageError", "installed", "new_key", "package", "unpacked"]
