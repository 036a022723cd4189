"""Nouns and reasoning. Pure: no clock, file, socket, YAML or SQL; runs on Python 3.9 and later."""
