"""What a volume is for: the named workloads and their profiles, paper by paper."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Mapping, Optional, Tuple, Union

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

    def profile(self, era: str) -> Optional[Profile]:
        """The profile of the paper of this generation, else the newest that prints one."""
        if not self.profiles:
            return None
        return min(self.profiles, key=lambda profile: _distance(profile.generation, era))


def _distance(generation: Optional[str], era: str) -> Tuple[int, int]:
    if generation is None:
        return (2, 0)
    return (0 if generation == era else 1, -int(generation))


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
