"""The hooks of ``deploy/examples``, run against a live service as far as they go without their own tool."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import yaml

from app.exports.readers.kinds import read_plan

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "deploy" / "examples"
SCRIPT = EXAMPLES / "commissioning" / "raidwise-commission.sh"
ROLE = EXAMPLES / "ansible" / "roles" / "raidwise_advice"
OLTP: dict[str, Any] = {
    "controller": {"model": "UCSC-MRAID12G", "cache_mib": 2048, "cache_protection": "optimal"},
    "volume": {"raid_level": "raid5"},
    "workload": {"name": "oltp", "read_percent": 70, "block_kib": 8},
}
DRIVE = {"EID:Slt": "252:0", "State": "UGood", "Intf": "SAS", "Med": "HDD"}
CARD = {
    "Basics": {"Controller": 0, "Model": "AVAGO MegaRAID SAS 9361-8i "},
    "HwCfg": {"On Board Memory Size": "2048MB"},
    "Cachevault_Info": [{"Model": "CVPM02", "State": "Optimal"}],
    "PD LIST": [DRIVE] * 8 + [{**DRIVE, "State": "Onln", "Med": "SSD"}],
}


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A real service on the loopback; no example needs its database."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    bare = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    argv = [
        sys.executable,
        "-m",
        "uvicorn",
        "--factory",
        "app.main:create_app",
        "--port",
        str(port),
        "--log-level",
        "error",
    ]
    process = subprocess.Popen(argv, cwd=ROOT, env=bare)
    try:
        yield _listening(f"http://127.0.0.1:{port}", process)
    finally:
        process.terminate()
        process.wait(20)


def _listening(url: str, process: subprocess.Popen[bytes]) -> str:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(f"{url}/healthz", timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return url
    raise AssertionError("the service did not listen")


@pytest.fixture(scope="session")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("raidwise_hook", EXAMPLES / "ironic" / "raidwise_hook.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Node(SimpleNamespace):
    """What the hook uses of Ironic's node."""

    def save(self) -> None:
        self.saved = True


def inspected(hook: ModuleType, told: dict[str, Any], disks: list[dict[str, Any]]) -> Node:
    node = Node(uuid="a-node", extra={"raidwise": told, "owner": "kept"}, target_raid_config=None, saved=False)
    hook.RaidwiseHook()(SimpleNamespace(node=node), {"disks": disks}, {})
    return node


DISKS = [{"name": f"/dev/sd{letter}", "rotational": True} for letter in "abcdefgh"]


def test_ironics_node_gets_its_configuration_and_what_it_cannot_carry(
    hook: ModuleType, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook, "URL", address)
    node = inspected(hook, OLTP, DISKS)

    assert node.target_raid_config == {
        "logical_disks": [{"size_gb": "MAX", "raid_level": "5", "number_of_physical_disks": 8, "disk_type": "hdd"}]
    }
    assert {item["setting"] for item in node.extra["raidwise_advice"]["not_carried"]} >= {
        "write_policy",
        "strip_size_kib",
    }
    assert node.extra["owner"] == "kept"
    assert node.saved


@pytest.mark.parametrize(
    ("told", "disks", "reason"),
    [
        ({**OLTP, "volume": {"raid_level": "raid10"}}, DISKS[:3], "refusal"),
        ({}, DISKS, "not decided"),
        ({"controller": {"modle": "x"}}, DISKS, "controller.modle"),
    ],
)
def test_a_node_without_an_answer_is_left_as_it_was(
    hook: ModuleType,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    told: dict[str, Any],
    disks: list[dict[str, Any]],
    reason: str,
) -> None:
    monkeypatch.setattr(hook, "URL", address)
    node = inspected(hook, told, disks)

    assert (node.target_raid_config, node.saved) == (None, False)
    assert reason in caplog.text


def test_inspection_goes_on_without_the_service(
    hook: ModuleType, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hook, "URL", "http://127.0.0.1:9")
    assert inspected(hook, OLTP, DISKS).saved is False
    assert "127.0.0.1:9" in caplog.text


