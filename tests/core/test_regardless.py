"""Where every possible answer to the open questions agrees, the setting is answered, and says what it did not need."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from app.core.facts import UNREAD
from app.core.outcome import Outcome
from app.core.regardless import agreed
from app.core.rules import EXTENSION, Rule, holds
from tests.core.built import GUIDE, TOKENS, conflict, decided, ranked, rule, when

BACK, THROUGH = "protected_write_back", "write_through"


def asked(rules: list[Rule], facts: Mapping[str, str], conflicts=(), scopes=()) -> tuple[Outcome, Outcome | None]:
    """The decision as it stands, and the one that holds in any case."""

    def under(known: Mapping[str, str]) -> Outcome:
        standing = [item for item in rules if holds(item.when, known) is True]
        waiting = [item for item in rules if holds(item.when, known) is None]
        unread = [name for name, token in known.items() if token == UNREAD]
        return decided(standing, waiting, conflicts, unread, sides={c.id: rules for c in conflicts})

    outcome = under(facts)
    possible = [item for item in rules if holds(item.when, facts) is not False]
    return outcome, agreed(outcome, possible, scopes, TOKENS, lambda case: under({**facts, **case}))


def of_media(hdd: str, ssd: str, nvme: str | None = None, **more) -> list[Rule]:
    return ranked(
        rule("disks", hdd, when=when(media="hdd"), **more),
        rule("flash", ssd, when=when(media="ssd"), basis="text"),
        rule("pci", nvme or ssd, when=when(media="nvme"), document=GUIDE),
    )


def test_the_same_value_for_every_medium_needs_no_medium():
    open_one, found = asked(of_media(THROUGH, THROUGH), {"media": UNREAD})

    assert (open_one.decided, open_one.missing) == (False, ("media",))
    assert found is not None
    assert (found.value, found.missing, found.asks) == (THROUGH, (), ())
    assert found.reason.endswith("It is the same whatever media is.")
    assert {cite.claim for cite in found.citations} == {"disks", "flash", "pci"}


def test_its_footing_is_the_weakest_of_the_cases():
    _, found = asked(of_media(THROUGH, THROUGH), {"media": UNREAD})

    assert found is not None
    assert found.basis == "text"


def test_one_case_that_differs_leaves_it_open():
    assert asked(of_media(THROUGH, BACK), {"media": UNREAD})[1] is None
    assert asked(of_media(THROUGH, THROUGH, BACK), {"media": UNREAD})[1] is None


def test_one_case_without_an_answer_leaves_it_open():
    rules = of_media(THROUGH, THROUGH)[:2]

    assert asked(rules, {"media": UNREAD})[1] is None


def test_acceptable_is_what_every_case_accepts():
    rules = ranked(
        rule("disks", THROUGH, acceptable=(THROUGH, BACK), when=when(media="hdd")),
        rule("flash", THROUGH, acceptable=(BACK, THROUGH), when=when(media=["ssd"])),
        rule("pci", THROUGH, when=when(media="nvme")),
    )
    _, found = asked(rules, {"media": UNREAD})

    assert found is not None
    assert found.acceptable == (THROUGH,)
    two = [item for item in rules if item.id != "pci"]
    two.append(rule("pci", THROUGH, acceptable=(THROUGH, BACK), when=when(media="nvme")))
    assert asked(two, {"media": UNREAD})[1].acceptable == (THROUGH, BACK)


def test_dissent_and_conflicts_stay_where_every_case_has_them():
    always = rule("other", BACK, document=GUIDE, tier=EXTENSION)
    scoped = conflict("K99", ["other"], ["x"])
    _, found = asked(ranked(*of_media(THROUGH, THROUGH), always), {"media": UNREAD}, [scoped])

    assert found is not None
    assert [item.value for item in found.dissent] == [BACK]
    assert found.conflicts == ("K99",)


def test_a_voice_of_one_case_alone_is_no_dissent_of_all():
    only_disks = rule("other", BACK, document=GUIDE, tier=EXTENSION, when=when(media="hdd"))
    _, found = asked(ranked(*of_media(THROUGH, THROUGH), only_disks), {"media": UNREAD})

    assert found is not None
    assert found.dissent == ()


def test_two_open_facts_are_named_together():
    rules = ranked(
        rule("a", THROUGH, when=when(media="hdd", access=["random", "mixed"])),
        rule("b", THROUGH, when=when(media="hdd", access="sequential")),
        rule("c", THROUGH, when=when(media=["ssd", "nvme"])),
    )
    _, found = asked(rules, {"media": UNREAD, "access": UNREAD})

    assert found is not None
    assert found.reason.endswith("It is the same whatever media and access is.")


def test_more_cases_than_can_be_walked_are_asked_for():
    facts = ("media", "access", "protection", "streams")
    rules = ranked(rule("a", THROUGH, when={fact: frozenset(TOKENS[fact]) for fact in facts}))

    assert asked(rules, dict.fromkeys(facts, UNREAD))[1] is None
    three = dict.fromkeys(facts[:3], UNREAD)
    assert 3 * 3 * 6 <= 64
    assert asked(rules, {**three, "streams": "few"})[1] is not None


def test_the_level_is_asked_and_never_agreed_upon():
    outcome = decided(
        [], [rule("a", "raid5", setting="raid_level", when=when(media="hdd"))], (), ["media"], setting="raid_level"
    )

    assert agreed(outcome, (), (), TOKENS, lambda case: pytest.fail("was asked")) is None


def test_a_drive_presented_as_it_is_is_no_case_of_a_volume():
    volumes = rule("v", THROUGH, when=when(raid=[level for level in TOKENS["raid"] if level.startswith("raid")]))

    assert asked([volumes], {"raid": UNREAD})[1].value == THROUGH


def test_a_scope_that_one_token_opens_makes_a_case_of_its_own():
    seen: list[Mapping[str, str]] = []
    outcome, _ = asked(of_media(THROUGH, THROUGH), {"media": UNREAD})

    def decide(case: Mapping[str, str]) -> Outcome:
        seen.append(case)
        return decided(ranked(rule("a", THROUGH)))

    agreed(outcome, ranked(rule("a", THROUGH)), [when(media="nvme")], TOKENS, decide)
    assert [case["media"] for case in seen] == ["hdd", "nvme"]
