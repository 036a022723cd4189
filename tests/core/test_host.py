"""Operating system, BIOS and adapter around the volume."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.book import Book
from tests.asking import CARD_2011, CARD_2016, asked, claims, codes, conflicts


def setting(answer: dict[str, Any], name: str) -> dict[str, Any]:
    return next(item for item in answer["host"]["settings"] if item["name"] == name)


def test_the_papers_own_kernel_gets_the_papers_words(book: Book):
    answer = asked(book, "host", host={"os": "RHEL 6.2"})
    section = answer["host"]
    assert answer["status"] == "advised"
    assert section["io_scheduler"] == "noop"
    assert section["cpu_governor"] == "performance"
    assert section["irqbalance"]["benchmark"].startswith("off")
    assert section["irqbalance"]["production"] == "on"
    assert {"vic-noop", "vic-cpuspeed", "vic-irqbalance-off", "vic-affinity-same-core"} <= claims(section)


@pytest.mark.parametrize(("media", "scheduler"), [("hdd", "mq-deadline"), ("ssd", "none"), ("nvme", "none")])
def test_todays_kernel_gets_todays_scheduler_for_the_medium(book: Book, media: str, scheduler: str):
    answer = asked(book, "host", host={"os": "RHEL 9"}, volume={"media": media}, workload={"access": "random"})
    found = setting(answer, "io_scheduler")
    assert found["value"] == scheduler
    assert found["papers"]["value"] == "noop"
    assert found["newer_than_papers"]
    assert "none" in found["called_today"]
    assert "host-scheduler-media" in claims(found["citations"])


@pytest.mark.parametrize(
    ("os", "kernel"),
    [
        ("RHEL 6.2", "single_queue_old_tuned"),
        ("CentOS 7.9", "single_queue"),
        ("Ubuntu 22.04", "multi_queue"),
        ("Debian 12", "multi_queue"),
        (None, "multi_queue"),
    ],
)
def test_the_kernel_follows_from_the_operating_system(book: Book, os: str | None, kernel: str):
    assert asked(book, "host", host={"os": os})["host"]["kernel"] == kernel


def test_a_benchmark_takes_the_papers_affinity_and_production_does_not(book: Book):
    request: dict[str, Any] = {"host": {"os": "RHEL 9"}, "volume": {"media": "hdd"}}
    tested = asked(book, "host", **request, workload={"deployment": "benchmark"})
    used = asked(book, "host", **request)
    assert setting(tested, "irq_affinity")["value"] == "interrupt and process on the same core"
    assert setting(used, "irq_affinity")["value"] == "managed by the driver"


@pytest.mark.parametrize(
    ("access", "media", "kib"),
    [("sequential", "hdd", 4096), ("random", "hdd", [16, 128]), ("random", "ssd", [16, 128])],
)
def test_read_ahead_follows_the_pattern(book: Book, access: str, media: str, kib: Any):
    answer = asked(book, "host", volume={"media": media}, workload={"access": access})
    assert answer["host"]["read_ahead_kb"] == kib


def test_what_hangs_on_an_unknown_medium_is_shown_for_each(book: Book):
    section = asked(book, "host", host={"os": "RHEL 9"})["host"]
    assert section["io_scheduler"]["production"] == {"hdd": "mq-deadline", "ssd": "none", "nvme": "none"}
    assert section["nr_requests"] == {"hdd": [256, 1024], "ssd": "default", "nvme": "default"}


@pytest.mark.parametrize(
    ("platform", "title", "basis", "hyper_threading"),
    [
        ("UCS C240 M4", "C240 M4 with local drives", "exact", ("Intel Hyper-Threading Technology", "Enabled")),
        ("UCS C220 M4", "C240 M4 with local drives", "extended", ("Intel Hyper-Threading Technology", "Enabled")),
        ("UCS B200 M3", "B200 M3 in a Fibre Channel bandwidth test", "exact", ("Hyper Threading", "Disabled")),
    ],
)
def test_bios_settings_follow_the_platform(book: Book, platform: str, title: str, basis: str, hyper_threading: Any):
    answer = asked(book, "host", host={"platform": platform})
    bios = answer["host"]["bios"]
    assert (bios["title"], bios["basis"]) == (title, basis)
    assert bios["settings"][hyper_threading[0]] == hyper_threading[1]
    assert "K29" in conflicts(answer)


def test_both_tables_are_whole(book: Book):
    tables = asked(book, "host")["host"]["bios_by_platform"]
    assert {(table["status"], len(table["settings"])) for table in tables} == {("recommended", 40), ("used", 14)}
    assert sum(len(claims(table)) for table in tables) == 15 + 15


def test_no_table_is_lent_to_a_platform_that_no_paper_names(book: Book):
    section = asked(book, "host", host={"platform": "PowerEdge R740"})["host"]
    assert section["bios"] is None
    assert "PowerEdge R740" in section["bios_note"]


def test_option_roms_are_spoken_of_on_m3_servers(book: Book):
    rom = {"ucs-m3-install-oprom-mezz", "ucs-m3-install-oprom-unused", "ucs-m3-install-oprom-nonboot-raid"}
    assert claims(asked(book, "host", host={"platform": "UCS C240 M3"})["host"]["option_rom"]) == rom
    assert asked(book, "host", host={"platform": "UCS C240 M4"})["host"]["option_rom"] == []


@pytest.mark.parametrize(
    ("kind", "claim"), [("fastpath", "lsi-fp-latest-driver"), ("cachecade", "lsi-cc-latest-driver")]
)
def test_accelerated_cards_of_2011_want_the_makers_driver(book: Book, kind: str, claim: str):
    asks = {"volume": {"media": "ssd" if kind == "fastpath" else "hdd"}, "acceleration": {"kind": kind}}
    assert claims(asked(book, "host", model=CARD_2011, **asks)["host"]["drivers"]) == {claim}
    assert asked(book, "host", model=CARD_2016, **asks)["host"]["drivers"] == []


@pytest.mark.parametrize(("adapter", "ports", "slot"), [("VIC 1240", 4, 20), ("Cisco UCS VIC 1280", 8, 40)])
def test_adapters_have_their_ports_and_bandwidth(book: Book, adapter: str, ports: int, slot: int):
    found = asked(book, "host", adapter=adapter)["host"]["adapter"]
    assert (found["ports"], found["slot_gbps_port_channel"]) == (ports, slot)
    assert (found["virtual_interfaces"], found["io_module_gbps_port_channel"]) == (256, 80)
    assert found["advice"]


def test_an_adapter_that_no_paper_knows_is_left_alone(book: Book):
    assert asked(book, "host", adapter="some NIC")["host"]["adapter"] is None


def test_windows_is_told_that_the_settings_are_those_of_linux(book: Book):
    answer = asked(book, "host", host={"os": "Windows Server 2022"})
    assert answer["host"]["settings"] == []
    assert codes(answer) == ["not_linux"]
