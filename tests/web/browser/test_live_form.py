"""The answer follows the form, and the address follows both."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.samples import DISPUTED, OPEN

pytestmark = pytest.mark.browser


def test_choosing_changes_the_answer_and_the_address(open_page, site):
    page = open_page(OPEN)
    expect(page.locator("#summary h2")).to_have_text("Questions open")
    page.select_option("#f-media", "hdd")
    page.select_option("#f-protection", "optimal")
    page.fill("#f-drives", "8")
    page.select_option("#f-workload", "oltp")
    expect(page.locator("#summary h2")).to_have_text("Advised")
    expect(page.locator("#a-write_policy .left")).to_contain_text("Write back while protected")
    assert page.url == (f"{site}?model=UCSC-MRAID12G&protection=optimal&level=raid5&drives=8&media=hdd&workload=oltp")


def test_typing_asks_once_it_pauses(open_page):
    page = open_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("#f-model").press_sequentially("UCSC-MRAID12G", delay=10)
    expect(page.locator("#answer-body .under")).to_contain_text("recognised as UCSC-MRAID12G")
    assert len(asked) < 6


def test_the_address_reproduces_the_answer(open_page):
    first = open_page()
    first.fill("#f-model", "MegaRAID 9266CV-8i")
    first.select_option("#f-level", "raid10")
    first.select_option("#f-media", "ssd")
    first.check("#f-features-fastpath")
    first.fill("#f-read_percent", "50")
    first.select_option("#f-access", "sequential")
    expect(first.locator("#a-strip_size_kib .dissent")).to_be_visible()
    expect(first.locator("#answer")).not_to_have_attribute("aria-busy", "true")
    second = open_page(first.url.partition("?")[1] + first.url.partition("?")[2])
    assert second.locator("#answer-body").inner_text() == first.locator("#answer-body").inner_text()
    assert second.input_value("#f-read_percent") == "50"
    assert second.is_checked("#f-features-fastpath")


def test_going_back_from_the_other_tab_brings_form_and_answer(open_page):
    page = open_page()
    page.select_option("#f-level", "raid5")
    page.fill("#f-drives", "2")
    expect(page.locator("#summary h2")).to_have_text("Refused")
    page.get_by_role("link", name="Captures").click()
    page.go_back()
    expect(page.locator("#summary h2")).to_have_text("Refused")
    assert page.input_value("#f-drives") == "2"


def test_going_back_within_the_page_takes_the_form_along(open_page):
    page = open_page(DISPUTED)
    page.locator(".tile a").first.click()
    expect(page).to_have_url(re.compile("#a-raid_level$"))
    page.select_option("#f-level", "raid5")
    expect(page.locator("#a-raid_level .left")).to_contain_text("raid5")
    page.go_back()
    expect(page.locator("#a-raid_level .left")).to_contain_text("raid10")
    assert page.input_value("#f-level") == "raid10"


def test_focus_caret_and_scroll_stay_while_the_answer_changes(open_page):
    page = open_page(DISPUTED, viewport={"width": 375, "height": 700})
    summary = page.locator("#summary").element_handle()
    page.locator("#f-drives").focus()
    page.evaluate("window.scrollTo(0, 260)")
    with page.expect_response("**/?**"):
        page.keyboard.press("End")
        page.keyboard.type("0")
    expect(page.locator("#answer")).not_to_have_attribute("aria-busy", "true")
    assert page.evaluate("[document.activeElement.id, document.activeElement.selectionStart]") == ["f-drives", 2]
    assert page.evaluate("window.scrollY") == 260
    assert summary.evaluate("node => node.isConnected && node.getAttribute('role')") == "status"


def test_what_was_unfolded_stays_unfolded(open_page):
    page = open_page(DISPUTED)
    page.locator("#a-conflicts summary").click()
    page.fill("#f-drives", "6")
    expect(page.locator("#a-commands")).to_contain_text("sw=3")
    assert page.locator("#a-conflicts").evaluate("node => node.open")


@pytest.mark.parametrize("abortable", [True, False])
def test_a_late_answer_never_overwrites_a_newer_one(open_page, abortable):
    page = open_page(DISPUTED, script=None if abortable else "AbortController.prototype.abort = () => {};")
    held = []
    page.route("**/?*drives=4*", lambda route: held.append(route))
    page.fill("#f-drives", "4")
    page.wait_for_timeout(400)
    assert len(held) == 1
    page.fill("#f-drives", "6")
    expect(page.locator("#a-commands")).to_contain_text("sw=3")
    held[0].continue_()
    page.wait_for_timeout(500)
    expect(page.locator("#a-commands")).to_contain_text("sw=3")
    assert "drives=6" in page.url


def test_a_wrong_number_is_told_beside_the_field_and_mended(open_page):
    page = open_page(DISPUTED)
    page.fill("#f-drives", "lots")
    expect(page.locator("#e-drives")).to_have_text("Whole number, digits only.")
    expect(page.locator("#f-drives")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#summary")).to_contain_text("Drives: Whole number")
    assert page.input_value("#f-model") == "MegaRAID 9266CV-8i"
    page.fill("#f-drives", "8")
    expect(page.locator("#summary h2")).to_have_text("Advised")
    expect(page.locator("#e-drives")).to_be_hidden()
    assert page.locator("#f-drives").get_attribute("aria-invalid") is None


def test_a_server_that_does_not_answer_is_told_and_asked_again(open_page):
    page = open_page(DISPUTED)
    page.route("**/?**", lambda route: route.abort())
    page.fill("#f-drives", "6")
    expect(page.locator("#summary")).to_contain_text("What you entered is kept")
    page.unroute("**/?**")
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator("#a-commands")).to_contain_text("sw=3")


def test_a_question_leads_to_its_field_and_a_choice_answers_it(open_page):
    page = open_page(OPEN)
    page.locator(".questions a[href='#f-read_percent']").click()
    assert page.evaluate("document.activeElement.id") == "f-read_percent"
    page.locator(".choice[data-field='f-media'][data-value='hdd']").click()
    expect(page.locator(".choice[data-field='f-media']")).to_have_count(0)
    assert page.input_value("#f-media") == "hdd"
    assert "media=hdd" in page.url
    assert page.evaluate("document.activeElement.id") == "summary"
