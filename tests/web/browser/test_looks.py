"""Widths, themes and accessibility, on every kind of page."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.samples import DISPUTED, OPEN, REFUSED, UNPROTECTED, WRONG, capture

pytestmark = pytest.mark.browser

KINDS = {
    "blank": "",
    "disputed": DISPUTED,
    "unprotected": UNPROTECTED,
    "refused": REFUSED,
    "open": OPEN,
    "wrong": WRONG,
    "captures": "captures",
    "found": "captures",
}


def shown(open_page, kind: str, **options: object) -> Page:
    page = open_page(KINDS[kind], **options)
    if kind == "found":
        page.fill("#f-text", capture())
        page.select_option("#f-workload", "oltp")
        page.get_by_role("button", name="Advise").click()
        expect(page.locator(".volume")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach(item => { item.open = true })")
    return page


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_wider_than_the_window(open_page, kind):
    page = shown(open_page, kind)
    for width in (320, 375, 768, 1024, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_serious_in_either_theme(open_page, kind):
    page = shown(open_page, kind, reduced_motion="reduce")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        found = Axe().run(page).response["violations"]
        grave = [item for item in found if item["impact"] in ("serious", "critical")]
        assert [(theme, item["id"], item["nodes"][0]["html"]) for item in grave] == []


def luminance(page: Page) -> int:
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return sum(int(part) for part in colour.removeprefix("rgb(").rstrip(")").split(","))


def test_the_theme_follows_the_system(open_page):
    assert luminance(open_page(color_scheme="light")) > 600
    assert luminance(open_page(color_scheme="dark")) < 150


def test_the_chosen_theme_is_remembered(open_page):
    page = open_page(color_scheme="light")
    button = page.locator("#theme")
    for name, dark in (("Theme: light", False), ("Theme: dark", True)):
        button.click()
        expect(button).to_have_attribute("aria-label", name)
        assert (luminance(page) < 150) is dark
    page.reload()
    assert luminance(page) < 150
    button.click()
    assert luminance(page) > 600


def test_form_and_answer_stand_side_by_side_on_wide_screens_only(open_page):
    for width, beside in ((375, False), (768, False), (1280, True)):
        page = open_page(DISPUTED, viewport={"width": width, "height": 900})
        form, answer = page.locator(".ask-form").bounding_box(), page.locator("#answer").bounding_box()
        assert form is not None
        assert answer is not None
        assert (answer["x"] > form["x"] + form["width"]) is beside


def test_the_form_stays_in_sight_on_wide_screens(open_page):
    page = open_page(DISPUTED)
    page.evaluate("window.scrollTo({top: 1500, behavior: 'instant'})")
    expect(page.locator("#f-model")).to_be_in_viewport()


def test_print_shows_the_answer_without_the_form(open_page):
    page = open_page(DISPUTED)
    page.emulate_media(media="print")
    expect(page.locator(".ask-form")).to_be_hidden()
    expect(page.locator("#a-strip_size_kib .dissent")).to_be_visible()
