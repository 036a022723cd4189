"""A request with everything known added to it: the card from the catalogue, the mix from the profile, the facts."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Dict, FrozenSet, List, Mapping, NamedTuple, Optional, Tuple, Union

from app.core.book import Book
from app.core.catalogue import UNKNOWN_MODEL, ControllerModel
from app.core.facts import FACTS, UNREAD, block_token, drives_token, reads_token, streams_token, yes_no
from app.core.policies import STRIP_SIZES_KIB
from app.core.reading import is_known
from app.core.request import AcceptedRisk, AdviceRequest, ControllerAsked
from app.core.rules import Citation
from app.core.workload import Workload

Number = Union[int, float]


class Assumed(NamedTuple):
    """Something nobody said and the answer took for granted."""

    field: str
    value: Union[str, Number, bool]
    why: str
    citation: Optional[Citation]


@dataclass
class Situation:
    """Facts as tokens, and the numbers and names behind them."""

    request: AdviceRequest
    model: ControllerModel
    model_known: bool
    workload: Optional[Workload]
    facts: Dict[str, str]
    unread: FrozenSet[str]
    strips: Tuple[int, ...]
    assumed: List[Assumed]
    read_percent: Optional[Number]
    block_kib: Optional[Number]
    risk: Optional[AcceptedRisk]
    risk_expired: bool

    @property
    def exact(self) -> bool:
        return self.model.exact

    def with_level(self, level: Optional[str]) -> None:
        """From here on the volume has this RAID level."""
        self.facts["raid"] = level or UNREAD
        self.unread = frozenset(name for name, token in self.facts.items() if token == UNREAD)

    @property
    def raid_levels(self) -> Optional[FrozenSet[str]]:
        """Levels the card offers, as itself prints them or else by the catalogue; None where nobody says."""
        live = self.request.controller.capability
        if live is not None and is_known(live.raid_levels):
            return frozenset(str(level) for level in live.raid_levels)  # type: ignore[union-attr]
        return self.model.raid_levels


def situation(book: Book, request: AdviceRequest, today: datetime.date) -> Situation:
    """Everything that is known of ``request`` on the day ``today``; silences stay silences."""
    asked, volume, work = request.controller, request.volume, request.workload
    model = book.catalogue.model(asked.model) if asked.model else None
    known = model if model is not None else UNKNOWN_MODEL
    assumed: List[Assumed] = []
    workload = book.workloads.find(work.name) if work.name else None
    mix = workload.mix(known.era) if workload is not None else {}
    access, reads, block, streams = _mix(request, mix, book, assumed)
    if work.deployment is None:
        assumed.append(Assumed("workload.deployment", "production", "Nothing else was said.", None))
    exists, holds_data = _new_or_not(request, assumed)
    cache = _cache_token(asked, known)
    risk, expired = _valid_risk(request, today)
    facts = {
        "raid": asked_level(request) or UNREAD,
        "media": volume.media or UNREAD,
        "access": access or UNREAD,
        "reads": reads_token(reads, book.thresholds),
        "block": block_token(block, book.thresholds),
        "streams": streams,
        "workload": workload.name if workload is not None else "none",
        "protection": _protection_token(asked, known, cache),
        "cache": cache,
        "deployment": work.deployment or "production",
        "acceleration": request.acceleration.kind or "none",
        "replicated": _replicated_token(request, workload, assumed),
        "endurance": volume.endurance or UNREAD,
        "family": known.family,
        "kind": "hba" if asked.hba else known.kind,
        "era": known.era,
        "exact": "yes" if known.exact else "no",
        "drives": drives_token(volume.drives),
        "level_given": "yes" if asked_level(request) else "no",
        "exists": yes_no(exists),
        "holds_data": yes_no(holds_data),
        "raid5_key": _raid5_key_token(asked, known),
        "accepted_risk": risk.setting if risk is not None else "none",
        "wants": _wants_token(request),
        "plp": yes_no(volume.power_loss_protection),
    }
    facts.update(_settable(asked, known, volume.media))
    return Situation(
        request=request,
        model=known,
        model_known=model is not None,
        workload=workload,
        facts=facts,
        unread=frozenset(name for name, token in facts.items() if token == UNREAD),
        strips=_strips(asked, known),
        assumed=assumed,
        read_percent=reads,
        block_kib=block,
        risk=risk,
        risk_expired=expired,
    )


Mix = Mapping[str, Tuple[Union[str, Number, bool], Citation]]


def _mix(
    request: AdviceRequest, mix: Mix, book: Book, assumed: List[Assumed]
) -> Tuple[Optional[str], Optional[Number], Optional[Number], str]:
    """Access, percent of reads, block in KiB and streams; explicit numbers win over the named profile."""
    work = request.workload
    access, reads, block = work.access, work.read_percent, work.block_kib
    streams = streams_token(work.streams, book.thresholds)
    if not mix:
        return access, reads, block, streams
    if access is None and "access" in mix:
        access = str(_assume(mix, "access", request, assumed))
    if reads is None and "read_percent" in mix:
        reads = _assume(mix, "read_percent", request, assumed)  # type: ignore[assignment]
    if block is None and "block_kib" in mix:
        block = _assume(mix, "block_kib", request, assumed)  # type: ignore[assignment]
    if streams == UNREAD and "many_streams" in mix:
        streams = "many" if _assume(mix, "many_streams", request, assumed) else "few"
    return access, reads, block, streams


def _assume(mix: Mix, name: str, request: AdviceRequest, assumed: List[Assumed]) -> Union[str, Number, bool]:
    value, cite = mix[name]
    assumed.append(Assumed(f"workload.{name}", value, f"The profile of '{request.workload.name}'.", cite))
    return value


def _new_or_not(request: AdviceRequest, assumed: List[Assumed]) -> Tuple[bool, Optional[bool]]:
    """
    A volume that nobody calls existing is a new one, unless it holds data;
    whether an existing one holds data is not guessed.
    """
    volume = request.volume
    if volume.holds_data:
        return True, True
    if volume.exists is None:
        assumed.append(Assumed("volume.exists", False, "Nothing else was said.", None))
        return False, False
    return volume.exists, volume.holds_data if volume.exists else False


def _cache_token(asked: ControllerAsked, model: ControllerModel) -> str:
    if asked.cache_mib is not None:
        return "yes" if asked.cache_mib > 0 else "no"
    if model.kind == "hba" or asked.hba:
        return "no"
    has = model.value("write_cache")
    if has is None and asked.cache_protection in ("optimal", "charging", "learning"):
        return "yes"
    return yes_no(has if isinstance(has, bool) else None)


def _protection_token(asked: ControllerAsked, model: ControllerModel, cache: str) -> str:
    """Where there is no cache there is nothing to protect it."""
    return "absent" if cache == "no" else asked.cache_protection or UNREAD


def _replicated_token(request: AdviceRequest, workload: Optional[Workload], assumed: List[Assumed]) -> str:
    said = request.workload.replicated_by_application
    if said is not None or workload is None or workload.replicates is None:
        return yes_no(said)
    why = f"{workload.title} {'replicates' if workload.replicates else 'does not replicate'} by its nature."
    cite = workload.profiles[0].citation if workload.profiles else None
    assumed.append(Assumed("workload.replicated_by_application", workload.replicates, why, cite))
    return yes_no(workload.replicates)


def _raid5_key_token(asked: ControllerAsked, model: ControllerModel) -> str:
    if model.value("raid5_key") != "needed":
        return "not_needed"
    return {True: "present", False: "absent", None: UNREAD}[asked.raid5_key]


def _wants_token(request: AdviceRequest) -> str:
    wanted = request.requested
    if not wanted:
        return "none"
    if wanted.get("write_policy") == "unprotected_write_back":
        return "unprotected_write_back"
    if wanted.get("disk_cache_policy") in ("enabled", "drive_default"):
        return "disk_cache_on"
    return "cached_io" if wanted.get("io_policy") == "cached" else "none"


_SETTABLE = (
    ("read_policy_setting", "read_policy"),
    ("write_policy_setting", "write_policy"),
    ("io_policy_setting", "io_policy"),
    ("disk_cache_setting", "disk_cache_policy"),
)


def _settable(asked: ControllerAsked, model: ControllerModel, media: Optional[str]) -> Dict[str, str]:
    """What can be set at all; the card's own word beats the catalogue's."""
    live = asked.capability
    found = {}
    for fact, name in _SETTABLE:
        printed = getattr(live, name) if live is not None else None
        catalogued = model.value(name)
        if isinstance(printed, bool):
            found[fact] = yes_no(printed)
        else:
            found[fact] = yes_no(catalogued if isinstance(catalogued, bool) else None)
    if live is not None and live.ssd_disk_cache_change is False and media in ("ssd", "nvme"):
        found["disk_cache_setting"] = "no"
    return found


def _strips(asked: ControllerAsked, model: ControllerModel) -> Tuple[int, ...]:
    live = asked.capability
    if live is None or not is_known(live.strip_min_kib) or not is_known(live.strip_max_kib):
        return model.strip_sizes_kib
    found = tuple(size for size in STRIP_SIZES_KIB if live.strip_min_kib <= size <= live.strip_max_kib)  # type: ignore[operator]
    return found or model.strip_sizes_kib


def _valid_risk(request: AdviceRequest, today: datetime.date) -> Tuple[Optional[AcceptedRisk], bool]:
    """An accepted risk counts until its day, and not against a safer value that the same request asks for."""
    risk = request.accept_risk
    if risk is None:
        return None, False
    if risk.until < today:
        return None, True
    return (risk if request.requested.get(risk.setting, risk.value) == risk.value else None), False


def asked_level(request: AdviceRequest) -> Optional[str]:
    """The level of the volume, else the one that the caller would like, where that is a level."""
    wanted = request.requested.get("raid_level")
    return request.volume.raid_level or (wanted if isinstance(wanted, str) and wanted in FACTS["raid"][:-1] else None)
