"""Questions about the whole book, for `raidwise rules check`; `python -m app.rulebook.check [DIR]` prints them."""

from __future__ import annotations

import sys
from pathlib import Path

from app.rulebook.errors import RulebookError
from app.rulebook.library import library
from app.rulebook.load import compiled_book


def main(arguments: list[str]) -> int:
    root = Path(arguments[0]) if arguments else Path("rules")
    try:
        book = compiled_book(library(root, coverage=True))
    except RulebookError as error:
        sys.stderr.write(f"{error}\n{len(error.problems)} problems\n")
        return 1
    sys.stdout.write(f"{len(book.rules)} rules, {len(book.citations)} claims, version {book.version}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
