"""docs/collector-service.md names every address, format, option and code of the conversation as they are."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.testclient import TestClient

from app.api.documented_servers import server_paths
from app.collector import keys, outbox, service, service_files, snapshot_files, workloads
from app.collector.command_line import parser
from app.collector.refusals import CODES
from app.core import plan
from app.core.signed_request import PROTOCOL, PROTOCOL_HEADER, SCHEME, SKEW
from app.main import create_app
from app.settings import Settings
from app.workflows import server_plans

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "collector-service.md").read_text()


def test_every_address_stands_in_the_table():
    listed = set(re.findall(r"^\| `([A-Z]+) (/api/v1/servers\S+)`", PAGE, re.MULTILINE))

    assert listed == {(method.upper(), path) for path, methods in server_paths().items() for method in methods}


def test_every_format_is_named():
    formats = {plan.FORMAT, keys.FORMAT, outbox.FORMAT, snapshot_files.FORMAT, workloads.FORMAT}

    assert [name for name in formats if f"`{name}`" not in PAGE and f'"{name}"' not in PAGE] == []
    assert service_files.FORMAT.startswith("raidwise-service/")


def test_every_option_of_enrolment_is_named():
    given = vars(
        parser(["enrol"]).parse_args(["enrol", "--url", "https://r.example", "--token-file", "-"]),
    )
    shared = {"tool", "timeout", "wait", "sudo", "without_root", "dry_run", "module", "action", "version", "command"}
    assert [name for name in set(given) - shared if f"--{name.replace('_', '-')}" not in PAGE] == []


def test_numbers_are_as_they_are():
    assert f"within {SKEW} s" in PAGE
    assert f"`{PROTOCOL_HEADER}: {PROTOCOL}`" in PAGE
    assert f"`{SCHEME} key=K, time=T, nonce=N, signature=S`" in PAGE
    assert f"{service.LONGEST_PAUSE:.0f} s for a `Retry-After`" in PAGE
    assert f"{server_plans.MOST_SNAPSHOTS}\ndifferent snapshots and {server_plans.MOST_PLANS} new plans" in PAGE
    assert f"of one plan {server_plans.MOST_RESULTS} results" in PAGE
    assert (CODES["service_away"], CODES["service_version"]) == (60, 63)


def test_the_document_of_the_service_says_the_same_of_the_signature():
    with TestClient(create_app(Settings(DATABASE_URL=None))) as client:
        schemes = client.get("/openapi.json").json()["components"]["securitySchemes"]

    assert SCHEME in schemes["server"]["description"]
    assert "raidwise-request/1" in schemes["server"]["description"]
