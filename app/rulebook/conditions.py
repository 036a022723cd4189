"""`when:` of a rule file -> a core condition, checked against the facts there are."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.facts import FACTS, UNREAD
from app.core.rules import Condition

GROUPS = {
    ("raid", "any_volume"): ("raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60"),
    ("raid", "parity"): ("raid5", "raid6", "raid50", "raid60"),
    ("media", "flash"): ("ssd", "nvme"),
}
"""Words that stand for several tokens, so that a rule reads as it is meant."""


class Vocabulary:
    """Every fact with its tokens, workloads and families included."""

    def __init__(self, workloads: list[str], families: list[str]) -> None:
        self.tokens = {
            **FACTS,
            "workload": (*FACTS["workload"], *workloads),
            "family": (*FACTS["family"], *families),
        }
        self._groups = {**GROUPS, ("workload", "named"): tuple(workloads)}

    def condition(self, *parts: Mapping[str, list[str]]) -> Condition | None:
        """
        All parts together; None where they contradict each other and so never hold.
        Raises ValueError naming a fact or token that nothing is called.
        """
        found: dict[str, frozenset[str]] = {}
        for part in parts:
            for fact, words in part.items():
                tokens = self._tokens_of(fact, words)
                found[fact] = found[fact] & tokens if fact in found else tokens
        return None if any(not tokens for tokens in found.values()) else found

    def _tokens_of(self, fact: str, words: list[str]) -> frozenset[str]:
        known = self.tokens.get(fact)
        if known is None:
            raise ValueError(f"no fact is called '{fact}'")
        found: list[str] = []
        for word in words:
            group = self._groups.get((fact, word))
            if group is None and word not in known and word != UNREAD:
                raise ValueError(f"'{word}' is no token of the fact '{fact}' ({', '.join(known[:12])})")
            found.extend(group or (word,))
        return frozenset(found)
