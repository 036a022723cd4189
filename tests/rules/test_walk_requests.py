"""The walk once more from the outside: whole requests, one answer each, held against the same statement of safety."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from app.core.advice import Advice
from app.core.advise import advise
from app.core.book import Book
from app.core.facts import SETTINGS
from app.core.request import AcceptedRisk, AdviceRequest, ControllerAsked, VolumeAsked, WorkloadAsked
from tests.rules.safety import never_given

Count = Callable[[str, int], None]

DAY = datetime.date(2026, 11, 20)
LEVELS = (None, "raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60", "jbod")
MEDIA = (None, "hdd", "ssd")
ACCESS = (None, "random", "sequential")
READS = (None, 100, 20)
PROTECTION = (None, "optimal", "charging", "failed", "unread")
RISKS = (
    None,
    AcceptedRisk("write_policy", "unprotected_write_back", "lab", "scratch", DAY),
    AcceptedRisk("disk_cache_policy", "enabled", "lab", "scratch", DAY),
)


def one_of_each_family(book: Book) -> list[str | None]:
    found = {model.family: name for name, model in sorted(book.catalogue.models.items())}
    return [None, "nobody's card", *sorted(found.values())]


def requests(model: str | None) -> Iterator[AdviceRequest]:
    combinations = product(LEVELS, MEDIA, ACCESS, READS, PROTECTION, ("production", "benchmark"), RISKS)
    for level, media, access, reads, protection, deployment, risk in combinations:
        yield AdviceRequest(
            controller=ControllerAsked(model=model, cache_protection=protection),
            volume=VolumeAsked(raid_level=level, media=media, drives=12),
            workload=WorkloadAsked(access=access, read_percent=reads, deployment=deployment),
            accept_risk=risk,
        )


def dangers(answer: Advice) -> Iterator[str]:
    facts = answer.situation.facts
    for setting, advice in answer.settings.items():
        if advice.value in never_given(setting, facts):
            yield f"{setting} is {advice.value} under {answer.situation.request}"


def gaps(answer: Advice) -> Iterator[str]:
    open_settings = [name for name, advice in answer.settings.items() if not advice.outcome.decided]
    if set(answer.settings) != set(SETTINGS):
        yield "a setting is left out"
    if open_settings and not answer.questions:
        yield f"{open_settings} are open, and nothing is asked"
    if answer.status == "needs_input" and not answer.questions:
        yield "input is needed, and nothing is asked"
    if answer.status == "refused" and not answer.refusals:
        yield "refused without a refusal"
    for name, advice in list(answer.settings.items())[1:]:
        if advice.outcome.decided and advice.value not in (*advice.outcome.acceptable, advice.outcome.value):
            yield f"{name} is {advice.value}, which is not among {advice.outcome.acceptable}"


SHARDS, SHARE = 4, 4


@pytest.mark.parametrize("shard", range(SHARDS))
def test_whole_requests_are_answered_and_safely(book: Book, shard: int, count: Count, whole: bool) -> None:
    """A quarter of the requests, another one for the next card; all of them with --all."""
    wrong: list[str] = []
    answers = 0
    for place, model in enumerate(one_of_each_family(book)[shard::SHARDS]):
        for number, request in enumerate(requests(model)):
            if not whole and (number + place) % SHARE:
                continue
            answer = advise(book, request, DAY)
            wrong += [*dangers(answer), *(f"{gap}: {request}" for gap in gaps(answer))]
            answers += 1
    assert not wrong, "\n".join(wrong[:10])
    count("whole requests walked", answers)


def test_protection_that_is_said_is_the_protection_that_is_judged(book: Book) -> None:
    """The walk above trusts the facts; here they are held against the request."""
    for model in one_of_each_family(book):
        for said in ("optimal", "charging", "learning", "degraded", "failed", "absent", "unread"):
            request = AdviceRequest(controller=ControllerAsked(model=model, cache_mib=1024, cache_protection=said))

            assert advise(book, request, DAY).situation.facts["protection"] == said
