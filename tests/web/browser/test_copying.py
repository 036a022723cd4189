"""Commands go to the clipboard by mouse, by keyboard, and where browsers have no clipboard for pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.samples import DISPUTED

pytestmark = pytest.mark.browser

CLIPBOARD = "navigator.clipboard.readText()"


def test_the_button_copies_the_command_and_says_so(open_page):
    page = open_page(DISPUTED)
    page.evaluate("navigator.clipboard.writeText('before')")
    button = page.locator("[data-copy='a-change-1']")
    button.click()
    expect(button).to_have_text("Copied")
    expect(page.locator("#said")).to_have_text("Copied to the clipboard.")
    assert page.evaluate(CLIPBOARD) == page.locator("#a-change-1").text_content()
    expect(button).to_have_text("Copy", timeout=4000)


def test_the_link_to_the_answer_is_copied(open_page):
    page = open_page(DISPUTED)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator("#said")).to_have_text("Copied to the clipboard.")
    assert page.evaluate(CLIPBOARD) == page.url


def test_copying_works_over_plain_http_too(open_page):
    page = open_page(DISPUTED, script="Object.defineProperty(navigator, 'clipboard', {value: undefined});")
    button = page.locator("[data-copy='a-change-1']")
    button.click()
    expect(button).to_have_text("Copied")
    command = page.locator("#a-change-1").text_content()
    page.fill("#f-model", "")
    page.locator("#f-model").press("Control+V")
    assert page.input_value("#f-model") == command


def test_a_whole_answer_is_reached_and_copied_without_a_mouse(open_page):
    page = open_page()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the form"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "f-model"
    page.keyboard.type("UCSC-MRAID12G")
    page.keyboard.press("Tab")
    page.keyboard.type("2048")
    page.keyboard.press("Tab")
    page.keyboard.type("Optimal")
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.type("RAID 5")
    page.keyboard.press("Tab")
    page.keyboard.type("8")
    page.keyboard.press("Tab")
    page.keyboard.type("Hard")
    page.locator("#f-workload").focus()
    page.keyboard.type("Online tr")
    expect(page.locator("#a-write_policy .left")).to_contain_text("Write back while protected")
    assert (page.input_value("#f-level"), page.input_value("#f-media")) == ("raid5", "hdd")
    page.locator("[data-copy='a-create-1']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("Copied to the clipboard.")
    assert page.evaluate(CLIPBOARD).startswith("storcli")
