"""The client's side of the conversation: what is believed, what is tried again, and what is said otherwise."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pytest

from app.collector.clock import Clock
from app.collector.keys import Key
from app.collector.refusals import RefusedError
from app.collector.service import Answer, RefusedByServiceError, Service
from app.collector.service_files import ServiceFile, address_of, judged
from app.collector.voice import Voice
from app.core.signed_request import Sent, is_stamped_by, stamp_in
from tests.collector.fake_service import SPEAKS, Says, certificate, fake, problem

KEY = Key("0f8fad5b-d9cb-469f-a165-70867728950e", "key-1", b"k" * 32)


class Counted(Clock):
    """Does not wait; remembers how long it should have."""

    def __init__(self) -> None:
        super().__init__()
        self.pauses: list[float] = []

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)


def service(url: str, clock: Clock | None = None, ca: Path | None = None, attempts: int = 4) -> Service:
    at = ServiceFile(url, str(ca) if ca else None, attempts)
    return Service(at, clock or Counted(), Voice(io.StringIO(), io.StringIO()), KEY)


def refused(url: str, name: str, **more: object) -> RefusedError:
    with pytest.raises(RefusedError) as found:
        service(url, **more).own("PUT", "snapshots/x", {"a": 1})  # type: ignore[arg-type]
    assert found.value.name == name, found.value
    return found.value


def test_a_request_is_signed_for_its_path_and_body():
    with fake() as server:
        answer = service(f"{server.url}/behind/a/proxy").own("PUT", "plans/7/result", {"a": 1})

    assert answer == Answer(200, {"ok": True})
    ((method, path, headers, body),) = server.asked
    target = f"/api/v1/servers/{KEY.server}/plans/7/result"
    stamp = stamp_in(headers["Authorization"])
    assert (method, path, body) == ("PUT", f"/behind/a/proxy{target}", {"a": 1})
    assert stamp is not None
    assert is_stamped_by(stamp, Sent("PUT", target, b'{"a": 1}'), KEY.secret)
    assert abs(stamp.time - time.time()) < 60
    assert headers["Raidwise-Protocol"] == "1"
    assert headers["User-Agent"].startswith("raidwise-collector/")


@pytest.mark.parametrize("first", [Says(cut=True), Says(503, b"<html>"), problem("internal-error", 500), Says(502)])
def test_what_may_pass_is_tried_again_and_signed_anew(first: Says):
    clock = Counted()
    with fake(first, first, Says()) as server:
        assert service(server.url, clock).own("GET", "plans/7").status == 200

    assert len({asked[2]["Authorization"] for asked in server.asked}) == 3
    assert len(clock.pauses) == 2


def test_a_service_that_is_away_is_given_up_within_bounds_and_not_asked_again():
    clock = Counted()
    one = service("http://127.0.0.1:9", clock)
    for _ in range(2):
        with pytest.raises(RefusedError, match="tried 4 times") as found:
            one.own("GET", "plans/7")
        assert found.value.name == "service_away"

    assert len(clock.pauses) == 3
    assert sum(clock.pauses) <= 1 + 2 + 4


def test_no_two_hosts_wait_alike():
    clocks = [Counted(), Counted()]
    for clock in clocks:
        refused("http://127.0.0.1:9", "service_away", clock=clock)

    assert clocks[0].pauses != clocks[1].pauses


def test_a_service_that_asks_for_patience_is_given_it_up_to_a_bound():
    clock = Counted()
    with fake(problem("too-many-requests", 429, **{"Retry-After": "7"}), Says()) as server:
        service(server.url, clock).own("GET", "plans/7")
    assert clock.pauses[0] >= 7

    with fake(problem("too-many-requests", 429, **{"Retry-After": "600"})) as server:
        refused(server.url, "service_away", clock=Counted())
        assert len(server.asked) == 1


NONSENSE = [
    Says(200, b"<html>welcome to the hotel</html>"),
    Says(200, b"[]"),
    Says(200, b""),
    Says(200, b"[" * 100_000),
    Says(200, b'{"ok": true}', {}),
    Says(302, b"", {"Location": "https://elsewhere.example"}),
    Says(302, b"", {**SPEAKS, "Location": "https://elsewhere.example"}),
    Says(404, b"<html>no such page</html>", {}),
    Says(413, b"<html>too large</html>", {}),
]


@pytest.mark.parametrize("said", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_called_that_and_followed_nowhere(said: Says):
    with fake(said) as server:
        assert "Is this the service's address?" in str(refused(server.url, "service_nonsense"))
        assert len(server.asked) == 1


def test_an_answer_without_end_is_given_up():
    with fake(Says(200, b"x" * (17 * 1024 * 1024))) as server:
        assert "no end" in str(refused(server.url, "service_away", attempts=1))


def test_what_the_service_refuses_is_not_asked_again():
    with fake(problem("not-found", 404, "This server has no plan 7.")) as server:
        found = refused(server.url, "service_refused")
        assert len(server.asked) == 1

    assert isinstance(found, RefusedByServiceError)
    assert (found.status, "no plan 7" in str(found)) == (404, True)


def test_a_key_that_is_not_taken_says_to_enrol_again():
    with fake(problem("unauthorized", 401)) as server:
        assert "Enrol with a new join token" in str(refused(server.url, "service_refused"))


def test_clocks_too_far_apart_are_said_to_be():
    with fake(problem("clock-skew", 401)) as server:
        assert "Set this clock right" in str(refused(server.url, "clock"))


@pytest.mark.parametrize("protocol", ["0", "1", "2"])
def test_neighbouring_versions_understand_each_other(protocol: str):
    with fake(Says(headers={"Raidwise-Protocol": protocol})) as server:
        assert service(server.url).own("GET", "plans/7").status == 200


@pytest.mark.parametrize(
    "said",
    [
        Says(headers={"Raidwise-Protocol": "3"}),
        Says(headers={"Raidwise-Protocol": "x"}),
        problem("protocol-unknown", 400, "This service speaks protocol 9"),
    ],
)
def test_versions_further_apart_say_so(said: Says):
    with fake(said) as server:
        assert "protocol" in str(refused(server.url, "service_version"))


def test_a_service_with_its_own_authority_is_believed_where_that_is_named(tmp_path: Path):
    with fake(tls=tmp_path) as server:
        assert service(server.url, ca=tmp_path / "ca.pem").own("GET", "plans/7").status == 200


def test_a_certificate_nobody_vouches_for_is_refused_and_nothing_is_sent(tmp_path: Path):
    other = tmp_path / "other"
    other.mkdir()
    certificate(other)
    with fake(tls=tmp_path) as server:
        assert "enrol --ca" in str(refused(server.url, "service_untrusted"))
        refused(server.url, "service_untrusted", ca=other / "ca.pem")

    assert server.asked == []


def test_a_certificate_for_another_name_is_refused(tmp_path: Path):
    with fake(tls=tmp_path) as server:
        named = server.url.replace("127.0.0.1", "localhost")
        refused(named, "service_untrusted", ca=tmp_path / "ca.pem")

    assert server.asked == []


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_a_file_of_certificates_that_is_none_is_named(tmp_path: Path, content: str | None):
    path = tmp_path / "ca.pem"
    if content is not None:
        path.write_text(content)

    assert "ca.pem" in str(refused("https://127.0.0.1:9", "service_untrusted", ca=path))


@pytest.mark.parametrize(
    "url",
    [
        "http://raidwise.example.org",
        "http://10.0.0.1:8000",
        "http://127.0.0.1.example.org",
        "https://",
        "raidwise.example.org",
        "file:///etc/passwd",
        "https://x:y@raidwise.example.org",
        "https://raidwise.example.org/?a=b",
        "https://raidwise.example.org:99999",
    ],
)
def test_an_address_that_others_could_listen_at_is_refused(url: str):
    with pytest.raises(RefusedError) as found:
        judged(ServiceFile(url))

    assert found.value.name == "input"


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000", "http://localhost/x/", "http://[::1]:1", "https://r.example"])
def test_an_address_of_a_service_is_taken(url: str):
    assert address_of(url).host in url
