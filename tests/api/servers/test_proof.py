"""A server proves every request, and whoever proves nothing learns nothing."""

from __future__ import annotations

import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from app.core.signed_request import PROTOCOL, SKEW
from tests.enrolling import PREFIX, Signing, enrolled


@pytest.mark.parametrize(
    "spoilt",
    [
        {"secret": b"x" * 32},
        {"key": "00000000"},
        {"signed_body": b"{}"},
        {"signed_path": f"{PREFIX}/elsewhere"},
        {"server": str(uuid.UUID(int=7))},
    ],
)
def test_a_signature_holds_for_one_server_key_path_and_body(server: Signing, report: dict, spoilt: dict):
    response = server.report(report, **spoilt)

    assert (response.status_code, response.json()["type"]) == (401, "/problems/unauthorized")


def test_a_stranger_cannot_tell_a_server_that_is_there_from_one_that_is_not(server: Signing, report: dict):
    there = server.report(report, secret=b"x" * 32)
    nowhere = server.report(report, server=str(uuid.uuid4()))
    unsigned = server.client.put(f"{PREFIX}/{server.server}/snapshots/{'0' * 64}", json=report)

    told = [
        {name: value for name, value in one.json().items() if name != "instance"} for one in (there, nowhere, unsigned)
    ]
    assert told == [told[0]] * 3


@pytest.mark.parametrize("seconds", [-SKEW - 20, SKEW + 20])
def test_a_request_of_another_time_is_refused_and_says_so(server: Signing, report: dict, seconds: int):
    response = server.report(report, at=time.time() + seconds)

    assert (response.status_code, response.json()["type"]) == (401, "/problems/clock-skew")


@pytest.mark.parametrize("seconds", [-SKEW + 20, SKEW - 20])
def test_clocks_may_differ_a_little(server: Signing, report: dict, seconds: int):
    assert server.report(report, at=time.time() + seconds).status_code == 201


def test_a_request_counts_once(server: Signing, report: dict):
    assert server.report(report, nonce="a" * 32).status_code == 201
    response = server.report(report, nonce="a" * 32)

    assert (response.status_code, response.json()["type"]) == (401, "/problems/replayed")


def test_of_one_request_sent_many_times_at_once_one_counts(server: Signing, report: dict):
    at = time.time()
    with ThreadPoolExecutor(6) as pool:
        codes = list(pool.map(lambda _: server.report(report, nonce="b" * 32, at=at).status_code, range(6)))

    assert sorted(codes) == [201, 401, 401, 401, 401, 401]


@pytest.mark.parametrize(
    "header",
    ["", "Bearer x", "Raidwise-HMAC-SHA256", "Raidwise-HMAC-SHA256 key=a, time=x, nonce=y, signature=z", "\xff" * 10],
)
def test_a_header_that_proves_nothing_is_refused(server: Signing, header: str):
    headers = {"authorization": header.encode("latin-1")}
    response = server.client.put(f"{PREFIX}/{server.server}/snapshots/{'0' * 64}", content=b"{}", headers=headers)

    assert response.status_code == 401


def test_one_server_does_not_see_anothers_plans(service: TestClient, admin: str, server: Signing):
    other = enrolled(service, admin)
    plan = uuid.uuid4()

    assert server.send("GET", f"plans/{plan}").status_code == 404
    assert other.send("GET", f"plans/{plan}", server=server.server).status_code == 401


@pytest.mark.parametrize(("protocol", "status"), [("0", 201), (str(PROTOCOL), 201), ("2", 201), ("3", 400), ("x", 400)])
def test_neighbouring_versions_are_served_and_others_told(server: Signing, report: dict, protocol: str, status: int):
    response = server.report(report, headers={"raidwise-protocol": protocol})

    assert response.status_code == status
    assert response.headers["raidwise-protocol"] == str(PROTOCOL)
    assert (response.status_code == 201) or "update the older side" in response.json()["detail"]
