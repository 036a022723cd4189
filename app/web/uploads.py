"""Reading a posted form that may carry files, never beyond the limit."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.types import Message, Receive

_MOST_FILES = 200
_MOST_FIELDS = 200


class TooLargeError(Exception):
    """The body is larger than the limit."""


class UnreadableFormError(Exception):
    """The body is not the form it says it is."""


@dataclass(frozen=True)
class Posted:
    fields: list[tuple[str, str]]
    files: list[tuple[str, bytes]]
    """Name and content of every file that is not empty."""


async def posted(request: Request, limit: int) -> Posted:
    """
    The fields and files of a form.

    :raises TooLargeError: more than ``limit`` bytes; the rest is not read.
    :raises UnreadableFormError: broken multipart, or more than 200 files or fields.
    """
    declared = request.headers.get("content-length", "")
    if declared.isascii() and declared.isdigit() and int(declared[:20]) > limit:
        raise TooLargeError
    limited = Request(request.scope, _counting(request.receive, limit))
    try:
        async with limited.form(max_files=_MOST_FILES, max_fields=_MOST_FIELDS, max_part_size=limit) as form:
            files, fields = [], []
            for name, item in form.multi_items():
                if isinstance(item, UploadFile):
                    files.append((item.filename or "file", await item.read()))
                else:
                    fields.append((name, item))
    except UnicodeDecodeError as error:
        raise UnreadableFormError("A name or a field is not UTF-8.") from error
    except (HTTPException, MultiPartException) as error:
        raise UnreadableFormError(getattr(error, "detail", None) or str(error)) from error
    return Posted(fields, [(name, content) for name, content in files if content])


def _counting(receive: Receive, limit: int) -> Receive:
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > limit:
            raise TooLargeError
        return message

    return counted
