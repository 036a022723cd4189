"""``raidwise-collector``. Nothing is imported before it is known to be needed: a version is told in 15 ms."""

from __future__ import annotations

import sys


def main(words: list[str] | None = None) -> int:
    """The exit code; :mod:`app.collector.refusals` tells what each means."""
    given = sys.argv[1:] if words is None else words
    if given == ["--version"]:
        from app import __version__

        print(f"raidwise-collector {__version__}")
        return 0
    from app.collector.command_line import run

    return run(given)


if __name__ == "__main__":
    sys.exit(main())
