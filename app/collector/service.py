"""
Requests to the service: over HTTPS with verification on, each signed, tried again where that can help, never for ever.

No proxy is used and no redirect followed: the address given is the service's own. Everything asked for can be repeated,
so a request whose answer was lost is simply sent again, newly signed.
"""

from __future__ import annotations

import http.client
import json
import os
import time
from typing import Any, Dict, Mapping, NamedTuple, NoReturn, Optional

from app import __version__
from app.collector.clock import Clock
from app.collector.keys import Key
from app.collector.refusals import RefusedError
from app.collector.service_files import Address, ServiceFile, address_of
from app.collector.voice import Voice
from app.core.signed_request import PROTOCOL, PROTOCOL_HEADER, Sent, are_neighbours, stamp

PREFIX = "/api/v1/servers"
LARGEST_ANSWER = 16 * 1024 * 1024
TIMEOUT = 30.0
"""Seconds without a byte."""
LONGEST = 90.0
"""Seconds for one whole answer: one that trickles is given up."""
LONGEST_PAUSE = 30.0
"""Seconds between two tries, whatever the service asks for."""

_PASSING = frozenset({429, 500, 502, 503, 504})


class Answer(NamedTuple):
    """What the service said: a status below 300 and an object."""

    status: int
    document: Dict[str, Any]


class RefusedByServiceError(RefusedError):
    """The service understood and said no; asking again changes nothing. ``status`` is its number."""

    def __init__(self, name: str, message: str, status: int) -> None:
        super().__init__(name, message)
        self.status = status


class _MayPassError(Exception):
    """This try failed in a way that may pass."""

    def __init__(self, problem: str, wait: Optional[float] = None) -> None:
        super().__init__(problem)
        self.wait = wait


class Service:
    """One service, asked for by one host."""

    def __init__(self, at: ServiceFile, clock: Clock, voice: Voice, key: Optional[Key] = None) -> None:
        self.at = at
        self.clock = clock
        self.voice = voice
        self.key = key
        self._address = address_of(at.url)
        self._away = ""

    def own(self, method: str, path: str, document: Optional[Mapping[str, Any]] = None) -> Answer:
        """
        A request of this server, signed, to an address below its own.

        :raises RefusedError: ``service_away``, ``service_refused``, ``service_nonsense``, ``service_version``,
            ``service_untrusted``, ``clock``.
        """
        key = self.key
        if key is None:
            raise RefusedError("no_key", "this host has no key yet; run enrol")
        target = f"{PREFIX}/{key.server}/{path}"
        body = _body(document)

        def headers() -> Dict[str, str]:
            now = int(self.clock.wall())
            signed = stamp(Sent(method, target, body), key.id, key.secret, now, os.urandom(16).hex())
            return {"Authorization": signed.header}

        return self._asked(method, target, body, headers)

    def joining(self, token: str, document: Mapping[str, Any]) -> Answer:
        """
        Enrolment, with a join token.

        :raises RefusedError: as for :meth:`own`.
        """
        return self._asked("POST", f"{PREFIX}/enrol", _body(document), lambda: {"Authorization": f"Bearer {token}"})

    def _asked(self, method: str, target: str, body: bytes, headers: Any) -> Answer:
        if self._away:
            raise RefusedError("service_away", self._away)
        for attempt in range(1, self.at.attempts + 1):
            try:
                return self._once(method, target, body, headers())
            except _MayPassError as failed:
                self._pause(attempt, failed)
        raise AssertionError("the last try either answers or refuses")

    def _pause(self, attempt: int, failed: _MayPassError) -> None:
        """Longer each time and never as long for two hosts, so that a service that comes back is not run over."""
        longest = min(LONGEST_PAUSE, 0.5 * 2**attempt)
        wanted = failed.wait if failed.wait is not None else 0.0
        if attempt >= self.at.attempts or wanted > LONGEST_PAUSE:
            # Nothing more is asked of it in this run.
            self._away = f"{self.at.url}: {failed} (tried {attempt} times); what waits stays on disk, run again"
            raise RefusedError("service_away", self._away)
        self.voice.progress(f"{self.at.url}: {failed}; trying again")
        self.clock.pause(max(wanted, longest * int.from_bytes(os.urandom(2), "big") / 65536))

    def _once(self, method: str, target: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        import ssl

        connection = _connection(self._address, self.at.ca)
        deadline = time.monotonic() + LONGEST
        sent = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "User-Agent": f"raidwise-collector/{__version__}",
            PROTOCOL_HEADER: str(PROTOCOL),
            **headers,
        }
        try:
            connection.request(method, self._address.path + target, body or None, sent)
            with connection.getresponse() as response:
                data = _read(response, deadline)
        except ssl.SSLCertVerificationError as error:
            raise RefusedError(
                "service_untrusted",
                f"{self.at.url}: its certificate is not believed: {error.verify_message}. Give the authority's own "
                "certificate with enrol --ca",
            ) from error
        except (OSError, http.client.HTTPException) as error:
            raise _MayPassError(_said(error)) from error
        finally:
            connection.close()
        return self._judged(response, data)

    def _judged(self, response: http.client.HTTPResponse, data: bytes) -> Answer:
        document = _document(data)
        problem = str(document.get("type", "")).rpartition("/")[2]
        if problem == "protocol-unknown":
            raise RefusedError("service_version", f"{self.at.url}: {_detail(document)}")
        if response.status in _PASSING:
            raise _MayPassError(f"it answered {response.status}: {_detail(document)}", _wait(response))
        self._judge_protocol(response)
        if response.status >= 400:
            self._refuse(response.status, problem, document)
        if not 200 <= response.status < 300 or not document:
            raise self._nonsense(f"it answered {response.status} with no object of JSON")
        return Answer(response.status, document)

    def _judge_protocol(self, response: http.client.HTTPResponse) -> None:
        said = response.headers.get(PROTOCOL_HEADER, "")
        if not said:
            # A proxy or another program: its "no" is not the service's, so nothing is given up for it.
            raise self._nonsense(f"it answered {response.status}, and not as a raidwise service does")
        if not (said.isascii() and said.isdigit() and are_neighbours(int(said), PROTOCOL)):
            raise RefusedError(
                "service_version",
                f"{self.at.url} speaks protocol {said[:20]}, and this collector {PROTOCOL}; update the older side",
            )

    def _refuse(self, status: int, problem: str, document: Mapping[str, Any]) -> NoReturn:
        if problem == "clock-skew":
            raise RefusedByServiceError("clock", f"{self.at.url}: {_detail(document)} Set this clock right", status)
        if status == 401:
            raise RefusedByServiceError(
                "service_refused",
                f"{self.at.url} does not take this key or token: {_detail(document)} Enrol with a new join token",
                status,
            )
        raise RefusedByServiceError("service_refused", f"{self.at.url} said {status}: {_detail(document)}", status)

    def _nonsense(self, what: str) -> RefusedError:
        return RefusedError("service_nonsense", f"{self.at.url}: {what}. Is this the service's address?")


