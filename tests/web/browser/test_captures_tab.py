"""Pasting and uploading what a controller printed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import CAPTURE_LIMIT
from tests.web.samples import capture

pytestmark = pytest.mark.browser


def test_a_paste_shows_what_the_volume_has_and_should_have(open_page):
    page = open_page("captures")
    page.fill("#f-text", capture())
    page.select_option("#f-workload", "oltp")
    page.get_by_role("button", name="Advise").click()
    volume = page.locator(".volume")
    expect(volume.locator("h2")).to_have_text("Controller 0, virtual drive 0")
    read = page.locator("#v1-read_policy")
    expect(read.locator(".has")).to_contain_text("Read ahead")
    expect(read.locator(".state")).to_have_text("≠ differs")
    assert page.input_value("#f-text") == capture()


def test_several_files_make_one_answer(open_page):
    page = open_page("captures")
    controller, volumes = capture().split("\n{", 1)
    files = [("c0.json", controller), ("vall.json", "{" + volumes), ("note.txt", "not JSON")]
    page.set_input_files(
        "#f-files", [{"name": n, "mimeType": "text/plain", "buffer": text.encode()} for n, text in files]
    )
    page.get_by_role("button", name="Advise").click()
    expect(page.locator(".volume")).to_have_count(1)
    expect(page.locator(".unread")).to_contain_text("note.txt")


def test_commands_of_a_volume_are_copied(open_page):
    page = open_page("captures")
    page.fill("#f-text", capture())
    page.select_option("#f-workload", "oltp")
    page.get_by_role("button", name="Advise").click()
    page.locator("[data-copy='v1-change-1']").click()
    expect(page.locator("#said")).to_have_text("Copied to the clipboard.")
    assert "/c0/v0 set" in page.evaluate("navigator.clipboard.readText()")


def test_too_large_a_file_is_a_clear_page(open_page):
    page = open_page("captures")
    big = {"name": "big.json", "mimeType": "text/plain", "buffer": b"x" * (CAPTURE_LIMIT + 1)}
    page.set_input_files("#f-files", [big])
    page.get_by_role("button", name="Advise").click()
    expect(page.get_by_role("heading", name="That is too large")).to_be_visible()
