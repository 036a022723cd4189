"""
Every way a command can end without having done its work: a name, an exit code, and what to do.

Codes never change their meaning. 0 is done or nothing to do, 2 is changes wanted (``plan``, an audit) or values that
differ (``verify``); everything else that ends a command stands here, and in ``docs/collector.md`` (a test compares).
"""

from __future__ import annotations

DONE, CHANGES = 0, 2

CODES = {
    "usage": 10,
    "not_root": 11,
    "no_tool": 12,
    "two_tools": 13,
    "no_controller": 14,
    "only_hba": 15,
    "only_megacli": 16,
    "tool_failed": 17,
    "stopped": 18,
    "locked": 19,
    "state_unusable": 20,
    "disk_full": 21,
    "journal_version": 22,
    "journal_host": 23,
    "journal_broken": 24,
    "unfinished": 25,
    "no_such_run": 26,
    "input": 30,
    "plan_malformed": 31,
    "plan_forged": 32,
    "plan_foreign": 33,
    "plan_expired": 34,
    "plan_outside": 35,
    "plan_conflict": 36,
    "clock": 37,
    "no_key": 38,
    "key_bad": 39,
    "identity": 40,
    "precondition": 41,
    "drifted": 42,
    "rolled_back": 50,
    "not_in_effect": 51,
    "unknown_state": 52,
    "left_alone": 53,
    "interrupted": 54,
    "service_away": 60,
    "service_refused": 61,
    "service_nonsense": 62,
    "service_version": 63,
    "service_untrusted": 64,
}


class RefusedError(Exception):
    """
    The command ends here. ``str()`` is the message: where, what, and what to do.

    :param name: one of :data:`CODES`.
    """

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.code = CODES[name]
