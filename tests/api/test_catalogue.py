"""What the rulebook knows, and whether the service is well."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from app.api.parts import Parts

LISTS = ["/api/v1/controllers", "/api/v1/workloads", "/api/v1/rulebook"]


class TestCatalogue:
    def test_every_controller_is_listed_with_its_family_and_aliases(self, client: TestClient, parts: Parts):
        listed = client.get("/api/v1/controllers").json()["controllers"]
        assert [item["name"] for item in listed] == list(parts.book.catalogue.models)
        cards = {item["name"]: item for item in listed}
        assert cards["UCSC-MRAID12G"]["family"] == parts.book.catalogue.models["UCSC-MRAID12G"].family

    def test_an_alias_finds_the_controller_it_is_listed_under(self, client: TestClient, parts: Parts):
        for item in client.get("/api/v1/controllers").json()["controllers"]:
            for alias in item["aliases"]:
                found = parts.book.catalogue.model(alias)
                assert found is not None
                assert found.name == item["name"]

    def test_every_workload_is_listed(self, client: TestClient, parts: Parts):
        listed = client.get("/api/v1/workloads").json()["workloads"]
        assert [item["name"] for item in listed] == list(parts.book.workloads.by_name)

    def test_the_rulebook_says_its_version_and_counts(self, client: TestClient, parts: Parts):
        listed = client.get("/api/v1/rulebook").json()
        assert listed["version"] == parts.book.version
        assert listed["counts"]["papers"] == 5
        assert {"ucs-m3-2013", "avago-2015"} <= {item["id"] for item in listed["documents"]}

    @pytest.mark.parametrize("path", LISTS)
    def test_a_client_that_has_it_is_told_so(self, client: TestClient, path: str):
        etag = client.get(path).headers["etag"]
        again = client.get(path, headers={"if-none-match": etag})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)

    @pytest.mark.parametrize("path", [*LISTS, "/healthz"])
    def test_a_head_is_a_get_without_the_body(self, client: TestClient, path: str):
        head, full = client.head(path), client.get(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == full.headers["content-length"]
