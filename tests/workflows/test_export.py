from __future__ import annotations

import datetime
import json
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from hypothesis import given, settings

from app.core.book import Book
from app.exports.formats import FORMATS
from app.exports.plans import Export
from app.workflows.advise import answer_document
from app.workflows.export import NothingToExportError, export_of_answer, export_of_request, volume_plan
from app.workflows.lint import lint_document, objects
from app.workflows.request import RequestBody
from tests.exports.plan_samples import read_back
from tests.workflows.advised import requests, rulebook

NOON = datetime.date(2026, 11, 20)
PLANNED = [name for name, item in FORMATS.items() if item.of_plan is not None]
OLTP: dict[str, Any] = {
    "controller": {"model": "UCSC-MRAID12G", "cache_mib": 2048, "cache_protection": "optimal"},
    "volume": {"raid_level": "raid5", "media": "hdd", "drives": 8, "rpm": 10000},
    "workload": {"name": "oltp", "read_percent": 70, "block_kib": 8},
}


def asked(**changes: Any) -> RequestBody:
    return RequestBody.model_validate_json(json.dumps({**OLTP, **changes}))


def read_by_others(made: Export) -> None:
    """By readers that know nothing of us: they raise where the text is not what its media type says."""
    if made.media_type == "application/json":
        json.loads(made.text)
    elif made.media_type == "application/yaml":
        yaml.safe_load(made.text)
    elif made.media_type == "application/xml":
        ElementTree.fromstring(made.text)
    else:
        assert all(
            line.startswith(("#", "set -eu")) or line.split()[0].lower().rstrip("64").rstrip("2") in _TOOLS
            for line in made.text.splitlines()
        )


_TOOLS = {"storcli", "perccli", "megacli"}


@pytest.mark.parametrize("name", PLANNED)
@settings(max_examples=60, deadline=None)
@given(body=requests())
def test_any_advised_answer_keeps_its_meaning_in_every_format(name: str, body: RequestBody) -> None:
    """What is read back and what is said to be lost make up the advice; our own linter has nothing to object to."""
    book = rulebook()
    document = answer_document(book, body, NOON)
    made = _made(book, document, name)
    if made is None:
        assert document["status"] != "advised" or _may_refuse(book, document, name)
        return
    lost = {item.setting: item.value for item in made.not_carried}
    back = read_back(made.text, made.file_name)

    read_by_others(made)
    assert {**back, **lost} == volume_plan(book, document).settings
    assert not set(back) & set(lost)
    report = lint_document(book, made.text.encode(), NOON, made.file_name)
    assert not objects(report), report["findings"]


def _made(book: Book, document: dict[str, Any], name: str) -> Export | None:
    try:
        return export_of_answer(book, document, name)
    except NothingToExportError:
        return None


def _may_refuse(book: Book, document: dict[str, Any], name: str) -> bool:
    """Where there is no volume to set, no tool to set it, or the tool must not touch it."""
    plan = volume_plan(book, document)
    no_volume = plan.kind == "hba" or plan.level in (None, "jbod") or not plan.settings
    no_tool = plan.kind != "raid" or plan.tool == "none" or plan.drives is None
    broken_by_megacli = name == "megacli" and (plan.family == "unknown" or "9" in plan.family or plan.family > "sas36")
    return no_volume or no_tool or broken_by_megacli or (name == "ironic" and plan.exists)


def test_most_kinds_of_request_are_exported(book: Book) -> None:
    """The property above would say nothing if everything were refused."""
    counted: Counter[str] = Counter()
    for model in ("UCSC-MRAID12G", "MegaRAID 9266CV-8i", "MegaRAID 9560-8i", "PERC H755", "MegaRAID 9660-16i"):
        for level in ("raid1", "raid5", "raid10", "raid60"):
            body = asked(
                controller={**OLTP["controller"], "model": model}, volume={**OLTP["volume"], "raid_level": level}
            )
            for name in FORMATS:
                try:
                    export_of_request(book, body, NOON, name)
                    counted[name] += 1
                except NothingToExportError:
                    assert name == "megacli" or level == "raid1", (model, level, name)
    assert all(counted[name] >= 15 for name in FORMATS if name != "megacli")
    assert counted["megacli"] >= 6


def test_an_accepted_risk_is_carried_with_its_signature(book: Book) -> None:
    risk = {"write_policy": "unprotected_write_back", "by": "storage", "reason": "scratch\ndata", "until": "2027-01-31"}
    body = asked(accept_risk=risk, requested={"write_policy": "unprotected_write_back"})
    for name in ("storcli", "redfish", "ucsm", "ansible"):
        made = export_of_request(book, body, NOON, name)
        assert "raidwise-allow: unprotected-write-back until=2027-01-31: accepted by storage: scratch data" in made.text
        assert not objects(lint_document(book, made.text.encode(), NOON, made.file_name))
        later = datetime.date(2027, 2, 1)
        assert objects(lint_document(book, made.text.encode(), later, made.file_name))


@pytest.mark.parametrize("name", PLANNED)
def test_what_is_not_advised_is_not_exported_and_says_why(book: Book, name: str) -> None:
    with pytest.raises(NothingToExportError, match="refusal") as caught:
        export_of_request(book, asked(volume={"raid_level": "raid10", "media": "hdd", "drives": 3}), NOON, name)
    assert caught.value.document["refusals"]
    with pytest.raises(NothingToExportError, match="not decided") as caught:
        export_of_request(book, asked(volume={"raid_level": "raid5", "drives": 8}), NOON, name)
    assert caught.value.document["questions"]


@pytest.mark.parametrize("name", ["json", "yaml"])
def test_the_whole_answer_is_given_whatever_its_status(book: Book, name: str) -> None:
    text = export_of_request(book, asked(volume={"raid_level": "raid10", "drives": 3}), NOON, name).text
    assert yaml.safe_load(text)["status"] == "refused"


def test_settings_are_answered_even_where_nobody_asked_for_them(book: Book) -> None:
    made = export_of_request(book, asked(include=["commands"]), NOON, "redfish")
    assert json.loads(made.text)["create"]["RAIDType"] == "RAID5"


def test_a_setting_the_card_does_not_have_is_neither_written_nor_lost(book: Book) -> None:
    made = export_of_request(book, asked(controller={**OLTP["controller"], "model": "MegaRAID 9560-8i"}), NOON, "ucsm")
    assert "ioPolicy" not in made.text
    assert "io_policy" not in {item.setting for item in made.not_carried}


def test_ciscos_and_dells_cards_are_told_by_their_names(book: Book) -> None:
    modules = {"UCSC-MRAID12G": "cisco.intersight", "PERC H755": "dellemc.openmanage", "9361-8i": "ansible.builtin"}
    for model, module in modules.items():
        body = asked(controller={**OLTP["controller"], "model": model})
        assert f"uses {module}" in export_of_request(book, body, NOON, "ansible").text
