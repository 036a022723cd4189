"""What a reading answers when it has no value."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar, Union

T = TypeVar("T")


class Silence(Enum):
    """
    Three silences that must never be confused: nobody looked or could look
    (``UNREAD``), the controller has no such setting (``UNSUPPORTED``), and the
    thing itself is not there (``ABSENT``), such as a battery that was never fitted.
    """

    UNREAD = "unread"
    UNSUPPORTED = "unsupported"
    ABSENT = "absent"

    def __bool__(self) -> bool:
        return False


Reading = Union[T, Silence]


def is_known(reading: object) -> bool:
    """True for a value, False for any silence. Zero and the empty string are values."""
    return not isinstance(reading, Silence)
