"""The advice page over HTTP, without a browser."""

from __future__ import annotations

import re
from html import escape

import pytest

from app.web.examples import EXAMPLES
from tests.web.samples import DISPUTED, HOSTILE, OPEN, REFUSED, UNPROTECTED, WRONG

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@pytest.mark.parametrize("address", ["/", f"/{DISPUTED}", f"/{WRONG}", "/captures"])
def test_every_page_has_strict_headers(client, address):
    headers = client.get(address).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("address", ["/", f"/{DISPUTED}", f"/{REFUSED}", f"/{OPEN}", "/captures"])
def test_no_page_carries_inline_code_or_foreign_addresses(client, address):
    html = client.get(address).text
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?! [^>]*src=)", html)
    assert re.findall(r'(?:src|href|action)="(?:https?:)?//', html) == []


def test_the_blank_form_shows_examples_instead_of_an_answer(client):
    response = client.get("/")
    assert response.status_code == 200
    assert "For example" in response.text
    assert 'class="setting"' not in response.text


def test_every_model_of_the_catalogue_is_suggested_and_every_workload_offered(client, book):
    html = client.get("/").text
    for model in book.catalogue.models.values():
        assert f'<option value="{escape(model.name)}" label="' in html
    for work in book.workloads.by_name.values():
        assert f'<option value="{work.name}">{escape(work.title)}</option>' in html


@pytest.mark.parametrize(("title", "query"), EXAMPLES)
def test_every_example_is_answered(client, title, query):
    response = client.get(f"/?{query}")
    assert response.status_code == 200
    assert response.text.count('<article class="setting') == 7
    assert "notice ask" not in response.text, "an example leaves no question open"


@pytest.mark.parametrize(
    ("address", "headline"),
    [(DISPUTED, "Advised"), (REFUSED, "Refused"), (OPEN, "Questions open"), (WRONG, "Not understood")],
)
def test_the_banner_says_how_it_went(client, address, headline):
    assert f"<h2>{headline}</h2>" in client.get(f"/{address}").text


def test_refusals_and_warnings_stand_before_the_settings(client):
    html = client.get(f"/{REFUSED}").text
    assert html.index('class="notice bad"') < html.index('class="tiles"') < html.index('class="settings"')


def test_failed_protection_writes_through(client):
    html = client.get(f"/{UNPROTECTED}").text
    article = html[html.index('id="a-write_policy"') :]
    assert article.index("Write through") < article.index("</article>")


def test_wrong_fields_are_named_and_everything_is_kept(client):
    response = client.get(f"/{WRONG}")
    assert response.status_code == 422
    html = response.text
    assert '<p class="error" id="e-drives" data-slot>Whole number, digits only.</p>' in html
    assert '<p class="error" id="e-read_percent" data-slot>At most 100.</p>' in html
    assert 'value="lots"' in html
    assert 'value="UCSC-MRAID12G"' in html
    assert html.count('aria-invalid="true"') == 2


@pytest.mark.parametrize("name", ["model", "drives", "level", "workload", "features", "want_write", "other"])
def test_hostile_text_is_escaped_wherever_it_lands(client, name):
    response = client.get("/", params={name: HOSTILE})
    assert response.status_code in (200, 422)
    assert "<script>alert" not in response.text
    assert "49" not in response.text.partition(HOSTILE[:2])[0][-5:]


def test_a_hostile_parameter_name_is_escaped(client):
    response = client.get("/", params={HOSTILE: "1", "drives": "4"})
    assert response.status_code == 200
    assert "<script>alert" not in response.text
    assert "No field of this form is called" in response.text


@pytest.mark.parametrize(
    "query", ["%00=%00", "model=%ff%fe", "model=%ED%A0%80", "&&&=&;", "drives=%F0%9F%92%BE", "model=" + "x" * 9000]
)
def test_odd_addresses_never_fail(client, query):
    assert client.get(f"/?{query}").status_code in (200, 422)


@pytest.mark.parametrize("host", ["<script>", "a b", "[", "x:99999", "xn--"])
def test_a_hostile_host_header_never_fails(client, host):
    response = client.get(f"/{DISPUTED}", headers={"host": host})
    assert response.status_code in (200, 400)
    assert "<script>/" not in response.text


def test_a_plain_submit_leads_to_the_address_worth_keeping(client):
    response = client.get("/?model=PERC+H730&drives=&level=raid5&media=", follow_redirects=False)
    assert response.status_code == 302
    assert response.headers["location"] == "./?model=PERC+H730&level=raid5"
    assert client.get("/?model=&drives=", follow_redirects=False).headers["location"] == "./"


def test_an_alias_of_a_workload_selects_it(client):
    html = client.get("/?workload=TPC-C").text
    assert '<option value="sql_oltp" selected>' in html


def test_a_workload_in_own_words_is_kept(client):
    html = client.get("/?workload=our+billing").text
    assert '<option value="our billing" selected>“our billing”</option>' in html


def test_unverified_and_destructive_commands_are_marked(pages, book):
    from app.web.assets import Assets
    from app.web.rendering import Renderer

    macros = Renderer(book, Assets())._environment.get_template("parts.html").module
    command = {"text": "tool /c0 erase", "verified": False, "destructive": True, "note": "beware"}
    html = macros.marked(command, "x")
    assert "writes over what is on the drives" in html
    assert "form not verified by any source" in html
    assert "beware" in html


def test_a_page_has_no_body_for_head(client):
    response = client.head(f"/{DISPUTED}")
    assert response.status_code == 200
    assert response.text == ""


def test_pages_are_no_part_of_the_openapi_document(pages):
    assert pages.openapi()["paths"] == {}
