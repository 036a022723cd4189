"""Style, scripts and icon."""

from __future__ import annotations

import re

import pytest


@pytest.fixture
def addresses(client):
    return sorted(set(re.findall(r'"(static/[^"]+)"', client.get("/").text)))


def test_the_page_names_its_files_by_their_content(addresses):
    assert [re.sub(r"\.[0-9a-f]{12}\.", ".", address) for address in addresses] == [
        "static/icon.svg",
        "static/page.js",
        "static/style.css",
        "static/theme.js",
    ]


def test_files_are_kept_for_a_year_and_named_by_an_etag(client, addresses):
    for address in addresses:
        response = client.get(f"/{address}")
        assert response.status_code == 200
        assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
        again = client.get(f"/{address}", headers={"if-none-match": response.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["style.css", "style.000000000000.css", "..%2Fpages.py", "%2e%2e/pages.py", "%00"])
def test_nothing_else_is_served(client, name):
    assert client.get(f"/static/{name}").status_code == 404


def test_nothing_is_fetched_from_elsewhere(client, addresses):
    for address in addresses:
        text = client.get(f"/{address}").text.replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert "://" not in text, address
        assert "@import" not in text, address
