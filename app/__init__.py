"""raidwise: RAID volume settings, each with the page that says so."""

__version__ = "0.1.0"
