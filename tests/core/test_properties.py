"""Of any request: answered, alike each time, within what is acceptable, and never less safe for knowing more."""

from __future__ import annotations

import datetime
import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.advise import advise
from app.core.book import Book
from app.core.document import advice_document
from app.core.facts import SETTINGS, UNREAD
from app.workflows.request import RequestBody, core_request
from tests.rules.safety import never, never_given

DAY = datetime.date(2026, 11, 20)
MODELS = ("UCSC-MRAID12G", "MegaRAID 9266CV-8i", "MegaRAID 9260-8i", "9300-8E HBA", "Embedded RAID (C240 M4 PCH)")
MODELS += ("Embedded RAID (C240 M3)", "MegaRAID 9560-8i", "PERC H730", "UCSC RAID SAS 2008M-8i", "no such card", "")
NAMES = ("oltp", "hadoop", "database_logging", "vdi", "exchange", "Video on Demand", "ceph", "🐘", "")
WORDS = st.sampled_from(
    [
        *("write_back", "protected_write_back", "unprotected_write_back", "write_through", "direct", "cached"),
        *("enabled", "drive_default", "disabled", "full", "fast", "none", "read_ahead", "adaptive_read_ahead"),
        *("raid5", "raid7", ""),
    ]
)


def part(**fields):
    return st.fixed_dictionaries({}, optional=fields)


def some(*values):
    return st.sampled_from(values)


FLAGS = st.booleans()
BODIES = part(
    controller=part(
        model=some(*MODELS),
        cache_mib=some(0, 1, 1024, 1_048_576),
        cache_protection=some("optimal", "charging", "learning", "degraded", "failed", "absent", "unread"),
        features=some([], ["fastpath"], ["cachecade", "fastpath"]),
        raid5_key=FLAGS,
        backplane_drives=some(1, 8, 24),
        server_cpus=some(1, 2),
        installed_with=some([], ["MegaRAID 9285CV-8e"], ["MegaRAID 9266CV-8i", "x"]),
    ),
    volume=part(
        raid_level=some("raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60", "jbod"),
        media=some("hdd", "ssd", "nvme"),
        interface=some("sas", "sata", "nvme"),
        drives=some(1, 2, 3, 4, 5, 6, 8, 33, 4096),
        power_loss_protection=FLAGS,
        holds_data=FLAGS,
        exists=FLAGS,
        endurance=some("performance", "value"),
    ),
    workload=part(
        name=some(*NAMES),
        access=some("random", "sequential", "mixed"),
        read_percent=some(0, 0.5, 30, 30.5, 69.9, 70, 99.5, 100),
        block_kib=some(0.5, 16, 17, 64, 255, 256, 1_048_576),
        streams=some(1, 3, 4, 1_000_000),
        replicated_by_application=FLAGS,
        deployment=some("production", "benchmark", "benchmark_baseline"),
    ),
    acceleration=part(kind=some("none", "cachecade", "fastpath"), ssd_cache_gib=some(0, 512, 513)),
    requested=part(
        raid_level=WORDS,
        strip_size_kib=some(-1, 0, 8, 64, 100, 1024, 2048),
        read_policy=WORDS,
        write_policy=WORDS,
        io_policy=WORDS,
        disk_cache_policy=WORDS,
        initialization=WORDS,
    ),
    accept_risk=st.one_of(
        part().map(lambda _: {"write_policy": "unprotected_write_back"}),
        part().map(lambda _: {"disk_cache_policy": "enabled"}),
    ).map(lambda risk: {**risk, "by": "lab", "reason": "scratch", "until": "2026-12-31"}),
)
ANY_BOOK = settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])


def answer_to(book: Book, body: dict):
    return advise(book, core_request(RequestBody.model_validate_json(json.dumps(body))), DAY)


@ANY_BOOK
@given(BODIES)
def test_every_valid_request_is_answered_and_the_answer_is_plain_data(book: Book, body):
    document = advice_document(answer_to(book, body))

    assert document == json.loads(json.dumps(document))
    assert document["status"] in ("advised", "refused", "needs_input")
    assert document["status"] != "needs_input" or document["questions"]
    assert (document["status"] == "refused") == bool(document["refusals"])


@ANY_BOOK
@given(BODIES)
def test_the_same_request_has_the_same_answer(book: Book, body):
    first = advice_document(answer_to(book, body))
    for table in book.tables.values():
        table.forget_outcomes()

    assert advice_document(answer_to(book, body)) == first


@ANY_BOOK
@given(BODIES)
def test_what_is_given_is_acceptable_and_safe(book: Book, body):
    answer = answer_to(book, body)
    for setting in SETTINGS:
        advice = answer.settings[setting]
        if advice.outcome.decided and setting != "raid_level":
            assert advice.value in (*advice.outcome.acceptable, advice.outcome.value)
        forbidden = never if advice.requested == "honoured" else never_given
        assert advice.value not in forbidden(setting, answer.situation.facts), setting


@ANY_BOOK
@given(BODIES)
def test_what_a_setting_waits_for_is_unread_and_asked(book: Book, body):
    answer = answer_to(book, body)
    for advice in answer.settings.values():
        for fact in advice.outcome.missing:
            assert answer.situation.facts[fact] == UNREAD
    if any(not advice.outcome.decided for advice in answer.settings.values()):
        assert answer.questions


DANGEROUS = {"write_policy": "unprotected_write_back", "disk_cache_policy": "enabled", "io_policy": "cached"}


@ANY_BOOK
@given(BODIES, some("media", "access", "read_percent", "block_kib", "streams"), st.data())
def test_knowing_more_never_makes_a_safe_setting_dangerous(book: Book, body, field, data):
    """Facts of volume and work cannot give up protection; only the state of the cache, or a signature, can."""
    section = "volume" if field == "media" else "workload"
    values = {"media": ("hdd", "ssd"), "access": ("random", "sequential"), "read_percent": (0, 50, 100)}
    value = data.draw(some(*values.get(field, (1, 256))))
    body = {**body, "requested": {}}
    known = {**body, section: {**body.get(section, {}), field: value}}
    answer = answer_to(book, known)
    facts = answer.situation.facts

    for setting, dangerous in DANGEROUS.items():
        if answer.settings[setting].value == dangerous:
            assert dangerous not in never_given(setting, facts)
            assert setting != "io_policy" or facts["protection"] == "optimal"
            assert setting == "io_policy" or facts["accepted_risk"] == setting
