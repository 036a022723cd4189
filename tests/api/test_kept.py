"""Answers that are kept, in a real database, and what happens without one."""

from __future__ import annotations

import uuid

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.api.samples import OLTP
from tests.api.test_bad_bodies import problem_of

URL = "/api/v1/advice"


@pytest.fixture
def unreachable():
    """A database that nobody runs."""
    settings = Settings(DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing?connect_timeout=2")
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


class TestKeeping:
    def test_a_kept_answer_is_fetched_as_it_was_given(self, keeping: TestClient):
        made = keeping.post(f"{URL}?keep=true", json=OLTP)
        fetched = keeping.get(made.headers["location"])

        assert (made.status_code, fetched.status_code) == (201, 200)
        assert made.headers["location"] == f"{URL}/{made.json()['id']}"
        assert made.content == fetched.content
        assert made.headers["etag"] == fetched.headers["etag"]

    def test_it_has_the_request_and_the_rulebook_that_answered(self, keeping: TestClient):
        made = keeping.post(f"{URL}?keep=true", json=OLTP).json()
        assert made["request"] == OLTP
        assert made["rulebook"]["version"] == keeping.get("/api/v1/rulebook").json()["version"]

    def test_the_answer_is_the_same_as_without_keeping(self, keeping: TestClient):
        kept, plain = keeping.post(f"{URL}?keep=true", json=OLTP).json(), keeping.post(URL, json=OLTP).json()
        assert {name: kept[name] for name in plain} == plain
        assert kept.keys() - plain.keys() == {"id", "made_at", "request"}

    def test_each_answer_is_kept_for_itself(self, keeping: TestClient):
        first, second = (keeping.post(f"{URL}?keep=true", json=OLTP).json()["id"] for _ in range(2))
        assert first != second

    def test_a_client_that_has_it_is_told_so(self, keeping: TestClient):
        made = keeping.post(f"{URL}?keep=true", json=OLTP)
        for wanted in (made.headers["etag"], f'W/{made.headers["etag"]}, "other"', "*"):
            again = keeping.get(made.headers["location"], headers={"if-none-match": wanted})
            assert (again.status_code, again.content) == (304, b"")
        assert keeping.get(made.headers["location"], headers={"if-none-match": '"other"'}).status_code == 200

    def test_a_wrong_request_is_not_kept(self, keeping: TestClient):
        assert keeping.post(f"{URL}?keep=true", json={"volume": {"drives": 0}}).status_code == 422

    def test_nothing_is_kept_under_another_id(self, keeping: TestClient):
        assert problem_of(keeping.get(f"{URL}/{uuid.uuid4()}"))["status"] == 404

    @pytest.mark.parametrize(
        "word", ["1", "batches", "%00", "%FF", "x" * 300, "{0}", "0b9f2c3a4d5e4f60818293a4b5c6d7e8"]
    )
    def test_what_is_no_id_is_told(self, keeping: TestClient, word: str):
        problem = problem_of(keeping.get(f"{URL}/{word}"))
        assert (problem["status"], problem["errors"][0]["field"]) == (422, "path.advice_id")

    def test_the_service_is_ready(self, keeping: TestClient):
        assert keeping.get("/readyz").json() == {"status": "ready"}


class TestWithoutADatabase:
    def test_advice_is_given_all_the_same(self, unreachable: TestClient):
        assert unreachable.post(URL, json=OLTP).status_code == 200
        assert unreachable.get("/healthz").json() == {"status": "ok"}

    def test_what_needs_it_is_a_503(self, unreachable: TestClient):
        asked = (
            unreachable.post(f"{URL}?keep=true", json=OLTP),
            unreachable.get(f"{URL}/{uuid.uuid4()}"),
            unreachable.get("/readyz"),
        )
        for response in asked:
            assert problem_of(response)["type"] == "/problems/database-unavailable"
            assert response.headers["retry-after"] == "5"

    def test_a_service_without_an_address_of_one_says_so(self, client: TestClient):
        assert "DATABASE_URL" in problem_of(client.get("/readyz"))["detail"]


class TestReadiness:
    def test_a_database_without_the_schema_is_not_ready(self, blank_database: str):
        with TestClient(create_app(Settings(DATABASE_URL=blank_database)), raise_server_exceptions=False) as client:
            problem = problem_of(client.get("/readyz"))
            kept = client.post(f"{URL}?keep=true", json=OLTP)

        assert problem["status"] == 503
        assert "migrations" in problem["detail"]
        assert problem_of(kept)["status"] == 503
