"""Both tabs without a line of JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.samples import OPEN, capture

pytestmark = pytest.mark.browser


@pytest.fixture
def plain(open_page):
    return lambda address="": open_page(address, java_script_enabled=False)


def test_a_plain_submit_answers_with_a_clean_address(plain, site):
    page = plain()
    page.fill("#f-model", "UCSC-MRAID12G")
    page.select_option("#f-level", "raid5")
    page.select_option("#f-media", "hdd")
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator("#a-write_policy")).to_be_visible()
    assert page.url.partition("#")[0] == f"{site}?model=UCSC-MRAID12G&level=raid5&media=hdd"
    assert page.input_value("#f-level") == "raid5"


def test_a_choice_is_a_plain_link(plain):
    page = plain(OPEN)
    page.locator(".choice", has_text="Hard disk").click()
    assert "media=hdd" in page.url
    assert page.input_value("#f-media") == "hdd"


def test_a_wrong_number_is_told_beside_the_field(plain):
    page = plain()
    page.fill("#f-drives", "lots")
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator("#e-drives")).to_have_text("Whole number, digits only.")
    assert page.input_value("#f-drives") == "lots"


def test_buttons_that_need_scripts_are_not_offered(plain):
    page = plain(OPEN)
    assert page.locator(".needs-js:visible").count() == 0
    expect(page.locator("#a-change-1")).to_be_visible()


def test_captures_are_pasted_and_answered(plain):
    page = plain("captures")
    page.fill("#f-text", capture())
    page.select_option("#f-workload", "oltp")
    page.get_by_role("button", name="Advise").click()
    expect(page.locator("#answer h2").first).to_have_text("1 virtual drive found")
