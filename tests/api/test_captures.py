"""What controllers printed, posted in every way there is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.api.samples import SHARED
from tests.api.test_bad_bodies import problem_of

URL = "/api/v1/captures/advice"
FOLDERS = ("storcli", "perccli", "storcli2")
FILES = [path for folder in FOLDERS for path in sorted((SHARED / "captures" / folder).glob("*")) if path.is_file()]
MIB = 1024**2


def reply(**data: Any) -> dict[str, Any]:
    """One controller's reply with this response data."""
    status = {"CLI Version": "007.1616.0000.0000", "Controller": 0, "Status": "Success", "Description": "None"}
    return {"Controllers": [{"Command Status": status, "Response Data": data}]}


VOLUME = {
    "DG/VD": "0/0",
    "TYPE": "RAID5",
    "State": "Optl",
    "Access": "RW",
    "Consist": "Yes",
    "Cache": "RWTD",
    "Cac": "-",
    "sCC": "ON",
    "Size": "1.0 TB",
    "Name": "data",
}
PRINTED = reply(**{"Virtual Drives": [VOLUME]})
OLTP = {"workload": {"name": "oltp", "read_percent": 70, "block_kib": 8}}


def the_volume(response: Any) -> dict[str, Any]:
    assert response.status_code == 200, response.text
    (volume,) = response.json()["virtual_drives"]
    assert isinstance(volume, dict)
    return volume


class TestWaysToPost:
    def test_a_bare_reply_is_taken(self, client: TestClient):
        volume = the_volume(client.post(URL, json=PRINTED))
        assert (volume["virtual_drive"], volume["raid_level"]) == (0, "raid5")
        assert volume["advice"]["settings"]["read_policy"]["has"] == "read_ahead"

    def test_one_document_with_the_request(self, client: TestClient):
        body = {"captures": [{"name": "vall.json", "text": json.dumps(PRINTED)}], "request": OLTP}
        volume = the_volume(client.post(URL, json=body))
        assert volume["advice"]["input"]["workload"]["name"] == "oltp"

    def test_files_with_the_request(self, client: TestClient):
        files = {"one": ("vall.json", json.dumps(PRINTED)), "two": ("empty.json", "")}
        response = client.post(URL, files=files, data={"request": json.dumps(OLTP)})
        assert the_volume(response)["advice"]["input"]["workload"]["name"] == "oltp"
        assert {item["capture"] for item in response.json()["unread"]} == {"empty.json"}

    def test_a_form_field_that_is_no_file(self, client: TestClient):
        files = {"pasted": (None, json.dumps(PRINTED))}
        assert the_volume(client.post(URL, files=files))["virtual_drive"] == 0

    def test_plain_text_with_noise_around_it(self, client: TestClient):
        text = f"100 (percent)100 (percent){json.dumps(PRINTED)}\n$ "
        response = client.post(URL, content=text, headers={"content-type": "text/plain"})
        assert the_volume(response)["virtual_drive"] == 0

    def test_what_is_not_told_is_asked_for_by_name(self, client: TestClient):
        questions = the_volume(client.post(URL, json=PRINTED))["advice"]["questions"]
        fields = {question["field"] for question in questions}
        assert {"controller.model", "controller.cache_protection", "volume.media"} <= fields


