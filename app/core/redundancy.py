"""What a RAID level leaves of the drives: room, failures that it survives, and what a rebuild reads."""

from __future__ import annotations

from typing import NamedTuple

from app.core.estimate_case import data_drives


class Redundancy(NamedTuple):
    """One level made of a number of drives in a number of spans."""

    level: str
    drives: int
    spans: int

    @property
    def data_drives(self) -> int:
        return data_drives(self.level, self.drives, self.spans)

    @property
    def usable(self) -> float:
        """Share of the drives' capacity that data can use, 0 to 1."""
        return self.data_drives / self.drives

    @property
    def guaranteed(self) -> int:
        """Drive failures that the volume survives whichever drives they are."""
        if self.level == "raid1":
            return max(0, self.drives - 1)
        return {"raid10": 1, "raid5": 1, "raid50": 1, "raid6": 2, "raid60": 2}.get(self.level, 0)

    @property
    def best_case(self) -> int:
        """Drive failures that it survives where they fall well."""
        if self.level == "raid10":
            return self.drives // 2
        return self.guaranteed * (self.spans if self.level in ("raid50", "raid60") else 1)

    @property
    def is_redundant(self) -> bool:
        return self.guaranteed > 0

    @property
    def rebuild(self) -> str:
        """What is read to replace one drive, and what must not happen meanwhile."""
        each = self.drives // self.spans
        if self.level == "raid0":
            return "Nothing to rebuild from: one failed drive loses the whole volume."
        if self.level == "jbod":
            return "Nothing to rebuild from: a failed drive loses what was on it; copies elsewhere bring it back."
        if self.level in ("raid1", "raid10"):
            return "Reads one drive, the failed one's mirror; data is lost only if that very drive fails too."
        where = "" if self.spans == 1 else " of the same span"
        if self.level in ("raid6", "raid60"):
            return (
                f"Reads the {each - 1} other drives{where}; one more of them may fail meanwhile, and an unreadable "
                "sector is still repaired."
            )
        return (
            f"Reads all {each - 1} other drives{where} in full; a second failure, or an unreadable sector on any of "
            "them, loses data meanwhile."
        )
