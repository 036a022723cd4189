"""
A stateful storcli64, perccli64, storcli2 and perccli2 for tests and demos: answers like the real ones, takes ``set``,
and fails on demand. Standard library only, Python 3.9 and later; nothing of raidwise runs it but tests and the
command line. ``docs/emulator.md`` says how to use it.
"""
