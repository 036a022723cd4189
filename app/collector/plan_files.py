# ruff: noqa: PTH123 - pathlib costs every start 5 ms
"""Plans as files, and everything that must be true of one before it is believed."""

from __future__ import annotations

import json
from typing import Any, Dict, NamedTuple

from app.collector.clock import TOLERANCE, moment_of, text_of
from app.collector.keys import Key
from app.collector.refusals import RefusedError
from app.core.plan import (
    MalformedPlanError,
    OutsideClosedListError,
    Plan,
    is_signed_by,
    plan_from_document,
)

LARGEST = 16 * 1024 * 1024


class PlanFile(NamedTuple):
    """A plan with the very document that was signed."""

    plan: Plan
    document: Dict[str, Any]

    @property
    def is_signed(self) -> bool:
        return isinstance(self.document.get("signature"), dict)


def plan_file(path: str) -> PlanFile:
    """
    What is in a file; nothing of it is believed yet.

    :raises RefusedError: ``plan_malformed`` or ``plan_outside``.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise RefusedError("plan_malformed", f"{path}: {error.strerror}") from error
    try:
        document: Any = json.loads(data) if len(data) <= LARGEST else None
    except (ValueError, RecursionError) as error:
        raise RefusedError("plan_malformed", f"{path} is no JSON: {error}") from error
    return PlanFile(_plan(document, path), document)


def _plan(document: Any, path: str) -> Plan:
    try:
        return plan_from_document(document)
    except OutsideClosedListError as error:
        raise RefusedError("plan_outside", f"{path}: {error}. Nothing of this plan is done") from error
    except MalformedPlanError as error:
        raise RefusedError("plan_malformed", f"{path}: {error}; fetch or make it again") from error


def judge(file: PlanFile, key: Key, now: float) -> None:
    """
    Nothing, where the plan is signed for this very host and valid now.

    :raises RefusedError: ``plan_forged``, ``plan_foreign``, ``clock`` or ``plan_expired``.
    """
    judge_signature(file, key)
    made_at, valid_until = moment_of(file.plan.made_at), moment_of(file.plan.valid_until)
    if made_at > now + TOLERANCE:
        raise RefusedError(
            "clock",
            f"plan {file.plan.id} was made at {file.plan.made_at}, later than this host's clock: {text_of(now)}. "
            "Set the clock right, then try again",
        )
    if now > valid_until or valid_until < made_at:
        raise RefusedError(
            "plan_expired", f"plan {file.plan.id} was valid until {file.plan.valid_until}; make or fetch a new one"
        )


def judge_signature(file: PlanFile, key: Key) -> None:
    """
    Nothing, where this host's own key signed this very document.

    :raises RefusedError: ``plan_forged`` or ``plan_foreign``.
    """
    plan = file.plan
    if plan.server is not None and plan.server != key.server:
        raise RefusedError("plan_foreign", f"plan {plan.id} is for server {plan.server}, and this one is {key.server}")
    if not file.is_signed:
        raise RefusedError(
            "plan_forged", f"plan {plan.id} is not signed; make it where this host's key is: plan --sign"
        )
    if not is_signed_by(file.document, key.id, key.secret):
        raise RefusedError(
            "plan_forged", f"plan {plan.id} is not signed with this host's key, or was changed since; fetch it again"
        )


def judge_clock(now: float, last_seen: str) -> None:
    """
    Nothing, where the clock has not gone back behind what a journal saw.

    :raises RefusedError: ``clock``.
    """
    if moment_of(last_seen) > now + TOLERANCE:
        raise RefusedError(
            "clock",
            f"this host's clock says {text_of(now)} and its last run ended at {last_seen}: the clock went back, "
            "so no plan's validity can be judged. Set it right",
        )
