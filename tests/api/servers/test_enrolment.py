"""Servers are let in once, and again only on an administrator's word."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from tests.enrolling import Signing, admin_token, enrol, join_token, machine


def test_a_join_token_is_for_administrators(service: TestClient):
    wrong = f"rwa_{uuid.uuid4().hex}_{'0' * 64}"

    for token in (wrong, "nonsense", "\xff"):
        response = service.post(
            "/api/v1/servers/join-tokens", json={}, headers={"authorization": f"Bearer {token}".encode("latin-1")}
        )
        assert (response.status_code, response.json()["type"]) == (401, "/problems/unauthorized")
        assert response.headers["www-authenticate"].startswith("Bearer")


def test_an_administrators_token_ends(service: TestClient, database_url: str):
    assert join_token(service, admin_token(database_url, hours=-1)).status_code == 401


def test_a_join_token_is_no_administrators_token(service: TestClient, admin: str):
    assert join_token(service, join_token(service, admin).json()["token"]).status_code == 401


def test_secrets_are_not_to_be_stored_by_anybody_on_the_way(service: TestClient, admin: str):
    response = join_token(service, admin)

    assert (response.status_code, response.headers["cache-control"]) == (201, "no-store")
    assert enrol(service, response.json()["token"]).headers["cache-control"] == "no-store"


def test_the_same_idempotency_key_gives_the_same_join_token(service: TestClient, admin: str):
    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(lambda _: join_token(service, admin, "key-1").json(), range(4)))

    assert said == [said[0]] * 4
    assert join_token(service, admin, "key-2").json()["token"] != said[0]["token"]


def test_an_idempotency_key_belongs_to_one_body(service: TestClient, admin: str):
    assert join_token(service, admin, "key-3", valid_hours=1).status_code == 201
    response = join_token(service, admin, "key-3", valid_hours=2)

    assert (response.status_code, response.json()["type"]) == (422, "/problems/idempotency-key-reused")


def test_a_host_that_asks_again_before_using_its_key_gets_the_same_key(service: TestClient, admin: str):
    token, host = join_token(service, admin).json()["token"], machine()
    first = enrol(service, token, machine=host)
    second = enrol(service, token, machine=host)

    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()


def test_a_host_that_enrols_several_times_at_once_is_one_server(service: TestClient, admin: str):
    token, host = join_token(service, admin).json()["token"], machine()
    with ThreadPoolExecutor(6) as pool:
        responses = list(pool.map(lambda _: enrol(service, token, machine=host), range(6)))

    assert sorted(response.status_code for response in responses) == [200, 200, 200, 200, 200, 201]
    assert len({response.text for response in responses}) == 1


def test_a_join_token_lets_one_machine_in(service: TestClient, admin: str):
    token = join_token(service, admin).json()["token"]
    assert enrol(service, token).status_code == 201

    stranger = enrol(service, token)
    unknown = enrol(service, f"rwj_{uuid.uuid4().hex}_{'0' * 64}")

    assert (stranger.status_code, unknown.status_code) == (401, 401)
    assert stranger.json()["detail"] == unknown.json()["detail"]


def test_once_a_key_was_used_it_is_not_given_out_again(service: TestClient, admin: str, report: dict):
    token, host = join_token(service, admin).json()["token"], machine()
    key = enrol(service, token, machine=host).json()
    used = Signing(service, key["server"], key["key"], bytes.fromhex(key["secret"]))
    assert used.report(report).status_code == 201

    response = enrol(service, token, machine=host)

    assert (response.status_code, response.json()["type"]) == (409, "/problems/already-enrolled")


def test_another_join_token_does_not_take_a_machine_over(service: TestClient, admin: str):
    host = machine()
    assert enrol(service, join_token(service, admin).json()["token"], machine=host).status_code == 201

    assert enrol(service, join_token(service, admin).json()["token"], machine=host).status_code == 409


def test_two_tokens_used_by_one_machine_at_once_make_one_server(service: TestClient, admin: str):
    tokens, host = [join_token(service, admin).json()["token"] for _ in range(4)], machine()
    with ThreadPoolExecutor(4) as pool:
        codes = list(pool.map(lambda token: enrol(service, token, machine=host).status_code, tokens))

    assert sorted(codes) == [201, 409, 409, 409]


def test_a_join_token_for_a_server_gives_it_a_new_key_and_ends_the_old_one(
    service: TestClient, admin: str, report: dict
):
    token, host = join_token(service, admin).json()["token"], machine()
    key = enrol(service, token, machine=host).json()
    before = Signing(service, key["server"], key["key"], bytes.fromhex(key["secret"]))
    assert before.report(report).status_code == 201

    renewed = enrol(service, join_token(service, admin, server=key["server"]).json()["token"], machine=host).json()
    after = Signing(service, renewed["server"], renewed["key"], bytes.fromhex(renewed["secret"]))

    assert renewed["server"] == key["server"]
    assert (before.report(report).status_code, after.report(report).status_code) == (401, 200)


def test_a_join_token_for_no_server_is_refused(service: TestClient, admin: str):
    assert join_token(service, admin, server=str(uuid.uuid4())).status_code == 404


@pytest.mark.parametrize(
    "said", [{"machine": "x"}, {"machine": "A" * 32}, {"name": ""}, {"name": "a\0b"}, {"controllers": ["serial-1"]}]
)
def test_an_identity_that_is_none_is_named(service: TestClient, admin: str, said: dict):
    response = enrol(service, join_token(service, admin).json()["token"], **said)

    assert response.status_code == 422
    assert {error["field"].partition(".")[0] for error in response.json()["errors"]} == set(said)
