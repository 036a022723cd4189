"""Keys, their order and their types, against what real tools printed (where the folder with the captures exists)."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.emulator.tool import ran

SHARED = Path(os.environ.get("RAIDWISE_SHARED") or Path(__file__).resolve().parents[2].parent / "shared")
CAPTURES = SHARED / "captures"

pytestmark = pytest.mark.skipif(
    not CAPTURES.is_dir(), reason=f"no captures at {CAPTURES}; RAIDWISE_SHARED names the folder that holds them"
)

SAME = [
    ("old-9270cv", "/c0 show all", "storcli/alexbomber_c0_show_all"),
    ("old-9270cv", "/c0/vall show all", "storcli/alexbomber_vall_show_all"),
    ("old-9270cv", "/c0/eall/sall show all", "storcli/alexbomber_eall_sall_show_all"),
    ("old-9270cv", "/c0/cv show all", "storcli/alexbomber_cv_show_all"),
    ("old-9270cv", "/c0/bbu show all", "storcli/alexbomber_bbu_show_all"),
    ("trimode-9560", "/c0/v239 show all", "storcli/jcpunk_v0_show_all_nvme_raid10"),
    (
        "trimode-9560",
        "/c0/v239 set rdcache=RA wrcache=WT iopolicy=Direct",
        "storcli/scality_set_rdcache_wrcache_iopolicy_success",
    ),
    ("trimode-9560", "/c5 show all", "storcli/scality_controller_not_found"),
    ("trimode-9560", "/c0/v999 show all", "storcli/scality_vd_show_invalid"),
    ("trimode-9560", "/c0/e252/s99 show all", "storcli/scality_drive_not_found"),
    ("perc-h730p", "show", "perccli/ltmonster_H730P_show"),
    ("perc-h730p", "/c0/vall show", "perccli/ltmonster_H730P_vall_show"),
    ("perc-h730p", "/c0/vall show all", "perccli/ltmonster_H730P_vall_show_all"),
    ("db-9361", "/c0/v1 show", "storcli/naudit_v1_show_raid0"),
    ("db-9361", "/c0/eall show", "storcli/naudit_eall_show"),
    ("db-9361", "/c0/e252/s10 show", "storcli/naudit_drive_show"),
    ("db-9361", "/c0/eall/sall show", "storcli/cloudpods_arm64_eall_sall_show"),
    ("db-9361", "/c0/vall show all", "storcli/cloudpods_arm64_vall_show_all"),
    ("two-controllers", "/call show cc", "storcli/jcpunk_call_show_cc"),
    ("two-controllers", "/call show patrolread", "storcli/jcpunk_call_show_patrolread"),
    ("two-controllers", "/c0/fall show", "storcli/naudit_fall_show_foreign_present"),
    ("bbu-9261", "show", "storcli/videoweb_08_show_j"),
    ("bbu-9261", "/c0/eall/sall show all", "storcli/rackhd_eall_sall_show_all"),
    ("mpi3-9660", "show all", "storcli2/scality_9660-16i_show_all"),
    ("mpi3-9660", "/c0 show all", "storcli2/scality_9660-16i_c0_show_all"),
    ("mpi3-9660", "/c0/vall show all", "storcli2/scality_9660-16i_vall_show_all"),
    ("mpi3-9660", "/c0/v1 show all", "storcli2/scality_9660-16i_v1_show_all"),
    ("mpi3-9660", "/c0/e306/s0 show all", "storcli2/scality_9660-16i_e306s0_show_all"),
    ("mpi3-9660", "/c0/e306/s12 show all", "storcli2/scality_9660-16i_e320s11_ugood_show_all"),
    ("mpi3-9660", "/c0/v1 set wrcache=WT", "storcli2/scality_set_wrcache_success"),
    ("mpi3-9660", "/c0/v1 set rdcache=RA", "storcli2/scality_set_rdcache_success"),
    ("mpi3-9660", "/c0/v999 show all", "storcli2/scality_vd_show_invalid"),
    ("mpi3-9660", "/c0/e306/s99 show all", "storcli2/scality_drive_not_found"),
    ("mpi3-9660", "/c5 show all", "storcli2/scality_controller_not_found"),
]
NOT_HERE = {
    "storcli/naudit_RS3DC080_c0_show": {"only ours": {"Cachevault_Info"}},
    "storcli/mercuryagent_dall_show": {
        "only theirs": {"FREE SPACE DETAILS", "Total Free Slots", "Cac"},
    },
}
NEARLY = [
    ("db-9361", "/c0 show", "storcli/naudit_RS3DC080_c0_show"),
    ("bbu-9261", "/c0/dall show", "storcli/mercuryagent_dall_show"),
]
"""Another card than the captured one: with a CacheVault; without free space and the column of newer builds."""

# An int or a dash, as the drive is in a group or not; numbers of a row that is a branch of the topology.
EITHER = frozenset({"DG", "Arr", "Row", "Span", "PID", "DID"})


def normal(key: str) -> str:
    return re.sub(r"(/[cesv]|VD ?)[0-9]+", r"\1N", key)


def differences(ours: Any, theirs: Any, path: str = "") -> Iterator[tuple[str, str, Any]]:
    """Kind, path and what; the first element of a list stands for all."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        yield from of_objects(ours, theirs, path)
    elif isinstance(ours, list) and isinstance(theirs, list):
        if ours and theirs:
            yield from differences(ours[0], theirs[0], f"{path}[]")
    elif type(ours) is not type(theirs) and path.rpartition("/")[2] not in EITHER:
        yield "type", path, (ours, theirs)