def _connection(address: Address, ca: Optional[str]) -> http.client.HTTPConnection:
    if not address.is_https:
        return http.client.HTTPConnection(address.host, address.port, timeout=TIMEOUT)
    import ssl

    try:
        context = ssl.create_default_context(cafile=ca)
    except (OSError, ssl.SSLError) as error:
        raise RefusedError("service_untrusted", f"{ca}: {_said(error)}; name a file of PEM certificates") from error
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return http.client.HTTPSConnection(address.host, address.port, timeout=TIMEOUT, context=context)


def _body(document: Optional[Mapping[str, Any]]) -> bytes:
    return json.dumps(document).encode() if document is not None else b""


def _read(response: http.client.HTTPResponse, deadline: float) -> bytes:
    found = bytearray()
    while True:
        chunk = response.read1(65536)
        if not chunk:
            return bytes(found)
        found += chunk
        if len(found) > LARGEST_ANSWER or time.monotonic() > deadline:
            raise http.client.HTTPException("its answer has no end")


def _document(data: bytes) -> Dict[str, Any]:
    """Nothing where it is no object: what came instead is told by its status."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _detail(document: Mapping[str, Any]) -> str:
    wrong = document.get("errors")
    fields = [f"{one.get('field')} {one.get('message')}" for one in wrong if isinstance(one, dict)] if wrong else []
    text = "; ".join([str(document.get("detail", "no reason given")), *fields])
    return "".join(sign if sign.isprintable() else " " for sign in text)[:500]


def _wait(response: http.client.HTTPResponse) -> Optional[float]:
    said = response.headers.get("Retry-After", "")
    return float(said) if said.isascii() and said.isdigit() and len(said) < 7 else None


def _said(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error) or type(error).__name__
