#!/usr/bin/env python3
"""The one door for people who work on raidwise: ``python3 dev.py --help``.

Needs only Python 3.11; this file itself is written so that an older Python can
read it and say what is missing.
"""

import os
import sys

if sys.version_info < (3, 11):
    found = ".".join(str(part) for part in sys.version_info[:3])
    sys.exit(
        "raidwise needs Python 3.11 or newer, and this one is %s (%s).\n"
        "Call a newer one by its name, for example: python3.12 dev.py %s"
        % (found, sys.executable, " ".join(sys.argv[1:]))
    )

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from devkit.commands import main

if __name__ == "__main__":
    sys.exit(main())
