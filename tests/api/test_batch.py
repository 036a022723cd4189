"""Many requests in one call: answers in order, a problem in the place of a line that is wrong."""

from __future__ import annotations

import json
from typing import Any

import anyio.lowlevel
import pytest
from starlette.testclient import TestClient

from app.api.batch import BatchEndpoint
from app.api.parts import Parts
from tests.api.samples import OLTP
from tests.api.test_bad_bodies import problem_of

URL = "/api/v1/advice/batch"


def posted(client: TestClient, body: bytes) -> list[Any]:
    response = client.post(URL, content=body, headers={"content-type": "application/x-ndjson"})
    assert (response.status_code, response.headers["content-type"]) == (200, "application/x-ndjson")
    assert response.content.endswith(b"\n") or not response.content
    return [json.loads(line) for line in response.content.splitlines()]


class TestBatch:
    def test_each_line_has_the_answer_it_would_have_alone(self, client: TestClient):
        requests = [OLTP, {}, {**OLTP, "volume": {"drives": 2, "raid_level": "raid5"}}]
        body = b"\n".join(json.dumps(request).encode() for request in requests)
        assert posted(client, body) == [client.post("/api/v1/advice", json=request).json() for request in requests]

    def test_a_wrong_line_has_a_problem_in_its_place(self, client: TestClient):
        first, second, third, fourth = posted(client, b'{}\n\n{"volume": {"drives": 0}}\r\n[\n{}\n')
        assert (first["status"], fourth["status"]) == ("needs_input", "needs_input")
        assert (second["status"], second["line"], second["errors"][0]["field"]) == (422, 3, "volume.drives")
        assert (third["status"], third["line"]) == (400, 4)

    @pytest.mark.parametrize("body", [b"", b"\n\n", b" \r\n"])
    def test_no_lines_no_answers(self, client: TestClient, body: bytes):
        assert posted(client, body) == []

    def test_bytes_that_are_not_utf_8_spoil_only_their_line(self, client: TestClient):
        assert [item["status"] for item in posted(client, b'\xff\xfe\n{}\n{"a": "\xff"}')] == [400, "needs_input", 400]

    def test_ten_thousand_lines_are_answered_in_order(self, client: TestClient):
        body = b"\n".join(b'{"volume": {"drives": %d}}' % (n % 30 + 1) for n in range(10_000))
        answers = posted(client, body)
        assert [answer["input"]["volume"]["drives"] for answer in answers] == [n % 30 + 1 for n in range(10_000)]

    def test_a_body_over_the_limit_is_refused_whole(self, client: TestClient):
        response = client.post(URL, content=b"{}\n" * 400_000, headers={"content-type": "application/x-ndjson"})
        assert problem_of(response)["status"] == 413

    def test_a_single_json_document_is_another_media_type(self, client: TestClient):
        assert problem_of(client.post(URL, json={}))["status"] == 415


@pytest.mark.anyio
async def test_a_client_that_leaves_is_not_worked_for(parts: Parts):
    """Sending to nobody raises nothing in ASGI, so the endpoint has to look."""
    sent: list[Any] = []
    messages = iter([{"type": "http.request", "body": b"{}\n" * 10_000}, {"type": "http.disconnect"}])

    async def receive() -> Any:
        return next(messages)

    async def send(message: Any) -> None:
        sent.append(message)
        await anyio.lowlevel.checkpoint()

    scope = {"type": "http", "method": "POST", "path": URL, "headers": [(b"content-type", b"application/jsonl")]}
    await BatchEndpoint(parts)(scope, receive, send)

    assert len(sent) < 100
