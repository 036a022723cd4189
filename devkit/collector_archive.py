"""
``raidwise-collector.pyz``: the collector as one file, the same bytes from the same sources every time.

Sources and, beside them, what they compile to here: a server whose Python is of another version compiles them itself at
each start (a tenth of a second). Nothing in the file tells when, where or by whom it was made.
"""

from __future__ import annotations

import ast
import hashlib
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from devkit.words import ROOT, MissingError

NAME = "raidwise-collector.pyz"
INTERPRETER = "/usr/bin/python3 -IS"
"""Isolated and without site-packages: nothing of the host's Python setup changes what runs as root."""

_ENTRY = "app.collector.__main__"
_ACTIONS = "app/collector/actions_*.py"
# The earliest date that a zip file can tell.
_DATE = (1980, 1, 1, 0, 0, 0)
_MAIN = """\
import sys

if sys.version_info < (3, 9):
    sys.exit("raidwise-collector needs Python 3.9 or newer; name one: python3.9 raidwise-collector.pyz ...")
if sys.argv[1:] == ["--version"]:
    print("raidwise-collector {version}")
else:
    from app.collector.__main__ import main

    sys.exit(main())
"""
# In a process of its own: what marshal writes depends on what else a process has interned.
_COMPILE = """\
import py_compile, sys
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
for name in sys.stdin.read().split():
    py_compile.compile(name, name + "c", name, doraise=True, optimize=0, invalidation_mode=unchecked)
"""


def build(target: Path, plain: bool = False, root: Path = ROOT) -> str:
    """
    Writes the archive and returns its SHA-256.

    ``plain`` leaves the compiled files out, so that builders with different versions of Python make the same file.

    Raises ``MissingError`` where the sources import something that does not ship.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        names = _laid_out(place, root)
        if not plain:
            names += _compiled(place, names)
        target.parent.mkdir(parents=True, exist_ok=True)
        _write(target, place, sorted(names))
    return hashlib.sha256(target.read_bytes()).hexdigest()


def shipped_modules(root: Path = ROOT) -> list[Path]:
    """Every source file that the collector can come to import, relative to ``root``."""
    waiting = [_ENTRY, *(_module(path.relative_to(root)) for path in root.glob(_ACTIONS))]
    found: dict[str, Path] = {}
    while waiting:
        name = waiting.pop()
        path = _path(name, root)
        if path is None or name in found:
            continue
        found[name] = path
        waiting.extend(name.rpartition(".")[:1] if "." in name else ())
        waiting.extend(_imported((root / path).read_text(encoding="utf-8"), name))
    return sorted(found.values())


def _imported(source: str, importer: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names: Iterable[str] = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            first = name.partition(".")[0]
            if first == "app":
                yield name
            elif first not in sys.stdlib_module_names:
                raise MissingError(f"{importer} imports {name}, which is on no server; the collector ships alone")


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts)


def _path(name: str, root: Path) -> Path | None:
    """None for what is a name in a module and no module."""
    place = Path(*name.split("."))
    candidates = (place / "__init__.py", place.with_suffix(".py"))
    return next((path for path in candidates if (root / path).is_file()), None)


def _laid_out(place: Path, root: Path) -> list[str]:
    modules = shipped_modules(root)
    for module in modules:
        (place / module).parent.mkdir(parents=True, exist_ok=True)
        (place / module).write_bytes((root / module).read_bytes())
    (place / "__main__.py").write_text(_MAIN.format(version=_version(root)), encoding="utf-8")
    return ["__main__.py", *(module.as_posix() for module in modules)]


def _version(root: Path) -> str:
    for node in ast.parse((root / "app" / "__init__.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__version__":
            return str(ast.literal_eval(node.value))
    raise MissingError("app/__init__.py names no __version__")


def _compiled(place: Path, names: list[str]) -> list[str]:
    argv = [sys.executable, "-I", "-S", "-c", _COMPILE]
    subprocess.run(argv, input="\n".join(sorted(names)), text=True, cwd=place, check=True)
    return [f"{name}c" for name in names]


def _write(target: Path, place: Path, names: list[str]) -> None:
    """Stored, not deflated: compressed bytes differ between versions of zlib, and reading them takes time."""
    unfinished = target.with_name(f"{target.name}.new")
    with unfinished.open("wb") as file:
        file.write(f"#!{INTERPRETER}\n".encode())
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            for name in names:
                entry = zipfile.ZipInfo(name, _DATE)
                entry.external_attr, entry.create_system = 0o100644 << 16, 3
                archive.writestr(entry, (place / name).read_bytes())
    unfinished.chmod(0o755)
    unfinished.replace(target)