class TestWrongPosts:
    @pytest.mark.parametrize(
        ("body", "status", "field"),
        [
            (b"{}", 422, "captures"),
            (b"[]", 422, ""),
            (b'{"captures": []}', 422, "captures"),
            (b'{"captures": [{"text": 1}]}', 422, "captures.0.text"),
            (b'{"captures": [{"text": ""}], "request": {"volume": {"drives": 0}}}', 422, "request.volume.drives"),
            (b'{"captures": [{"text": "", "text": ""}]}', 422, "text"),
            (b'{"captures": [{"text": "\\ud800"}]}', 400, None),
            (b'{"Controllers": [', 400, None),
            (b"[" * 100_000, 400, None),
            (b"\xff", 400, None),
        ],
    )
    def test_a_document_that_is_no_captures(self, client: TestClient, body: bytes, status: int, field: str | None):
        problem = problem_of(client.post(URL, content=body))
        assert problem["status"] == status
        assert [error["field"] for error in problem.get("errors", [])] == ([] if field is None else [field])

    @pytest.mark.parametrize("boundary", ["", "; boundary=", "; boundary=x"])
    def test_a_form_that_is_none(self, client: TestClient, boundary: str):
        media = f"multipart/form-data{boundary}"
        assert problem_of(client.post(URL, content=b"junk", headers={"content-type": media}))["status"] in (400, 422)

    def test_a_form_with_a_wrong_request_names_its_fields(self, client: TestClient):
        files = {"one": ("a", "{}"), "request": (None, '{"volume": {"drives": 0}}')}
        problem = problem_of(client.post(URL, files=files))
        assert [error["field"] for error in problem["errors"]] == ["request.volume.drives"]

    def test_a_form_without_captures(self, client: TestClient):
        problem = problem_of(client.post(URL, files={"request": (None, "{}")}))
        assert [error["field"] for error in problem["errors"]] == ["captures"]

    def test_more_files_than_anybody_has(self, client: TestClient):
        files = [("f", (f"{n}", "")) for n in range(1001)]
        assert problem_of(client.post(URL, files=files))["status"] == 400

    def test_32_mib_are_taken_and_a_byte_more_is_not(self, client: TestClient):
        text = json.dumps(PRINTED).encode()
        plain = {"content-type": "text/plain"}
        assert client.post(URL, content=text + b" " * (32 * MIB - len(text)), headers=plain).status_code == 200
        assert problem_of(client.post(URL, content=b" " * (32 * MIB + 1), headers=plain))["status"] == 413

    def test_a_body_of_ten_million_empty_lists_is_refused_unread(self, client: TestClient):
        """Read, it would take gigabytes."""
        body = b"[" + b"[]," * 10_000_000 + b"[]]"
        assert problem_of(client.post(URL, content=body))["status"] == 413


class TestHostileCaptures:
    @settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(printed=st.binary(max_size=200))
    def test_any_bytes_in_a_file_are_survived(self, client: TestClient, printed: bytes):
        assert client.post(URL, files={"f": ("f", printed)}).status_code == 200

    @settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(
        key=st.sampled_from(sorted(VOLUME)),
        value=st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(st.characters(codec=None))
        | st.just({}),
    )
    def test_any_value_in_a_reply_is_survived(self, client: TestClient, key: str, value: Any):
        text = json.dumps(reply(**{"Virtual Drives": [{**VOLUME, key: value}]}))
        response = client.post(URL, files={"f": ("f", text)})
        assert response.status_code == 200
        json.loads(response.content, parse_constant=pytest.fail)


@pytest.mark.skipif(not FILES, reason=f"no captures at {SHARED}; RAIDWISE_SHARED names the folder that holds them")
class TestSharedCaptures:
    def test_every_file_is_read_and_every_volume_advised_or_asked_about(
        self, client: TestClient, record_property: Callable[[str, object], None]
    ):
        volumes = sum(self._volumes(client, path) for path in FILES)
        record_property("count: captures posted", len(FILES))
        record_property("count: virtual drives advised on", volumes)
        assert volumes > 100

    def _volumes(self, client: TestClient, path: Path) -> int:
        response = client.post(
            URL, files={"capture": (path.name, path.read_bytes())}, data={"request": json.dumps(OLTP)}
        )
        assert response.status_code == 200, path
        found = response.json()
        assert found["virtual_drives"] or found["questions"], path
        for volume in found["virtual_drives"]:
            advised = any(setting["reason"] for setting in volume["advice"]["settings"].values())
            assert advised or volume["advice"]["questions"], (path, volume["virtual_drive"])
        return len(found["virtual_drives"])
