"""An answer in the words of the tool that will carry it out."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

from app.core.book import Book
from app.core.catalogue import UNKNOWN_MODEL, ControllerModel
from app.core.document import Plain
from app.core.facts import SETTINGS
from app.core.policies import PARITY_LEVELS, RaidLevel
from app.exports.formats import FORMATS
from app.exports.plans import Allowance, Export, ExportRefusedError, VolumePlan
from app.exports.tools import tool_of_vendor
from app.workflows.advise import answer_document
from app.workflows.request import RequestBody

__all__ = [
    "FORMATS",
    "Export",
    "NothingToExportError",
    "export_of_answer",
    "export_of_request",
    "volume_plan",
]

NO_PLAN = {
    "refused": "The answer is a refusal: there is nothing to export. It carries the legal alternative.",
    "needs_input": "The answer is not decided: there is nothing to export before its questions are answered.",
}


class NothingToExportError(Exception):
    """The advice gives nothing that could be exported; ``document`` is the answer that says why."""

    def __init__(self, message: str, document: Plain) -> None:
        super().__init__(message)
        self.document = document


def export_of_request(book: Book, body: RequestBody, today: datetime.date, name: str) -> Export:
    """
    The answer to a request in the format called ``name``. The settings are answered whether asked for or not.

    Raises ``NothingToExportError`` where there is no decided advice, or the format must not carry it.
    """
    asked = body.model_copy(update={"include": list(dict.fromkeys([*(body.include or []), "settings"]))})
    return export_of_answer(book, answer_document(book, asked, today), name)


def export_of_answer(book: Book, document: Plain, name: str) -> Export:
    """An answer, fresh or kept, in the format called ``name``. Raises ``NothingToExportError``."""
    chosen = FORMATS[name]
    if chosen.of_answer is not None:
        return chosen.of_answer(document)
    if document["status"] in NO_PLAN:
        raise NothingToExportError(NO_PLAN[document["status"]], document)
    if "settings" not in document:
        raise NothingToExportError("This answer was kept without its settings.", document)
    assert chosen.of_plan is not None  # noqa: S101 - a format has one or the other
    try:
        return chosen.of_plan(volume_plan(book, document))
    except ExportRefusedError as error:
        raise NothingToExportError(str(error), document) from error


def volume_plan(book: Book, document: Mapping[str, Any]) -> VolumePlan:
    """The answer as what is to be done to one volume, with the controller as the catalogue knows it."""
    said, volume = document["input"]["controller"], document["input"]["volume"]
    model = book.catalogue.models.get(said["recognised_as"] or "", UNKNOWN_MODEL)
    settings = {
        name: document["settings"][name]["value"]
        for name in SETTINGS  # a kept answer has them in the order of the database
        if document["settings"][name]["value"] is not None and model.value(name) is not False
    }
    vendor = _vendor(model)
    return VolumePlan(
        settings=settings,
        level=RaidLevel(settings["raid_level"]) if "raid_level" in settings else None,
        drives=volume["drives"],
        media=volume["media"],
        interface=volume["interface"],
        exists=_exists(document),
        model=said["recognised_as"] or said["model"],
        family=model.family,
        kind=model.kind,
        tool=tool_of_vendor(model.tool, vendor),
        vendor=vendor,
        rulebook=document["rulebook"]["version"],
        places={name: _places(item["citations"]) for name, item in document["settings"].items()},
        allowances=tuple(_allowances(document, settings, model)),
    )


def _vendor(model: ControllerModel) -> str | None:
    if model.vendor is not None:
        return model.vendor.lower()
    return "cisco" if model.name.upper().startswith(("UCS", "CISCO", "EMBEDDED RAID (C2")) else None


def _exists(document: Mapping[str, Any]) -> bool:
    """As the request says, or else as the answer assumed."""
    said = document["input"]["volume"]["exists"]
    if said is not None:
        return bool(said)
    assumed = {item["field"]: item["value"] for item in document["input"]["assumed"]}
    return bool(assumed.get("volume.exists", False))


def _places(citations: list[Plain]) -> str:
    words = (
        f"{cite['document']} {cite['place']}" + (f", {cite['row']}" if cite.get("row") else "") for cite in citations
    )
    return "; ".join(list(dict.fromkeys(words))[:3])


_OBJECTIONS = {
    ("write_policy", "unprotected_write_back"): "unprotected-write-back",
    ("disk_cache_policy", "enabled"): "disk-cache-on",
    ("disk_cache_policy", "drive_default"): "disk-cache-default",
    ("io_policy", "cached"): "cached-io",
    ("raid_level", "raid0"): "raid0",
}


def _allowances(
    document: Mapping[str, Any], settings: Mapping[str, Any], model: ControllerModel
) -> Iterator[Allowance]:
    """What our own linter would object to although it is advised, each with the reason the advice gives."""
    if model.value("write_cache") is False and settings.get("write_policy") == "protected_write_back":
        yield Allowance("write-back-without-cache", "the request says that this controller has a cache")
    for name, value in settings.items():
        rule = _OBJECTIONS.get((name, value))
        if rule is not None:
            yield _allowance(rule, document["settings"][name])
    if settings.get("raid_level") in _PARITY and settings.get("initialization") != "full":
        # Not every format can say how; to the others it is as good as not said at all.
        yield from (_allowance(rule, document["settings"]["initialization"]) for rule in _NOT_FULL)


_PARITY = frozenset(map(str, PARITY_LEVELS))
_NOT_FULL = ("fast-initialization", "missing-initialization")


def _allowance(rule: str, setting: Plain) -> Allowance:
    risk = setting.get("accepted_risk")
    if risk is None:
        return Allowance(rule, setting["reason"] or "advised")
    return Allowance(rule, f"accepted by {risk['by']}: {risk['reason']}", risk["until"])
