"""The OpenAPI document tells the truth: what it promises is what is sent."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from starlette.routing import Route
from starlette.testclient import TestClient

from app.api.problems import KINDS
from app.api.routes import api_routes
from tests.api import samples
from tests.api.samples import OLTP, SHARED
from tests.api.test_captures import FILES, PRINTED

CASES = SHARED / "cases" / "examples.jsonl"


@pytest.fixture(scope="module")
def document(client: TestClient) -> dict[str, Any]:
    return client.get("/openapi.json").json()


@pytest.fixture(scope="module")
def valid(document: dict[str, Any]) -> Callable[[str, Any], None]:
    """``valid("Answer", body)`` fails, naming the place, where the body is not what the document promises."""
    registry = {"$defs": document["components"]["schemas"]}
    rewritten = json.loads(json.dumps(registry).replace("#/components/schemas/", "#/$defs/"))

    def check(name: str, value: Any) -> None:
        schema = {**rewritten, "$ref": f"#/$defs/{name}"}
        validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
        assert [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)] == []

    return check


class TestDocument:
    def test_it_is_openapi_3_1_and_its_schemas_are_json_schema(self, document: dict[str, Any]):
        assert document["openapi"].startswith("3.1")
        for schema in document["components"]["schemas"].values():
            jsonschema.Draft202012Validator.check_schema(schema)

    def test_every_reference_leads_somewhere(self, document: dict[str, Any]):
        text = json.dumps(document)
        referred = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
        assert referred <= set(document["components"]["schemas"])

    def test_every_route_is_documented_and_nothing_else(self, document: dict[str, Any], application):
        served = {
            (route.path, method.lower())
            for route in api_routes(application.state.parts, application.direct)
            for method in (route.methods or ())
            if isinstance(route, Route) and method != "HEAD"
        }
        documented = {(path, method) for path, methods in document["paths"].items() for method in methods}
        assert served - {("/api/v1/advice/batch", "get")} == documented

    def test_every_problem_is_promised_somewhere(self, document: dict[str, Any]):
        unasked = {"method-not-allowed", "bad-request", "internal-error"}
        text = json.dumps(document["paths"])
        assert {name for name in KINDS if f"`{name}`" not in text} == unasked

    def test_every_field_of_a_request_that_is_no_plain_word_says_what_it_is(self, document: dict[str, Any]):
        """Numbers need a unit, in the name or in the description."""
        units = (
            "_mib",
            "_kib",
            "_gib",
            "_gb",
            "_percent",
            "_per_day",
            "_per_s",
            "drives",
            "cpus",
            "rpm",
            "streams",
            "depth",
        )
        for name in ("Controller", "Volume", "Workload", "Acceleration", "Requested"):
            for field, schema in document["components"]["schemas"][name]["properties"].items():
                numeric = any(kind.get("type") in ("integer", "number") for kind in schema.get("anyOf", [schema]))
                assert not numeric or field.endswith(units), f"{name}.{field}"


class TestAnswersAreAsPromised:
    @settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(request=samples.requests)
    def test_of_any_request(self, client: TestClient, valid: Callable[[str, Any], None], request: dict[str, Any]):
        valid("RequestBody", request)
        valid("Answer", client.post("/api/v1/advice", json=request).json())

    @pytest.mark.skipif(not CASES.is_file(), reason=f"no {CASES}; RAIDWISE_SHARED names the folder with cases")
    def test_of_every_shared_case(self, client: TestClient, valid: Callable[[str, Any], None]):
        requests = [json.loads(line)["request"] for line in CASES.read_text().splitlines()]
        for request in requests:
            if "include" not in request:
                valid("Answer", client.post("/api/v1/advice", json=request).json())
            with_commands = {**request, "include": ["settings", "commands"]}
            valid("Answer", client.post("/api/v1/advice", json=with_commands).json())

    def test_of_kept_answers(self, keeping: TestClient, valid: Callable[[str, Any], None]):
        valid("KeptAnswer", keeping.post("/api/v1/advice?keep=true", json=OLTP).json())
        valid("Healthy", keeping.get("/readyz").json())

    @pytest.mark.parametrize(
        ("path", "name"),
        [
            ("/api/v1/controllers", "ControllersListed"),
            ("/api/v1/workloads", "WorkloadsListed"),
            ("/api/v1/rulebook", "RulebookListed"),
            ("/healthz", "Healthy"),
        ],
    )
    def test_of_the_catalogue(self, client: TestClient, valid: Callable[[str, Any], None], path: str, name: str):
        valid(name, client.get(path).json())

    def test_of_captures(self, client: TestClient, valid: Callable[[str, Any], None]):
        valid("CapturesAnswer", client.post("/api/v1/captures/advice", json=PRINTED).json())
        for path in FILES:
            response = client.post("/api/v1/captures/advice", files={"capture": (path.name, path.read_bytes())})
            valid("CapturesAnswer", response.json())

    def test_of_problems(self, client: TestClient, valid: Callable[[str, Any], None]):
        valid("ProblemShown", client.post("/api/v1/advice", content=b"[").json())
        valid("ProblemShown", client.post("/api/v1/advice", json={"volume": {"drives": "x"}}).json())
        valid("ProblemShown", client.get(f"/api/v1/advice/{uuid.uuid4()}").json())
        batch = client.post("/api/v1/advice/batch", content=b"[", headers={"content-type": "application/x-ndjson"})
        valid("ProblemShown", json.loads(batch.content))
