from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
import yaml
from starlette.testclient import TestClient

from app.exports.formats import FORMATS

OLTP = {
    "controller": {"model": "UCSC-MRAID12G", "cache_mib": 2048, "cache_protection": "optimal"},
    "volume": {"raid_level": "raid5", "media": "hdd", "drives": 8, "rpm": 10000},
    "workload": {"name": "oltp", "read_percent": 70, "block_kib": 8},
}
REFUSED = {**OLTP, "volume": {"raid_level": "raid10", "media": "hdd", "drives": 3}}
READERS = {
    "application/json": json.loads,
    "application/yaml": yaml.safe_load,
    "application/xml": ElementTree.fromstring,
}


@pytest.mark.parametrize("name", FORMATS)
def test_an_answer_comes_in_every_format(client: TestClient, name: str) -> None:
    response = client.post(f"/api/v1/advice?format={name}", json=OLTP)

    assert response.status_code == 200, response.text
    kind = response.headers["content-type"].partition(";")[0]
    assert kind == FORMATS[name].media_type
    assert FORMATS[name].file_name in response.headers["content-disposition"]
    assert response.headers["x-request-id"]
    READERS.get(kind, str)(response.text)


def test_json_is_the_answer_itself(client: TestClient) -> None:
    assert (
        client.post("/api/v1/advice?format=json", json=OLTP).json() == client.post("/api/v1/advice", json=OLTP).json()
    )


def test_an_answer_with_nothing_to_export_is_409_and_names_what_it_refuses(client: TestClient) -> None:
    response = client.post("/api/v1/advice?format=storcli", json=REFUSED)

    assert (response.status_code, response.headers["content-type"]) == (409, "application/problem+json")
    assert response.json()["type"] == "/problems/nothing-to-export"
    assert [item["field"] for item in response.json()["errors"]] == ["volume.drives"]
    assert client.post("/api/v1/advice?format=yaml", json=REFUSED).status_code == 200


def test_megacli_is_409_for_a_card_it_would_break(client: TestClient) -> None:
    body = {**OLTP, "controller": {**OLTP["controller"], "model": "MegaRAID 9560-8i"}}
    response = client.post("/api/v1/advice?format=megacli", json=body)

    assert response.status_code == 409
    assert "fault" in response.json()["detail"]


@pytest.mark.parametrize(
    "query", ["format=xls", "format=", "format=json&format=yaml", "fromat=json", "keep=1&format=json"]
)
def test_a_format_nobody_knows_is_told(client: TestClient, query: str) -> None:
    response = client.post(f"/api/v1/advice?{query}", json=OLTP)

    assert response.status_code == 422
    assert all(item["field"].startswith("query.") for item in response.json()["errors"])


def test_a_request_that_is_wrong_is_wrong_in_every_format(client: TestClient) -> None:
    assert client.post("/api/v1/advice?format=storcli", content=b"{").status_code == 400
    assert client.post("/api/v1/advice?format=storcli", json={"volume": {"drives": 0}}).status_code == 422


def test_a_kept_answer_is_fetched_in_any_format(keeping: TestClient) -> None:
    kept = keeping.post("/api/v1/advice?keep=true", json=OLTP)
    fresh = keeping.post("/api/v1/advice?format=storcli", json=OLTP).text

    assert keeping.get(f"{kept.headers['location']}?format=storcli").text == fresh
    assert keeping.get(f"{kept.headers['location']}?format=redfish").json()["format"] == "redfish"
    assert keeping.get(f"{kept.headers['location']}?format=xls").status_code == 422
    missing = keeping.get("/api/v1/advice/00000000-0000-4000-8000-000000000000?format=json")
    assert missing.status_code == 404


def test_an_answer_is_kept_and_given_in_another_tools_words_at_once(keeping: TestClient) -> None:
    made = keeping.post("/api/v1/advice?keep=true&format=ironic", json=OLTP)

    assert made.status_code == 201
    assert made.json()["format"] == "ironic"
    assert keeping.get(made.headers["location"]).json()["status"] == "advised"
    assert keeping.post("/api/v1/advice?keep=true&format=ironic", json=REFUSED).status_code == 409
