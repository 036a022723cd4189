"""schemathesis reads the OpenAPI document and tries to catch the service lying: fixed seed, all checks, all phases."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
import uvicorn
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema

from app.main import create_app
from app.settings import Settings

CONFIG = {
    "seed": 20261120,
    "generation": {"max-examples": 25, "deterministic": True, "no-shrink": True},
    # The links of the document, not every "id" of an answer: that of a conflict is no id of advice.
    "phases": {"stateful": {"generation": {"max-examples": 5}, "inference": {"algorithms": []}}},
    # Lines are a text, and every text is one: there is no violating that.
    "operations": [
        {"include-path": "/api/v1/advice/batch", "generation": {"mode": "positive"}},
        # No schema tells a plan from prose, and prose is refused.
        {"include-path": "/api/v1/lint", "checks": {"positive_data_acceptance": {"enabled": False}}},
    ],
}


@schemathesis.serializer("application/x-ndjson", "application/jsonl", "application/ndjson")
def as_it_is(_: Any, value: Any) -> bytes:
    """Lines are a text to OpenAPI 3.1."""
    return str(value).encode("utf-8", "replace")


class Served(uvicorn.Server):
    def install_signal_handlers(self) -> None:
        """Signals belong to the tests."""


@pytest.fixture
def address(database_url: str) -> Iterator[str]:
    """The whole service on the loopback, with a real database."""
    app = create_app(Settings(DATABASE_URL=database_url))
    server = Served(uvicorn.Config(app, port=0, log_level="warning", ws="none"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 10
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


def is_a_part_of_a_form(check: Any, case: Any) -> bool:
    """Of whatever type a part was meant to be, it arrives as bytes, and any bytes are a capture."""
    return check.name == "negative_data_rejection" and case.media_type == "multipart/form-data"


def complaints(recorder: Any) -> Iterator[str]:
    """What failed, in words, with the call that showed it."""
    for case_id, checks in recorder.checks.items():
        for check in checks:
            case = recorder.cases[case_id].value
            if check.status is Status.FAILURE and not is_a_part_of_a_form(check, case):
                failure = check.failure_info.failure
                call = f"{case.method} {case.formatted_path} {case.query} {str(case.body)[:300]}"
                yield f"{check.name}: {failure.title}: {failure.message[:400]} -- {call}"


def test_the_service_does_what_its_document_says(address: str, record_property: Callable[[str, object], None]):
    schema = schemathesis.openapi.from_url(f"{address}/openapi.json", config=SchemathesisConfig.from_dict(CONFIG))
    found: list[str] = []
    calls = 0
    for event in from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            calls += len(event.recorder.interactions)
            found.extend(complaints(event.recorder))
        elif isinstance(event, events.NonFatalError | events.FatalError):
            found.append(str(getattr(event, "info", event)))
    record_property("count: calls by schemathesis", calls)
    assert calls > 300
    assert not found, "\n".join(dict.fromkeys(found))
