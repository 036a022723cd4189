"""What cannot be had at all: levels, drive counts and acceleration that this card or the papers rule out."""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

from app.core.advice import Refusal
from app.core.book import Book, Level
from app.core.rules import Citation
from app.core.situation import Situation, asked_level

FLASH = ("ssd", "nvme")


def cites(book: Book, *claims: str) -> Tuple[Citation, ...]:
    """Where these claims stand; a claim the book lacks is left out."""
    return tuple(book.citations[claim] for claim in claims if claim in book.citations)


def fact_cites(at: Situation, *names: str) -> Tuple[Citation, ...]:
    """Where the catalogue has these facts of the card from, and the claims behind the model."""
    found = [at.model.facts[name].citation for name in names if name in at.model.facts]
    return tuple(dict.fromkeys([*(cite for cite in found if cite is not None), *at.model.citations]))


def card_has_level(at: Situation, level: str) -> Optional[bool]:
    """None where nobody says which levels the card has."""
    if at.facts["kind"] == "hba":
        return level == "jbod"
    if level == "jbod":
        passes_through = at.model.value("jbod")
        return passes_through if isinstance(passes_through, bool) else None
    levels = at.raid_levels
    if levels is None:
        return None
    if level == "raid5" and at.facts["raid5_key"] == "absent":
        return False
    return level in levels


def fits(book: Book, at: Situation, level: str) -> bool:
    """Whether this card can make this level from this many drives, as far as anybody knows."""
    rule, drives = book.levels[level], at.request.volume.drives
    return (
        card_has_level(at, level) is not False and (drives is None or rule.takes(drives)) and _within_card(at, drives)
    )


def _within_card(at: Situation, drives: Optional[int]) -> bool:
    most = at.model.value("max_drives_per_volume")
    return drives is None or not isinstance(most, int) or drives <= most


def legal_level(book: Book, at: Situation, wanted: Sequence[str]) -> Optional[str]:
    """The first of these levels that fits, else the first that stands in for one of them."""
    for level in wanted:
        if fits(book, at, level):
            return level
    for level in wanted:
        for other in book.levels[level].instead:
            if fits(book, at, other):
                return other
    return None


def level_refusal(book: Book, at: Situation, level: str) -> Optional[Refusal]:
    """Why this card cannot make ``level`` from these drives; None where it can."""
    instead = legal_level(book, at, book.levels[level].instead) or ("jbod" if at.facts["kind"] == "hba" else None)
    if card_has_level(at, level) is False:
        return _level_lacking(book, at, level, instead)
    drives = at.request.volume.drives
    if drives is None:
        return None
    if not book.levels[level].takes(drives):
        return _wrong_count(book.levels[level], drives, instead)
    if not _within_card(at, drives):
        most = at.model.value("max_drives_per_volume")
        message = (
            f"{at.model.name} makes volumes of at most {most} drives; {drives} were asked for. Use {most} or fewer."
        )
        return Refusal("too_many_drives", "volume.drives", message, fact_cites(at, "max_drives_per_volume"), most)  # type: ignore[arg-type]
    return None


def _level_lacking(book: Book, at: Situation, level: str, instead: Optional[str]) -> Refusal:
    name = at.request.controller.model or at.model.name
    if at.facts["kind"] == "hba":
        message = (
            f"{name} is a host bus adapter: it makes no RAID volumes. Present the drives (JBOD) and let "
            "software keep the copies."
        )
        return Refusal(
            "raid_on_hba", "volume.raid_level", message, cites(book, "ucs-m4-hba-jbod-only", "ucs-m4-9300-8e"), "jbod"
        )
    if level == "raid5" and at.facts["raid5_key"] == "absent":
        message = (
            f"{name} makes RAID 5 only with the RAID-5 key upgrade, which is not installed. Without it: "
            f"{_words(instead)}."
        )
        return Refusal(
            "raid5_key_missing", "controller.raid5_key", message, fact_cites(at, "raid_levels", "raid5_key"), instead
        )
    offered = ", ".join(sorted(at.raid_levels or (), key=_level_order))
    message = f"{name} has no {_words(level)}; it offers {offered}. Take {_words(instead)}."
    return Refusal("level_not_available", "volume.raid_level", message, fact_cites(at, "raid_levels"), instead)


