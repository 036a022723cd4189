"""Rules of a site: above papers, below safety and capability, and shown as the site's."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from app.core.advise import advise
from app.core.request import AdviceRequest, ControllerAsked, VolumeAsked, WorkloadAsked
from app.core.rules import SITE
from app.resources import rules_directory
from app.rulebook.errors import RulebookError
from app.rulebook.load import load_book

TODAY = datetime.date(2026, 11, 20)
DOCUMENT = """\
id: our-standard
title: Storage standard
publisher: us
date: 2026-10
kind: site
speaks_of: every volume here
places: [{place: Section 2, title: Databases}]
"""
OLTP = AdviceRequest(
    controller=ControllerAsked(model="UCSC-MRAID12G", cache_mib=2048, cache_protection="optimal"),
    volume=VolumeAsked(raid_level="raid5", media="hdd", drives=8),
    workload=WorkloadAsked(name="oltp"),
)


def site(folder: Path, advise_words: str, when: str = "{workload: oltp}", document: str = "our-standard") -> Path:
    (folder / "documents").mkdir()
    (folder / "documents" / "ours.yaml").write_text(DOCUMENT, encoding="utf-8")
    (folder / "ours").mkdir()
    (folder / "ours" / "section-2.yaml").write_text(
        f"document: {document}\nplace: Section 2\nclaims:\n"
        f"  - claim: ours-1\n    when: {when}\n    advise: {advise_words}\n    why: We measured it.\n",
        encoding="utf-8",
    )
    return folder


def test_a_site_rule_outranks_the_paper_and_is_shown_as_the_sites(tmp_path: Path) -> None:
    book = load_book(rules_directory(), site(tmp_path, "{strip_size_kib: 128}"))
    strip = advise(book, OLTP, TODAY).settings["strip_size_kib"]

    assert strip.value == 128
    assert strip.outcome.basis == "site"
    assert strip.outcome.decided_by == "this site's own rule"
    assert strip.outcome.citations[0].document.id == "our-standard"
    assert strip.outcome.rule is not None
    assert strip.outcome.rule.tier == SITE
    assert any(item.value == 64 for item in strip.outcome.dissent)


def test_a_site_rule_outranks_neither_safety_nor_capability(tmp_path: Path) -> None:
    book = load_book(rules_directory(), site(tmp_path, "{write_policy: protected_write_back}"))
    unprotected = OLTP._replace(controller=OLTP.controller._replace(cache_protection="failed"))
    without_cache = OLTP._replace(controller=OLTP.controller._replace(cache_mib=0))

    assert advise(book, unprotected, TODAY).settings["write_policy"].value == "write_through"
    assert advise(book, without_cache, TODAY).settings["write_policy"].value == "write_through"


def test_the_version_tells_that_a_site_spoke(tmp_path: Path) -> None:
    alone = load_book(rules_directory()).version

    assert load_book(rules_directory(), site(tmp_path, "{strip_size_kib: 128}")).version.startswith(f"{alone}+site-")


@pytest.mark.parametrize(
    ("words", "when"),
    [
        ("{write_policy: unprotected_write_back}", "{workload: oltp}"),
        ("{disk_cache_policy: enabled}", "{workload: oltp}"),
        ("{disk_cache_policy: drive_default}", "{media: ssd}"),
        ("{initialization: fast}", "{raid: raid6}"),
        ("{initialization: [none, fast]}", "{media: ssd}"),
    ],
)
def test_a_site_rule_that_breaks_a_safety_rule_is_refused_with_its_line(tmp_path: Path, words: str, when: str) -> None:
    with pytest.raises(RulebookError, match=r"section-2\.yaml:6: .* breaks a safety rule"):
        load_book(rules_directory(), site(tmp_path, words, when))


def test_a_disk_cache_for_benchmarks_and_a_fast_start_without_parity_are_a_sites_own_affair(tmp_path: Path) -> None:
    words = "{disk_cache_policy: enabled, initialization: fast}"
    book = load_book(rules_directory(), site(tmp_path, words, "{deployment: benchmark, raid: raid10}"))

    assert any(rule.id == "ours-1" for rule in book.rules)


def test_a_sites_rule_cites_a_document_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="cite a document of its own"):
        load_book(rules_directory(), site(tmp_path, "{strip_size_kib: 128}", document="ucs-m4-2016"))


def test_a_site_brings_no_house_rules(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "safety.yaml").write_text("tier: safety\nrules: []\n", encoding="utf-8")

    with pytest.raises(RulebookError, match="a site brings documents, rules, workloads, controllers and thresholds"):
        load_book(rules_directory(), tmp_path)


def test_a_sites_thresholds_replace_ours(tmp_path: Path) -> None:
    ours = (rules_directory() / "house" / "thresholds.yaml").read_text(encoding="utf-8")
    (tmp_path / "house").mkdir()
    theirs = ours.replace("many_streams_from: 4", "many_streams_from: 9")
    (tmp_path / "house" / "thresholds.yaml").write_text(theirs, encoding="utf-8")

    assert load_book(rules_directory(), tmp_path).thresholds.many_streams_from == 9


def test_a_document_of_the_site_says_so(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "ours.yaml").write_text(DOCUMENT.replace("kind: site", "kind: paper"), encoding="utf-8")

    with pytest.raises(RulebookError, match=r"ours\.yaml:5: a document of the site has the kind 'site'"):
        load_book(rules_directory(), tmp_path)


def test_a_site_directory_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="no directory"):
        load_book(rules_directory(), site=tmp_path / "mistyped")
