from __future__ import annotations

import pytest

from app.core.policies import RaidLevel
from app.exports.geometry import Alignment, alignment, data_drives, default_spans


@pytest.mark.parametrize(
    ("level", "drives", "data"),
    [("raid0", 4, 4), ("raid10", 8, 4), ("raid5", 5, 4), ("raid6", 8, 6), ("raid50", 8, 6), ("raid60", 12, 8)],
)
def test_the_full_stripe_counts_data_drives_only(level: str, drives: int, data: int) -> None:
    aligned = alignment(level, drives, 64)
    assert aligned.full_stripe_kib == 64 * data
    assert aligned.mkfs_xfs == f"mkfs.xfs -d su=64k,sw={data} <device>"
    assert aligned.mkfs_ext4 == f"mkfs.ext4 -b 4096 -E stride=16,stripe_width={16 * data} <device>"
    assert aligned.note is None


def test_more_spans_mean_fewer_data_drives() -> None:
    assert alignment("raid50", 12, 256).full_stripe_kib == 256 * 10
    assert alignment("raid50", 12, 256, spans=4).full_stripe_kib == 256 * 8


@pytest.mark.parametrize(
    ("level", "drives", "strip", "spans", "why"),
    [
        ("raid1", 2, 64, None, "no stripe across drives"),
        ("jbod", 1, 64, None, "no stripe across drives"),
        ("raid0", 1, 64, None, "one data drive"),
        ("raid5", 4, None, None, "strip size is not known"),
        ("raid5", 4, 0, None, "strip size is not known"),
        ("raid5", 2, 64, None, "at least 3 drives"),
        ("raid60", 5, 64, None, "at least 6 drives"),
        ("raid50", 7, 64, None, "cannot be cut"),
        ("raid50", 6, 64, 4, "cannot be cut"),
        ("raid5", 6, 64, 0, "cannot be cut"),
    ],
)
def test_without_a_stripe_the_reason_is_said(
    level: str, drives: int, strip: int | None, spans: int | None, why: str
) -> None:
    aligned = alignment(level, drives, strip, spans)
    assert aligned == Alignment(None, None, None, aligned.note)
    assert why in str(aligned.note)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ValueError, match="raid7"):
        alignment("raid7", 4, 64)


@pytest.mark.parametrize(
    ("level", "drives", "spans"),
    [("raid10", 4, 2), ("raid10", 16, 8), ("raid10", 24, 6), ("raid50", 15, 3), ("raid60", 6, 2), ("raid5", 8, 1)],
)
def test_no_more_than_eight_spans(level: str, drives: int, spans: int) -> None:
    assert default_spans(RaidLevel(level), drives) == spans


def test_a_mirror_carries_half() -> None:
    assert data_drives(RaidLevel.RAID1, 2, 1) == 1
