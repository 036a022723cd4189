import pytest

from app.collector.texts import problem_of, version_in
from app.core.reading import Silence
from tests.collector.samples import read

SYNTAX_ERROR = (
    "CLI Version = 008.0005.0000.0010 Feb 22, 2023\nOperating system = Linux5.0\nStatus = Failure\n"
    "Description = syntax error, unexpected TOKEN_INVENTED, expecting $end\n"
)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("<!DOCTYPE html><title>Sign in</title>", "HTML, not the output of a tool"),
        ("\n<HTML>", "HTML, not the output of a tool"),
        (SYNTAX_ERROR, "failure: syntax error, unexpected TOKEN_INVENTED, expecting $end"),
        ("Status = Failure\n", "failure: no description"),
        (
            "syntax error, unexpected TOKEN_X, expecting $end\n\n  Storage Command Line Tool\n",
            "failure: syntax error, ",
        ),
        ("Deprecated command. Please use the new syntax.", "failure: Deprecated command. "),
        (
            "Generating summary\n\nController = 0\nStatus = Success\nDescription = None\n",
            "text output: run again with J",
        ),
        ("Controller = 0\nStatus = Failure\n" + "Model = x\n" * 20, "text output: run again with J"),
        ("CLI Version = 007.1\nOperating system = Linux\n", "text output: run again with J"),
        ("      \nAdapter #0\n\nNumber of Virtual Disks: 1\n", "MegaCli text: not read"),
        ("Virtual Disk: 0 (target id: 0)\nSize:100MB\n", "MegaCli text: not read"),
        ("\nExit Code: 0x00\n", "MegaCli text: not read"),
        ("01/01/2020 10:00:00  (Command Tool)(Debug) started", "MegaCli text: not read"),
        ("once upon a time", "not the output of a known tool"),
    ],
)
def test_a_text_without_json_is_told_from_its_content(text: str, problem: str) -> None:
    assert problem_of(text).startswith(problem)


def test_a_text_reply_tells_the_version_of_the_tool() -> None:
    assert version_in(SYNTAX_ERROR) == "008.0005.0000.0010 Feb 22, 2023"
    assert version_in("nothing") is Silence.UNREAD
    assert read(SYNTAX_ERROR).tool.version == "008.0005.0000.0010 Feb 22, 2023"


def test_a_version_is_printable_whatever_the_text_holds() -> None:
    assert version_in("CLI Version = 007.\ud8001\x1b \n") == "007.1"


def test_a_text_of_blank_lines_is_judged_at_once() -> None:
    assert problem_of("\n " * 100_000 + "x") == "empty"
