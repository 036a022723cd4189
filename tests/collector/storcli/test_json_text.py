import json

import pytest

from app.collector.storcli.json_text import DEPTH_LIMIT, DOCUMENT_LIMIT, document_at, documents
from tests.collector.samples import controller_data, only_controller, problems, read, reply, volume_data


def values(text: str) -> list[object]:
    return [document.value for _, document in documents(text)]


def test_a_clean_reply_is_one_document() -> None:
    assert values(' {"Controllers": []}\n\n') == [{"Controllers": []}]


def test_progress_noise_before_the_reply_is_stepped_over_and_said() -> None:
    snapshot = read("100 (percent)100 (percent)" + reply(controller_data()))
    assert snapshot.controllers[0].model == "Invented RAID 9999-8i"
    assert problems(snapshot) == [": 26 characters beside the JSON: '100 (percent)100 (percent)'"]


def test_several_replies_in_one_text_are_all_read() -> None:
    snapshot = read(reply(controller_data()) + "\n" + reply(controller_data(), controller=1))
    assert [controller.number for controller in snapshot.controllers] == [0, 1]


def test_noise_after_and_between_replies_is_said() -> None:
    snapshot = read(reply(controller_data()) + " and " + reply(volume_data()) + " the end")
    assert [note.problem for note in snapshot.unread] == [
        "3 characters beside the JSON: 'and'",
        "7 characters beside the JSON: 'the end'",
    ]


def test_text_without_json_has_no_documents() -> None:
    assert values("once upon a time") == []


def test_no_more_documents_than_the_limit() -> None:
    assert len(values('{"Controllers":[]} ' * (DOCUMENT_LIMIT + 5))) == DOCUMENT_LIMIT


@pytest.mark.parametrize(
    ("text", "value", "problem"),
    [
        ('{"a": 1, "b": {"c": [1, 2', {"a": 1, "b": {"c": [1]}}, "the text ends at b/c"),
        ('{"a": "cut off he', {}, "a value that is cut or broken at a"),
        ('{"a": 12', {}, "the text ends at a"),
        ('{"a": tru', {}, "a value that is cut or broken at a"),
        ('{"a"', {}, "a key without its value at the beginning"),
        ('{"a" 1}', {}, "a key without its value at the beginning"),
        ('{"a', {}, "a value that is cut or broken at the beginning"),
        ("{1: 2}", {}, "a key without its value at the beginning"),
        ("{!}", {}, "unexpected '!' at the beginning"),
        ('{"a": }', {}, "unexpected '}' at a"),
        ('[{"a": 1]', [{"a": 1}], "unexpected ']' at [0]"),
        ('{"a": [1, {"b": 2}, oops]}', {"a": [1, {"b": 2}]}, "unexpected 'o' at a"),
        (
            '{"a": 1 /* why */ "b": 2 // so\n}',
            {"a": 1, "b": 2},
            "not strict JSON (comments or commas), read all the same",
        ),
        ('{"a": 1, /* open', {"a": 1}, "unexpected '/' at the beginning"),
        ("{", {}, "the text ends at the beginning"),
    ],
)
def test_what_was_complete_before_a_break_is_kept(text: str, value: object, problem: str) -> None:
    document = document_at(text, 0)
    assert (document.value, document.problem) == (value, problem)


def test_comments_of_an_author_are_stepped_over() -> None:
    text = reply(controller_data()).replace('"HwCfg"', '// the board\n"HwCfg"')
    assert only_controller(text).cache_mib == 4096


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_hostile_nesting_is_cut(opening: str) -> None:
    document = document_at(opening * 100_000, 0)
    assert str(document.problem).startswith(f"nested deeper than {DEPTH_LIMIT}")


def test_an_endless_number_is_no_number() -> None:
    text = '{"Controllers": [{"Command Status": {"Status": "Success", "Controller": ' + "9" * 5000 + "}}]}"
    assert read(text).controllers == ()


def test_nul_bytes_are_left_out_and_said() -> None:
    snapshot = read("\x00" + reply(controller_data()).replace("Invented RAID", "Inv\x00ented RAID"))
    assert snapshot.controllers[0].model == "Invented RAID 9999-8i"
    assert problems(snapshot) == [": NUL bytes in the text, left out"]


def test_escaped_control_characters_do_not_reach_a_value() -> None:
    data = controller_data(Basics={"Model": "Bad\u0000 \ud800Model"})
    assert only_controller(reply(data)).model == "Bad Model"


def test_every_cut_of_a_reply_keeps_the_sections_before_it() -> None:
    text = json.dumps(json.loads(reply(controller_data(), status=None)))
    end_of_basics = text.index('"Version"')
    for length in range(end_of_basics, len(text), 7):
        assert only_controller(text[:length]).serial == "SV00000001"
