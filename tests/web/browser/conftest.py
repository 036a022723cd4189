"""A real Chromium; every page it opens must keep to the content security policy and raise nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One for each file of tests: its event loop must be gone before tests of other kinds run."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser: Browser, site: str) -> Iterator[Opened]:
    """Opens an address below the site in a context of its own; keywords go to the context."""
    contexts, complaints = [], []

    def heard(message: ConsoleMessage) -> None:
        # A refused form is a 422, which Chromium reports as a resource that failed to load.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            complaints.append(message.text)

    def opened(address: str = "", script: str | None = None, **options: object) -> Page:
        size = {"width": 1280, "height": 900}
        context = browser.new_context(**{"viewport": size, "locale": "en-US", "base_url": site, **options})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if script is not None:
            page.add_init_script(script)
        page.goto(site + address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
