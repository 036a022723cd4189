"""One request, one answer."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tests.api.samples import OLTP

URL = "/api/v1/advice"


class TestAdvice:
    def test_an_answer_has_every_setting_with_its_reason(self, client: TestClient):
        response = client.post(URL, json=OLTP)

        assert (response.status_code, response.headers["content-type"]) == (200, "application/json")
        answer = response.json()
        assert answer["status"] == "advised"
        assert answer["settings"]["write_policy"]["value"] == "protected_write_back"
        assert all(setting["reason"] and setting["citations"] for setting in answer["settings"].values())

    def test_an_empty_request_is_answered_with_questions(self, client: TestClient):
        answer = client.post(URL, json={}).json()
        assert answer["status"] == "needs_input"
        assert "controller.model" in {question["field"] for question in answer["questions"]}

    def test_a_refusal_is_an_answer(self, client: TestClient):
        request = {**OLTP, "requested": {"write_policy": "write_back"}}
        response = client.post(URL, json=request)
        assert (response.status_code, response.json()["status"]) == (200, "refused")

    def test_sections_are_given_as_asked(self, client: TestClient):
        answer = client.post(URL, json={**OLTP, "include": ["commands"]}).json()
        assert answer["commands"]["tool"] == "storcli"
        assert answer["commands"]["alignment"]["full_stripe_kib"] > 0

    def test_what_was_asked_comes_back_with_what_was_assumed(self, client: TestClient):
        echo = client.post(URL, json=OLTP).json()["input"]
        assert echo["workload"]["block_kib"] == 8
        assert {"workload.deployment", "workload.access"} <= {item["field"] for item in echo["assumed"]}

    def test_no_media_type_is_taken_for_json(self, client: TestClient):
        assert client.post(URL, content=b"{}").status_code == 200

    @pytest.mark.parametrize("query", ["?keep=false", "?"])
    def test_nothing_is_kept_unless_asked(self, client: TestClient, query: str):
        assert client.post(URL + query, json=OLTP).status_code == 200

    @pytest.mark.parametrize(
        ("query", "field"),
        [
            ("?keep=yes", "query.keep"),
            ("?keep=", "query.keep"),
            ("?keep=true&keep=true", "query.keep"),
            ("?kep=true", "query.kep"),
        ],
    )
    def test_a_parameter_that_is_not_understood_is_told(self, client: TestClient, query: str, field: str):
        response = client.post(URL + query, json=OLTP)
        assert (response.status_code, response.json()["errors"][0]["field"]) == (422, field)


class TestOtherMethods:
    @pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])
    @pytest.mark.parametrize("path", [URL, f"{URL}/batch", "/api/v1/captures/advice"])
    def test_the_answer_says_to_post(self, client: TestClient, method: str, path: str):
        response = client.request(method, path)
        assert (response.status_code, response.headers["allow"]) == (405, "POST")
        assert response.headers["content-type"] == "application/problem+json"
