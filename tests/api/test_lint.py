from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

UNSAFE = '{\n "VirtualDrivePolicy": {"WritePolicy": "AlwaysWriteBack"}\n}'
PATH = "/api/v1/lint"


def test_a_plan_is_judged_with_rule_line_and_citations(client: TestClient) -> None:
    response = client.post(PATH, json={"text": UNSAFE, "name": "policy.json"})

    assert response.status_code == 200
    report = response.json()
    (finding,) = report["findings"]
    assert (finding["rule"], finding["severity"], finding["line"]) == ("unprotected-write-back", "error", 2)
    assert {cite["document"] for cite in finding["citations"]} >= {"ucs-m4-2016"}
    assert (report["file"], report["kind"], report["counts"]["error"]) == ("policy.json", "intersight", 1)


def test_a_plan_may_be_sent_as_it_is_with_its_name_in_the_address(client: TestClient) -> None:
    response = client.post(
        f"{PATH}?name=a.sh&controller=MegaRAID 9560-8i",
        content="MegaCli64 -LDInfo -L0 -a0\n",
        headers={"content-type": "text/plain; charset=utf-8"},
    )

    assert response.json()["controller"] == "MegaRAID 9560-8i"
    assert [one["rule"] for one in response.json()["findings"]] == ["megacli-on-new-card"]


def test_findings_come_as_sarif_and_as_text(client: TestClient) -> None:
    sarif = client.post(f"{PATH}?format=sarif", json={"text": UNSAFE, "name": "policy.json"})
    text = client.post(f"{PATH}?format=text", json={"text": UNSAFE, "name": "policy.json"})

    assert sarif.headers["content-type"] == "application/sarif+json"
    assert sarif.json()["runs"][0]["results"][0]["ruleId"] == "unprotected-write-back"
    assert text.headers["content-type"].startswith("text/plain")
    assert text.text.startswith("policy.json:2: error unprotected-write-back")


@pytest.mark.parametrize("text", ["", "prose", "{", "[" * 100_000, "a: &a [x]\nb: *a\n", "<!DOCTYPE a><b/>", "\x00"])
def test_what_is_no_plan_is_422_and_says_what_was_found(client: TestClient, text: str) -> None:
    response = client.post(PATH, json={"text": text})

    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == "text"


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"text": 1}', b'{"txt": ""}', b'{"text": "a", "text": "b"}', b"\xff"]
)
def test_a_body_that_is_wrong_is_a_problem(client: TestClient, body: bytes) -> None:
    response = client.post(PATH, content=body, headers={"content-type": "application/json"})
    assert response.status_code in (400, 422)


@pytest.mark.parametrize("query", ["format=html", "nmae=x", "name=a&name=b", f"controller={'x' * 300}"])
def test_a_parameter_that_is_wrong_is_told(client: TestClient, query: str) -> None:
    assert client.post(f"{PATH}?{query}", json={"text": UNSAFE}).status_code == 422


def test_another_media_type_and_a_body_too_large_are_refused(client: TestClient) -> None:
    assert client.post(PATH, content=b"x", headers={"content-type": "image/png"}).status_code == 415
    large = json.dumps({"text": "x" * (33 * 1024**2)}).encode()
    assert client.post(PATH, content=large, headers={"content-type": "application/json"}).status_code == 413
    big = {"text": "x" * (5 * 1024**2)}
    assert "larger than 4 MiB" in client.post(PATH, json=big).json()["errors"][0]["message"]
