"""``/cX/cv`` and ``/cX/bbu``: the CacheVault and the battery."""

from __future__ import annotations

from typing import Any

from app.emulator.answers import Entry
from app.emulator.clock import iso
from app.emulator.state import Controller

KINDS = {"cv": "cachevault", "bbu": "battery"}
STATES = {
    "optimal": "Optimal",
    "charging": "Charging",
    "learning": "Learning",
    "degraded": "Degraded",
    "failed": "Failed",
    "absent": "Missing",
}
# MFI_BBU_STATE_*: 8 charging, 64 learn active, 2048 capacity low, 1024 replace pack.
BITS: dict[str, int | str] = {
    "optimal": 0,
    "charging": 8,
    "learning": 64,
    "degraded": 2048,
    "failed": 1024,
    "absent": "NA",
}
_MISSING = 34
Pairs = list[tuple[str, Any]]


def show(controller: Controller, thing: str, words: tuple[str, ...], at: float) -> Entry | None:
    """The answer, or the hint to ask for the other sort; None where the words are not known."""
    refused = _refused(controller, thing)
    if refused is not None:
        return refused
    sections = _cachevault(controller, at) if thing == "cv" else _battery(controller, at)
    wanted = {
        (): list(sections)[:1],
        ("all",): list(sections),
        ("status",): list(sections)[:3],
        ("learn",): list(sections)[-1:],
        ("properties",): list(sections)[-1:],
    }.get(words)
    if wanted is None:
        return None
    return Entry(controller["number"], {name: _rows(sections[name]) for name in wanted})


def _refused(controller: Controller, thing: str) -> Entry | None:
    protection = controller["protection"]
    if protection["state"] == "absent" or protection["kind"] is None:
        word = "Cachevault" if thing == "cv" else "Battery"
        return _failure(controller, f"{word} is absent!", _MISSING)
    other = "use /cx/bbu" if thing == "cv" else "use /cx/cv"
    return None if protection["kind"] == KINDS[thing] else _failure(controller, other, 255)


def _failure(controller: Controller, message: str, code: int) -> Entry:
    number = controller["number"]
    row = {"Ctrl": number, "Status": "Failed", "Property": "-", "ErrMsg": message, "ErrCd": code}
    return Entry(number, rows=[row])


def _rows(pairs: Pairs) -> list[dict[str, Any]]:
    return [{"Property": name, "Value": value} for name, value in pairs]


def _yes(answer: bool) -> str:
    return "Yes" if answer else "No"


def _cachevault(controller: Controller, at: float) -> dict[str, Pairs]:
    protection = controller["protection"]
    state, model = protection["state"], protection["model"]
    return {
        "Cachevault_Info": [("Type", model), ("Temperature", "34 C"), ("State", STATES[state])],
        "Firmware_Status": [
            ("Replacement required", _yes(state == "failed")),
            ("No space to cache offload", "No"),
            ("Module microcode update required", "No"),
        ],
        "GasGaugeStatus": [
            ("Pack Energy", "311 J" if state == "optimal" else "120 J"),
            ("Capacitance", "97 %" if state == "optimal" else "38 %"),
            ("Remaining Reserve Space", 93),
        ],
        "Design_Info": [
            ("Date of Manufacture", "11/02/2024"),
            ("Serial Number", int(controller["serial"][:5])),
            ("Manufacture Name", "LSI"),
            ("Design Capacity", "288 J"),
            ("Device Name", model),
            ("tmmFru", "N/A"),
            ("CacheVault Flash Size", "N/A"),
            ("tmmBatversionNo", "0x0"),
            ("tmmSerialNo", controller["serial"][:5]),
            ("tmm Date of Manufacture", "10/02/2024"),
            ("tmmPcbAssmNo", "L000000XXX"),
            ("tmmPCBversionNo", "0x05"),
            ("tmmBatPackAssmNo", "00000-01A"),
            ("scapBatversionNo", "0x0"),
            ("scapSerialNo", controller["serial"][5:]),
            ("scap Date of Manufacture", "11/02/2024"),
            ("scapPcbAssmNo", "0000000000"),
            ("scapPCBversionNo", " A"),
            ("scapBatPackAssmNo", "00000-01A"),
            ("Module Version", "00000-01"),
        ],
        "Properties": [
            ("Auto Learn Period", "28d (2419200 seconds)"),
            ("Next Learn time", _next_learn(controller)),
            ("Learn Delay Interval", "0 hour(s)"),
            ("Auto-Learn Mode", "Transparent"),
        ],
    }


