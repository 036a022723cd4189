"""``show``, ``show all``, ``show ctrlcount``: the whole server at a glance."""

from __future__ import annotations

from typing import Any

from app.emulator.answers import Entry
from app.emulator.cards import facts_of, model_without_blanks
from app.emulator.seven.protection import overview_word
from app.emulator.state import Controller, State

Row = dict[str, Any]


def show(state: State, controllers: list[Controller], words: tuple[str, ...], system: str) -> Entry | None:
    """RAID cards in one table, HBAs in another; neither where there is none."""
    if words == ("ctrlcount",):
        return Entry(None, {"Controller Count": len(controllers)})
    if words not in ((), ("all",)):
        return None
    data: Row = {"Number of Controllers": len(controllers), "Host Name": state["host"], "Operating System ": system}
    raid = [one for one in controllers if facts_of(one)["kind"] == "raid"]
    adapters = [one for one in controllers if facts_of(one)["kind"] == "hba"]
    if raid:
        data["System Overview"] = [_row(one) for one in raid]
    if adapters:
        data.update({"StoreLib IT Version": "07.2400.0200.0100", "StoreLib IR3 Version": "16.14-0"})
        data["IT System Overview"] = [_adapter(one) for one in adapters]
    if raid and words == ("all",):
        data["ASO"] = [_options(one) for one in raid]
    return Entry(None, data)


def _row(controller: Controller) -> Row:
    volumes, dell = controller["volumes"], facts_of(controller)["oem"] == "Dell"
    return {
        "Ctl": controller["number"],
        "Model": model_without_blanks(facts_of(controller)),
        "Ports": facts_of(controller)["ports"],
        "PDs": len(controller["drives"]),
        "DGs": len({volume["group"] for volume in volumes}),
        "DNOpt": len({volume["group"] for volume in volumes if volume["state"] != "Optl"}),
        "VDs": len(volumes),
        "VNOpt": sum(1 for volume in volumes if volume["state"] != "Optl"),
        "BBU": overview_word(controller),
        "sPR": "On",
        "DS": "3" if dell else "1&2",
        "EHS": "N" if dell else "Y",
        "ASOs": 0 if dell else 2,
        "Hlth": _health(controller),
    }


def _health(controller: Controller) -> str:
    return {"Optimal": "Opt", "Failed": "Fld"}.get(controller.get("status", "Optimal"), "NdAtn")


def _adapter(controller: Controller) -> Row:
    facts = facts_of(controller)
    return {
        "Ctl": controller["number"],
        "Model": model_without_blanks(facts),
        "AdapterType": "  SAS3008(C0)",
        "VendId": facts["vendor"],
        "DevId": facts["device"],
        "SubVendId": facts["subsystem"][0],
        "SubDevId": facts["subsystem"][1],
        "PCI Address": f"00:{controller['bus']:02x}:00:00",
    }


def _options(controller: Controller) -> Row:
    names = ("Cl", "SAS", "MD", "R6", "WC", "R5", "SS", "FP", "Re", "CR", "RF", "CO", "CW", "HA")
    return {"Ctl": controller["number"], **dict.fromkeys(names, "X")}
