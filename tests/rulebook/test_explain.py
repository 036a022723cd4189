"""One rule, claim or conflict as a page for people, always under the same headings."""

from __future__ import annotations

import pytest

from app.core.book import Book
from app.rulebook.explain import UnknownNameError, explanation


def test_a_row_shows_what_it_says_where_when_and_who_contradicts_it(book: Book):
    page = explanation(book, "ucs-m4-t8-random-r0-hdd")

    for words in (
        *("What it says", "strip_size_kib: 64", "write_policy: write_through", "Where it says so", "Table 8"),
        *("encoded in rules/ucs-m4-2016/table-08.yaml:7", "When it applies", "raid is raid0"),
        *("How it ranks: statement of a paper, basis exact", "What contradicts it", "K08"),
    ):
        assert words in page, words


def test_a_rule_that_forbids_says_not(book: Book):
    assert "io_policy: not cached" in explanation(book, "lsi-fp-wt-direct-required")


def test_a_rule_for_every_volume_applies_always(book: Book):
    unconditional = next(rule.id for rule in book.rules if not rule.when)

    assert "  always" in explanation(book, unconditional)


def test_a_capability_that_answers_with_nothing_says_so(book: Book):
    page = explanation(book, "house-hba-has-no-volumes")

    assert "write_policy: nothing" in page
    assert "How it ranks: capability" in page


def test_a_silence_that_a_rule_answers_for_is_named(book: Book):
    assert "or not known" in explanation(book, "house-unprotected-cache-stays-direct")


def test_a_condition_of_many_words_is_counted(book: Book):
    many = next(rule for rule in book.rules if any(len(tokens) > 9 for tokens in rule.when.values()))

    assert "is any of " in explanation(book, many.id)


def test_a_conflict_shows_both_sides_and_what_is_held(book: Book):
    page = explanation(book, " k02 ")

    for words in (
        "K02 Disk cache",
        "severity critical",
        "One side",
        "The other side",
        "What is held",
        "When it is in scope",
    ):
        assert words in page, words


def test_a_note_on_the_papers_themselves_is_never_in_scope(book: Book):
    assert "never in an answer" in explanation(book, "K24")
    assert "  always" in explanation(book, "K27")


def test_a_claim_that_advises_nothing_still_has_its_place(book: Book):
    silent = next(claim for claim in book.citations if not any(claim in (r.id, r.id.split("#")[0]) for r in book.rules))

    assert "It states something and advises no setting." in explanation(book, silent)


def test_a_name_that_nothing_has_gets_names_like_it(book: Book):
    with pytest.raises(UnknownNameError) as caught:
        explanation(book, "t8-random")

    assert "ucs-m4-t8-random-r0-hdd" in caught.value.near
    with pytest.raises(UnknownNameError, match=r"nothing called 'zzz'\.$"):
        explanation(book, "zzz")