def commissioned(tmp_path: Path, url: str, card: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """The script with a storcli of our own, which prints noise before its JSON and fails as real ones do."""
    reply = tmp_path / "reply.json"
    document = {"Controllers": [{"Command Status": {"Status": "Success"}, "Response Data": card}]}
    reply.write_text("a line of noise\n" + json.dumps(document), encoding="utf-8")
    tool = tmp_path / "storcli64"
    tool.write_text(f'#!/bin/sh\n[ "$1" = /c0 ] && [ "$2" = show ] && cat {reply}\nexit 46\n', encoding="utf-8")
    tool.chmod(0o755)
    given = {"RAIDWISE_URL": url, "RAIDWISE_TOOL": str(tool), "RAIDWISE_LEVEL": "raid6", **variables}
    environment = {"PATH": os.environ["PATH"], "RAIDWISE_OUT": str(tmp_path / "create.sh"), **given}
    return subprocess.run(["/bin/sh", SCRIPT], env=environment, capture_output=True, text=True, timeout=60, check=False)


def test_commissioning_writes_the_create_command_for_the_drives_that_are_free(address: str, tmp_path: Path) -> None:
    done = commissioned(tmp_path, address, CARD)

    assert (done.returncode, done.stderr) == (0, "")
    text = (tmp_path / "create.sh").read_text(encoding="utf-8")
    assert text == done.stdout
    said = {item.setting: item.value for _, item in read_plan(text.encode(), "create.sh").said()}
    assert (said["raid_level"], said["write_policy"], said["disk_cache_policy"]) == (
        "raid6",
        "protected_write_back",
        "disabled",
    )
    assert "raidwise-controller: MegaRAID 9361-8i" in text


def test_commissioning_without_protection_writes_through(address: str, tmp_path: Path) -> None:
    done = commissioned(tmp_path, address, {**CARD, "Cachevault_Info": [{"State": "Failed"}]})
    assert " wt " in done.stdout


@pytest.mark.parametrize(
    ("card", "variables", "code", "reason"),
    [
        ({**CARD, "PD LIST": [DRIVE] * 3}, {"RAIDWISE_LEVEL": "raid10"}, 3, "refusal"),
        ({"Basics": {}}, {}, 3, "number of drives"),
        (None, {}, 3, "controller.model"),
        (CARD, {"RAIDWISE_URL": "http://127.0.0.1:9"}, 4, "127.0.0.1:9"),
        (CARD, {"RAIDWISE_TOOL": "/bin/true"}, 2, "tells nothing"),
    ],
)
def test_commissioning_says_what_kept_it_from_an_answer(
    address: str, tmp_path: Path, card: object, variables: dict[str, str], code: int, reason: str
) -> None:
    done = commissioned(tmp_path, address, card if card is not None else {}, **variables)

    assert done.returncode == code, done.stderr
    assert reason in done.stderr
    assert not (tmp_path / "create.sh").exists()


def test_commissioning_never_calls_the_tool_for_anything_but_showing() -> None:
    calls = re.findall(r'"\$tool" (?!\])(.*)', SCRIPT.read_text(encoding="utf-8"))
    assert calls == ['"/c$controller" show all nolog J >reply.json) || true']


def test_the_role_asks_once_and_changes_nothing() -> None:
    tasks = yaml.safe_load((ROLE / "tasks" / "main.yml").read_text(encoding="utf-8"))
    modules = [key for task in tasks for key in task if "." in key]

    assert modules == [
        "ansible.builtin.uri",
        "ansible.builtin.fail",
        "ansible.builtin.set_fact",
        "ansible.builtin.debug",
    ]
    assert (tasks[0]["changed_when"], tasks[0]["delegate_to"]) == (False, "localhost")
    for name in ("defaults", "meta"):
        assert yaml.safe_load((ROLE / name / "main.yml").read_text(encoding="utf-8"))


def test_the_request_of_the_role_is_one_that_the_service_takes(address: str) -> None:
    defaults = yaml.safe_load((ROLE / "defaults" / "main.yml").read_text(encoding="utf-8"))
    url = f"{address}/api/v1/advice?format={defaults['raidwise_format']}"
    call = urllib.request.Request(
        url, json.dumps(defaults["raidwise_request"]).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(call, timeout=20) as response:
        assert "storcli64 /c0 add vd r5" in response.read().decode()


@pytest.mark.parametrize(("drives", "code", "word"), [(8, 0, "storcli64 /c0 add vd r5"), (2, 2, "refusal")])
def test_ansible_itself_plays_the_role(address: str, tmp_path: Path, drives: int, code: int, word: str) -> None:
    ansible = os.environ.get("RAIDWISE_ANSIBLE_PLAYBOOK") or shutil.which("ansible-playbook")
    if ansible is None:
        pytest.skip("no ansible-playbook: the role's structure and its request are tested above")
    variables = {
        "raidwise_url": address,
        "ansible_python_interpreter": sys.executable,
        "raidwise_request": {**OLTP, "volume": {"raid_level": "raid5", "media": "hdd", "drives": drives}},
    }
    argv = [ansible, "-i", "localhost,", "-c", "local", "--check", "-e", json.dumps(variables)]
    environment = {**os.environ, "ANSIBLE_LOCAL_TEMP": str(tmp_path), "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    argv.append(str(EXAMPLES / "ansible" / "playbook.yml"))
    done = subprocess.run(argv, env=environment, capture_output=True, text=True, timeout=120, check=False)

    assert done.returncode == code, done.stdout + done.stderr
    assert word in done.stdout
    assert "changed=0" in done.stdout
