from __future__ import annotations

import contextlib
import json
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.exports.readers.json_tree import json_tree
from app.exports.readers.kinds import read_plan
from app.exports.readers.tree import MOST_BYTES, MOST_DEPTH, Node, NotReadableError
from app.exports.readers.yaml_tree import yaml_trees

BOMB = "a: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: &c [*b,*b,*b]\nd: [*c,*c,*c]\n"
LAUGHS = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><lstorageVirtualDriveDef d="&b;"/>'
DEEP = 200_000


@pytest.mark.parametrize(
    ("data", "name", "problem"),
    [
        (b"", "", "empty"),
        (b" \n\t ", "a.json", "empty"),
        (b"\x7fELF\x02\x01\x01\x00\xff\xfe", "a.tf", "not a text"),
        (b"storcli64 /c0\x00", "a.sh", "byte 0"),
        ("größe".encode("latin-1"), "a.yml", "not UTF-8"),
        (b"{" + b" " * MOST_BYTES + b"}", "a.json", "larger than 4 MiB"),
        (b"\n" * 200_001 + b"x", "a.sh", "more than 200000 lines"),
        (b"[" * DEEP, "a.json", f"nested deeper than {MOST_DEPTH}"),
        (b'{"a":' * DEEP, "a.json", f"nested deeper than {MOST_DEPTH}"),
        (b"[" * DEEP, "a.yml", f"nested deeper than {MOST_DEPTH}"),
        (b"".join(b" " * depth + b"a:\n" for depth in range(100)), "a.yml", f"nested deeper than {MOST_DEPTH}"),
        (b"<a>" * 200, "a.xml", f"nested deeper than {MOST_DEPTH}"),
        (b'resource "x" "y" {\n' + b"a {\n" * 200, "a.tf", "nested too deep"),
        (BOMB.encode(), "a.yml", "alias"),
        (LAUGHS.encode(), "a.xml", "document type"),
        (b'{"a": 1, "a": 2}', "a.json", "named twice"),
        (b"a: 1\na: 2\n", "a.yml", "named twice"),
        (b"? [a]\n: b\n", "a.yml", "a key that is not a text"),
        (b'{"a": 1,}', "a.json", "out of place"),
        (b'{"a": 1} {"b": 2}', "a.json", "follows the end"),
        (b'{"a": [1, 2}', "a.json", "out of place"),
        (b'{"a": ', "a.json", "ends early"),
        (b'{"a": "\\q"}', "a.json", "JSON text"),
        (b"{'a': 1}", "a.json", "not JSON"),
        (b"a: [1\nb: 2\n", "a.yml", "not YAML"),
        (b"a: \x01\n", "a.yml", "not YAML"),
        (b"<a><b></a>", "a.xml", "not XML"),
        (b'resource "redfish_storage_volume" "v" {\n', "a.tf", "does not end"),
        (b"}\n", "a.tf", "do not match"),
        (b'{"hello": "world"}', "a.json", "no RAID volume"),
        (b"just some prose\n", "", "no RAID volume"),
        (b"- hosts: all\n  tasks: []\n", "a.yml", "no RAID volume"),
        (b"#!/bin/sh\necho hello\n", "a.sh", "no RAID volume"),
        (b"<html><body/></html>", "a.xml", "no RAID volume"),
        (b'resource "aws_instance" "x" {\n  ami = "y"\n}\n', "a.tf", "no RAID volume"),
    ],
)
def test_what_is_no_plan_is_told_and_never_a_crash(data: bytes, name: str, problem: str) -> None:
    began = time.monotonic()
    with pytest.raises(NotReadableError, match=problem):
        read_plan(data, name)
    assert time.monotonic() - began < 5


def test_a_fault_is_told_with_its_line() -> None:
    with pytest.raises(NotReadableError) as caught:
        read_plan(b'{\n "a": 1,\n "b": oops\n}', "a.json")
    assert caught.value.line == 3


