"""Models are found by what papers, cards and tools print; a wrong card is worse than none."""

from __future__ import annotations

import pytest

from app.core.book import Book
from app.core.catalogue import UNKNOWN_MODEL, Catalogue, plain_name


@pytest.mark.parametrize(
    ("printed", "family"),
    [
        ("MegaRAID 9266CV-8i", "sas2208"),
        ("  lsi MEGARAID sas 9266cv-8I ", "sas2208"),
        ("UCSC-MRAID12G", "sas3108"),
        ("UCSC-SAS12GHBA", "hba"),
        ("9300-8E HBA", "hba"),
        ("UCSC RAID SAS 2008M-8i", "sas2008_imr"),
        ("Avago 12Gb/s MegaRAID (SAS3108)", "sas3108"),
        ("Embedded RAID (C220 M3 ROM55)", "embedded_m3"),
        ("Embedded RAID (C240 M3)", "embedded_m3"),
        ("Embedded RAID (C240 M4 PCH)", "embedded_m4"),
        ("PERC H755 Front", "sas39xx"),
        ("MegaRAID9560-8i4GB", "sas39xx"),
    ],
)
def test_the_names_of_the_contract_are_known(book: Book, printed: str, family: str):
    found = book.catalogue.model(printed)

    assert found is not None
    assert found.family == family


@pytest.mark.parametrize("printed", ["", "-", "RAID", "Controller", "123", "Acme StorMaster 3000", "🐘", "9"])
def test_what_names_no_card_is_no_card(book: Book, printed: str):
    assert book.catalogue.model(printed) is None


def test_two_families_in_one_name_are_neither(book: Book):
    names = {
        plain_name("abcd-1"): book.catalogue.models["HBA330"],
        plain_name("wxyz-2"): book.catalogue.models["PERC H730"],
    }
    catalogue = Catalogue(book.catalogue.models, names)

    assert catalogue.model("abcd-1 wxyz-2") is None
    assert catalogue.model("an abcd-1 card") is book.catalogue.models["HBA330"]


def test_vendors_and_case_and_blanks_do_not_tell_cards_apart():
    assert plain_name("Dell(R) PERC  H730_Mini") == plain_name("perc h730 mini")


def test_of_a_card_nobody_described_nothing_is_claimed():
    assert UNKNOWN_MODEL.raid_levels is None
    assert UNKNOWN_MODEL.strip_sizes_kib == (8, 16, 32, 64, 128, 256, 512, 1024)
    assert UNKNOWN_MODEL.value("io_policy") is None
    assert UNKNOWN_MODEL.value("io_policy", "nobody says") == "nobody says"
