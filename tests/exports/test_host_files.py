"""Host settings as a tuned profile and a udev rule."""

from __future__ import annotations

import configparser
import re
from typing import Any

import pytest

from app.core.book import Book
from tests.asking import CARD_2016, asked


def files(book: Book, **request: Any) -> dict[str, str]:
    return {item["path"]: item["text"] for item in asked(book, "host", model=CARD_2016, **request)["host"]["files"]}


TUNED, UDEV = "/etc/tuned/raidwise/tuned.conf", "/etc/udev/rules.d/60-raidwise.rules"


def parsed(text: str) -> configparser.ConfigParser:
    found = configparser.ConfigParser(interpolation=None)
    found.read_string(text)
    return found


@pytest.mark.parametrize(
    ("access", "media", "profile", "disk"),
    [
        ("sequential", "hdd", "throughput-performance", {"elevator": "mq-deadline", "readahead": "4096"}),
        ("random", "hdd", "latency-performance", {"elevator": "mq-deadline", "readahead": "128"}),
        ("random", "ssd", "latency-performance", {"elevator": "none", "readahead": "128"}),
    ],
)
def test_the_profile_builds_on_a_stock_one(book: Book, access: str, media: str, profile: str, disk: dict[str, str]):
    found = parsed(files(book, volume={"media": media}, workload={"access": access}, host={"os": "RHEL 9"})[TUNED])
    assert found["main"]["include"] == profile
    assert found["cpu"]["governor"] == "performance"
    assert dict(found["disk"]) == disk


def test_the_rule_matches_only_disks_of_the_controllers_drivers(book: Book):
    text = files(book, volume={"media": "hdd"}, workload={"access": "sequential"})[UDEV]
    (rule,) = [line for line in text.splitlines() if not line.startswith("#")]
    keys = dict(re.findall(r'([A-Z]+(?:\{[^}]+\})?)[!=]?=+"([^"]*)"', rule))
    assert keys["DRIVERS"] == "megaraid_sas|mpi3mr"
    assert keys["ATTR{queue/scheduler}"] == "mq-deadline"
    assert (keys["ATTR{queue/read_ahead_kb}"], keys["ATTR{queue/nr_requests}"]) == ("4096", "1024")
    assert rule.count('"') % 2 == 0


def test_nothing_is_set_that_hangs_on_an_unknown_medium(book: Book):
    text = files(book)[UDEV]
    assert "scheduler" not in text
    assert "rq_affinity" in text


def test_an_old_kernel_gets_a_rule_and_no_profile_in_a_form_it_cannot_read(book: Book):
    found = files(book, host={"os": "RHEL 6.2"}, workload={"access": "random"})
    assert set(found) == {UDEV}
    assert 'scheduler}="noop"' in found[UDEV]


def test_windows_gets_no_files(book: Book):
    assert files(book, host={"os": "Windows Server 2022"}) == {}


def test_alignment_stands_beside_the_host_settings(book: Book):
    volume = {"media": "hdd", "raid_level": "raid5", "drives": 8}
    answer = asked(book, "host", model=CARD_2016, volume=volume, workload={"name": "oltp"})
    assert answer["host"]["strip_size_kib"] == 64
    assert "su=64k,sw=7" in answer["host"]["alignment"]["mkfs_xfs"]
