import json
from typing import Any

import pytest

from app.collector.notes import Notes
from app.collector.storcli.replies import message_of, replies
from app.core.reading import Silence
from tests.collector.samples import controller_data, entry, only_controller, problems, read, reply, volume_data


def found(document: Any) -> list[Any]:
    return replies(document, Notes("c"))


def test_call_gives_a_reply_for_each_controller_with_mixed_success() -> None:
    failed = entry(None, 1, Status="Failure", Description="Un-supported Command")
    snapshot = read(json.dumps({"Controllers": [entry(controller_data()), failed]}))
    assert [controller.number for controller in snapshot.controllers] == [0]
    assert problems(snapshot) == ["Controllers[1]/Command Status: failure: Un-supported Command"]


def test_a_reply_wrapped_by_another_tool_is_found() -> None:
    wrapped = {"createdAt": "2016", "data": {"Controllers": [entry(controller_data())]}}
    assert [one.path for one in found(wrapped)] == ["data/Controllers[0]"]


def test_a_list_of_replies_is_read() -> None:
    assert [one.path for one in found([{"Controllers": [entry()]}, entry()])] == ["[1]", "[0]/Controllers[0]"]


def test_json_that_is_no_reply_is_said() -> None:
    assert problems(read('{"hello": "world"}')) == [": JSON, but no reply of storcli or perccli in it"]


@pytest.mark.parametrize("document", ['{"Controllers": "none"}', '{"Controllers": []}', "[1, null, true]"])
def test_an_envelope_without_replies_is_said(document: str) -> None:
    assert problems(read(document)) == [": JSON, but no reply of storcli or perccli in it"]


def test_a_reply_too_deep_to_look_for_is_said() -> None:
    document: Any = entry()
    for _ in range(12):
        document = {"more": document}
    assert any("too deep" in problem for problem in problems(read(json.dumps(document))))


@pytest.mark.parametrize("number", [0, "0", " 0 "])
def test_the_controller_number_may_be_text(number: object) -> None:
    assert found(entry(controller=number))[0].controller == 0


def test_without_a_number_the_paths_of_the_data_tell_it() -> None:
    data = {"/c3/v0": volume_data()["/c0/v0"]}
    assert read(reply(data, controller=None)).controllers[0].number == 3


def test_without_a_number_the_basics_tell_it() -> None:
    assert only_controller(reply(controller_data(), controller=None)).number == 0


@pytest.mark.parametrize("data", [{"/c1/v0": [], "/c2/v0": []}, ["/c1/v0"], None, {"Basics": {"Model": "x"}}])
def test_a_number_that_cannot_be_told_is_not_guessed(data: Any) -> None:
    assert found(entry(data, controller=None))[0].controller is Silence.UNREAD


def test_hardware_of_an_unnumbered_controller_is_said_and_left_out() -> None:
    snapshot = read(reply({"VD LIST": [], "HwCfg": {}}, controller=None))
    assert snapshot.controllers == ()
    assert problems(snapshot) == ["Controllers[0]: a reply without the number of its controller"]


def test_doubly_nested_data_is_unwrapped() -> None:
    data = {"Response Data": {"Response Data": controller_data()}}
    assert only_controller(reply(data)).model == "Invented RAID 9999-8i"


def test_a_failure_with_data_is_read_and_said() -> None:
    row = {"Drive": "/c0/e252/s1", "Status": "Failure", "ErrCd": 46, "ErrMsg": "-"}
    text = reply(controller_data(), Status="Failure", **{"Detailed Status": [row]})
    snapshot = read(text)
    assert snapshot.controllers[0].model == "Invented RAID 9999-8i"
    assert problems(snapshot) == ["Controllers[0]/Command Status: failure: /c0/e252/s1: no text (error 46)"]


def test_a_failed_row_counts_though_the_envelope_says_success() -> None:
    rows = [
        {"VD": 1, "Property": "wrCache", "Status": "Success", "ErrCd": 0, "ErrMsg": "-"},
        {"VD": 2, "Property": "wrCache", "Status": "Failed", "ErrCd": 255, "ErrMsg": "Invented refusal"},
    ]
    (one,) = found(entry(**{"Detailed Status": rows}))
    assert one.failures == ("2: Invented refusal (error 255)",)


def test_a_failure_keeps_its_description_before_its_rows() -> None:
    rows = [{"VD": "0 KB", "ErrCd": 13, "Status": "Failed", "Description": "too small"}]
    (one,) = found(entry(Status="Failure", Description="Add VD Failed", **{"Detailed Status": rows}))
    assert one.failures == ("Add VD Failed", "0 KB: too small (error 13)")


def test_a_failure_that_says_nothing_is_still_one() -> None:
    assert found(entry(Status="Failure"))[0].failures == ("no description",)


def test_no_controller_is_a_failure_whatever_the_status_says() -> None:
    text = reply(None, controller=None, Description="No Controller found")
    assert problems(read(text)) == ["Controllers[0]/Command Status: failure: No Controller found"]


def test_a_row_without_subject_and_number_keeps_its_text() -> None:
    rows = [{"Status": "Failed", "ErrCd": "-", "ErrMsg": "Invented"}]
    assert found(entry(**{"Detailed Status": rows}))[0].failures == ("Invented",)


def test_the_text_of_a_failure_is_found_within_it() -> None:
    assert message_of("0: use /cx/cv (error 255)") == "use /cx/cv"
    assert message_of("Controller 5 not found") == "controller 5 not found"


def test_a_command_status_that_is_no_object_is_survived() -> None:
    assert read('{"Controllers": [{"Command Status": 7}]}').controllers == ()
