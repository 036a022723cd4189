"""What every request passes: its id, and errors that nobody foresaw."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.api.answers import Answers
from app.main import create_app
from app.settings import Settings
from tests.api.test_bad_bodies import problem_of

PATHS = ["/healthz", "/api/v1/advice", "/nowhere", "/api/v1/controllers"]


class TestRequestId:
    @pytest.mark.parametrize("path", PATHS)
    @pytest.mark.parametrize("method", ["GET", "POST"])
    def test_every_response_has_one_of_its_own(self, client: TestClient, method: str, path: str):
        first, second = (client.request(method, path).headers["x-request-id"] for _ in range(2))
        assert first != second
        assert re.fullmatch(r"[0-9a-f]{16}-[0-9a-f]+", first)

    @pytest.mark.parametrize("given", ["a", "req_01.02:03-X", "9" * 128])
    def test_a_sensible_one_is_the_callers_own(self, client: TestClient, given: str):
        assert client.get("/healthz", headers={"x-request-id": given}).headers["x-request-id"] == given

    @pytest.mark.parametrize("given", ["", "a b", "9" * 129, "a\tb", "<script>", "é".encode()])
    def test_another_is_replaced(self, client: TestClient, given: Any):
        assert client.get("/healthz", headers={"x-request-id": given}).headers["x-request-id"] != given


class TestProblems:
    @pytest.mark.parametrize("path", ["/nowhere", "/api/v1", "/api/v2/advice", "/%00", "/é"])
    def test_an_address_that_is_none_is_a_404(self, client: TestClient, path: str):
        assert problem_of(client.get(path))["status"] == 404

    def test_an_instance_is_an_address_whatever_was_asked(self, client: TestClient):
        instance = problem_of(client.get('/a b"<é>'))["instance"]
        assert instance.startswith("/a%20b%22%3C%C3%A9%3E#")


class TestTheUnforeseen:
    @pytest.fixture
    def broken(self, monkeypatch):
        """An application in which something is wrong."""

        def fail(*_: Any) -> None:
            raise ZeroDivisionError("secret")

        monkeypatch.setattr(Answers, "answer", fail)
        monkeypatch.setattr("app.api.catalogue.Unchanging.response", fail)
        app = create_app(Settings(DATABASE_URL=None))
        with TestClient(app, raise_server_exceptions=False) as client:
            yield client

    @pytest.mark.parametrize(("method", "path"), [("POST", "/api/v1/advice"), ("GET", "/api/v1/controllers")])
    def test_it_is_a_problem_with_an_id_that_tells_nothing(self, broken: TestClient, method: str, path: str):
        response = broken.request(method, path, headers={"x-request-id": "mine"})
        assert problem_of(response)["type"] == "/problems/internal-error"
        assert response.headers["x-request-id"] == "mine"
        assert "secret" not in response.text

    def test_it_is_raised_on_for_the_log(self, broken: TestClient):
        loud = TestClient(broken.app)
        with pytest.raises(ZeroDivisionError):
            loud.post("/api/v1/advice", json={})
