"""What a tool said to a set, whatever its exit code says."""

from __future__ import annotations

import pytest

from app.collector.storcli.answers import ACCEPTED, REFUSED, UNCLEAR, answer_of, is_unknown_word
from app.collector.storcli.health import healths
from tests.collector.samples import reply

OK = {"VD": 1, "Property": "wrCache", "Value": "WT", "Status": "Success", "ErrCd": 0, "ErrMsg": "-"}
BAD = {**OK, "Status": "Failed", "ErrCd": 103, "ErrMsg": "sequence mismatch"}
OK_8 = {**OK, "ErrType": "-", "ErrCd": "-"}


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        (reply(**{"Detailed Status": [OK]}), ACCEPTED, "success"),
        (reply(**{"Detailed Status": [OK_8]}), ACCEPTED, "success"),
        ("100 (percent)" + reply(**{"Detailed Status": [OK]}), ACCEPTED, "success"),
        (reply(**{"Detailed Status": [OK, BAD]}), REFUSED, "sequence mismatch (error 103)"),
        (reply(**{"Detailed Status": [OK], "Status": "Failure", "Description": "no"}), REFUSED, "no"),
        (reply(Status="Failure", Description="Un-supported command"), REFUSED, "Un-supported command"),
        (reply()[:-30], UNCLEAR, "not the output of a known tool"),
        ("", UNCLEAR, "empty"),
        ("Status = Failure\nDescription = syntax error, unexpected X\n", REFUSED, "syntax error"),
        ("Status = Success\n", UNCLEAR, "text output"),
        ('{"Controllers": [3, {"Command Status": 4}]}', UNCLEAR, "not the output"),
        ("[1]", UNCLEAR, "not the output"),
    ],
)
def test_rows_and_envelope_must_all_succeed(text: str, kind: str, says: str) -> None:
    answer = answer_of(text)

    assert (answer.kind, says in answer.message) == (kind, True), answer


def test_only_a_busy_firmware_is_asked_again() -> None:
    assert answer_of(reply(**{"Detailed Status": [BAD]})).may_be_repeated
    assert not answer_of(reply(**{"Detailed Status": [{**BAD, "ErrCd": 255}]})).may_be_repeated
    assert not answer_of(reply(**{"Detailed Status": [OK]})).may_be_repeated
    assert not answer_of(reply(**{"Status": "Failure", "Detailed Status": []})).may_be_repeated


def test_a_tool_that_does_not_know_nolog_is_heard() -> None:
    assert is_unknown_word("Description = syntax error, unexpected TOKEN_NOLOG, expecting $end", "nolog")
    assert not is_unknown_word("Status = Success", "nolog")


def test_a_controller_says_what_is_wrong_with_it() -> None:
    well = {"Status": {"Controller Status": "Optimal", "Memory Uncorrectable Errors": 0}}
    ill = {
        "Status": {
            "Memory Uncorrectable Errors": 2,
            "Controller has booted into safe mode": "Yes",
            "System Reboot Required": "Yes",
            "Controller shutdown required": "No",
        }
    }

    assert [one.alarms for one in healths(reply(well))] == [()]
    assert healths(reply(ill))[0].alarms == (
        "a reboot is pending",
        "the controller has booted into safe mode",
        "the controller's memory has 2 uncorrectable errors",
    )
    assert healths(reply({"Basics": {}})) == []
    assert healths(reply(well, controller=None)) == []
