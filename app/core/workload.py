"""What a volume is for: the named workloads and their profiles, paper by paper."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Dict, Mapping, Optional, Tuple, Union

from app.core.rules import Citation

Number = Union[int, float]


@dataclass(frozen=True)
class Profile:
    """The mix that one paper prints for a workload; None where it prints none."""

    citation: Citation
    generation: Optional[str]
    access: Optional[str] = None
    read_percent: Optional[Number] = None
    block_kib: Optional[Number] = None
    many_streams: Optional[bool] = None


@dataclass(frozen=True)
class Workload:
    """A named workload."""

    name: str
    title: str
    aliases: Tuple[str, ...]
    replicates: Optional[bool]
    profiles: Tuple[Profile, ...]

    def mix(self, era: str) -> Mapping[str, Tuple[Union[str, Number, bool], Citation]]:
        """
        Access, read_percent, block_kib and many_streams, each with where it stands: from
        the paper of this generation, else the newest that prints a profile; what that
        paper leaves open only our own notes fill, since mixes of two papers do not add up.
        """
        papers = [profile for profile in self.profiles if profile.generation is not None]
        ours = [profile for profile in self.profiles if profile.generation is None]
        nearest = sorted(papers, key=lambda profile: _distance(profile.generation, era))[:1]
        found: Dict[str, Tuple[Union[str, Number, bool], Citation]] = {}
        for profile in (*nearest, *ours):
            for name in MIX:
                value = getattr(profile, name)
                if value is not None:
                    found.setdefault(name, (value, profile.citation))
        return found


MIX = ("access", "read_percent", "block_kib", "many_streams")
_SAME_ERA = {"2015": "2016"}
"""The 2015 paper measures the chip that the 2016 one describes."""


def _distance(generation: Optional[str], era: str) -> Tuple[int, int]:
    printed = generation or ""
    return (0 if _SAME_ERA.get(printed, printed) == era else 1, -int(printed or 0))


def plain_words(text: str) -> str:
    """Lower case, words joined by one underscore: how names and aliases are compared."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


@dataclass(frozen=True)
class Workloads:
    by_name: Mapping[str, Workload]
    by_alias: Mapping[str, Workload]

    def find(self, text: str) -> Optional[Workload]:
        """The workload meant by a name or alias; None for free text."""
        return self.by_alias.get(plain_words(text))