def of_objects(ours: dict[str, Any], theirs: dict[str, Any], path: str) -> Iterator[tuple[str, str, Any]]:
    mine = {normal(key): value for key, value in reversed(ours.items())}
    real = {normal(key): value for key, value in reversed(theirs.items())}
    yield from (("only ours", path, key) for key in mine.keys() - real.keys())
    yield from (("only theirs", path, key) for key in real.keys() - mine.keys())
    first_seen = list(dict.fromkeys(normal(key) for key in ours if normal(key) in real))
    if first_seen != list(dict.fromkeys(normal(key) for key in theirs if normal(key) in mine)):
        yield "order", path, first_seen
    for key in mine.keys() & real.keys():
        yield from differences(mine[key], real[key], f"{path}/{key}")


def captured(name: str) -> Any:
    text = (CAPTURES / f"{name}.json").read_text(encoding="utf-8")
    return json.loads(text[text.index("{") :])


def found(make, server: str, command: str, capture: str) -> list[tuple[str, str, Any]]:
    ours = json.loads(ran(make(server), *command.split(), "J").stdout)
    return list(differences(ours, captured(capture)))


@pytest.mark.parametrize(("server", "command", "capture"), SAME, ids=[row[2].rpartition("/")[2] for row in SAME])
def test_an_answer_has_the_keys_order_and_types_of_the_real_one(make, server, command, capture):
    assert found(make, server, command, capture) == []


@pytest.mark.parametrize(("server", "command", "capture"), NEARLY, ids=[row[2] for row in NEARLY])
def test_another_card_differs_by_what_it_has(make, server, command, capture):
    allowed = NOT_HERE[capture]

    for kind, path, what in found(make, server, command, capture):
        assert what in allowed.get(kind, set()), (kind, path, what)


def lines_of_error(text: str) -> list[str]:
    found = [line for line in text.splitlines() if line]
    return [*(line.partition(" = ")[0] for line in found[:-1]), found[-1]]


def test_an_error_of_grammar_8_is_text_as_the_real_one(make):
    real = (CAPTURES / "storcli2" / "scality_set_combined_syntax_error.txt").read_text(encoding="utf-8")
    ours = ran(make("mpi3-9660"), "/c0/v1", "set", "rdcache=RA", "wrcache=WT", "iopolicy=Direct", "J").stdout

    assert lines_of_error(ours) == lines_of_error(real)


def headings(text: str) -> list[str]:
    return re.findall(r"^(\S.*?) :\n=+$", text, re.MULTILINE)


def test_text_has_the_sections_of_the_real_one_in_its_order(make):
    ours = headings(ran(make("old-9270cv"), "/c0", "show", "all").stdout)
    theirs = headings((CAPTURES / "storcli_text" / "mtik00_single_ok_show_all.txt").read_text(encoding="utf-8"))

    assert [name for name in ours if name in theirs] == [name for name in theirs if name in ours]
    assert set(theirs) - set(ours) == {"Detailed Status"}


def test_json_is_laid_out_as_the_real_one_byte_for_byte(make):
    real = (CAPTURES / "storcli" / "jcpunk_v0_show_all_nvme_raid10.json").read_text(encoding="utf-8")
    ours = ran(make("trimode-9560"), "/c0/v239", "show", "all", "J").stdout

    def layout(text: str) -> str:
        return re.sub(r'"[^"\n]*"(?=,?$)|(?<= : )[0-9]+', "@", re.sub(r"239", "0", text), flags=re.MULTILINE)

    assert layout(ours).rstrip() == layout(real).rstrip()
    assert ours.endswith("]\n}\n\n")
