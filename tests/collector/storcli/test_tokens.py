import pytest

from app.collector.storcli import tokens
from app.core.policies import IoPolicy, RaidLevel, ReadPolicy, WritePolicy
from app.core.reading import Reading, Silence

AHEAD, NONE, ADAPTIVE = ReadPolicy.READ_AHEAD, ReadPolicy.NO_READ_AHEAD, ReadPolicy.ADAPTIVE_READ_AHEAD
THROUGH, BACK = WritePolicy.WRITE_THROUGH, WritePolicy.PROTECTED_WRITE_BACK
ALWAYS = WritePolicy.UNPROTECTED_WRITE_BACK


@pytest.mark.parametrize(
    ("printed", "read", "write", "io"),
    [
        ("RWBD", AHEAD, BACK, IoPolicy.DIRECT),
        ("RWTD", AHEAD, THROUGH, IoPolicy.DIRECT),
        ("RWTC", AHEAD, THROUGH, IoPolicy.CACHED),
        ("NRWTD", NONE, THROUGH, IoPolicy.DIRECT),
        ("NRWBD", NONE, BACK, IoPolicy.DIRECT),
        # R+AWB+D, not RA+WB+D: the case decides.
        ("RAWBD", AHEAD, ALWAYS, IoPolicy.DIRECT),
        ("RaWBD", ADAPTIVE, BACK, IoPolicy.DIRECT),
        ("RaAWBD", ADAPTIVE, ALWAYS, IoPolicy.DIRECT),
        ("RaWTC", ADAPTIVE, THROUGH, IoPolicy.CACHED),
        ("NRFWBD", NONE, ALWAYS, IoPolicy.DIRECT),
        ("RFWB", AHEAD, ALWAYS, Silence.UNREAD),
    ],
)
def test_the_cache_column_is_read_then_write_then_io(
    printed: str, read: ReadPolicy, write: WritePolicy, io: Reading[IoPolicy]
) -> None:
    assert tokens.cache_policies(printed) == (read, write, io)


@pytest.mark.parametrize("printed", ["rwbd", "RWBX", "WB", "RAWTD", "NRWTD ", ""])
def test_any_other_cache_column_is_not_guessed(printed: str) -> None:
    assert tokens.cache_policies(printed) is None


@pytest.mark.parametrize(
    ("printed", "policies"),
    [
        ("NR,WB", (NONE, BACK, Silence.UNSUPPORTED)),
        ("R, WT", (AHEAD, THROUGH, Silence.UNSUPPORTED)),
        ("RA,AWB", (AHEAD, ALWAYS, Silence.UNSUPPORTED)),
        ("NRWB", None),
        ("XX,WB", None),
        ("NR,XX", None),
    ],
)
def test_grammar_8_separates_with_a_comma_and_has_no_io_policy(printed: str, policies: object) -> None:
    assert tokens.cache_policies_8(printed) == policies


def test_raid_levels_are_picked_from_the_sentence() -> None:
    printed = "RAID0, RAID1(2 or more drives), RAID6, RAID00, RAID60, \nPRL 11, PRL11-RLQ0 DDF layout with span"
    assert tokens.raid_levels(printed) == (RaidLevel.RAID0, RaidLevel.RAID1, RaidLevel.RAID6, RaidLevel.RAID60)


@pytest.mark.parametrize(
    ("printed", "operation"),
    [("None", Silence.ABSENT), ("Consistency Check (36%)", "consistency_check"), ("New Thing (1%)", "new_thing")],
)
def test_an_active_operation_keeps_its_name(printed: str, operation: object) -> None:
    assert tokens.active_operation(printed) == operation


@pytest.mark.parametrize(
    ("model", "subsystem", "dell"),
    [
        ("PERC H730P Adapter", Silence.UNREAD, True),
        ("Other", "1028:1f42", True),
        ("Other", "1000:9361", False),
        (Silence.UNREAD, Silence.UNREAD, False),
    ],
)
def test_dell_is_told_by_its_subsystem_or_its_model(model: Reading[str], subsystem: Reading[str], dell: bool) -> None:
    assert tokens.is_dell(model, subsystem) is dell


def test_every_known_word_is_written_as_the_reader_looks_it_up() -> None:
    tables = [value for name, value in vars(tokens).items() if name.isupper() and isinstance(value, dict)]
    words = [key for table in tables for key in table if isinstance(key, str) and not table.get("NR") and key.islower()]
    assert len(words) > 100
    assert all(" ".join(word.split()) == word for word in words)
