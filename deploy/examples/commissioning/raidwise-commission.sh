#!/bin/sh
# --- Start MAAS 1.0 script metadata ---
# name: 50-raidwise-advice
# title: RAID settings from the white papers
# description: Writes the command that would create the server's volume. Changes nothing.
# script_type: commissioning
# timeout: 00:05:00
# --- End MAAS 1.0 script metadata ---
#
# Reads controller and drives through the card's own tool, asks raidwise, and writes the create command to a file.
# Nothing is created, changed or deleted. Exit codes: 0 written, 2 something is missing on this server, 3 the answer
# gives nothing to run, 4 the service was not reached.
set -eu

url=${RAIDWISE_URL:-http://127.0.0.1:8000}
out=${RAIDWISE_OUT:-raidwise-create.sh}
controller=${RAIDWISE_CONTROLLER:-0}

tool=${RAIDWISE_TOOL:-}
for found in /opt/MegaRAID/storcli2/storcli2 /opt/MegaRAID/perccli2/perccli2 \
    /opt/MegaRAID/storcli/storcli64 /opt/MegaRAID/perccli/perccli64; do
    if [ -z "$tool" ] && [ -x "$found" ]; then tool=$found; fi
done
if [ -z "$tool" ]; then
    echo "no storcli, perccli, storcli2 or perccli2 on this server" >&2
    exit 2
fi
command -v python3 >/dev/null || { echo "python3 is needed" >&2; exit 2; }

# The tools leave log files in the directory they run in.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The exit code is not to be believed: the reply itself tells.
(cd "$work" && "$tool" "/c$controller" show all nolog J >reply.json) || true

RAIDWISE_URL=$url RAIDWISE_OUT=$out RAIDWISE_BINARY=$(basename "$tool") python3 - "$work/reply.json" <<'PYTHON'
import json
import os
import sys
import urllib.error
import urllib.request


def reply(path):
    """The controller's part of the reply, behind whatever stands before the JSON."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    try:
        return json.loads(text[text.index("{"):])["Controllers"][0]["Response Data"]
    except (ValueError, KeyError, IndexError, TypeError):
        print("the tool tells nothing of this controller: " + text[:200], file=sys.stderr)
        sys.exit(2)


def first(mapping, *names):
    """The first of these keys that is there, whatever blanks stand around its name."""
    plain = {key.strip(): value for key, value in (mapping or {}).items()} if isinstance(mapping, dict) else {}
    return next((plain[name] for name in names if name in plain), None)


def protection(data):
    """State of CacheVault or battery in the words of raidwise; None where nothing tells."""
    for name in ("Cachevault_Info", "BBU_Info"):
        rows = data.get(name)
        if isinstance(rows, list) and rows and isinstance(rows[0], dict):
            state = str(rows[0].get("State", "")).lower()
            return {"optimal": "optimal", "opt": "optimal", "charging": "charging", "failed": "failed"}.get(state)
    return None


def facts(data):
    """A request of what the card tells; whatever it does not tell is left out, and asked for by the service."""
    basics, hardware = data.get("Basics") or data.get("Controller Properties"), data.get("HwCfg")
    drives = [row for row in data.get("PD LIST") or data.get("PDs") or [] if isinstance(row, dict)]
    free = [row for row in drives if str(row.get("State", "")).strip() in ("UGood", "UConf")]
    media = {str(row.get("Med", "")).strip().lower() for row in free}
    memory = str(first(hardware, "On Board Memory Size") or "")
    controller = {"model": first(basics, "Model", "Product Name")}
    if memory.upper().endswith("MB") and memory[:-2].strip().isdigit():
        controller["cache_mib"] = int(memory[:-2])
    controller["cache_protection"] = protection(data)
    volume = {"drives": len(free) or None, "raid_level": os.environ.get("RAIDWISE_LEVEL"), "exists": False}
    if len(media) == 1 and media <= {"hdd", "ssd"}:
        volume["media"] = media.pop()
    workload = {"name": os.environ.get("RAIDWISE_WORKLOAD", "oltp")}
    parts = {"controller": controller, "volume": volume, "workload": workload}
    return {name: {key: value for key, value in part.items() if value is not None} for name, part in parts.items()}


def asked(request):
    binary = os.environ["RAIDWISE_BINARY"].lower().replace("64", "")
    tool = binary if binary in ("storcli", "perccli", "storcli2", "perccli2") else "storcli"
    headers = {"content-type": "application/json"}
    if os.environ.get("RAIDWISE_TOKEN"):
        headers["authorization"] = "Bearer " + os.environ["RAIDWISE_TOKEN"]
    address = os.environ["RAIDWISE_URL"].rstrip("/") + "/api/v1/advice?format=" + tool
    call = urllib.request.Request(address, json.dumps(request).encode(), headers)
    with urllib.request.urlopen(call, timeout=20) as response:
        return response.read().decode()


try:
    text = asked(facts(reply(sys.argv[1])))
except urllib.error.HTTPError as error:
    try:
        problem = json.load(error)
        reasons = ["%s: %s" % (item["field"], item["message"]) for item in problem.get("errors", [])]
        print("\n".join([problem.get("detail", "")] + reasons), file=sys.stderr)
    except ValueError:
        print("HTTP status %s" % error.code, file=sys.stderr)
    sys.exit(3)
except (OSError, ValueError) as error:
    print("%s: %s" % (os.environ["RAIDWISE_URL"], error), file=sys.stderr)
    sys.exit(4)
with open(os.environ["RAIDWISE_OUT"], "w", encoding="utf-8") as file:
    file.write(text)
print(text, end="")
PYTHON