@pytest.mark.parametrize("name", ["a.json", "a.yml", "a.tf", "a.sh", "a.xml", ""])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=80, deadline=None)
@given(
    data=st.one_of(
        st.binary(max_size=300), st.text(alphabet="{}[]:,\"'<>&*#-=|\\\n\t storcli64/c0v setwb", max_size=300)
    )
)
def test_any_bytes_are_read_or_refused(name: str, data: bytes | str) -> None:
    with contextlib.suppress(NotReadableError):
        read_plan(data.encode() if isinstance(data, str) else data, name)


def plain(node: Node) -> object:
    if isinstance(node.value, dict):
        return {key: plain(child) for key, child in node.value.items()}
    if isinstance(node.value, list):
        return [plain(child) for child in node.value]
    return node.value


leaves = st.none() | st.text(max_size=20)
trees = st.recursive(
    leaves, lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=8), below, max_size=4)
)


@given(trees, st.sampled_from([None, 1]), st.booleans())
def test_json_is_read_as_the_standard_library_reads_it(value: object, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert plain(json_tree(text)) == json.loads(text)


@pytest.mark.parametrize(
    "bad", ["", "01", "+1", "1.", ".5", "nul", "NaN", '"\t"', "[1,]", '{"a"}', "[,1]", "{,}", "1 2", "]"]
)
def test_json_is_strict(bad: str) -> None:
    with pytest.raises(NotReadableError):
        json_tree(bad)


def test_numbers_and_booleans_stay_as_they_are_written() -> None:
    assert plain(json_tree("[1.50, -2e3, true, false, null]")) == ["1.50", "-2e3", "true", "false", None]


def test_json_may_be_indented_with_tabs_and_knows_its_lines() -> None:
    found = json_tree('{\n\t"a": {\n\t\t"b": 1\n\t}\n}')
    assert found.get("a").get("b").line == 3  # type: ignore[union-attr]


def test_yaml_scalars_stay_text() -> None:
    (tree,) = yaml_trees("a: 252:0\nb: on\nc: 7.10\nd: ~\ne: !vault x\nf: 'null'\n")
    assert plain(tree) == {"a": "252:0", "b": "on", "c": "7.10", "d": None, "e": "x", "f": "null"}


def test_every_document_of_a_yaml_file_is_read() -> None:
    assert [plain(tree) for tree in yaml_trees("a: 1\n---\n- b\n---\nc\n")] == [{"a": "1"}, ["b"], "c"]


SLOW = {
    "comments that never end": ("a.tf", "/* " * 1_000_000),
    "heredocs that never end": ("a.tf", "a = <<X\n" * 190_000),
    "texts that never end": ("a.tf", '\\"' * 1_900_000),
    "texts that never end, line by line": ("a.tf", ('"\\"' * 6 + "\n") * 90_000),
    "blanks after a value": ("a.tf", "a = x" + " " * 3_900_000 + "y"),
    "blanks after a note": ("a.sh", "# raidwise-controller:" + " " * 3_900_000 + "x" * 1000),
    "notes": ("a.sh", "raidwise-allow: " * 240_000),
    "calls": ("a.sh", "storcli64 /c0 show;" * 200_000),
    "lines of calls": ("a.sh", "storcli64 /c0 show\n" * 190_000),
    "quotations": ("a.sh", "storcli '\n" * 190_000),
    "continued lines": ("a.sh", "storcli \\\n" * 90_000),
    "blanks in JSON": ("a.json", "[" + " \t" * 1_900_000),
    "values in JSON": ("a.json", "[" + "1," * 1_900_000),
    "backslashes in JSON": ("a.json", '["' + "\\\\" * 1_900_000),
    "keys in YAML": ("a.yml", "a" * 3_900_000 + ": 1"),
    "dashes in YAML": ("a.yml", "- " * 1_900_000),
    "elements": ("a.xml", "<a>" + "<b/>" * 900_000),
}


@pytest.mark.parametrize("case", SLOW)
def test_four_megabytes_of_anything_are_judged_in_seconds(case: str) -> None:
    name, text = SLOW[case]
    assert len(text) < MOST_BYTES
    began = time.process_time()
    with contextlib.suppress(NotReadableError):
        read_plan(text.encode(), name)
    # 3 s and less as measured; the rest is for a coverage tool that counts every line.
    assert time.process_time() - began < 20
