"""Where to begin: answers worth reading, shown while the form is empty."""

from __future__ import annotations

EXAMPLES = (
    (
        "A database on eight 10k disks, battery in order",
        "model=UCSC-MRAID12G&cache_mib=2048&protection=optimal&level=raid5&drives=8&media=hdd&rpm=10000&workload=oltp",
    ),
    (
        "Streams on SSDs, where the papers part ways",
        "model=MegaRAID+9266CV-8i&protection=optimal&level=raid10&drives=8&media=ssd&access=sequential&read_percent=50",
    ),
    (
        "The same database with a failed battery",
        "model=UCSC-MRAID12G&cache_mib=2048&protection=failed&level=raid5&drives=8&media=hdd&rpm=10000&workload=oltp",
    ),
    (
        "A PERC with NVMe drives for virtual desktops",
        "model=PERC+H755+Front&protection=optimal&level=raid10&drives=8&media=nvme&workload=vdi",
    ),
)
"""What it shows, and the address."""