def _next_learn(controller: Controller) -> str:
    at = controller["protection"]["next_learn"]
    return f"{iso(at, '  ')} ({int(at) - 946684800} seconds)"


def _battery(controller: Controller, at: float) -> dict[str, Pairs]:
    protection = controller["protection"]
    state = protection["state"]
    charging = {"charging": "Charging", "learning": "Discharging"}.get(state, "None")
    charge = {"optimal": 98, "charging": 61, "learning": 34}.get(state, 12)
    return {
        "BBU_Info": [
            ("Type", protection["model"]),
            ("Voltage", "4061 mV"),
            ("Current", "0 mA"),
            ("Temperature", "31 C"),
            ("Battery State", STATES[state]),
        ],
        "BBU_Firmware_Status": [
            ("Charging Status", charging),
            ("Voltage", "OK"),
            ("Temperature", "OK"),
            ("Learn Cycle Requested", "No"),
            ("Learn Cycle Active", _yes(state == "learning")),
            ("Learn Cycle Status", "OK"),
            ("Learn Cycle Timeout", "No"),
            ("I2C Errors Detected", "No"),
            ("Battery Pack Missing", "No"),
            ("Replacement required", _yes(state == "failed")),
            ("Remaining Capacity Low", _yes(state == "degraded")),
            ("Periodic Learn Required", "No"),
            ("Transparent Learn", _yes(protection["transparent"])),
            ("No space to cache offload", "No"),
            ("Pack is about to fail & should be replaced", "No"),
            ("Module microcode update required", "No"),
        ],
        "BBU_GasGauge_Status": [
            ("Fully Discharged", "No"),
            ("Fully Charged", _yes(state == "optimal")),
            ("Discharging", _yes(state == "learning")),
            ("Initialized", "Yes"),
            ("Relative State of Charge", f"{charge}%"),
            ("Remaining Capacity", f"{charge * 12} mAh"),
            ("Full Charge Capacity", "1215 mAh"),
        ],
        "BBU_Capacity_Info": [
            ("Relative State of Charge", f"{charge}%"),
            ("Remaining Capacity", f"{charge * 12} mAh"),
            ("Full Charge Capacity", "1215 mAh"),
            ("Cycle Count", 19),
        ],
        "BBU_Design_Info": [
            ("Date of Manufacture", "18/03/2024"),
            ("Design Capacity", "1215 mAh"),
            ("Design Voltage", "3700 mV"),
            ("Serial Number", int(controller["serial"][:4])),
            ("Manufacture Name", "LS1121001A"),
            ("Device Name", protection["model"]),
        ],
        "BBU_Properties": [
            ("Auto Learn Period", "30d (2592000 seconds)"),
            ("Next Learn time", _next_learn(controller)),
            ("Learn Delay Interval", "0 hour(s)"),
            ("Auto-Learn Mode", "Transparent" if protection["transparent"] else "Enabled"),
        ],
    }


def summary(controller: Controller, name: str) -> list[dict[str, Any]]:
    """``Cachevault_Info`` or ``BBU_Info`` of ``/cX show [all]``: the same names, another shape."""
    protection = controller["protection"]
    state = STATES[protection["state"]]
    if name == "Cachevault_Info":
        return [{"Model": protection["model"], "State": state, "Temp": "34C", "Mode": "-", "MfgDate": "2024/02/11"}]
    found = {"Model": protection["model"], "State": state, "RetentionTime": "48 hours +", "Temp": "31C", "Mode": "4"}
    return [{**found, "MfgDate": "2024/03/18", "Next Learn": iso(protection["next_learn"], "  ")}]


def overview_word(controller: Controller) -> str:
    """Column BBU of ``show``."""
    protection = controller["protection"]
    if protection["state"] == "absent":
        return "Msng" if protection["kind"] else "N/A"
    # Nobody saw what it says during a learn cycle; that is no fault, and has no letters of its own in the legend.
    return {"failed": "Fld", "degraded": "NdAtn"}.get(protection["state"], "Opt")
