"""Bodies that are no requests: a problem that says where, never a 500, never a guess."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.api import samples

URL = "/api/v1/advice"
MIB = 1024**2

NOT_JSON = {
    "nothing": b"",
    "blanks": b" \r\n",
    "cut short": b'{"volume": {"drives": 8',
    "a word": b"raid5",
    "two documents": b"{}{}",
    "a trailing comma": b'{"volume": {},}',
    "single quotes": b"{'volume': {}}",
    "bytes that are not UTF-8": b'{"workload": {"name": "\xff\xfe"}}',
    "UTF-16": '{"workload": {}}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "a bare NUL": b'{"workload": {"name": "\x00"}}',
    "a lone surrogate": rb'{"workload": {"name": "\ud800"}}',
    "half a pair": rb'{"workload": {"name": "\udc00\ud800"}}',
    "100,000 brackets": b"[" * 100_000,
    "100,000 objects": b'{"a":' * 100_000,
    "deep, and closed": b'{"volume":' + b"[" * 5000 + b"]" * 5000 + b"}",
    "an integer of 5001 digits": b'{"volume": {"drives": 1' + b"0" * 5000 + b"}}",
}

WRONG: dict[str, tuple[bytes, set[str]]] = {
    "a list": (b"[]", {""}),
    "null": (b"null", {""}),
    "a number": (b"1", {""}),
    "an unknown field": (b'{"colour": 1}', {"colour"}),
    "unknown fields inside": (b'{"volume": {"colour": 1, "size": 2}}', {"volume.colour", "volume.size"}),
    "a text for a number": (b'{"volume": {"drives": "8"}}', {"volume.drives"}),
    "a fraction for a count": (b'{"volume": {"drives": 8.5}}', {"volume.drives"}),
    "a boolean for a count": (b'{"volume": {"drives": true}}', {"volume.drives"}),
    "a boolean for a share": (b'{"workload": {"read_percent": true}}', {"workload.read_percent"}),
    "a number for a boolean": (b'{"volume": {"holds_data": 1}}', {"volume.holds_data"}),
    "a list for an object": (b'{"volume": []}', {"volume"}),
    "no drives": (b'{"volume": {"drives": 0}}', {"volume.drives"}),
    "4097 drives": (b'{"volume": {"drives": 4097}}', {"volume.drives"}),
    "101 percent": (b'{"workload": {"read_percent": 100.5}}', {"workload.read_percent"}),
    "not a number": (b'{"workload": {"read_percent": NaN}}', {"workload.read_percent"}),
    "infinity": (b'{"workload": {"block_kib": -Infinity}}', {"workload.block_kib"}),
    "1e999": (b'{"workload": {"block_kib": 1e999}}', {"workload.block_kib"}),
    "10 to the 400": (b'{"workload": {"working_set_gib": 1' + b"0" * 400 + b"}}", {"workload.working_set_gib"}),
    "10 to the 30 drives": (b'{"volume": {"drives": 1' + b"0" * 30 + b"}}", {"volume.drives"}),
    "an unknown word": (b'{"volume": {"media": "tape"}}', {"volume.media"}),
    "another case": (b'{"volume": {"raid_level": "RAID5"}}', {"volume.raid_level"}),
    "a NUL, escaped": (rb'{"workload": {"name": "a\u0000b"}}', {"workload.name"}),
    "a NUL in a list": (rb'{"controller": {"installed_with": ["x", "\u0000"]}}', {"controller.installed_with.1"}),
    "201 characters": (b'{"workload": {"name": "%s"}}' % (b"x" * 201), {"workload.name"}),
    "an unknown section": (b'{"include": ["settings", "weather"]}', {"include.1"}),
    "a risk unsigned": (b'{"accept_risk": {}}', {f"accept_risk.{name}" for name in ("by", "reason", "until")}),
    "a risk for nothing": (b'{"accept_risk": {"by": "a", "reason": "b", "until": "2027-01-01"}}', {"accept_risk"}),
    "a day as a number": (
        b'{"accept_risk": {"write_policy": "unprotected_write_back", "by": "a", "reason": "b", "until": 0}}',
        {"accept_risk.until"},
    ),
    "blanks for a name": (
        b'{"accept_risk": {"disk_cache_policy": "enabled", "by": " ", "reason": "b", "until": "2027-01-01"}}',
        {"accept_risk.by"},
    ),
    "several wrongs at once": (
        b'{"volume": {"drives": -1, "media": 7}, "workload": {"streams": "x"}, "z": 0}',
        {"volume.drives", "volume.media", "workload.streams", "z"},
    ),
    "a key named twice": (b'{"volume": {"drives": 8, "drives": 6}}', {"drives"}),
    "a part named twice": (b'{"volume": {}, "volume": {"drives": 6}}', {"volume"}),
    "a key named twice beside a colon": (b'{"workload": {"name": "a:b", "name": "c"}}', {"name"}),
}


def problem_of(response: Any) -> dict[str, Any]:
    """The problem, with what every problem must have."""
    assert response.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = response.json()
    assert problem["status"] == response.status_code
    assert problem["type"].startswith("/problems/")
    assert problem["title"]
    assert problem["detail"]
    assert problem["instance"].endswith(f"#{response.headers['x-request-id']}")
    return problem


class TestBadBodies:
    @pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON)
    def test_what_is_no_json_is_a_400_with_the_place(self, client: TestClient, body: bytes):
        problem = problem_of(client.post(URL, content=body))
        assert (problem["status"], problem["type"]) == (400, "/problems/malformed-json")
        assert "line 1 column" in problem["detail"] or "line 2 column" in problem["detail"]

    @pytest.mark.parametrize(("body", "fields"), WRONG.values(), ids=WRONG)
    def test_what_is_wrong_is_a_422_that_names_every_field(self, client: TestClient, body: bytes, fields: set[str]):
        problem = problem_of(client.post(URL, content=body))
        assert (problem["status"], problem["type"]) == (422, "/problems/invalid-request")
        assert {error["field"] for error in problem["errors"]} == fields
        assert all(error["message"] for error in problem["errors"])

    def test_a_wrong_value_comes_back_shortened(self, client: TestClient):
        problem = problem_of(client.post(URL, json={"volume": {"media": "x" * 5000}}))
        assert problem["errors"][0]["input"] == "x" * 200 + "…"

    def test_ten_thousand_wrong_fields_are_not_all_told(self, client: TestClient):
        problem = problem_of(client.post(URL, json={f"field{n}": n for n in range(10_000)}))
        assert len(problem["errors"]) == 100

    def test_a_field_with_a_strange_name_is_named(self, client: TestClient):
        problem = problem_of(client.post(URL, content=rb'{"a\u0000\n\ud83d\ude00": 1}'))
        assert problem["errors"][0]["field"] == "a\0\n\N{GRINNING FACE}"

    def test_a_whole_number_with_a_point_is_that_number(self, client: TestClient):
        answer = client.post(URL, content=b'{"volume": {"drives": 8.0}, "workload": {"streams": 2e1}}').json()
        assert (answer["input"]["volume"]["drives"], answer["input"]["workload"]["streams"]) == (8, 20)

    @pytest.mark.parametrize("media", ["text/plain", "application/xml", "application/x-www-form-urlencoded", "json"])
    def test_another_media_type_is_a_415(self, client: TestClient, media: str):
        response = client.post(URL, content=b"{}", headers={"content-type": media})
        assert problem_of(response)["status"] == 415
        assert response.headers["accept"] == "application/json"

    def test_a_compressed_body_is_a_415(self, client: TestClient):
        response = client.post(URL, content=b"{}", headers={"content-encoding": "gzip"})
        assert problem_of(response)["status"] == 415

    @pytest.mark.parametrize("media", ["application/json; charset=utf-8", "Application/JSON"])
    def test_a_media_type_may_have_parameters_and_capitals(self, client: TestClient, media: str):
        assert client.post(URL, content=b"{}", headers={"content-type": media}).status_code == 200


class TestLargeBodies:
    def test_a_mebibyte_is_taken(self, client: TestClient):
        assert client.post(URL, content=b"{}" + b" " * (MIB - 2)).status_code == 200

    def test_a_byte_more_is_a_413(self, client: TestClient):
        problem = problem_of(client.post(URL, content=b"{}" + b" " * (MIB - 1)))
        assert (problem["status"], problem["type"]) == (413, "/problems/body-too-large")

    def test_a_body_without_a_length_is_counted_as_it_comes(self, client: TestClient):
        chunks = (b" " * 65536 for _ in range(17))
        assert problem_of(client.post(URL, content=chunks))["status"] == 413

    def test_a_length_that_lies_is_not_believed(self, client: TestClient):
        chunks = (b" " * 65536 for _ in range(17))
        assert client.post(URL, content=chunks, headers={"content-length": "2"}).status_code == 413

    def test_no_part_of_a_body_declared_too_large_is_read(self, client: TestClient):
        response = client.post(URL, content=b"{}", headers={"content-length": "9" * 30})
        assert (response.status_code, response.headers["connection"]) == (413, "close")


never_a_500 = settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
names = st.sampled_from(["controller", "volume", "workload", "requested", "drives", "model", "accept_risk", "include"])
nearly = st.recursive(
    junk | samples.requests, lambda inner: st.dictionaries(names, inner) | st.lists(inner), max_leaves=10
)


class TestAnything:
    @never_a_500
    @given(body=st.binary(max_size=300))
    def test_bytes_are_answered(self, client: TestClient, body: bytes):
        assert client.post(URL, content=body).status_code in (200, 400, 422)

    @never_a_500
    @given(document=nearly)
    def test_documents_are_answered(self, client: TestClient, document: Any):
        response = client.post(URL, content=json.dumps(document))
        assert response.status_code in (200, 400, 422)
        if response.status_code != 200:
            problem_of(response)

    @never_a_500
    @given(request=samples.requests, cut=st.integers(0, 400), graft=st.binary(max_size=8))
    def test_damaged_requests_are_answered(self, client: TestClient, request: Any, cut: int, graft: bytes):
        sound = json.dumps(request).encode()
        assert client.post(URL, content=sound[:cut] + graft + sound[cut:]).status_code in (200, 400, 422)
