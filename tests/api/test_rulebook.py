"""The book as a thing of its own: its versions, its coverage, and what a new one changes."""

from __future__ import annotations

import shutil
import uuid
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.resources import rules_directory
from app.settings import Settings
from tests.api.samples import OLTP
from tests.api.test_bad_bodies import problem_of

BOOK = "/api/v1/rulebook"


@pytest.fixture
def changed(tmp_path: Path, empty_database: str):
    """A service whose rulebook gives OLTP another strip on the same database, and the one with the old book."""
    rules = tmp_path / "rules"
    shutil.copytree(rules_directory(), rules)
    table = rules / "house" / "thresholds.yaml"
    table.write_text(table.read_text(encoding="utf-8").replace("many_streams_from: 4", "many_streams_from: 2"))
    settings = [Settings(DATABASE_URL=empty_database), Settings(DATABASE_URL=empty_database, rules_dir=rules)]
    with TestClient(create_app(settings[0])) as old, TestClient(create_app(settings[1])) as new:
        yield old, new


STREAMS = {
    "controller": {"model": "UCSC-MRAID12G", "cache_mib": 2048, "cache_protection": "optimal"},
    "volume": {"raid_level": "raid10", "media": "hdd", "drives": 8},
    "workload": {"access": "sequential", "read_percent": 50, "block_kib": 256, "streams": 3},
}


class TestVersions:
    def test_the_version_in_use_is_shown_whole(self, keeping: TestClient):
        version = keeping.get(BOOK).json()["version"]
        found = keeping.get(f"{BOOK}/{version}")

        assert found.json()["version"] == version
        assert any(rule["id"] == "ucs-m4-t8-random-r5-hdd" for rule in found.json()["rules"])
        assert keeping.get(f"{BOOK}/{version}", headers={"if-none-match": found.headers["etag"]}).status_code == 304

    def test_a_version_that_made_a_kept_answer_is_shown_after_it_went(self, changed):
        old, new = changed
        version = old.post("/api/v1/advice?keep=true", json=OLTP).json()["rulebook"]["version"]

        assert new.get(BOOK).json()["version"] != version
        assert new.get(f"{BOOK}/{version}").json()["version"] == version

    @pytest.mark.parametrize("version", ["2020-01-01-000000000000", "%00", "x" * 300, "..%2f..%2fetc"])
    def test_a_version_that_nobody_has_is_not_found(self, keeping: TestClient, version: str):
        assert problem_of(keeping.get(f"{BOOK}/{version}"))["status"] == 404


class TestCoverage:
    def test_every_claim_of_a_paper_is_listed_with_what_became_of_it(self, keeping: TestClient):
        found = keeping.get("/api/v1/documents/ucs-m4-2016/coverage").json()
        claims = [claim for place in found["places"] for claim in place["claims"]]

        assert found["counts"]["claims"] == len(claims) == 139
        assert {"claim": "ucs-m4-t8-random-r5-hdd", "status": "encoded", "note": None} in claims
        assert all(claim["note"] for claim in claims if claim["status"] == "accounted")

    def test_a_document_without_coverage_names_those_that_have_some(self, keeping: TestClient):
        assert "ucs-m3-2013" in problem_of(keeping.get("/api/v1/documents/nothing/coverage"))["detail"]


class TestEffect:
    def test_a_new_book_is_weighed_on_the_answers_of_the_old_one(self, changed):
        old, new = changed
        ids = [old.post("/api/v1/advice?keep=true", json=body).json()["id"] for body in (STREAMS, OLTP)]
        found = new.get(f"{BOOK}/effect").json()

        assert (found["compared"], found["changed"], found["next"]) == (2, 1, None)
        assert [item["id"] for item in found["answers"]] == ids
        wanted = {"field": "settings.write_policy.value", "from": "write_through", "to": "protected_write_back"}
        assert wanted in found["answers"][0]["changes"]
        assert found["answers"][1]["changes"] == []

    def test_answers_of_the_book_in_use_are_not_compared(self, changed):
        old, _ = changed
        old.post("/api/v1/advice?keep=true", json=OLTP)
        assert old.get(f"{BOOK}/effect").json()["compared"] == 0

    def test_pages_follow_each_other_to_the_end(self, changed):
        old, new = changed
        ids = [old.post("/api/v1/advice?keep=true", json=OLTP).json()["id"] for _ in range(3)]
        seen, after = [], ""
        while after is not None:
            page = new.get(f"{BOOK}/effect?limit=2{f'&after={after}' if after else ''}").json()
            seen += [item["id"] for item in page["answers"]]
            after = page["next"]
        assert seen == ids

    @pytest.mark.parametrize(
        ("query", "field"),
        [
            ("limit=0", "query.limit"),
            ("limit=x", "query.limit"),
            ("limit=999", "query.limit"),
            ("limit=", "query.limit"),
            ("after=1", "query.after"),
            ("before=1", "query.before"),
        ],
    )
    def test_a_wrong_page_is_told(self, keeping: TestClient, query: str, field: str):
        problem = problem_of(keeping.get(f"{BOOK}/effect?{query}"))
        assert problem["status"] == 422
        assert [item["field"] for item in problem["errors"]] == [field]

    def test_an_answer_after_one_that_does_not_exist_is_none(self, keeping: TestClient):
        assert keeping.get(f"{BOOK}/effect?after={uuid.uuid4()}").json()["compared"] == 0