def _level_order(level: str) -> int:
    return int(level[4:]) if level[4:].isdigit() else 1000


def _words(level: Optional[str]) -> str:
    if level is None:
        return "another controller"
    return "JBOD" if level == "jbod" else f"RAID {level[4:]}"


def _wrong_count(rule: Level, drives: int, instead: Optional[str]) -> Refusal:
    given = "1 drive was given" if drives == 1 else f"{drives} drives were given"
    code = "too_few_drives" if drives < rule.minimum else "wrong_number_of_drives"
    message = f"{rule.says} {given}."
    if instead is not None:
        message += f" With that number {_words(instead)} is possible."
    return Refusal(code, "volume.drives", message, rule.citations, instead)


def acceleration_refusals(book: Book, at: Situation) -> List[Refusal]:
    """CacheCade beyond its limit or on a card without it, FastPath on hard disks."""
    kind, media = at.facts["acceleration"], at.facts["media"]
    if kind == "fastpath" and media == "hdd":
        message = (
            "FastPath is for SSD volumes; this volume is on hard disks. Leave it off, or use CacheCade for hot reads."
        )
        return [
            Refusal(
                "fastpath_on_hard_disks",
                "acceleration.kind",
                message,
                cites(book, "lsi-fp-wt-direct-required", "lsi-fp-write"),
                "none",
            )
        ]
    if kind == "fastpath" and at.model.value("fastpath") in ("no", False):
        message = f"{at.model.name} has no FastPath. Leave it off."
        return [Refusal("fastpath_not_available", "acceleration.kind", message, fact_cites(at, "fastpath"), "none")]
    return _cachecade_refusals(book, at) if kind == "cachecade" else []


def _cachecade_refusals(book: Book, at: Situation) -> List[Refusal]:
    found = []
    live = at.request.controller.capability
    if at.model.value("cachecade") in ("no", False) or (live is not None and live.cachecade is False):
        message = f"{at.model.name} has no CacheCade. Put the hot data on SSDs of its own."
        found.append(
            Refusal("cachecade_not_available", "acceleration.kind", message, fact_cites(at, "cachecade"), "none")
        )
    if at.facts["media"] in FLASH:
        message = (
            "CacheCade puts an SSD cache in front of hard disks; this volume is on SSDs already. FastPath is for those."
        )
        found.append(
            Refusal(
                "cachecade_on_ssd",
                "acceleration.kind",
                message,
                cites(book, "lsi-cmp-cachecade", "lsi-cc-read-intensive"),
                "fastpath",
            )
        )
    size, most = at.request.acceleration.ssd_cache_gib, at.model.value("cachecade_max_gib")
    if size is not None and isinstance(most, int) and size > most:
        message = f"CacheCade on this card takes at most {most} GB of SSD; {size:g} were asked for. Use {most} or less."
        found.append(
            Refusal("cachecade_too_large", "acceleration.ssd_cache_gib", message, cites(book, "lsi-cc-512gb"), most)
        )
    return found


def interface_refusal(at: Situation) -> Optional[Refusal]:
    """A drive interface that the card cannot take."""
    volume, offered = at.request.volume, at.model.value("interfaces")
    wanted = volume.interface or ("nvme" if volume.media == "nvme" else None)
    if wanted is None or not isinstance(offered, tuple) or wanted in offered:
        return None
    message = f"{at.model.name} takes {', '.join(offered)} drives, not {wanted}."
    return Refusal("interface_not_available", "volume.interface", message, fact_cites(at, "interfaces"), offered[0])


def structural_refusals(book: Book, at: Situation) -> List[Refusal]:
    """Everything about card, level, drives and acceleration that cannot be had."""
    found = [refusal for refusal in (interface_refusal(at),) if refusal is not None]
    level = asked_level(at.request)
    if level is not None and at.request.volume.raid_level is not None:
        refusal = level_refusal(book, at, level)
        if refusal is not None:
            found.append(refusal)
    return found + acceleration_refusals(book, at)
