"""The Ansible role installs what is there, says what it would do, and lets nothing through that it should not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jinja2
import pytest
import yaml

from app.collector.command_line import parser

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
ROLE = DEPLOY / "ansible" / "roles" / "raidwise_collector"
TASKS: list[dict[str, Any]] = yaml.safe_load((ROLE / "tasks" / "main.yml").read_text())
DEFAULTS: dict[str, Any] = yaml.safe_load((ROLE / "defaults" / "main.yml").read_text())
# These look without touching in check mode, and show what would differ; command is skipped where `creates` is given.
_CHECKED = {"file", "copy", "template", "systemd_service", "stat", "assert", "meta"}


def module(task: dict[str, Any]) -> str:
    (name,) = [key for key in task if key.startswith("ansible.builtin.")]
    return name.removeprefix("ansible.builtin.")


@pytest.mark.parametrize("path", sorted(ROLE.rglob("*.yml")), ids=lambda path: path.relative_to(ROLE).as_posix())
def test_every_file_is_yaml(path: Path):
    assert yaml.safe_load(path.read_text()) is not None


def test_every_task_has_a_name_and_can_be_checked():
    for task in TASKS:
        assert task["name"][0].isupper()
        is_harmless = task.get("check_mode") is False and task["changed_when"] is False
        is_once = "creates" in task.get("ansible.builtin.command", {})
        assert module(task) in _CHECKED or is_harmless or is_once, task["name"]


def test_every_variable_has_a_default_and_is_used():
    text = "".join(path.read_text() for folder in ("tasks", "templates") for path in (ROLE / folder).iterdir())
    used = set(re.findall(r"\braidwise_collector_[a-z0-9_]+", text)) - {"raidwise_collector_file"}

    assert used == set(DEFAULTS)


def test_the_join_token_is_neither_shown_nor_kept():
    (enrol,) = [task for task in TASKS if "Enrol" in task["name"]]

    assert enrol["no_log"] is True
    assert "raidwise_collector_join_token" in enrol["ansible.builtin.command"]["stdin"]
    others = [task for task in TASKS if task is not enrol]
    assert "raidwise_collector_join_token" not in json.dumps(others)
    assert not any("join_token" in path.read_text() for path in (ROLE / "templates").iterdir())


def test_the_units_it_installs_are_there():
    (units,) = [task for task in TASKS if task["name"] == "Install the units"]

    assert all((DEPLOY / "systemd" / name).is_file() for name in units["loop"])
    assert (ROLE / "../../../systemd/raidwise-collector.service.d/offline.conf").is_file()


def test_the_words_it_enrols_with_are_words_of_the_collector():
    (enrol,) = [task for task in TASKS if "Enrol" in task["name"]]
    words = re.findall(r'"(enrol|--[a-z-]+)"', enrol["ansible.builtin.command"]["argv"])

    assert words == ["enrol", "--url", "--token-file", "--ca"]
    given = parser(words).parse_args(["enrol", "--url", "https://r.example", "--token-file", "-", "--ca", "/x"])
    assert given.action == "enrol"


def rendered(name: str, **variables: Any) -> str:
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)
    environment.filters["bool"] = bool
    environment.filters["to_nice_json"] = lambda value, **options: json.dumps(value, **options)
    template = environment.from_string((ROLE / "templates" / name).read_text())
    return template.render({**DEFAULTS, "ansible_managed": "managed", **variables})


def test_the_timer_only_looks_unless_told_to_enforce():
    assert rendered("collector.env.j2").splitlines()[-1] == "RAIDWISE_OPTIONS="
    told = rendered("collector.env.j2", raidwise_collector_enforce=True, raidwise_collector_options="--wait 60")
    assert told.splitlines()[-1] == "RAIDWISE_OPTIONS=--enforce --wait 60"


def test_workloads_are_written_as_the_collector_reads_them():
    volumes = {"*": "oltp", "c0/v1": {"name": "vdi", "block_kib": 8}}
    document = json.loads(rendered("workloads.json.j2", raidwise_collector_workloads=volumes))

    assert document == {"format": "raidwise-workloads/1", "volumes": volumes}
