"""A service that says what it is told to: on the loopback, over HTTP or TLS, one answer a request."""

from __future__ import annotations

import datetime
import ipaddress
import json
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

SPEAKS = {"Raidwise-Protocol": "1"}


class Says(NamedTuple):
    """One answer. ``body`` is sent as it is; the connection is cut where ``cut``."""

    status: int = 200
    body: bytes = b'{"ok": true}'
    headers: dict[str, str] = SPEAKS
    cut: bool = False


class Fake(ThreadingHTTPServer):
    """Gives its answers in order, the last one for ever, and remembers what it was asked."""

    def __init__(self, *answers: Says) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = list(answers)
        self.asked: list[tuple[str, str, dict[str, str], Any]] = []
        self.scheme = "http"

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.server_address[1]}"

    def next_answer(self) -> Says:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that does not believe our certificate hangs up: that is what is tested."""


class _Handler(BaseHTTPRequestHandler):
    server: Fake

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append((self.command, self.path, dict(self.headers), json.loads(body) if body else None))
        said = self.server.next_answer()
        if said.cut:
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self.send_response(said.status)
        for name, value in said.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(said.body)))
        self.end_headers()
        self.wfile.write(said.body)

    do_GET = do_PUT = do_POST = _answer  # noqa: N815 - the library's names

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Silent."""


@contextmanager
def fake(*answers: Says, tls: Path | None = None) -> Iterator[Fake]:
    """``tls`` is a directory for a certificate of its own: ``ca.pem`` there makes it believed."""
    server = Fake(*(answers or (Says(),)))
    if tls is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate(tls))
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.scheme = "https"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


def problem(kind: str, status: int, detail: str = "so it is", **headers: str) -> Says:
    body = json.dumps({"type": f"/problems/{kind}", "status": status, "detail": detail}).encode()
    return Says(status, body, {**SPEAKS, **headers})


def certificate(directory: Path, name: str = "127.0.0.1") -> Path:
    """Signed by itself, for the loopback; key and certificate in one file, the certificate alone in ``ca.pem``."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "raidwise test")])
    now = datetime.datetime.now(datetime.UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(name))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (directory / "ca.pem").write_bytes(built.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    both = directory / "server.pem"
    both.write_bytes(private + (directory / "ca.pem").read_bytes())
    return both
