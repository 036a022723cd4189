# ruff: noqa: PTH118, PTH123 - pathlib costs every start 5 ms
"""Where things lie on this host, and how the environment moves them."""

from __future__ import annotations

import os
from typing import Mapping, NamedTuple


class Places(NamedTuple):
    """Directories of this host. Everything written lies under ``state`` and ``locks``."""

    state: str = "/var/lib/raidwise"
    config: str = "/etc/raidwise"
    locks: str = "/run/lock/raidwise"
    sysfs: str = "/sys"
    machine_id: str = "/etc/machine-id"

    @property
    def journals(self) -> str:
        return os.path.join(self.state, "journal")

    @property
    def work(self) -> str:
        """Where the tools run: some write their logs into the directory they are started in."""
        return os.path.join(self.state, "work")

    @property
    def inbox(self) -> str:
        """Signed plans that wait for ``run``."""
        return os.path.join(self.state, "plans")

    @property
    def key(self) -> str:
        return os.path.join(self.config, "server.key")

    @property
    def stop(self) -> str:
        return os.path.join(self.config, "stop")


VARIABLES = {
    "state": "RAIDWISE_STATE_DIR",
    "config": "RAIDWISE_CONFIG_DIR",
    "locks": "RAIDWISE_LOCK_DIR",
    "sysfs": "RAIDWISE_SYSFS_DIR",
    "machine_id": "RAIDWISE_MACHINE_ID_FILE",
}


def places_of(environment: Mapping[str, str]) -> Places:
    """The usual places, or where the environment says they are."""
    return Places()._replace(
        **{name: environment[variable] for name, variable in VARIABLES.items() if environment.get(variable)}
    )


def machine(places: Places) -> str:
    """
    A name for this installation that says nothing of it: a hash of its machine id. Journals carry it, so that one
    copied from elsewhere is known.
    """
    import hashlib

    try:
        with open(places.machine_id, "rb") as file:
            identity = file.read(256).strip()
    except OSError:
        # Without a machine id (a rescue system) the node's name is the best there is.
        identity = os.uname().nodename.encode()
    return hashlib.sha256(b"raidwise host\n" + identity).hexdigest()[:32]
