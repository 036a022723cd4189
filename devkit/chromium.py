"""The browser that the page tests drive: found, installed as root on Debian, or asked for."""

from __future__ import annotations

import os
import shutil

from devkit.words import quiet, say

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_PLACES = ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/snap/bin/chromium")
_APT = ("apt-get", "install", "-y", "--no-install-recommends", "chromium", "fonts-liberation")


def chromium() -> str | None:
    """Where a Chromium lies; RAIDWISE_CHROMIUM, when set, decides."""
    chosen = os.environ.get("RAIDWISE_CHROMIUM")
    if chosen:
        return chosen
    named = (shutil.which(name) for name in _NAMES)
    return next((path for path in (*named, *_PLACES) if path and os.access(path, os.X_OK)), None)


def chromium_or_advice() -> str | None:
    """Chromium's path, installed first where that is possible; otherwise the developer is told how."""
    if found := chromium():
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        return _installed()
    say("No Chromium: the page tests will skip. On Debian or Ubuntu: apt-get install chromium fonts-liberation")
    say("Elsewhere install Chromium or Chrome, or name one in RAIDWISE_CHROMIUM.")
    return None


def _installed() -> str | None:
    say("installing Chromium for the page tests")
    # A fresh image carries no package list, or an old one that names files no longer there.
    for attempt in (["apt-get", "update"], list(_APT)):
        done = quiet(["env", "DEBIAN_FRONTEND=noninteractive", *attempt])
        if done.returncode != 0:
            say(f"{done.stdout}No Chromium: `{' '.join(attempt)}` failed, so the page tests will skip.")
            return None
    return chromium()
