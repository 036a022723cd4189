"""Addresses and captures that the tests of the pages share."""

from __future__ import annotations

import os
from pathlib import Path

from tests.collector.samples import controller_data, drive_row, reply, volume_data

DISPUTED = (
    "?model=MegaRAID+9266CV-8i&protection=optimal&level=raid10&drives=8&media=ssd&access=sequential&read_percent=50"
)
UNPROTECTED = "?model=UCSC-MRAID12G&cache_mib=2048&protection=failed&level=raid5&drives=8&media=hdd&access=random"
REFUSED = "?model=UCSC-SAS12GHBA&level=raid5&drives=2"
OPEN = "?model=UCSC-MRAID12G&level=raid5"
WRONG = "?model=UCSC-MRAID12G&drives=lots&read_percent=400"

HOSTILE = "\"><script>alert(1)</script>&lt;'{{7*7}}"

SHARED = Path(os.environ.get("RAIDWISE_SHARED") or Path(__file__).resolve().parents[3] / "shared") / "captures"


def capture() -> str:
    """One controller, one RAID 5 volume that reads ahead and writes back, its drives' cache at their own choice."""
    return "\n".join(
        (
            reply(controller_data(**{"PD LIST": [drive_row(f"252:{slot}") for slot in range(3)]})),
            reply(volume_data()),
        )
    )
