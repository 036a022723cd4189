"""The section ``alternatives``: RAID levels and strips ranked for this load, and why each lost."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from app.core.advice import Advice, Question, Section
from app.core.book import Book
from app.core.document import citation_documents
from app.core.estimate import figures_of
from app.core.estimate_case import Case, case, missing
from app.core.estimate_data import Estimates
from app.core.estimate_document import span_document
from app.core.estimate_figures import Figures
from app.core.facts import UNREAD
from app.core.outcome import Outcome
from app.core.redundancy import Redundancy
from app.core.refusals import card_has_level, cites, fits, level_refusal
from app.core.rules import Citation, Rule, holds
from app.core.situation import Situation

Plain = Dict[str, Any]
ADVISED, ACCEPTED, POSSIBLE, UNSAFE, AGAINST = "advised", "accepted", "possible", "no_redundancy", "advised_against"
_VERDICTS = (ADVISED, ACCEPTED, POSSIBLE, UNSAFE, AGAINST)
_CLAIMS = {
    level: (f"ucs-m3-t2-r{level[4:]}", f"ucs-m4-t3-r{level[4:]}")
    for level in ("raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60")
}


class Option(NamedTuple):
    """One level that these drives and this card can make."""

    made: Redundancy
    verdict: str
    figures: Optional[Figures]
    against: Optional[Rule]
    citations: Tuple[Citation, ...]

    def speed(self, is_random: bool) -> Optional[float]:
        """Requests a second of a random load, MB/s of a stream."""
        if self.figures is None:
            return None
        return (self.figures.iops if is_random else self.figures.mb_per_s).expected


def alternatives(book: Book, at: Situation, advice: Advice) -> Section:
    drives = at.request.volume.drives
    wanted = (
        () if drives is not None else (Question("volume.drives", "How many drives? Levels go by their number.", ()),)
    )
    outcome = _open_outcome(book, at, advice)
    silent = [item for item in missing(at) if item.field not in ("volume.raid_level", "volume.drives")]
    options = _options(book, at, advice, outcome, bool(silent)) if drives is not None else []
    is_random = at.facts["access"] != "sequential"
    options.sort(key=lambda option: _place(option, outcome, is_random))
    content = {
        "levels": [_level(option, rank, options[0], outcome, is_random) for rank, option in enumerate(options, 1)],
        "not_possible": _not_possible(book, at),
        "strip_sizes": _strips(book, at, advice),
        "speed_not_estimated": [f"{item.field} is missing: {item.message}" for item in silent],
    }
    return Section(content, questions=wanted, conflicts=outcome.conflicts)


def _open_outcome(book: Book, at: Situation, advice: Advice) -> Outcome:
    """
    What the papers say of the level when nobody asked for one, looked at once more
    as if theirs stood; where they are silent, what they would have in place of the one asked for.
    """
    first = _outcome(book, at, "undecided")
    given = advice.settings["raid_level"].outcome
    if not first.decided and given.decided and given.value not in ("asked", at.request.volume.raid_level):
        return given
    if not isinstance(first.value, str) or first.value == "asked":
        return first
    again = _outcome(book, at, first.value)
    return again if again.decided and again.value != "asked" else first


def _outcome(book: Book, at: Situation, level: str) -> Outcome:
    facts = {**at.facts, "raid": level, "level_given": "no", "wants": "none"}
    table = book.tables[facts["era"]]
    standing = table.standing(facts)
    unread = frozenset(name for name, token in facts.items() if token == UNREAD)
    return table.outcome("raid_level", standing, unread, at.exact, at.strips)


def _levels(book: Book, at: Situation) -> List[str]:
    """A mirror of more than two drives is RAID 10 by its proper name."""
    several = (at.request.volume.drives or 0) > 2
    return [level for level in book.levels if not (level == "raid1" and several)]


def _options(book: Book, at: Situation, advice: Advice, outcome: Outcome, silent: bool) -> List[Option]:
    here = None if silent else case(book, at, advice)
    data: Estimates = book.data["estimate"]
    drives = at.request.volume.drives or 1
    found = []
    for level in _levels(book, at):
        if not fits(book, at, level):
            continue
        made = Redundancy(level, drives, book.levels[level].spans(drives) or 1)
        against = _prohibiting(book, at, level)
        found.append(
            Option(
                made,
                _verdict(at, made, outcome, against),
                _figures(data, here, made),
                against,
                (
                    *cites(book, *_CLAIMS.get(level, ("ucs-m4-jbod-replication",))),
                    *(against.citations if against else ()),
                ),
            )
        )
    return found


def _figures(data: Estimates, here: Optional[Case], made: Redundancy) -> Optional[Figures]:
    return None if here is None else figures_of(data, here.on(made.level, made.spans))[0]


def _prohibiting(book: Book, at: Situation, level: str) -> Optional[Rule]:
    """The statement that speaks against this level for this load, where one does."""
    facts = {**at.facts, "raid": level, "level_given": "no"}
    return next(
        (
            rule
            for rule in book.rules
            if rule.setting == "raid_level" and level in rule.prohibits and holds(rule.when, facts)
        ),
        None,
    )


def _verdict(at: Situation, made: Redundancy, outcome: Outcome, against: Optional[Rule]) -> str:
    if outcome.decided and outcome.value == made.level:
        return ADVISED
    if not made.is_redundant and at.facts["replicated"] != "yes" and at.facts["kind"] != "hba":
        return UNSAFE
    if outcome.decided and made.level in outcome.acceptable:
        return ACCEPTED
    return AGAINST if against is not None else POSSIBLE


def _place(option: Option, outcome: Outcome, is_random: bool) -> Tuple[float, ...]:
    accepted = outcome.acceptable.index(option.made.level) if option.verdict == ACCEPTED else 0
    return (_VERDICTS.index(option.verdict), accepted, -(option.speed(is_random) or 0.0), -option.made.usable)


def _level(option: Option, rank: int, first: Option, outcome: Outcome, is_random: bool) -> Plain:
    made, figures = option.made, option.figures
    return {
        "raid_level": made.level,
        "rank": rank,
        "verdict": option.verdict,
        "usable": {"drives": made.data_drives, "of": made.drives, "percent": round(100 * made.usable, 1)},
        "spans": made.spans,
        "failures_survived": {"guaranteed": made.guaranteed, "best_case": made.best_case},
        "iops": span_document(figures.iops) if figures is not None else None,
        "mb_per_s": span_document(figures.mb_per_s) if figures is not None else None,
        "limited_by": figures.limited_by if figures is not None else None,
        "beyond_the_papers": list(dict.fromkeys(figures.extensions)) if figures is not None else [],
        "rebuild": made.rebuild,
        "why": _why_first(option, outcome, is_random) if rank == 1 else _why_lost(option, first, outcome, is_random),
        "citations": citation_documents(
            dict.fromkeys((*(outcome.citations if option.verdict == ADVISED else ()), *option.citations))
        ),
    }


def _why_first(option: Option, outcome: Outcome, is_random: bool) -> str:
    if option.verdict == ADVISED:
        return outcome.reason
    measure = "requests a second" if is_random else "MB/s"
    if option.speed(is_random) is None:
        return "No paper names a level for this load; of the safe ones this leaves the most room."
    return f"No paper names a level for this load; of the safe ones this gives the most {measure}."


def _why_lost(option: Option, first: Option, outcome: Outcome, is_random: bool) -> str:
    said = next((item.why_not for item in outcome.dissent if item.value == option.made.level), None)
    parts = [part for part in (said, option.against.why if option.against is not None else None) if part]
    parts += [
        part for part in (_failures(option, first), _speed(option, first, is_random), _room(option, first)) if part
    ]
    if option.verdict == ACCEPTED:
        parts.insert(0, "As good in the papers' eyes.")
    return " ".join(parts) or "Equal on every count here; no paper prefers it for this load."


def _failures(option: Option, first: Option) -> Optional[str]:
    mine, best = option.made.guaranteed, first.made.guaranteed
    if not option.made.is_redundant and first.made.is_redundant:
        return "Survives no drive failure, and nothing says that the application keeps copies."
    return (
        f"Surely survives {mine} failed {'drive' if mine == 1 else 'drives'} against {best}." if mine < best else None
    )


def _speed(option: Option, first: Option, is_random: bool) -> Optional[str]:
    mine, best = option.speed(is_random), first.speed(is_random)
    if not mine or not best or mine == best:
        return None
    unit, word = ("IOPS" if is_random else "MB/s"), ("Slower" if mine < best else "Faster")
    return f"{word} by {100 * abs(1 - mine / best):.0f} %: {mine:.0f} against {best:.0f} {unit}."


def _room(option: Option, first: Option) -> Optional[str]:
    mine, best = option.made, first.made
    if mine.data_drives < best.data_drives:
        return f"Room of {mine.data_drives} drives against {best.data_drives}."
    if mine.guaranteed > best.guaranteed or mine.data_drives > best.data_drives:
        return "It leaves more, yet no paper advises it for this load."
    return None


def _not_possible(book: Book, at: Situation) -> List[Plain]:
    found = []
    for level in book.levels:
        refusal = level_refusal(book, at, level) if not fits(book, at, level) else None
        if refusal is not None:
            why, cited = refusal.message, refusal.citations
            found.append({"raid_level": level, "why": why, "citations": citation_documents(cited)})
    if "raid1" not in _levels(book, at) and card_has_level(at, "raid1") is not False:
        why = "RAID 1 is a mirror of two drives; more of them are striped as RAID 10."
        found.append(
            {"raid_level": "raid1", "why": why, "citations": citation_documents(cites(book, *_CLAIMS["raid1"]))}
        )
    return found


def _strips(book: Book, at: Situation, advice: Advice) -> List[Plain]:
    """The strip given, those as good, then what else the card offers."""
    given = advice.settings.get("strip_size_kib")
    if given is None or given.value is None:
        return []
    outcome = given.outcome
    ranked = list(dict.fromkeys([given.value, *outcome.acceptable, *at.strips]))
    found = []
    for rank, size in enumerate((size for size in ranked if size in at.strips or size == given.value), 1):
        said = next((item.why_not for item in outcome.dissent if item.value == size), None)
        accepted = size in outcome.acceptable
        unsaid = _UNSAID_RANDOM if at.facts["access"] == "random" else _UNSAID
        why = outcome.reason if rank == 1 else "As good in the papers' eyes." if accepted else said or unsaid
        cited = outcome.citations if rank == 1 or accepted else cites(book, "ucs-m4-strip-random-nodiff")
        found.append({"strip_size_kib": size, "rank": rank, "why": why, "citations": citation_documents(cited)})
    return found


_UNSAID = "No paper advises it for this load."
_UNSAID_RANDOM = f"{_UNSAID} The 2016 paper saw no significant difference between strips at random access."
