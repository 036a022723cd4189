"""Cards are recognised by their own names, and never by a part of another card's name."""

from __future__ import annotations

import pytest

from app.core.book import Book


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("PERC H740P Mini", "PERC H740P"),
        ("perc h740p", "PERC H740P"),
        ("Dell EMC PERC H740P Adapter", "PERC H740P"),
        ("LSI MegaRAID SAS 9361-8i", "MegaRAID 9361-8i"),
        ("MegaRAID 9560-8i 4GB", "MegaRAID 9560-8i"),
    ],
)
def test_a_printed_name_is_known_with_the_vendor_before_it_and_more_behind_it(book: Book, printed: str, name: str):
    model = book.catalogue.model(printed)
    assert model is not None
    assert model.name == name


@pytest.mark.parametrize("printed", ["", " ", "MegaRAID", "19361-8i", "9361-80i", "SAS9300-8i4e", "Controller", "HP"])
def test_a_part_of_a_name_is_no_card(book: Book, printed: str):
    assert book.catalogue.model(printed) is None


def test_every_card_is_found_by_each_of_its_own_names(book: Book):
    for name, model in book.catalogue.models.items():
        assert book.catalogue.model(name) is model, name
    for name, model in book.catalogue.by_plain_name.items():
        assert book.catalogue.model(name) is model, name
