"""docs/collector.md says every exit code, command, option, outcome, record and place there is."""

from __future__ import annotations

import re
from pathlib import Path

from app.collector import command_line, outcomes
from app.collector.places import VARIABLES
from app.collector.refusals import CODES

DOCS = (Path(__file__).resolve().parents[2] / "docs" / "collector.md").read_text()
SOURCES = Path(command_line.__file__).parent


def test_every_exit_code_is_listed_with_its_name() -> None:
    listed = {name: int(code) for code, name in re.findall(r"^\| ([0-9]+) \| `([a-z_]+)` \|", DOCS, re.MULTILINE)}

    assert {name: code for name, code in CODES.items() if listed.get(name) != code} == {}


def test_every_command_is_named() -> None:
    assert [name for name in command_line.COMMANDS if f"`{name}" not in DOCS and f" {name} " not in DOCS] == []


def test_every_outcome_and_variable_is_named() -> None:
    words = (outcomes.APPLIED, outcomes.NOT_EFFECTIVE, outcomes.REJECTED, outcomes.IGNORED, outcomes.UNKNOWN)

    assert [word for word in (*words, *VARIABLES.values()) if f"`{word}`" not in DOCS] == []


def test_every_record_of_the_journal_is_named() -> None:
    text = "".join((SOURCES / f"{name}.py").read_text() for name in ("journal", "stepping", "performing", "recovering"))
    written = set(re.findall(r'(?:note|write)\(\s*"([a-z]+)"', text))

    assert {"begin", "intend", "answered", "found", "end"} <= written
    assert [record for record in written if f"| `{record}` |" not in DOCS] == []


def test_every_refusal_that_is_raised_has_a_code_and_every_code_is_raised() -> None:
    text = "".join(path.read_text() for path in SOURCES.glob("*.py"))
    raised = set(re.findall(r'(?:RefusedError|Ended)\(\s*"([a-z_]+)"', text))

    assert raised <= set(CODES)
    text = "".join(path.read_text() for path in SOURCES.glob("*.py") if path.name != "refusals.py")
    assert {name for name in CODES if f'"{name}"' not in text} == set()
