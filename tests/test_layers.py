"""Who may import whom (design section 2), and what core must not touch. A complaint is a sentence."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
APP = ROOT / "app"

EDGES = ("rulebook", "collector", "db", "exports", "emulator")
EVERYWHERE = ("resources", "settings")
"""Modules beside the rooms that anybody outside of core and collector may use."""

OF_THE_PACKAGE = ("__version__",)

MAY_IMPORT = {
    "core": ("core",),
    "collector": ("collector", "core"),
    **{room: (room, "core", *EVERYWHERE) for room in ("rulebook", "db", "exports", "emulator")},
    "workflows": ("workflows", "core", "rulebook", "collector", "db", "exports", *EVERYWHERE),
    "api": ("api", "workflows", "core", *EVERYWHERE),
    "web": ("web", "workflows", "core", *EVERYWHERE),
}
"""Rooms that are not named here (main, cli, serving and what starts the program) choose the parts."""

STANDARD_LIBRARY_ONLY = ("core", "collector")
NOT_IN_CORE = {
    "socket": "opens no socket",
    "yaml": "reads no YAML",
    "sqlite3": "speaks no SQL",
    "subprocess": "starts no process",
    "time": "has no clock",
    "random": "throws no dice",
    "os": "knows no machine",
    "pathlib": "knows no files",
}
CLOCKS = ("now", "utcnow", "today")
OUTSIDE = ("open", "print", "input")


def modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def name_of(path: Path, root: Path = ROOT) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts)


def imported(tree: ast.AST, own_name: str) -> Iterator[tuple[str, int]]:
    """Every module that is imported, relative ones written out, with the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            above = own_name.split(".")[: -node.level] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            if module == "app":
                yield from ((f"app.{alias.name}", node.lineno) for alias in node.names)
            else:
                yield module, node.lineno


def wrong_imports(tree: ast.AST, name: str) -> Iterator[str]:
    room = name.split(".")[1]
    for module, line in imported(tree, name):
        first, *rest = module.split(".")
        if first == "app" and rest and room in MAY_IMPORT and rest[0] not in (*MAY_IMPORT[room], *OF_THE_PACKAGE):
            yield f"{name} (line {line}) imports {module}; {room} may import {' and '.join(MAY_IMPORT[room])}."
        if first != "app" and room in STANDARD_LIBRARY_ONLY and first not in sys.stdlib_module_names:
            yield f"{name} (line {line}) imports {module}; {room} has the standard library and nothing else."


def core_touches(tree: ast.AST, name: str) -> Iterator[str]:
    for module, line in imported(tree, name):
        if module.split(".")[0] in NOT_IN_CORE:
            yield f"{name} (line {line}) imports {module}; core {NOT_IN_CORE[module.split('.')[0]]}."
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Attribute) and node.func.attr in CLOCKS:
            yield f"{name} (line {node.lineno}) asks for .{node.func.attr}(); core is handed the day."
        if isinstance(node.func, ast.Name) and node.func.id in OUTSIDE:
            yield f"{name} (line {node.lineno}) calls {node.func.id}; core touches nothing outside of itself."


def commits(tree: ast.AST, name: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "commit":
            yield f"{name} (line {node.lineno}) commits; only db/session.py commits."


def tree_of(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_every_room_imports_only_whom_it_may():
    found = [sentence for path in modules(APP) for sentence in wrong_imports(tree_of(path), name_of(path))]

    assert not found, "\n".join(found)


def test_core_has_no_clock_file_socket_yaml_or_sql():
    found = [sentence for path in modules(APP / "core") for sentence in core_touches(tree_of(path), name_of(path))]

    assert not found, "\n".join(found)


def test_only_the_session_commits():
    others = [path for path in modules(APP) if path != APP / "db" / "session.py"]
    found = [sentence for path in others for sentence in commits(tree_of(path), name_of(path))]

    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("name", "source", "complaint"),
    [
        ("app.core.x", "import app.db.session", "app.core.x (line 1) imports app.db.session; core may import core."),
        ("app.core.x", "from app import db", "app.core.x (line 1) imports app.db; core may import core."),
        ("app.core.x", "from ..db import session", "app.core.x (line 1) imports app.db; core may import core."),
        (
            "app.collector.x",
            "def f():\n    import yaml",
            "app.collector.x (line 2) imports yaml; collector has the standard library and nothing else.",
        ),
        (
            "app.api.x",
            "from app.rulebook.load import load_book",
            (
                "app.api.x (line 1) imports app.rulebook.load; api may import "
                "api and workflows and core and resources and settings."
            ),
        ),
    ],
)
def test_a_wrong_import_is_found_wherever_it_hides(name: str, source: str, complaint: str):
    assert list(wrong_imports(ast.parse(source), name)) == [complaint]


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("import socket", "app.core.x (line 1) imports socket; core opens no socket."),
        ("day = datetime.date.today()", "app.core.x (line 1) asks for .today(); core is handed the day."),
        ("open('x')", "app.core.x (line 1) calls open; core touches nothing outside of itself."),
    ],
)
def test_what_core_must_not_touch_is_found(source: str, complaint: str):
    assert list(core_touches(ast.parse(source), "app.core.x")) == [complaint]


def test_a_commit_elsewhere_is_found():
    found = list(commits(ast.parse("await session.commit()"), "app.api.plans"))

    assert found == ["app.api.plans (line 1) commits; only db/session.py commits."]
